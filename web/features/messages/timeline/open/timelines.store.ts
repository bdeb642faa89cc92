import { create } from 'zustand';
import { idIn, type Place, placeKey } from '../../../../platform/address/place.ts';
import type { ApiError } from '../../../../platform/server/api.ts';
import { emptyTimeline, type Timeline } from './timeline.ts';

/** Cached state of one place. */
export interface PlaceState {
  place: Place;
  timeline: Timeline;
  /** Pending fetches. */
  loading: ReadonlySet<Exclude<Asked, 'changes'>>;
  /** Error of the window's last fetch. */
  failure: ApiError | null;
  /** Pending scroll target of the list, which calls `jumped` once there. */
  jump: Jump | null;
}

/** Scroll target in a place; `news` is, for a list at its end, the first message received while disconnected. */
export type Jump = { to: 'end' } | { to: 'message'; id: string } | { to: 'news' };

interface TimelinesState {
  places: Readonly<Record<string, PlaceState>>;
}

/** Holds the recent places by id: a place opened again renders from this cache at once. */
export const useTimelines = create<TimelinesState>(() => ({ places: {} }));

/** Maximum of places cached. */
const placesKept = 30;
let recent: string[] = [];
const running = new Map<string, Promise<void>>();
/**
 * Places whose messages may show stale authors: restored from an earlier page load, or cached since before a lost
 * connection.
 */
const oldAuthors = new Set<string>();
/** Number of times that all places were removed: a session ended. */
let clearings = 0;

/** Returns the cached state of a place. */
export const placeStateOf = (place: Place): PlaceState | undefined => useTimelines.getState().places[placeKey(place)];

/** Updates the cached state of a place. */
export function updatePlace(place: Place, change: (state: PlaceState) => PlaceState): void {
  const key = placeKey(place);
  useTimelines.setState(({ places }) => {
    const state = places[key];
    return state ? { places: { ...places, [key]: change(state) } } : { places };
  });
}

/** Kind of a request of a place's messages. */
export type Asked = 'window' | 'older' | 'newer' | 'changes';

/** Runs one request at a time per place and kind; a second call joins the first. */
export function joinRequest(place: Place, kind: Asked, run: () => Promise<void>): Promise<void> {
  const key = `${kind} ${placeKey(place)}`;
  const known = running.get(key);
  if (known) return known;
  const mark = (on: boolean) => {
    if (kind === 'changes') return;
    updatePlace(place, state => {
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

/**
 * Settles like the response, unless all places have been removed meanwhile: then never, because one person's response
 * is not for the next person, who may have the same place open.
 */
export async function ofThisSession<T>(answer: Promise<T>): Promise<T> {
  const asked = clearings;
  try {
    const given = await answer;
    if (asked === clearings) return given;
  } catch (cause) {
    if (asked === clearings) throw cause;
  }
  return new Promise<never>(() => {});
}

/** Caches a place as the most recent one, and evicts the least recent. */
export function cachePlace(place: Place): PlaceState {
  const key = placeKey(place);
  recent = [key, ...recent.filter(other => other !== key)];
  const forgotten = recent.slice(placesKept);
  recent = recent.slice(0, placesKept);
  const fresh = { place, timeline: emptyTimeline, loading: new Set<never>(), failure: null, jump: null };
  useTimelines.setState(({ places }) => {
    const kept = Object.fromEntries(Object.entries(places).filter(([id]) => !forgotten.includes(id)));
    return { places: { [key]: fresh, ...kept } };
  });
  return placeStateOf(place) ?? fresh;
}

/** Notes whether the authors of a place's messages may be stale. */
export function noteAuthors(place: Place, old: boolean): void {
  if (old) oldAuthors.add(placeKey(place));
  else oldAuthors.delete(placeKey(place));
}

/** Tells whether the authors of a place's messages may be stale. */
export const hasOldAuthors = (place: Place): boolean => oldAuthors.has(placeKey(place));

/** Restores a place kept by an earlier page load, as the least recent; messages already loaded win. */
export function restorePlace(place: Place, timeline: Timeline): void {
  const key = placeKey(place);
  const known = placeStateOf(place);
  if (known?.timeline.loaded) return;
  if (!known) recent = [...recent, key].slice(0, placesKept);
  noteAuthors(place, true);
  const { seen, gone } = known?.timeline ?? timeline;
  const fresh = { place, loading: new Set<never>(), jump: null, ...known };
  const state = { ...fresh, failure: null, timeline: { ...timeline, seen: Math.max(seen, timeline.seen), gone } };
  useTimelines.setState(({ places }) => ({ places: { ...places, [key]: state } }));
}

/** Returns the pending fetch of a place's window. */
export const windowOf = (place: Place): Promise<void> | undefined => running.get(`window ${placeKey(place)}`);

/** Lists the cached places, most recent first. */
export const keptPlaces = (): Place[] => recent.flatMap(key => useTimelines.getState().places[key]?.place ?? []);

/** Removes a place that is deleted or no longer readable. */
export function forgetPlace(key: string): void {
  recent = recent.filter(other => other !== key);
  oldAuthors.delete(key);
  useTimelines.setState(({ places: { [key]: _gone, ...places } }) => ({ places }));
}

/** Removes a channel or conversation, and the threads in it. */
export function forgetPlaceAndThreads(key: string): void {
  const isIn = ({ timeline }: PlaceState) => idIn(timeline.messages[0]?.parent ?? {}) === key;
  const threads = Object.entries(useTimelines.getState().places).filter(([, state]) => isIn(state));
  for (const [id] of threads) forgetPlace(id);
  forgetPlace(key);
}

/** Removes all places; pending fetches no longer join. */
export function clearPlaces(): void {
  clearings += 1;
  running.clear();
  oldAuthors.clear();
  recent = [];
  useTimelines.setState({ places: {} });
}
