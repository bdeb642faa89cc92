// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSession, login } from '../../../platform/session/session.ts';
import { askPlace, isBeingAsked, openAsked, refusalOf } from './open/ask-place.ts';
import { emptyTimeline } from './open/timeline.ts';
import { placeStateOf, restorePlace } from './open/timelines.store.ts';
import { forgetPlaces } from './open/timelines.ts';

const place = { channelId: '018f0000-0000-7000-8000-0000000000a5' };

let asked: string[];
let refuse: () => void;
let isThere: boolean;
let isBroken: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  [asked, isThere, isBroken] = [[], false, false];
  const held = new Promise<void>(resolve => {
    refuse = resolve;
  });
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(new URL(address, 'http://palabre').pathname);
    await held;
    const ends = { prevCursor: null, nextCursor: null, hasBefore: false, hasAfter: false, hasMore: false };
    if (isBroken) return Response.json({ code: 'internal', message: 'Panne.' }, { status: 500 });
    if (isThere) return Response.json({ reset: false, messages: [], deleted: [], ...ends, seq: 1 });
    return Response.json({ code: 'not_found', message: 'Rien.' }, { status: 404 });
  });
  login('token', { _id: 'camille', firstName: 'Camille' });
});

afterEach(() => {
  forgetPlaces();
  endSession('logout');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('A place that opens joins its pending prefetch, however old, even when the device has shown what it kept meanwhile', async () => {
  askPlace(place);
  await vi.advanceTimersByTimeAsync(11_000);
  restorePlace(place, { ...emptyTimeline, loaded: true });
  const opened = openAsked(place);
  refuse();
  await Promise.all([opened, vi.advanceTimersByTimeAsync(0)]);
  expect(isBeingAsked(place)).toBe(false);
  expect(asked).toEqual(['/api/message/paginated']);
});

/** Prefetches the place, and lets the server answer. */
async function prefetched(): Promise<void> {
  askPlace(place);
  refuse();
  await vi.advanceTimersByTimeAsync(0);
}

it('A place that was refused as its link was pressed is refused as it opens, without another request, and asked for anew later', async () => {
  askPlace(place);
  const refusal = refusalOf(place);
  refuse();
  await vi.advanceTimersByTimeAsync(0);
  expect((await refusal)?.status).toBe(404);
  expect(placeStateOf(place)).toBeUndefined();
  await openAsked(place);
  expect([placeStateOf(place)?.failure?.status, asked.length]).toEqual([404, 1]);
  await openAsked(place);
  expect(asked).toHaveLength(2);
  // Shared meanwhile, it is refused no longer as its link is pressed again.
  isThere = true;
  await prefetched();
  expect(await refusalOf(place)).toBeNull();
});

it('A place that was refused to one person is asked for anew as the next one on the same page opens it', async () => {
  await prefetched();
  endSession('elsewhere');
  login('other', { _id: 'karim', firstName: 'Karim' });
  isThere = true;
  expect(await refusalOf(place)).toBeNull();
  await openAsked(place);
  expect([placeStateOf(place)?.failure, asked.length]).toEqual([null, 2]);
});

it('A place whose prefetch failed is not refused: it says why as it opens, and is then asked for again', async () => {
  isBroken = true;
  await prefetched();
  expect(await refusalOf(place)).toBeNull();
  expect(placeStateOf(place)?.failure?.status).toBe(500);
  isBroken = false;
  isThere = true;
  await openAsked(place);
  await openAsked(place);
  expect([placeStateOf(place)?.failure, asked.length]).toEqual([null, 2]);
});

it('A refusal is no longer believed ten seconds after the link was pressed: the place may be shared meanwhile', async () => {
  await prefetched();
  await vi.advanceTimersByTimeAsync(9_999);
  expect(await refusalOf(place)).not.toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(await refusalOf(place)).toBeNull();
  isThere = true;
  await openAsked(place);
  expect([placeStateOf(place)?.failure, asked.length]).toEqual([null, 2]);
});

it('A place that opens soon after its link was pressed asks nothing more, and later what changed since', async () => {
  isThere = true;
  await prefetched();
  await openAsked(place);
  expect(asked).toEqual(['/api/message/paginated']);
  await openAsked(place);
  expect(asked).toEqual(['/api/message/paginated', '/api/message/changes']);
});

it('A place is being asked until the last of its prefetches is answered, whichever is first', async () => {
  const held: Record<string, () => void> = {};
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address, 'http://palabre');
    await new Promise<void>(done => (held[pathname] = done));
    const ends = { prevCursor: null, nextCursor: null, hasBefore: false, hasAfter: false, hasMore: false };
    return Response.json({ reset: false, messages: [], deleted: [], ...ends, seq: 1 });
  });
  askPlace(place);
  // Shown from the device meanwhile, it asks what has changed since.
  restorePlace(place, { ...emptyTimeline, loaded: true });
  askPlace(place);
  await vi.advanceTimersByTimeAsync(0);
  held['/api/message/paginated']?.();
  await vi.advanceTimersByTimeAsync(0);
  expect([Object.keys(held).length, isBeingAsked(place)]).toEqual([2, true]);
  held['/api/message/changes']?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(isBeingAsked(place)).toBe(false);
});
