// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import '../../../platform/words/i18n.ts';
import { queryClient } from '../../../platform/server/query-client.ts';
import { endSession, login } from '../../../platform/session/session.ts';
import { useAlerts } from '../../../ui/alerts/alerts.ts';
import { answerTo } from './open/answered.ts';
import { goToDay, goToMessage } from './open/go-to.ts';
import { threadQuery } from './open/thread.queries.ts';
import { useTimelines } from './open/timelines.store.ts';
import { forgetPlaces, openPlace } from './open/timelines.ts';

const channelId = 'general';
const message = {
  ...{ _id: 'm1', content: 'Bonjour', time: '2026-11-21T09:30:00.000Z', updated: false, pinned: false, nonce: null },
  ...{ channelId, conversationId: null, reactions: [], fileAttachments: [], position: 1, seq: 1 },
  sender: { _id: 'karim', firstName: 'Karim', lastName: 'Benali', avatar: null },
};

/** Whether the server is down. */
let isDown: boolean;
const said = () => useAlerts.getState().alerts.map(({ type, message: text }) => [type, text]);

beforeEach(() => {
  isDown = false;
  useAlerts.setState({ alerts: [] });
  // The server has the place, but not the requested message.
  const answer = async (address: string) => {
    if (isDown) return Response.json({ code: 'unavailable', message: 'Palabre redémarre.' }, { status: 503 });
    if (address.includes('gone'))
      return Response.json({ code: 'message_not_found', message: 'Introuvable.' }, { status: 404 });
    const ends = { prevCursor: null, nextCursor: null, hasBefore: false, hasAfter: false, hasMore: false };
    return Response.json({ messages: [message], ...ends, seq: 1 });
  };
  vi.stubGlobal('fetch', vi.fn(answer));
  login('token', { _id: 'camille', firstName: 'Camille' });
});
afterEach(() => {
  endSession('logout');
  forgetPlaces();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('A message that is gone is said to be, and its place is opened as usual', async () => {
  await goToMessage({ channelId }, 'gone');
  expect(said()).toEqual([['warning', 'Ce message n’est plus là.']]);
  expect(useTimelines.getState().places[channelId]?.timeline.messages.map(({ _id }) => _id)).toEqual(['m1']);
});

it('An answer calls the author of its message, and nobody where that is its own author', () => {
  expect(answerTo(message, 'camille')).toMatchObject({ _id: 'm1', excerpt: 'Bonjour', calls: 'karim' });
  expect(answerTo(message, 'karim').calls).toBeNull();
});

it('A message or a day that could not be loaded says why', async () => {
  isDown = true;
  await goToMessage({ channelId }, 'm1');
  await goToDay({ channelId }, new Date('2026-11-20T00:00:00.000Z'));
  expect(said()).toEqual([
    ['warning', 'Palabre redémarre.'],
    ['error', 'Palabre redémarre.'],
  ]);
});

it('The root of a thread is gone to above its first reply, and asked for as no message of the thread', async () => {
  const place = { threadId: 'gone' };
  vi.stubGlobal('fetch', async (address: string) => {
    const ends = { prevCursor: null, nextCursor: null, hasBefore: false, hasAfter: false, hasMore: false };
    return address.includes('around')
      ? Response.json({ code: 'message_not_found', message: 'Introuvable.' }, { status: 404 })
      : Response.json({ messages: [message], ...ends, seq: 1 });
  });
  await goToMessage(place, 'gone');
  expect([said(), useTimelines.getState().places.gone?.jump]).toEqual([[], { to: 'message', id: 'gone' }]);
});

it.each([
  ['at its beginning', null, [false]],
  ['further down', 'r5', [false, true]],
])(
  'The root of a thread that is gone to while the thread opens %s is shown above its first reply',
  async (_where, prevCursor, sinceFirst) => {
    const asked: boolean[] = [];
    vi.stubGlobal('fetch', async (address: string) => {
      const isFirst = address.includes('since');
      asked.push(isFirst);
      const before = isFirst || !prevCursor ? { prevCursor: null, hasBefore: false } : { prevCursor, hasBefore: true };
      return Response.json({
        messages: [message],
        nextCursor: null,
        hasAfter: false,
        hasMore: false,
        ...before,
        seq: 1,
      });
    });
    const place = { threadId: 'root' };
    void openPlace(place);
    await goToMessage(place, 'root');
    // Messages that came with its opening are not requested again.
    expect([asked, useTimelines.getState().places.root?.jump]).toEqual([sinceFirst, { to: 'message', id: 'root' }]);
  },
);

it('What shows the root of a thread and the list of its replies share one answer, and ask anew a second later', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  for (const asked of [1, 2]) {
    forgetPlaces();
    await queryClient.fetchQuery(threadQuery('root'));
    await openPlace({ threadId: 'root' });
    expect(vi.mocked(fetch)).toHaveBeenCalledTimes(asked);
    vi.setSystemTime(Date.now() + 1_000);
  }
});
