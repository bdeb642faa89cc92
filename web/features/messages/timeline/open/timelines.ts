import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { type Place, placeKey } from '../../../../platform/address/place.ts';
import { logFailure } from '../../../../platform/device/log.ts';
import { ApiError, call } from '../../../../platform/server/api.ts';
import { onSessionEnd, useSession } from '../../../../platform/session/session.ts';
import type { ReadMark } from '../../../reading/unread/open/last-read.ts';
import { openingMark, untilUnreadKnown } from '../../../reading/unread/open/opening-mark.ts';
import { firstPages } from '../first-pages.ts';
import { clearPlaces, enter, forgetPlace, keptPlaces, once, stateOf, useTimelines, windowOf, write } from './places.ts';
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
  senderChanged,
  type Timeline,
} from './timeline.ts';

/** How long a missing change is waited for before it is asked for, in milliseconds. */
export const gapPatience = 300;

const patience = new Map<string, ReturnType<typeof setTimeout>>();

const advance = (place: Place, step: (timeline: Timeline) => Timeline) => {
  write(place, state => ({ ...state, timeline: step(state.timeline) }));
  watchGap(place);
};

/** Shows a place: from what is kept of it when that is what one sees first. Resolves when it is up to date. */
export function openPlace(place: Place): Promise<void> {
  const { timeline } = enter(place);
  const { userId, mark } = readerOf(place);
  if (timeline.loaded && opensInside(timeline, mark?.position ?? null, userId)) return catchUpOrLose(place);
  // What one had scrolled to another time is not what one sees first.
  if (timeline.loaded) advance(place, known => ({ ...known, loaded: false, messages: [] }));
  return loadWindow(place);
}

/** What is no longer to be seen is not shown from what is kept of it either: it fails as a place that was never seen. */
async function catchUpOrLose(place: Place): Promise<void> {
  try {
    await catchUp(place);
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.status !== 404) throw cause;
    write(place, state => ({ ...state, timeline: emptyTimeline, failure: cause }));
  }
}

/** Who is logged in, and what they have read of a place. */
function readerOf(place: Place): { userId: string; mark: ReadMark | null } {
  const userId = useSession.getState().user?._id ?? '';
  return { userId, mark: openingMark(userId, placeKey(place)) };
}

/** Fetches what one sees first of a place, in place of what is shown. */
function loadWindow(place: Place): Promise<void> {
  return once(place, 'window', async () => {
    try {
      await untilUnreadKnown();
      const { userId, mark } = readerOf(place);
      const pages = await firstPages(place, mark, userId);
      advance(place, timeline => pages.reduce((window, step) => step(window), timeline));
      write(place, state => ({ ...state, failure: null }));
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      write(place, state => ({ ...state, failure: cause }));
    }
  });
}

/** Goes to the end of a place, and fetches it when it is not here. */
export async function showEnd(place: Place): Promise<void> {
  const timeline = stateOf(place)?.timeline;
  if (!timeline?.loaded || timeline.nextCursor !== null) await loadPage(place);
  write(place, state => ({ ...state, jump: { to: 'end' } }));
}

/** Shows a place at one of its messages, which is fetched with those around it unless it is here. Rejects when it is gone. */
export async function showMessage(place: Place, id: string): Promise<void> {
  enter(place);
  await windowOf(place);
  const known = stateOf(place)?.timeline.messages.some(message => message._id === id);
  await (known ? catchUp(place) : loadPage(place, id));
  write(place, state => ({ ...state, jump: { to: 'message', id } }));
}

/** Shows a place at the first message of a moment or later; without any, at its end. */
export async function showSince(place: Place, since: string): Promise<void> {
  enter(place);
  await windowOf(place);
  let first: Message | undefined;
  await once(place, 'window', async () => {
    const page = await call(api.messages.page, { query: { ...place, since } });
    advance(place, timeline => opened(timeline, page));
    write(place, state => ({ ...state, failure: null }));
    first = page.messages.find(({ time }) => Date.parse(time) >= Date.parse(since));
  });
  write(place, state => ({ ...state, jump: first ? { to: 'message', id: first._id } : { to: 'end' } }));
}

/** The list is where it was asked to go. */
export function jumped(place: Place): void {
  write(place, state => (state.jump ? { ...state, jump: null } : state));
}

/** Fetches the latest page, or the one around a message, in place of what is shown. */
function loadPage(place: Place, around?: string): Promise<void> {
  return once(place, 'window', async () => {
    const page = await call(api.messages.page, { query: { ...place, around } });
    advance(place, timeline => opened(timeline, page));
    write(place, state => ({ ...state, failure: null }));
  });
}

/** Fetches the page before the window; nothing when there is none. */
export function loadOlder(place: Place): Promise<void> {
  const cursor = stateOf(place)?.timeline.prevCursor;
  if (!cursor) return Promise.resolve();
  return once(place, 'older', async () => {
    const page = await call(api.messages.page, { query: { ...place, prev: cursor } });
    advance(place, timeline => prepended(timeline, cursor, page));
  });
}

/** Fetches the page after the window; nothing when there is none. */
export function loadNewer(place: Place): Promise<void> {
  const cursor = stateOf(place)?.timeline.nextCursor;
  if (!cursor) return Promise.resolve();
  return once(place, 'newer', async () => {
    const page = await call(api.messages.page, { query: { ...place, next: cursor } });
    advance(place, timeline => appended(timeline, cursor, page));
  });
}

/** Applies an event or the answer to a request, if its place is kept. */
export function applyChange(place: Place, change: Change): void {
  if (stateOf(place)) advance(place, timeline => changed(timeline, change));
}

/** A person's new name and picture, on everything they wrote. */
export function applySender(sender: Message['sender']): void {
  for (const { place } of Object.values(useTimelines.getState().places)) {
    advance(place, timeline => senderChanged(timeline, sender));
  }
}

/** Asks for all that changed since what is known of a place; starts over when that is too far back. */
export function catchUp(place: Place): Promise<void> {
  return once(place, 'changes', async () => {
    for (;;) {
      const state = stateOf(place);
      if (!state?.timeline.loaded) return;
      const after = state.timeline.seq;
      const answer = await call(api.messages.changes, { query: { ...place, after } });
      if (answer.reset) return loadWindow(place);
      write(place, known => ({
        ...known,
        timeline: caughtUp(known.timeline, after, answer),
        jump: known.jump ?? (answer.messages.length > 0 ? { to: 'news' } : null),
      }));
      watchGap(place);
      const now = stateOf(place)?.timeline;
      if (!now || now.seq === after || (!answer.hasMore && !hasGap(now))) return;
    }
  });
}

/**
 * Brings every kept place up to date, the one seen last first, one after the other so that a crowd coming back at once
 * stays bearable. Rejects when the first cannot be.
 */
export async function catchUpAll(): Promise<void> {
  const [first, ...others] = keptPlaces();
  if (!first) return;
  await refresh(first);
  void (async () => {
    for (const place of others) await refresh(place);
  })().catch((cause: unknown) => logFailure('A channel could not be brought up to date', cause));
}

/** A place that was lost meanwhile is no failure: all that is known of it goes. */
async function refresh(place: Place): Promise<void> {
  try {
    if (!stateOf(place)?.timeline.loaded) await loadWindow(place);
    // A page that was being fetched may have been read before the connection.
    await catchUp(place);
  } catch (cause) {
    if (!(cause instanceof ApiError) || (cause.status !== 403 && cause.status !== 404)) throw cause;
    forgetPlace(placeKey(place));
  }
}

/** Forgets everything. */
export function forgetPlaces(): void {
  for (const timer of patience.values()) clearTimeout(timer);
  patience.clear();
  clearPlaces();
}

onSessionEnd(forgetPlaces);

/** A missing change mostly follows by itself; when it does not, it is asked for. */
function watchGap(place: Place): void {
  const key = placeKey(place);
  const missing = () => {
    const timeline = stateOf(place)?.timeline;
    return timeline ? hasGap(timeline) : false;
  };
  if (patience.has(key) || !missing()) return;
  patience.set(
    key,
    setTimeout(() => {
      patience.delete(key);
      // Without an answer the next reconnection asks again.
      if (missing()) catchUp(place).catch((cause: unknown) => logFailure('Missing messages were not fetched', cause));
    }, gapPatience),
  );
}
