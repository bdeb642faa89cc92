import { expect, test } from 'vitest';
import { placesToPush, pushesOf, summaryOf } from './push.payload.ts';
import type { WaitingPush } from './push.store.ts';

const one = (fields: Partial<WaitingPush>): WaitingPush => ({
  ...{
    id: 'message',
    kind: 'message',
    placeId: 'place',
    homeId: 'place',
    workspaceId: null,
    content: 'Oui.',
    files: 0,
  },
  ...{ title: null, workspaceTitle: null, isGroup: true, time: '1', isNew: true, saidMs: 1 },
  ...{ senderFirstName: 'Camille', senderLastName: 'Riou' },
  ...fields,
});
const textOf = (push: { payload: string } | undefined) => {
  const { title, body } = JSON.parse(push?.payload ?? '{}') as { title: string; body: string };
  return [title, body];
};

test('Several messages of a place are told in the language of the device, by place, by who wrote them or by their number', () => {
  const there = { workspaceId: 'atelier', title: 'plans', workspaceTitle: 'Quai', isGroup: null };
  const two = [one(there), one({ ...there, senderFirstName: 'Karim' })];
  const told = (language: 'fr' | 'en', detail: 'all' | 'name' | 'nothing', messages: WaitingPush[]) =>
    textOf(pushesOf(placesToPush(messages), { language, detail, names: new Map() })[0]);
  expect([told('fr', 'all', two), told('en', 'all', two)]).toEqual([
    ['2 messages dans #plans', 'Camille Riou\u00a0: Oui.'],
    ['2 messages in #plans', 'Camille Riou: Oui.'],
  ]);
  expect(told('fr', 'all', [one({ title: 'Équipe' }), one({ title: 'Équipe' })])[0]).toBe('2 messages dans Équipe');
  expect([told('fr', 'name', two), told('en', 'name', two)]).toEqual([
    ['2 messages', ''],
    ['2 messages', ''],
  ]);
  expect(told('en', 'name', [one(there), one(there)])[0]).toBe('2 messages from Camille Riou');
  expect(told('en', 'nothing', two)).toEqual(['Palabre', '2 messages']);
});

test('What came while a person was off duty is told in the language of the device, by its channels and conversations', () => {
  const channel = (placeId: string) => one({ placeId, homeId: placeId, workspaceId: 'atelier', title: placeId });
  const [group, direct] = [one({ placeId: 'g', homeId: 'g', title: 'Équipe' }), one({ isGroup: false })];
  const told = (language: 'fr' | 'en', ...messages: WaitingPush[]) =>
    textOf(summaryOf(placesToPush(messages), 'karim', { language, detail: 'all', names: new Map() }));
  expect(told('fr', channel('plans'), group)).toEqual([
    '2 messages dans 1 salon et 1 conversation pendant votre absence',
    '#plans (1), Équipe (1)',
  ]);
  expect(told('en', channel('plans'), group)).toEqual([
    '2 messages in 1 channel and 1 conversation while you were away',
    '#plans (1), Équipe (1)',
  ]);
  expect(told('en', channel('plans'), channel('quai'), group, direct)).toEqual([
    '4 messages in 2 channels and 2 conversations while you were away',
    '#plans (1), #quai (1), Équipe (1), Camille Riou (1)',
  ]);
  expect(told('fr', group, direct)[0]).toBe('2 messages dans 2 conversations pendant votre absence');
});

test('Of more than twenty places the latest are told, a count ends at fifty, and a group’s messages are urgent only if they call', () => {
  const said = (n: number, placeId: string): WaitingPush => ({
    ...{ id: `message-${n}`, kind: 'message', placeId, homeId: placeId, workspaceId: null, content: 'Oui.', files: 0 },
    ...{ title: 'Chantier', workspaceTitle: null, isGroup: true, time: String(n), isNew: true, saidMs: n },
    ...{ senderFirstName: 'Camille', senderLastName: 'Riou' },
  });
  const wording = { language: 'fr', detail: 'name', names: new Map() } as const;
  const told = (messages: readonly WaitingPush[]) => pushesOf(placesToPush(messages), wording);
  const many = told(Array.from({ length: 25 }, (_, n) => said(n, `place-${n}`)));
  expect(many.map(({ placeId }) => placeId)).toEqual(Array.from({ length: 20 }, (_, n) => `place-${n + 5}`));
  const titles = [49, 50].map(length => told(Array.from({ length }, (_, n) => said(n, 'place')))[0]);
  expect(titles.map(push => [JSON.parse(push?.payload ?? '').title, push?.urgent])).toEqual([
    ['49 messages de Camille Riou', false],
    ['50+ messages de Camille Riou', false],
  ]);
  expect(told([said(1, 'place'), { ...said(0, 'place'), kind: 'mention' }])[0]?.urgent).toBe(true);
  const summed = (more: Partial<WaitingPush>) => {
    const messages = [...Array.from({ length: 50 }, (_, n) => said(n, 'place')), { ...said(50, 'other'), ...more }];
    return summaryOf(placesToPush(messages), 'karim', wording);
  };
  expect(
    [summed({}), summed({ kind: 'answer' })].map(({ payload, urgent }) => [JSON.parse(payload).title, urgent]),
  ).toEqual([
    ['51+ messages dans 2 conversations pendant votre absence', false],
    ['51+ messages dans 2 conversations pendant votre absence', true],
  ]);
});
