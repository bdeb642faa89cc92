// @vitest-environment jsdom
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { ThreadState } from '@palabre/common/contract/messages/thread-state.ts';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { triedAtMost } from '../../../platform/server/backoff.ts';
import { endSession, login } from '../../../platform/session/session.ts';
import { useTimelines } from '../timeline/open/timelines.store.ts';
import { applyChange, forgetPlaces, openPlace } from '../timeline/open/timelines.ts';
import { catchUpThreads, tellThread, threaded, useThreadStates, watchThreads } from './open/thread-states.ts';

const place = { channelId: '018f0000-0000-7000-8000-00000000000c' };
const karim = { _id: 'karim', firstName: 'Karim', lastName: 'Benali', avatar: null };

const state = (replies: number, seq = replies): ThreadState => ({
  ...{ replies, seq, read: 0, unread: 0, following: true },
  ...{ lastAt: replies > 0 ? '2026-11-25T09:30:00.000Z' : null, people: replies > 0 ? [karim] : [] },
});
const root = (more: Partial<Message> = {}): Message => ({
  ...{ _id: 'root', content: 'On part ?', time: '2026-11-25T09:00:00.000Z', updated: false, pinned: false },
  ...{ ...place, conversationId: null, reactions: [], fileAttachments: [], nonce: null, position: 1, seq: 1 },
  sender: karim,
  ...more,
});

/** Messages of the channel as the server answers them, and the states that it has of their threads. */
let page: Message[];
let states: { threadId: string }[];
let asked: string[];
/** Whether the server answers requests about threads, and whether it refuses them. */
let reachable: boolean;
let refuses: boolean;

beforeEach(() => {
  [page, states, asked, reachable, refuses] = [[root({ thread: state(2) })], [], [], true, false];
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://palabre');
    if (pathname === '/api/threads/states') {
      asked.push(searchParams.get('ids') ?? '');
      if (!reachable) throw new TypeError('Failed to fetch');
      if (refuses) return Response.json({ code: 'forbidden', message: 'Non.' }, { status: 403 });
      return Response.json({ threads: states });
    }
    const ends = { prevCursor: null, nextCursor: null, hasBefore: false, hasAfter: false, hasMore: false };
    return Response.json({ messages: page, ...ends, seq: 1 });
  });
  login('token', { _id: 'camille', firstName: 'Camille' });
});

afterEach(() => {
  endSession('logout');
  forgetPlaces();
  vi.unstubAllGlobals();
});

const replies = () => {
  const { messages = [] } = useTimelines.getState().places[place.channelId]?.timeline ?? {};
  return threaded(messages, useThreadStates.getState().states).map(({ thread }) => thread?.replies ?? 0);
};

it('The state of a thread is the newest told, whether by a page, by an event, or by an event before its page', async () => {
  tellThread('root', state(3));
  await openPlace(place);
  expect(replies()).toEqual([3]);
  tellThread('root', state(1, 2));
  expect(replies()).toEqual([3]);
  tellThread('root', state(4));
  expect(replies()).toEqual([4]);
  // While neither changes, its message is the same object, whose row is not drawn again.
  const { messages = [] } = useTimelines.getState().places[place.channelId]?.timeline ?? {};
  const [first, second] = [1, 2].map(() => threaded(messages, useThreadStates.getState().states)[0]);
  expect(first).toBe(second);
});

it('A root whose message is edited keeps its thread, which events of messages leave out', async () => {
  await openPlace(place);
  applyChange(place, { seq: 2, message: root({ content: 'On part à 8 h ?', updated: true, seq: 2 }) });
  expect(replies()).toEqual([2]);
});

it('A thread whose last reply is deleted is under its root no more', async () => {
  await openPlace(place);
  tellThread('root', state(0, 5));
  expect(replies()).toEqual([0]);
});

it('Threads are asked for again after a lost connection, at once on screen and else as their place opens', async () => {
  await openPlace(place);
  tellThread('root', state(3));
  catchUpThreads();
  expect([replies(), asked]).toEqual([[3], []]);
  states = [{ threadId: 'root', ...state(7) } as { threadId: string }];
  const leave = watchThreads(place);
  await vi.waitFor(() => expect(replies()).toEqual([7]));
  // A thread that the answer leaves out has lost its replies meanwhile.
  states = [];
  catchUpThreads();
  await vi.waitFor(() => expect(replies()).toEqual([0]));
  expect(asked).toEqual(['root', 'root']);
  leave();
  catchUpThreads();
  expect(asked).toHaveLength(2);
});

it('Threads are asked for by a hundred, the latest messages first, and nothing of a place that missed nothing', async () => {
  page = Array.from({ length: 101 }, (_, n) => root({ _id: `m${n}`, position: n + 1, seq: n + 1 }));
  await openPlace(place);
  watchThreads(place)();
  expect(asked).toEqual([]);
  catchUpThreads();
  const leave = watchThreads(place);
  await vi.waitFor(() => expect(asked.map(ids => ids.split(',').length)).toEqual([100, 1]));
  expect(asked[1]).toBe('m0');
  leave();
});

it('Threads of which nothing was answered are asked for again, while their place is on screen or once it opens', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await openPlace(place);
  states = [{ threadId: 'root', ...state(7) } as { threadId: string }];
  const leave = watchThreads(place);
  reachable = false;
  catchUpThreads();
  await vi.advanceTimersByTimeAsync(0);
  reachable = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([replies(), asked.length]).toEqual([[7], 2]);
  reachable = false;
  catchUpThreads();
  leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(3);
  reachable = true;
  watchThreads(place)();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(4);
});

it('The states of threads that one person was told are not the next one’s', () => {
  tellThread('root', state(3));
  endSession('expired');
  expect(useThreadStates.getState().states).toEqual({});
});

it('A deleted root that stays is emptied, and the quotes of it', async () => {
  const replyTo = { _id: 'root', sender: karim, excerpt: 'On part ?', files: 0, calls: null };
  const quoting = { _id: 'm0', sender: karim, excerpt: 'Avant', files: 0, calls: null };
  const file = { _id: 'f', name: 'plan.pdf', type: 'application/pdf', size: 1, url: '/api/file/f/plan.pdf' };
  const held = {
    fileAttachments: [{ ...file, width: null, height: null, thumbnail: null }],
    reactions: [{ reaction: '👍', usersId: ['karim'] }],
  };
  page = [
    root({ thread: state(2), pinned: true, replyTo: quoting, ...held }),
    root({ _id: 'm2', position: 2, seq: 2, replyTo }),
  ];
  await openPlace(place);
  applyChange(place, { seq: 3, deleted: 'root', kept: true });
  const [first, second] = useTimelines.getState().places[place.channelId]?.timeline.messages ?? [];
  expect(first).toMatchObject({ deleted: true, content: '', pinned: false, thread: { replies: 2 } });
  expect(first).toMatchObject({ fileAttachments: [], reactions: [] });
  expect(first).not.toHaveProperty('replyTo');
  expect(second?.replyTo).toMatchObject({ sender: null, excerpt: '' });
});

it('Threads are looked for under the messages of a place, and not under replies', async () => {
  const thread = { threadId: 'root' };
  for (const one of [place, thread]) await openPlace(one);
  const leaves = [thread, place].map(watchThreads);
  catchUpThreads();
  await vi.waitFor(() => expect(asked).not.toEqual([]));
  expect(asked).toEqual(['root']);
  for (const leave of leaves) leave();
});

it('Threads that are refused are not asked for again and again, which is logged', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => {
    vi.useRealTimers();
    logged.mockRestore();
  });
  await openPlace(place);
  const leave = watchThreads(place);
  refuses = true;
  catchUpThreads();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked.length, logged.mock.calls.length]).toEqual([1, 1]);
  leave();
});

it('Threads of which nothing is ever answered are asked for a few times, and then no more, which is logged', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => {
    vi.useRealTimers();
    logged.mockRestore();
  });
  await openPlace(place);
  const leave = watchThreads(place);
  reachable = false;
  catchUpThreads();
  await vi.advanceTimersByTimeAsync(600_000);
  expect([asked.length, logged.mock.calls.length]).toEqual([triedAtMost, 1]);
  leave();
});
