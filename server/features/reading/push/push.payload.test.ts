import { expect, test } from 'vitest';
import { placesToPush, pushesOf } from './push.payload.ts';
import type { WaitingPush } from './push.store.ts';

test('Of more than twenty places the latest are told, a count ends at fifty, and a group’s messages are not urgent', () => {
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
});
