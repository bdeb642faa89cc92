// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { Unread } from '@palabre/common/contract/reading/unread.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useConnection } from '../../../platform/server/connection.ts';
import { keyOf } from '../../../platform/server/query.ts';
import { queryClient } from '../../../platform/server/query-client.ts';
import { endSession, login } from '../../../platform/session/session.ts';
import { lastRead } from './open/device-marks.ts';
import { markUnread } from './open/marking.ts';
import { openingMark, read, tellAllRead } from './open/read-marks.ts';
import { takeState, unreadStateOf } from './open/unread-states.ts';

const channelId = '018f0000-0000-7000-8000-00000000000c';
const message = { _id: 'm3', channelId, conversationId: null, position: 3 } as Message;

/** Read positions that the server received, in order. */
let told: { position: number; back?: boolean }[] = [];
/** Whether the server answers. */
let reachable = true;

const state = (read: number, seq = 9): Unread => ({
  ...{ channelId, conversationId: null, workspaceId: '018f0000-0000-7000-8000-00000000000a', seq, read },
  first: read < seq ? { _id: `m${read + 1}`, position: read + 1 } : null,
  ...{ messages: 0, mentions: 0, level: 'all', muted: false },
});

/** Reads the place as far as a message that was in sight. */
const seen = (position: number) => read({ channelId }, { position, id: `m${position}` });
const isUnread = () => Boolean(unreadStateOf(queryClient, channelId)?.first);
/** Longer than the throttle of the read positions. */
const aWhile = () => vi.advanceTimersByTimeAsync(3_000);

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
  [told, reachable] = [[], true];
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    if (!reachable) throw new TypeError('Failed to fetch');
    const { position, back } = JSON.parse(body) as { position: number; back?: boolean };
    told.push({ position, ...(back && { back }) });
    return Response.json({ unread: state(Math.min(position, 9)) });
  });
  login('token', { _id: '018f0000-0000-7000-8000-000000000001', firstName: 'Camille' });
  queryClient.setQueryData(keyOf(api.unread.list), { unread: [state(2)], threads: [] });
});

afterEach(() => {
  endSession('logout');
  useConnection.setState({ state: 'idle' });
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('Read positions that leave nothing unread are sent at once as the connection is back, and by themselves before', async () => {
  reachable = false;
  seen(9);
  await aWhile();
  expect([isUnread(), told]).toEqual([false, []]);
  reachable = true;
  tellAllRead();
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual([{ position: 9 }]);
  reachable = false;
  queryClient.setQueryData(keyOf(api.unread.list), { unread: [state(9, 12)], threads: [] });
  seen(12);
  await aWhile();
  reachable = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([{ position: 9 }, { position: 12 }]);
});

test.each([
  ['that the person takes back is not tried again', () => markUnread(message), [{ position: 2, back: true }]],
  ['of a session that ends is not tried again', () => endSession('expired'), []],
])('A read position without an answer %s', async (_what, act, sent) => {
  reachable = false;
  seen(9);
  await aWhile();
  reachable = true;
  await act();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual(sent);
});

test('A read position without an answer is tried again as the later one that was reached meanwhile', async () => {
  const answer = globalThis.fetch;
  let fail = () => {};
  vi.stubGlobal('fetch', () => new Promise((_, reject) => (fail = () => reject(new TypeError('Failed to fetch')))));
  seen(4);
  await vi.advanceTimersByTimeAsync(200);
  seen(7);
  vi.stubGlobal('fetch', answer);
  fail();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([{ position: 7 }]);
});

test('Read positions that the device holds damaged are none, and new ones are kept all the same', () => {
  localStorage.setItem('palabre.read.018f0000-0000-7000-8000-000000000001', '{');
  expect(lastRead(channelId)).toBeNull();
  seen(5);
  expect(lastRead(channelId)).toEqual({ position: 5, id: 'm5' });
});

test('Read positions that the server refuses for good are not tried again', async () => {
  let refused = 0;
  vi.stubGlobal('fetch', async () => {
    refused += 1;
    return Response.json({ code: 'not_found', message: 'Rien.' }, { status: 404 });
  });
  seen(9);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(refused).toBe(1);
});

test('Read positions that the page had before its states are sent once the states say what is unread', async () => {
  queryClient.setQueryData(keyOf(api.unread.list), { unread: [], threads: [] });
  seen(9);
  await aWhile();
  expect(told).toEqual([]);
  const queryFn = async () => ({ unread: [state(2)], threads: [] });
  await queryClient.fetchQuery({ queryKey: keyOf(api.unread.list), queryFn, staleTime: 0 });
  await aWhile();
  expect(told).toEqual([{ position: 9 }]);
});

test('Read positions reached while the states are asked for again are sent once these say what is unread', async () => {
  useConnection.setState({ state: 'live' });
  queryClient.setQueryData(keyOf(api.unread.list), { unread: [], threads: [] });
  let answer = (_states: object) => {};
  const queryFn = () => new Promise<object>(done => (answer = done));
  const states = queryClient.fetchQuery({ queryKey: keyOf(api.unread.list), queryFn, staleTime: 0 });
  await vi.advanceTimersByTimeAsync(0);
  seen(9);
  await aWhile();
  answer({ unread: [state(2)], threads: [] });
  await states;
  await aWhile();
  expect(told).toEqual([{ position: 9 }]);
});

test.each([
  ['sent', [state(2)], [{ position: 9 }]],
  ['of what was read already', [], []],
])(
  'A place marked as unread on another device stays so at a reconnection, after a position here %s',
  async (_what, unread, sent) => {
    useConnection.setState({ state: 'live' });
    queryClient.setQueryData(keyOf(api.unread.list), { unread, threads: [] });
    seen(9);
    await aWhile();
    takeState(queryClient, state(2));
    tellAllRead();
    await aWhile();
    expect([told, isUnread(), lastRead(channelId)]).toEqual([sent, true, { position: 9, id: 'm9' }]);
    // The place opens above the first message that is unread again.
    expect(openingMark(channelId)).toEqual({ position: 2, id: 'm3' });
    seen(9);
    await aWhile();
    expect(told).toEqual([...sent, { position: 9 }]);
  },
);

test.each([
  ['about to be sent', 0],
  ['sent', 200],
])(
  'A read position reached while an earlier one is %s counts as unsent, and is sent in the next session',
  async (_what, ms) => {
    useConnection.setState({ state: 'live' });
    const answer = globalThis.fetch;
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    seen(9);
    await vi.advanceTimersByTimeAsync(ms);
    seen(10);
    endSession('expired');
    vi.stubGlobal('fetch', answer);
    login('token', { _id: '018f0000-0000-7000-8000-000000000001', firstName: 'Camille' });
    queryClient.setQueryData(keyOf(api.unread.list), { unread: [state(2, 10)], threads: [] });
    tellAllRead();
    await aWhile();
    expect(told).toEqual([{ position: 10 }]);
  },
);

test('Read positions reached while the states are out of date are sent once these say what is unread', async () => {
  useConnection.setState({ state: 'live' });
  const queryKey = keyOf(api.unread.list);
  queryClient.setQueryData(queryKey, { unread: [], threads: [] });
  await queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
  seen(9);
  const queryFn = async () => ({ unread: [state(2)], threads: [] });
  await queryClient.fetchQuery({ queryKey, queryFn, staleTime: 0 });
  await aWhile();
  expect(told).toEqual([{ position: 9 }]);
});

test('A read position that is further on than what another device has told is sent at the next connection', async () => {
  reachable = false;
  seen(6);
  endSession('expired');
  reachable = true;
  login('token', { _id: '018f0000-0000-7000-8000-000000000001', firstName: 'Camille' });
  queryClient.setQueryData(keyOf(api.unread.list), { unread: [state(2)], threads: [] });
  takeState(queryClient, state(5));
  tellAllRead();
  await aWhile();
  expect(told).toEqual([{ position: 6 }]);
});

test('The wait before a read position is tried again is short again once one has got through', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  let asked = 0;
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', (...given: Parameters<typeof fetch>) => {
    asked += 1;
    return answer(...given);
  });
  reachable = false;
  seen(4);
  // The first batch leaves after 120 ms; then it is tried again after 800 ms, 1.6 s and 3.2 s.
  await vi.advanceTimersByTimeAsync(120 + 800 + 1_600);
  expect(asked).toBe(3);
  reachable = true;
  await vi.advanceTimersByTimeAsync(3_200 + 700);
  expect(told).toEqual([{ position: 4 }]);
  reachable = false;
  seen(6);
  await vi.advanceTimersByTimeAsync(120);
  expect(asked).toBe(5);
  reachable = true;
  await vi.advanceTimersByTimeAsync(800);
  expect(told.at(-1)).toEqual({ position: 6 });
  vi.restoreAllMocks();
});
