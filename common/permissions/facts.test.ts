import { expect, test } from 'vitest';
import { role } from '../test/facts.ts';
import { byRank, countCreators, memberFacts } from './facts.ts';

const held = { ...role({ creator: true }), users: ['me', 'other'] };
const theirs = { ...role({ rank: 1 }), users: ['other'] };

test('A person is what their workspace says of them: an owner or not, with the roles they hold', () => {
  expect(memberFacts('me', { owner: ['other'] }, [theirs, held])).toEqual({
    userId: 'me',
    isMember: true,
    isOwner: false,
    roles: [held],
  });
  expect(memberFacts('other', { owner: ['other'] }, [theirs, held])).toMatchObject({
    isOwner: true,
    roles: [theirs, held],
  });
});

test('Without a workspace they are nothing, whatever roles are still known', () => {
  expect(memberFacts('me', undefined, [held])).toEqual({ userId: 'me', isMember: false, isOwner: false, roles: [] });
});

test('Roles are ordered from the highest, and creator’s are counted', () => {
  expect([held, theirs].sort(byRank)).toEqual([theirs, held]);
  expect(countCreators([held, theirs])).toBe(1);
});
