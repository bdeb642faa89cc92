import { describe, expect, test } from 'vitest';
import { can } from './can.ts';

const booleans = [false, true];

describe('conversations', () => {
  test('conversations are read and written by their own people alone, and each of them may mention everyone', () => {
    expect([true, false].map(isIn => can.seeConversation({ isIn }))).toEqual([true, false]);
    expect([true, false].map(isIn => can.mentionConversation({ isIn }))).toEqual([true, false]);
  });

  test('a conversation of two is hidden by each person for themself; a larger one is renamed and left by anyone in it, and deleted by its creator', () => {
    const may = (userId: string, people: number) => {
      const facts = { creatorId: 'me', isGroup: people > 2, people };
      return [can.changeConversation(facts), can.hideConversation(facts), can.deleteConversation({ userId }, facts)];
    };
    for (const people of [1, 2]) {
      expect(may('me', people)).toEqual([false, true, false]);
      expect(may('other', people)).toEqual([false, true, false]);
    }
    expect(may('me', 3)).toEqual([true, false, true]);
    expect(may('other', 3)).toEqual([true, false, false]);
    expect(can.deleteConversation({ userId: 'me' }, { creatorId: null, isGroup: true, people: 3 })).toBe(false);
  });
});

test('anybody talks with anybody, but a guest only with people of a channel that they share', () => {
  const table = booleans.flatMap(me => booleans.map(other => [me, other] as const));
  const may = (share: boolean) => table.map(([me, other]) => can.talkWith({ isGuest: me }, { isGuest: other }, share));
  expect([may(false), may(true)]).toEqual([
    [true, false, false, false],
    [true, true, true, true],
  ]);
});

test('a group accepts new people, however few are left; a direct conversation accepts nobody', () => {
  expect([true, false].map(isGroup => can.growConversation({ isGroup }))).toEqual([true, false]);
});
