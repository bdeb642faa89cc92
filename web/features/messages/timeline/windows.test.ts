// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keyOf } from '../../../platform/server/query.ts';
import { queryClient } from '../../../platform/server/query-client.ts';
import { endSession, login } from '../../../platform/session/session.ts';
import { applySender } from './open/authors.ts';
import { emptyTimeline, hasGap, opened, opensInside } from './open/timeline.ts';
import { cachePlace, forgetPlaceAndThreads, placeStateOf, restorePlace } from './open/timelines.store.ts';
import {
  applyChange,
  catchUp,
  catchUpAll,
  forgetPlaces,
  jumped,
  loadNewer,
  loadOlder,
  openPlace,
  showEnd,
  showMessage,
  showRoot,
  showSince,
} from './open/timelines.ts';

const place = { channelId: '018f0000-0000-7000-8000-00000000000c' };
const other = { channelId: '018f0000-0000-7000-8000-00000000000d' };
const timeOf = (n: number) => `2026-11-21T09:${String(n).padStart(2, '0')}:00.000Z`;

const message = (n: number): Message => ({
  ...{ _id: `m${n}`, content: `message ${n}`, time: timeOf(n), updated: false, pinned: false, nonce: null },
  ...{ ...place, conversationId: null, reactions: [], fileAttachments: [], position: n, seq: n },
  sender: { _id: 'karim', firstName: 'Karim', lastName: 'Benali', avatar: null },
});

/** Number of messages in the place, and in a page. */
let all = 20;
const page = 4;
/** Queries of the requests for pages and for changes. */
let asked: Record<string, string>[];
let refusal: { status: number; code: string } | null;
let reset: boolean;
/** Whether the requested message is deleted. */
let isGone: boolean;

/** Answers with the messages of these positions. */
function window(from: number, to: number) {
  const [first, last] = [Math.max(1, from), Math.min(all, to)];
  const messages = Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => message(first + n));
  return Response.json({
    messages,
    ...{ prevCursor: first > 1 ? String(first) : null, nextCursor: last < all ? String(last) : null },
    ...{ hasBefore: first > 1, hasAfter: last < all, hasMore: first > 1, seq: all },
  });
}

beforeEach(() => {
  [asked, refusal, reset, isGone, all] = [[], null, false, false, 20];
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://palabre');
    const { channelId: _place, conversationId: _none, ...query } = Object.fromEntries(searchParams);
    asked.push(query);
    if (refusal) return Response.json({ code: refusal.code, message: 'Non.' }, { status: refusal.status });
    if (pathname !== '/api/message/paginated')
      return Response.json({ reset, messages: [], deleted: [], seq: all, hasMore: false });
    const { around, prev, next, since } = query;
    if (around && isGone) return Response.json({ code: 'message_not_found', message: 'Non.' }, { status: 404 });
    if (around) return window(Number(around.slice(1)) - 1, Number(around.slice(1)) + 2);
    if (prev) return window(Number(prev) - page, Number(prev) - 1);
    if (next) return window(Number(next) + 1, Number(next) + page);
    if (since) {
      const first = Array.from({ length: all }, (_, n) => n + 1).find(n => timeOf(n) >= since) ?? all + 1;
      return window(Math.min(first, all - page + 1), first + page - 1);
    }
    return window(all - page + 1, all);
  });
  login('token', { _id: 'camille', firstName: 'Camille' });
});
afterEach(() => {
  endSession('logout');
  forgetPlaces();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const state = () => placeStateOf(place);
const shown = () => state()?.timeline.messages.map(({ position }) => position);

it('A place opens at its end, and grows by pages at both ends until there are no more', async () => {
  await openPlace(place);
  expect(shown()).toEqual([17, 18, 19, 20]);
  const before = asked.length;
  await loadNewer(place);
  expect(asked).toHaveLength(before);
  for (let n = 0; n < 6; n += 1) await loadOlder(place);
  expect(shown()).toEqual(Array.from({ length: all }, (_, n) => n + 1));
  expect(asked).toHaveLength(before + 4);
});

it('A page is asked for once while it is on its way, and what is loading is said meanwhile', async () => {
  await openPlace(place);
  const before = asked.length;
  const both = [loadOlder(place), loadOlder(place)];
  expect([...(state()?.loading ?? [])]).toEqual(['older']);
  await Promise.all(both);
  refusal = { status: 503, code: 'unavailable' };
  await expect(loadOlder(place)).rejects.toMatchObject(refusal);
  expect([asked.length - before, state()?.loading.size]).toEqual([2, 0]);
});

it('A message is shown among those around it; one that is here is not fetched again', async () => {
  await openPlace(place);
  await showMessage(place, 'm8');
  expect([shown(), state()?.jump]).toEqual([[7, 8, 9, 10], { to: 'message', id: 'm8' }]);
  jumped(place);
  expect(state()?.jump).toBeNull();
  const before = asked.length;
  await showMessage(place, 'm9');
  expect([shown(), state()?.jump]).toEqual([[7, 8, 9, 10], { to: 'message', id: 'm9' }]);
  expect(asked.slice(before)).toEqual([{ after: String(all) }]);
  await loadNewer(place);
  expect(shown()).toEqual([7, 8, 9, 10, 11, 12, 13, 14]);
});

it('A message or a day that is gone to while its place opens is shown once it has opened', async () => {
  void openPlace(place);
  await showMessage(place, 'm8');
  expect([shown(), state()?.jump]).toEqual([[7, 8, 9, 10], { to: 'message', id: 'm8' }]);
  forgetPlaces();
  void openPlace(place);
  await showSince(place, timeOf(8));
  expect([shown(), state()?.jump]).toEqual([[8, 9, 10, 11], { to: 'message', id: 'm8' }]);
});

it('A thread that nobody has replied to is asked for anew when it is caught up: its changes are those of no place yet', async () => {
  const thread = { threadId: 'root' };
  const reply = { ...message(1), channelId: null, threadId: 'root' };
  const asked: string[] = [];
  let messages: Message[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    if (!address.startsWith('/api/thread/root'))
      return Response.json({ code: 'not_found', message: 'Non.' }, { status: 404 });
    const ends = { prevCursor: null, nextCursor: null, hasMore: false, hasBefore: false, hasAfter: false };
    return Response.json({ messages, ...ends, seq: messages.length });
  });
  await openPlace(thread);
  messages = [reply];
  queryClient.clear();
  await catchUp(thread);
  expect(placeStateOf(thread)?.timeline.messages.map(({ _id }) => _id)).toEqual(['m1']);
  expect(asked.filter(address => address.includes('changes'))).toEqual([]);
});

it('The end of a place is scrolled to, and loaded where the list stands elsewhere', async () => {
  await openPlace(place);
  const before = asked.length;
  await showEnd(place);
  expect([asked.length, state()?.jump]).toEqual([before, { to: 'end' }]);
  await showMessage(place, 'm8');
  await showEnd(place);
  expect([shown(), state()?.jump]).toEqual([[17, 18, 19, 20], { to: 'end' }]);
});

it('A day is shown at its first message, or at the end where nothing came since', async () => {
  await openPlace(place);
  await showSince(place, timeOf(5));
  expect([shown(), state()?.jump]).toEqual([[5, 6, 7, 8], { to: 'message', id: 'm5' }]);
  await showSince(place, '2026-11-22T00:00:00.000Z');
  expect(state()?.jump).toEqual({ to: 'end' });
});

it('The root of a thread is shown above its first reply, which is loaded where the list begins later', async () => {
  await openPlace(place);
  await showRoot(place, 'root');
  expect([shown()?.[0], state()?.jump]).toEqual([1, { to: 'message', id: 'root' }]);
  const before = asked.length;
  await showRoot(place, 'root');
  expect(asked).toHaveLength(before);
});

it('A place that could not be loaded says why, and no longer once it is', async () => {
  refusal = { status: 403, code: 'forbidden' };
  await openPlace(place);
  expect([state()?.failure?.code, shown()]).toEqual(['forbidden', []]);
  refusal = null;
  await openPlace(place);
  expect([state()?.failure, shown()?.length]).toEqual([null, 4]);
  for (const show of [() => showMessage(place, 'm8'), () => showSince(place, timeOf(5))]) {
    forgetPlaces();
    refusal = { status: 503, code: 'unavailable' };
    await openPlace(place);
    expect(state()?.failure?.code).toBe('unavailable');
    refusal = null;
    await show();
    expect([state()?.failure, shown()?.length]).toEqual([null, 4]);
  }
});

it('A place opened again is caught up; one that is gone meanwhile loses what was kept of it', async () => {
  await openPlace(place);
  const before = asked.length;
  await openPlace(place);
  expect(asked.slice(before)).toEqual([{ after: String(all) }]);
  refusal = { status: 404, code: 'channel_not_found' };
  await openPlace(place);
  expect([state()?.failure?.status, shown()]).toEqual([404, []]);
});

it('A place that was scrolled elsewhere opens where it opens first', async () => {
  await openPlace(place);
  await showMessage(place, 'm8');
  jumped(place);
  await openPlace(place);
  expect([shown(), state()?.jump]).toEqual([[17, 18, 19, 20], null]);
});

it('A catch-up from too far back begins anew', async () => {
  await openPlace(place);
  await loadOlder(place);
  reset = true;
  await catchUp(place);
  expect(shown()).toEqual([17, 18, 19, 20]);
  // A list that stood at the end shows the first message that came meanwhile.
  expect(state()?.jump).toEqual({ to: 'news' });
});

it.each([
  [403, 'forbidden', false],
  [404, 'channel_not_found', false],
  [503, 'unavailable', true],
])(
  'A place lost while away (%i, %s) leaves what is kept, without a failure: still kept %s',
  async (status, code, kept) => {
    await openPlace(other);
    await openPlace(place);
    refusal = { status, code };
    const caught = catchUpAll();
    await (kept ? expect(caught).rejects.toMatchObject({ status }) : caught);
    expect(state() !== undefined).toBe(kept);
  },
);

it('Places beyond the thirty most recent are no longer kept', async () => {
  await openPlace(place);
  for (let n = 0; n < 29; n += 1) await openPlace({ channelId: `c${n}` });
  expect(state()).toBeDefined();
  await openPlace({ channelId: 'c29' });
  expect(state()).toBeUndefined();
  expect(placeStateOf({ channelId: 'c0' })).toBeDefined();
});

it('A session that ends takes its places along', async () => {
  await openPlace(place);
  endSession('logout');
  expect(state()).toBeUndefined();
});

it.each([
  ['one’s own messages alone', 3, 'karim', false],
  ['a message of another', 3, 'camille', true],
  ['nothing', 20, 'camille', false],
  ['what begins before the window', 1, 'camille', false],
])(
  'A window that ends before the place’s end is what opens first where it holds what is new: %s',
  (_what, read, me, opens) => {
    const page = { messages: [3, 4, 5, 6].map(message), prevCursor: '3', nextCursor: '6', hasMore: true, seq: all };
    const timeline = opened(emptyTimeline, { ...page, hasBefore: true, hasAfter: true });
    expect(opensInside(timeline, read, me)).toBe(opens);
  },
);

/** Returns the server's unread state: all from the message of this position on. */
const unreadFrom = (position: number) => {
  const counts = { messages: 1, mentions: 0, level: 'all' as const, muted: false, read: position - 1, seq: all };
  const first = { _id: `m${position}`, position };
  return { unread: [{ ...place, conversationId: null, workspaceId: 'w', first, ...counts }], threads: [] };
};

it('A place with new messages opens at the first of them', async () => {
  queryClient.setQueryData(keyOf(api.unread.list), unreadFrom(8));
  await openPlace(place);
  expect([shown(), asked]).toEqual([[7, 8, 9, 10], [{ around: 'm8' }]]);
});

it('A place whose first new message is deleted is loaded back to where it was read, by four pages at most', async () => {
  isGone = true;
  queryClient.setQueryData(keyOf(api.unread.list), unreadFrom(11));
  await openPlace(place);
  expect(shown()?.[0]).toBe(9);
  forgetPlaces();
  queryClient.setQueryData(keyOf(api.unread.list), unreadFrom(3));
  await openPlace(place);
  expect(shown()?.[0]).toBe(1);
  // Of more messages, the first wait until the reader goes up to them.
  forgetPlaces();
  all = 24;
  await openPlace(place);
  expect(shown()?.[0]).toBe(5);
});

it('A place that opens waits for what is unread, if that is on its way', async () => {
  let answer = (_: ReturnType<typeof unreadFrom>) => {};
  const queryFn = () =>
    new Promise<ReturnType<typeof unreadFrom>>(resolve => {
      answer = resolve;
    });
  const asking = queryClient.fetchQuery({ queryKey: keyOf(api.unread.list), queryFn });
  const opening = openPlace(place);
  await Promise.resolve();
  expect(asked).toEqual([]);
  answer(unreadFrom(8));
  await Promise.all([asking, opening]);
  expect(shown()).toEqual([7, 8, 9, 10]);
});

it('A place opened again keeps what it shows when it cannot be caught up', async () => {
  await openPlace(place);
  refusal = { status: 503, code: 'unavailable' };
  await expect(openPlace(place)).rejects.toMatchObject({ status: 503 });
  expect([state()?.failure, shown()]).toEqual([null, [17, 18, 19, 20]]);
});

it('A place that could not be loaded is loaded as the connection is back', async () => {
  refusal = { status: 503, code: 'unavailable' };
  await openPlace(place);
  refusal = null;
  await catchUpAll();
  expect([state()?.failure, shown()]).toEqual([null, [17, 18, 19, 20]]);
});

it('An author who takes another name has it in all places kept', async () => {
  for (const one of [other, place]) await openPlace(one);
  applySender({ _id: 'karim', firstName: 'Karima', lastName: 'Benali', avatar: null });
  for (const one of [other, place])
    expect(placeStateOf(one)?.timeline.messages.map(({ sender }) => sender.firstName)).toEqual(Array(4).fill('Karima'));
});

it('A lost channel goes with the threads in it, and with no others', async () => {
  const inThread = (threadId: string, channelId: string) => {
    const reply = { ...message(1), channelId: null, threadId, parent: { channelId, conversationId: null } };
    restorePlace({ threadId }, { ...emptyTimeline, loaded: true, messages: [reply] });
  };
  for (const one of [other, place]) await openPlace(one);
  inThread('here', place.channelId);
  inThread('elsewhere', other.channelId);
  forgetPlaceAndThreads(place.channelId);
  const kept = [place, { threadId: 'here' }, other, { threadId: 'elsewhere' }].map(one => placeStateOf(one));
  expect(kept.map(Boolean)).toEqual([false, false, true, true]);
});

it('What the device kept of a place shows until the place is loaded, and never over what is', async () => {
  const kept = { ...emptyTimeline, loaded: true, messages: [message(3)] };
  restorePlace(place, kept);
  expect(shown()).toEqual([3]);
  forgetPlaces();
  await openPlace(place);
  restorePlace(place, kept);
  expect(shown()).toEqual([17, 18, 19, 20]);
});

it('What the device kept of a place lacks the change that was heard of before it was read', async () => {
  cachePlace(place);
  applyChange(place, { seq: 9, message: message(9) });
  restorePlace(place, { ...emptyTimeline, loaded: true, messages: [message(3)], seq: 3, seen: 3 });
  const timeline = state()?.timeline;
  expect([shown(), timeline && hasGap(timeline)]).toEqual([[3], true]);
});

it('What the device kept of a place takes back no message whose deletion was heard of before it was read', async () => {
  cachePlace(place);
  applyChange(place, { seq: 9, deleted: 'm2' });
  restorePlace(place, { ...emptyTimeline, loaded: true, messages: [message(5)], from: 5, prevCursor: '5', seq: 5 });
  // A page that was read before the deletion.
  await loadOlder(place);
  expect(shown()).toEqual([1, 3, 4, 5]);
});

it('A place asked for in a session that has ended is asked for again in the next one', async () => {
  void openPlace(place);
  endSession('expired');
  login('other', { _id: 'karim', firstName: 'Karim' });
  await openPlace(place);
  expect([asked.length, shown()]).toEqual([2, [17, 18, 19, 20]]);
});

it('A place refused to the next person shows nothing of a page that the session before asked for', async () => {
  const answers = fetch;
  const late: ((answer: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>(answer => late.push(answer)));
  void openPlace(place);
  await vi.waitFor(() => expect(late).toHaveLength(1));
  endSession('expired');
  vi.stubGlobal('fetch', answers);
  login('other', { _id: 'karim', firstName: 'Karim' });
  refusal = { status: 404, code: 'channel_not_found' };
  await openPlace(place);
  late[0]?.(window(17, 20));
  refusal = null;
  // Asked later, and so read later.
  await openPlace(other);
  expect([placeStateOf(other)?.timeline.messages.length, shown(), state()?.failure?.status]).toEqual([4, [], 404]);
});

it('A place that waited for what is unread as its session ended leaves the request of the next one to be waited for', async () => {
  const late: ((answer: Response) => void)[] = [];
  const unread = { queryKey: keyOf(api.unread.list), queryFn: () => new Promise<object>(() => {}) };
  queryClient.fetchQuery(unread).catch(() => {});
  void openPlace(place);
  endSession('expired');
  vi.stubGlobal('fetch', () => new Promise<Response>(answer => late.push(answer)));
  login('other', { _id: 'karim', firstName: 'Karim' });
  void openPlace(place);
  await vi.waitFor(() => expect(late).toHaveLength(2));
  late[1]?.(window(17, 20));
  await vi.waitFor(() => expect(shown()).toEqual([17, 18, 19, 20]));
  void showMessage(place, 'm18');
  await new Promise(done => setTimeout(done));
  expect(late).toHaveLength(2);
});
