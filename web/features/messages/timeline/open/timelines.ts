/**
 * The timeline feature: the cached messages of each place, opened, paged, and kept current by events and catch-ups.
 * `timeline.ts` holds the pure steps, `timelines.store.ts` the store, this module the requests.
 */

import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { type Place, placeKey } from '../../../../platform/address/place.ts';
import { logFailure } from '../../../../platform/device/log.ts';
import { ApiError, isPassing } from '../../../../platform/server/api.ts';
import { backoff, triedAtMost } from '../../../../platform/server/backoff.ts';
import { onSessionEnd, useSession } from '../../../../platform/session/session.ts';
import type { ReadMark } from '../../../reading/unread/open/device-marks.ts';
import { openingMark, untilUnreadKnown } from '../../../reading/unread/open/read-marks.ts';
import { askPage, firstPages } from '../first-pages.ts';
import { askChanges, askMessages, showSender } from './authors.ts';
import {
  appended,
  type Change,
  caughtUp,
  changed,
  emptyTimeline,
  hasGap,
  opened,
  opensInside,
  prepended,
  type Timeline,
} from './timeline.ts';
import {
  cachePlace,
  clearPlaces,
  forgetPlace,
  keptPlaces,
  noteAuthors,
  placeStateOf,
  updatePlace,
  windowOf,
} from './timelines.store.ts';

/** Delay before a missing change is fetched; events mostly close the gap themselves. */
export const gapDelayMs = 300;

const gapTimers = new Map<string, ReturnType<typeof setTimeout>>();

const advance = (place: Place, step: (timeline: Timeline) => Timeline) => {
  updatePlace(place, state => ({ ...state, timeline: step(state.timeline) }));
  watchGap(place);
};

/** Opens a place, from its cache when that holds the messages to open at. Resolves when it is up to date. */
export function openPlace(place: Place): Promise<void> {
  const { timeline } = cachePlace(place);
  const { userId, mark } = readerOf(place);
  if (timeline.loaded && opensInside(timeline, mark?.position ?? null, userId)) return catchUpOrLose(place);
  // A window scrolled elsewhere is not where the place opens.
  if (timeline.loaded) advance(place, known => ({ ...known, loaded: false, messages: [] }));
  return loadWindow(place);
}

/** Catches up; a place refused meanwhile loses its cache and fails as if never seen. */
async function catchUpOrLose(place: Place): Promise<void> {
  try {
    await catchUp(place);
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.status !== 404) throw cause;
    updatePlace(place, state => ({ ...state, timeline: emptyTimeline, failure: cause }));
  }
}

/** Returns the user and their read position in a place. */
function readerOf(place: Place): { userId: string; mark: ReadMark | null } {
  const userId = useSession.getState().user?._id ?? '';
  return { userId, mark: openingMark(placeKey(place)) };
}

/** Loads the first window of a place, replacing the current one. */
function loadWindow(place: Place): Promise<void> {
  return askMessages(place, 'window', async () => {
    try {
      await untilUnreadKnown();
      const { userId, mark } = readerOf(place);
      const pages = await firstPages(place, mark, userId);
      updatePlace(place, state => ({
        ...state,
        failure: null,
        timeline: pages.reduce((window, step) => step(window), state.timeline),
        // Messages are shown already: restored late from the device, or cached before a long absence.
        jump: state.jump ?? (state.timeline.loaded ? { to: 'news' } : null),
      }));
      watchGap(place);
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      updatePlace(place, state => ({ ...state, failure: cause }));
    }
  });
}

/** Scrolls to the end of a place, and loads it if needed. */
export async function showEnd(place: Place): Promise<void> {
  const timeline = placeStateOf(place)?.timeline;
  if (!timeline?.loaded || timeline.nextCursor !== null) await loadPage(place);
  updatePlace(place, state => ({ ...state, jump: { to: 'end' } }));
}

/**
 * Opens a place at one of its messages, loaded with the messages around it if needed. Rejects when the message is gone.
 */
export async function showMessage(place: Place, id: string): Promise<void> {
  cachePlace(place);
  await windowOf(place);
  const known = placeStateOf(place)?.timeline.messages.some(message => message._id === id);
  await (known ? catchUp(place) : loadPage(place, id));
  updatePlace(place, state => ({ ...state, jump: { to: 'message', id } }));
}

/** Opens a place at the first message of a moment or later; at its end without any. */
export async function showSince(place: Place, since: string): Promise<void> {
  cachePlace(place);
  await windowOf(place);
  let first: Message | undefined;
  await askMessages(place, 'window', async () => {
    const page = await askPage(place, { since });
    advance(place, timeline => opened(timeline, page));
    updatePlace(place, state => ({ ...state, failure: null }));
    first = page.messages.find(({ time }) => Date.parse(time) >= Date.parse(since));
  });
  updatePlace(place, state => ({ ...state, jump: first ? { to: 'message', id: first._id } : { to: 'end' } }));
}

/** Scrolls to the root of a thread, above its first reply, which is loaded if needed. */
export async function showRoot(place: Place, id: string): Promise<void> {
  cachePlace(place);
  await windowOf(place);
  const timeline = placeStateOf(place)?.timeline;
  if (!timeline?.loaded || timeline.prevCursor !== null) await showSince(place, new Date(0).toISOString());
  updatePlace(place, state => ({ ...state, jump: { to: 'message', id } }));
}

/** Clears the scroll target, as the list has reached it. */
export function jumped(place: Place): void {
  updatePlace(place, state => (state.jump ? { ...state, jump: null } : state));
}

/** Loads the latest page, or the page around a message, replacing the window. */
function loadPage(place: Place, around?: string): Promise<void> {
  return askMessages(place, 'window', async () => {
    const page = await askPage(place, { around });
    advance(place, timeline => opened(timeline, page));
    updatePlace(place, state => ({ ...state, failure: null }));
  });
}

/** Loads the page before the window, if any. */
export function loadOlder(place: Place): Promise<void> {
  const cursor = placeStateOf(place)?.timeline.prevCursor;
  if (!cursor) return Promise.resolve();
  return askMessages(place, 'older', async () => {
    const page = await askPage(place, { prev: cursor });
    advance(place, timeline => prepended(timeline, cursor, page));
  });
}

/** Loads the page after the window, if any. */
export function loadNewer(place: Place): Promise<void> {
  const cursor = placeStateOf(place)?.timeline.nextCursor;
  if (!cursor) return Promise.resolve();
  return askMessages(place, 'newer', async () => {
    const page = await askPage(place, { next: cursor });
    advance(place, timeline => appended(timeline, cursor, page));
  });
}

let hear: (change: Change) => void = () => {};

/**
 * Registers the listener of all changes that {@link applyChange} applies, for the messages cached beside the places.
 */
export function hearChanges(listener: (change: Change) => void): void {
  hear = listener;
}

/** Applies an event or the answer to a request, if its place is cached. */
export function applyChange(place: Place, change: Change): void {
  if (placeStateOf(place)) advance(place, timeline => changed(timeline, change));
  hear(change);
}

/** Fetches all changes since the cached ones; starts over when that is too far back. */
export function catchUp(place: Place): Promise<void> {
  return askMessages(place, 'changes', async told => {
    for (;;) {
      const state = placeStateOf(place);
      if (!state?.timeline.loaded) return;
      const after = state.timeline.seq;
      // No reply is known yet: the thread is no place whose changes could be fetched.
      if (place.threadId !== undefined && after === 0) return loadWindow(place);
      const answer = await askChanges(place, state.timeline);
      if (answer.reset) return loadWindow(place);
      for (const author of answer.authors ?? []) if (!told.has(author._id)) showSender(author);
      updatePlace(place, known => ({
        ...known,
        timeline: caughtUp(known.timeline, after, answer),
        jump: known.jump ?? (answer.messages.length > 0 ? { to: 'news' } : null),
      }));
      watchGap(place);
      const now = placeStateOf(place)?.timeline;
      if (!now || now.seq === after || (!answer.hasMore && !hasGap(now))) return;
    }
  });
}

/**
 * Catches up all cached places one by one, most recent first, so that a crowd that reconnects at once spreads its
 * requests. Rejects when the first place fails.
 * @param authors whether authors may have changed meanwhile
 */
export async function catchUpAll({ authors = false } = {}): Promise<void> {
  const [first, ...others] = keptPlaces();
  if (authors) for (const place of keptPlaces()) noteAuthors(place, true);
  if (!first) return;
  await refresh(first);
  void (async () => {
    for (const place of others) await insist(place);
  })();
}

/** Catches up a place that may be on screen beside the first one; retries after a transient failure. */
async function insist(place: Place): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await refresh(place);
    } catch (cause) {
      if (tries < triedAtMost && isPassing(cause)) await new Promise(done => setTimeout(done, backoff(tries)));
      else return logFailure('A channel could not be brought up to date', cause);
    }
  }
}

/** Catches up a place; a place lost meanwhile is no failure, and leaves the cache. */
async function refresh(place: Place): Promise<void> {
  // It has left the cache, maybe with the session that had it.
  if (!placeStateOf(place)) return;
  try {
    if (!placeStateOf(place)?.timeline.loaded) await loadWindow(place);
    // A pending page may have been read before the reconnection.
    await catchUp(place);
  } catch (cause) {
    if (!(cause instanceof ApiError) || (cause.status !== 403 && cause.status !== 404)) throw cause;
    forgetPlace(placeKey(place));
  }
}

/** Removes all places and timers. */
export function forgetPlaces(): void {
  for (const timer of gapTimers.values()) clearTimeout(timer);
  gapTimers.clear();
  clearPlaces();
}

onSessionEnd(forgetPlaces);

/** Schedules a catch-up for a missing change, which mostly arrives by itself before. */
function watchGap(place: Place): void {
  const key = placeKey(place);
  const missing = () => {
    const timeline = placeStateOf(place)?.timeline;
    return timeline ? hasGap(timeline) : false;
  };
  if (gapTimers.has(key) || !missing()) return;
  gapTimers.set(
    key,
    setTimeout(() => {
      gapTimers.delete(key);
      // On failure, the next reconnection catches up.
      if (missing()) catchUp(place).catch((cause: unknown) => logFailure('Missing messages were not fetched', cause));
    }, gapDelayMs),
  );
}
