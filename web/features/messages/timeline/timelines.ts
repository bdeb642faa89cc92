import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages.ts';
import { create } from 'zustand';
import { ApiError, call } from '../../../platform/api.ts';
import { logFailure } from '../../../platform/log.ts';
import { onSessionEnd } from '../../../platform/session.ts';
import { type Place, placeKey } from '../place.ts';
import {
  appended,
  type Change,
  caughtUp,
  changed,
  emptyTimeline,
  hasGap,
  opened,
  prepended,
  senderChanged,
  type Timeline,
} from './timeline.ts';

/** What the page knows of one place. */
export interface PlaceState {
  place: Place;
  timeline: Timeline;
  /** Being fetched now. */
  loading: ReadonlySet<'window' | 'older' | 'newer'>;
  /** Why the window could not be fetched. */
  failure: ApiError | null;
}

interface TimelinesState {
  places: Readonly<Record<string, PlaceState>>;
}

/** The places seen lately, by id: those opened again are painted from here at once. */
export const useTimelines = create<TimelinesState>(() => ({ places: {} }));

/** How many places are kept. */
const placesKept = 30;
/** How long a missing change is waited for before it is asked for, in milliseconds. */
export const gapPatience = 300;

let recent: string[] = [];
const running = new Map<string, Promise<void>>();
const patience = new Map<string, ReturnType<typeof setTimeout>>();

const stateOf = (place: Place): PlaceState | undefined => useTimelines.getState().places[placeKey(place)];

function write(place: Place, change: (state: PlaceState) => PlaceState): void {
  const key = placeKey(place);
  useTimelines.setState(({ places }) => {
    const state = places[key];
    return state ? { places: { ...places, [key]: change(state) } } : { places };
  });
}

const advance = (place: Place, step: (timeline: Timeline) => Timeline) => {
  write(place, state => ({ ...state, timeline: step(state.timeline) }));
  watchGap(place);
};

/** One run at a time for each place and kind; a second call joins the first. */
function once(place: Place, kind: 'window' | 'older' | 'newer' | 'changes', run: () => Promise<void>): Promise<void> {
  const key = `${kind} ${placeKey(place)}`;
  const known = running.get(key);
  if (known) return known;
  const mark = (on: boolean) => {
    if (kind === 'changes') return;
    write(place, state => {
      const loading = new Set(state.loading);
      if (on) loading.add(kind);
      else loading.delete(kind);
      return { ...state, loading };
    });
  };
  mark(true);
  const promise = run().finally(() => {
    if (running.get(key) === promise) running.delete(key);
    mark(false);
  });
  running.set(key, promise);
  return promise;
}

/** Shows a place: from what is kept of it, else from its latest page. Resolves when it is up to date. */
export function openPlace(place: Place): Promise<void> {
  const key = placeKey(place);
  recent = [key, ...recent.filter(other => other !== key)];
  const forgotten = recent.slice(placesKept);
  recent = recent.slice(0, placesKept);
  useTimelines.setState(({ places }) => {
    const kept = Object.fromEntries(Object.entries(places).filter(([id]) => !forgotten.includes(id)));
    return { places: { [key]: { place, timeline: emptyTimeline, loading: new Set(), failure: null }, ...kept } };
  });
  return stateOf(place)?.timeline.loaded ? catchUp(place) : loadWindow(place);
}

/** Fetches the latest page, or the one around a message, in place of what is shown. */
export function loadWindow(place: Place, around?: string): Promise<void> {
  return once(place, 'window', async () => {
    try {
      const page = await call(api.messages.page, { query: { ...place, around } });
      advance(place, timeline => opened(timeline, page));
      write(place, state => ({ ...state, failure: null }));
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      if (around) throw cause;
      write(place, state => ({ ...state, failure: cause }));
    }
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
      advance(place, timeline => caughtUp(timeline, after, answer));
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
  const [first, ...others] = recent.flatMap(key => useTimelines.getState().places[key]?.place ?? []);
  if (!first) return;
  await refresh(first);
  void (async () => {
    for (const place of others) await refresh(place);
  })().catch((cause: unknown) => logFailure('A channel could not be brought up to date', cause));
}

/** A place that was lost meanwhile is no failure: all that is known of it goes. */
async function refresh(place: Place): Promise<void> {
  try {
    await (stateOf(place)?.timeline.loaded ? catchUp(place) : loadWindow(place));
  } catch (cause) {
    if (!(cause instanceof ApiError) || (cause.status !== 403 && cause.status !== 404)) throw cause;
    forgetPlace(placeKey(place));
  }
}

/** Forgets a place that is gone, or that one may no longer read. */
export function forgetPlace(key: string): void {
  recent = recent.filter(other => other !== key);
  useTimelines.setState(({ places: { [key]: _gone, ...places } }) => ({ places }));
}

/** Forgets everything. */
export function forgetPlaces(): void {
  for (const timer of patience.values()) clearTimeout(timer);
  patience.clear();
  running.clear();
  recent = [];
  useTimelines.setState({ places: {} });
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
