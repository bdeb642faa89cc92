// @vitest-environment jsdom
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { triedAtMost } from '../../../platform/server/backoff.ts';
import { endSession, login } from '../../../platform/session/session.ts';
import { applySender } from './open/authors.ts';
import { type Changes, emptyTimeline } from './open/timeline.ts';
import { restorePlace, useTimelines } from './open/timelines.store.ts';
import {
  applyChange,
  catchUp,
  catchUpAll,
  forgetPlaces,
  gapDelayMs,
  hearChanges,
  jumped,
  openPlace,
} from './open/timelines.ts';

const channelId = '018f0000-0000-7000-8000-00000000000c';
const place = { channelId };

const message = (seq: number): Message => ({
  ...{ _id: `m${seq}`, content: `message ${seq}`, time: '2026-11-21T09:30:00.000Z', updated: false, pinned: false },
  ...{ channelId, conversationId: null, reactions: [], fileAttachments: [], nonce: null, position: seq, seq },
  sender: { _id: 'karim', firstName: 'Karim', lastName: 'Benali', avatar: null },
});

/** Answers of the server to each catch-up, by the sequence number asked after. */
let changes: Record<number, Changes & { hasMore: boolean }>;
let asked: number[];
/** Places of these catch-ups. */
let askedIn: (string | null)[];
/** Starting points from which they request the current authors. */
let askedFrom: (string | null)[];
/** Number of pages requested. */
let pages: number;
/** Authors as the server has them. */
let authors: Message['sender'][];
/** Catch-ups of the place that get no answer. */
let lost: number;
/** Place whose catch-ups the server refuses as faulty. */
let refused: string;
/** Happens before an answer comes. */
let meanwhile: (after: number) => void;

beforeEach(async () => {
  [changes, asked, askedIn, meanwhile] = [{}, [], [], () => {}];
  [askedFrom, authors, lost, pages, refused] = [[], [], 0, 0, ''];
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://palabre');
    if (pathname === '/api/message/paginated') {
      pages += 1;
      meanwhile(0);
      const ends = { prevCursor: null, nextCursor: null, hasBefore: false, hasAfter: false, hasMore: false };
      return Response.json({ messages: [message(1)], ...ends, seq: 1 });
    }
    const after = Number(searchParams.get('after'));
    asked.push(after);
    askedIn.push(searchParams.get('channelId'));
    askedFrom.push(searchParams.get('authorsFrom'));
    if (lost > 0 && askedIn.at(-1) === channelId) {
      lost -= 1;
      throw new TypeError('Failed to fetch');
    }
    if (askedIn.at(-1) === refused) return Response.json({ code: 'invalid', message: 'Non.' }, { status: 400 });
    meanwhile(after);
    const known = changes[after] ?? { messages: [], deleted: [], seq: after, hasMore: false };
    return Response.json({ reset: false, ...known, ...(askedFrom.at(-1) && { authors }) });
  });
  login('token', { _id: 'camille', firstName: 'Camille' });
  await openPlace(place);
});

afterEach(() => {
  endSession('logout');
  forgetPlaces();
  vi.unstubAllGlobals();
});

const contents = () => useTimelines.getState().places[channelId]?.timeline.messages.map(({ _id }) => _id);

it('A catch-up asks until it has all that was missed, when one answer does not hold it', async () => {
  changes = {
    1: { messages: [message(2)], deleted: [], seq: 2, hasMore: true },
    2: { messages: [message(3)], deleted: [], seq: 3, hasMore: false },
  };
  await catchUp(place);
  expect([contents(), asked]).toEqual([
    ['m1', 'm2', 'm3'],
    [1, 2],
  ]);
});

it('A catch-up asks again at once when a change came meanwhile from further than its answer', async () => {
  changes = {
    1: { messages: [message(2)], deleted: [], seq: 2, hasMore: false },
    2: { messages: [message(3), message(4)], deleted: [], seq: 4, hasMore: false },
  };
  meanwhile = after => {
    if (after === 1) applyChange(place, { seq: 4, message: message(4) });
  };
  await catchUp(place);
  expect([contents(), asked]).toEqual([
    ['m1', 'm2', 'm3', 'm4'],
    [1, 2],
  ]);
});

it('A catch-up after a reconnection is of all places kept, the latest first', async () => {
  changes = { 1: { messages: [], deleted: [], seq: 1, hasMore: false } };
  for (const id of ['plans', 'chantier']) await openPlace({ channelId: id });
  await catchUpAll();
  await vi.waitFor(() => expect(askedIn).toEqual(['chantier', 'plans', channelId]));
});

it('A catch-up of what the device kept waits for the places that were opened since', async () => {
  changes = { 1: { messages: [], deleted: [], seq: 1, hasMore: false } };
  restorePlace({ channelId: 'gardé' }, { ...emptyTimeline, loaded: true, messages: [message(1)], seq: 1 });
  await catchUpAll();
  await vi.waitFor(() => expect(askedIn).toEqual([channelId, 'gardé']));
});

it('A change that comes early fetches what is missing before it, unless that comes within a moment', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  applyChange(place, { seq: 3, message: message(3) });
  await vi.advanceTimersByTimeAsync(gapDelayMs - 1);
  applyChange(place, { seq: 2, message: message(2) });
  await vi.advanceTimersByTimeAsync(gapDelayMs);
  expect(asked).toEqual([]);
  changes = { 3: { messages: [message(4), message(5)], deleted: [], seq: 5, hasMore: false } };
  applyChange(place, { seq: 5, message: message(5) });
  await vi.advanceTimersByTimeAsync(gapDelayMs);
  await vi.waitFor(() => expect(contents()).toEqual(['m1', 'm2', 'm3', 'm4', 'm5']));
  expect(asked).toEqual([3]);
});

it('A catch-up that brings messages has the list show the first of them, unless it is on its way elsewhere', async () => {
  const jump = () => useTimelines.getState().places[channelId]?.jump;
  changes = { 1: { messages: [], deleted: ['m0'], seq: 2, hasMore: false } };
  await catchUp(place);
  expect(jump()).toBeNull();
  changes = { 2: { messages: [message(3)], deleted: [], seq: 3, hasMore: false } };
  await catchUp(place);
  expect(jump()).toEqual({ to: 'news' });
  jumped(place);
  useTimelines.setState(({ places }) => {
    const state = places[channelId]!;
    return { places: { ...places, [channelId]: { ...state, jump: { to: 'message', id: 'm1' } } } };
  });
  changes = { 3: { messages: [message(4)], deleted: [], seq: 4, hasMore: false } };
  await catchUp(place);
  expect(jump()).toEqual({ to: 'message', id: 'm1' });
});

it('A change is heard by what keeps messages beside the places, whether its own place is kept or not', () => {
  const heard: unknown[] = [];
  hearChanges(change => heard.push(change));
  onTestFinished(() => hearChanges(() => {}));
  const changes = [place, { channelId: 'elsewhere' }].map((of, n) => {
    const change = { seq: n + 2, message: message(n + 2) };
    applyChange(of, change);
    return change;
  });
  expect(heard).toEqual(changes);
});

const karim = (firstName: string) => ({ _id: 'karim', firstName, lastName: 'Benali', avatar: null });
const signed = () => useTimelines.getState().places[channelId]?.timeline.messages.map(({ sender }) => sender.firstName);

it('The authors of places kept since an earlier visit are asked for once, as they are now', async () => {
  const kept = { ...emptyTimeline, loaded: true, messages: [message(4)], from: 4, seq: 4, seen: 4 };
  authors = [karim('Karima')];
  forgetPlaces();
  restorePlace(place, kept);
  await openPlace(place);
  expect([signed(), askedFrom]).toEqual([['Karima'], ['4']]);
  await openPlace(place);
  expect(askedFrom).toEqual(['4', null]);
});

it('Authors that may have changed without a connection are asked for, and those told of meanwhile are as told', async () => {
  await catchUpAll();
  expect([signed(), askedFrom]).toEqual([['Karim'], [null]]);
  authors = [karim('Utilisateur supprimé')];
  await catchUpAll({ authors: true });
  expect([signed(), askedFrom]).toEqual([['Utilisateur supprimé'], [null, '0']]);
  authors = [karim('Karim')];
  meanwhile = () => applySender(karim('Karima'));
  await catchUpAll({ authors: true });
  expect(signed()).toEqual(['Karima']);
});

it('A page that was read before its author took another name shows the new one', async () => {
  forgetPlaces();
  meanwhile = () => applySender(karim('Karima'));
  await openPlace(place);
  expect(signed()).toEqual(['Karima']);
});

it('A place beside the first one is caught up again when it has no answer, unless the session ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.spyOn(console, 'error').mockReturnValue();
  const beside = { channelId: '018f0000-0000-7000-8000-00000000000d' };
  await openPlace(beside);
  const inOrder = [beside.channelId, channelId];
  lost = 2;
  await catchUpAll();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(askedIn).toEqual([...inOrder, channelId, channelId]);
  lost = 2;
  await catchUpAll();
  await vi.advanceTimersByTimeAsync(0);
  // It waits to be tried again.
  expect(lost).toBe(1);
  forgetPlaces();
  const before = askedIn.length + pages;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(askedIn.length + pages).toBe(before);
});

it('A catch-up ends with an answer that brings nothing new, though it tells of more', async () => {
  changes = { 1: { messages: [], deleted: [], seq: 1, hasMore: true } };
  meanwhile = () => {
    if (asked.length > 2) throw new Error('It is asked again and again');
  };
  await catchUp(place);
  expect(asked).toEqual([1]);
});

it('A place beside the first one that is refused is not asked for again, and holds back none of those behind it', async () => {
  const told = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => told.mockRestore());
  await openPlace({ channelId: 'behind' });
  await openPlace(place);
  await openPlace({ channelId: 'first' });
  const before = askedIn.length;
  refused = channelId;
  await catchUpAll();
  await vi.waitFor(() => expect(askedIn.slice(before)).toContain('behind'));
  expect([askedIn.slice(before), told.mock.calls.length]).toEqual([['first', channelId, 'behind'], 1]);
});

it('A change that comes early fetches what is missing before it in the next session too, however the last one ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  applyChange(place, { seq: 3, message: message(3) });
  endSession('expired');
  login('token', { _id: 'camille', firstName: 'Camille' });
  await openPlace(place);
  changes = { 1: { messages: [message(2), message(3)], deleted: [], seq: 3, hasMore: false } };
  applyChange(place, { seq: 3, message: message(3) });
  await vi.advanceTimersByTimeAsync(gapDelayMs);
  expect([contents(), asked]).toEqual([['m1', 'm2', 'm3'], [1]]);
});

it('A place beside the first one that never answers is asked a few times, and then holds back none of those behind it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const told = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => {
    vi.useRealTimers();
    told.mockRestore();
  });
  await openPlace({ channelId: 'behind' });
  await openPlace(place);
  await openPlace({ channelId: 'first' });
  const before = askedIn.length;
  lost = Number.POSITIVE_INFINITY;
  await catchUpAll();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(askedIn.slice(before)).toEqual(['first', ...Array(triedAtMost).fill(channelId), 'behind']);
  expect(told).toHaveBeenCalledOnce();
});
