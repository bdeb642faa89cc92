import { create } from 'zustand';
import { type Place, placeKey } from '../../../../platform/address/place.ts';
import type { ApiError } from '../../../../platform/server/api.ts';
import { emptyTimeline, type Timeline } from './timeline.ts';

/** What the page knows of one place. */
export interface PlaceState {
  place: Place;
  timeline: Timeline;
  /** Being fetched now. */
  loading: ReadonlySet<'window' | 'older' | 'newer'>;
  /** Why the window could not be fetched. */
  failure: ApiError | null;
  /** Where the list is asked to go; it says `jumped` once it is there. */
  jump: Jump | null;
}

/** Somewhere in a place to go to; `news`: for who stands at the end, to the first message of what came while away. */
export type Jump = { to: 'end' } | { to: 'message'; id: string } | { to: 'news' };

interface TimelinesState {
  places: Readonly<Record<string, PlaceState>>;
}

/** The places seen lately, by id: those opened again are painted from here at once. */
export const useTimelines = create<TimelinesState>(() => ({ places: {} }));

/** How many places are kept. */
const placesKept = 30;
let recent: string[] = [];
const running = new Map<string, Promise<void>>();

/** What is known of a place, if it is kept. */
export const stateOf = (place: Place): PlaceState | undefined => useTimelines.getState().places[placeKey(place)];

/** Changes what is known of a place, if it is kept. */
export function write(place: Place, change: (state: PlaceState) => PlaceState): void {
  const key = placeKey(place);
  useTimelines.setState(({ places }) => {
    const state = places[key];
    return state ? { places: { ...places, [key]: change(state) } } : { places };
  });
}

/** One run at a time for each place and kind; a second call joins the first. */
export function once(
  place: Place,
  kind: 'window' | 'older' | 'newer' | 'changes',
  run: () => Promise<void>,
): Promise<void> {
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

/** Keeps a place, as the one seen last, and lets go of the one not seen for longest. */
export function enter(place: Place): PlaceState {
  const key = placeKey(place);
  recent = [key, ...recent.filter(other => other !== key)];
  const forgotten = recent.slice(placesKept);
  recent = recent.slice(0, placesKept);
  const fresh = { place, timeline: emptyTimeline, loading: new Set<never>(), failure: null, jump: null };
  useTimelines.setState(({ places }) => {
    const kept = Object.fromEntries(Object.entries(places).filter(([id]) => !forgotten.includes(id)));
    return { places: { [key]: fresh, ...kept } };
  });
  return stateOf(place) ?? fresh;
}

/** Takes up what an earlier visit knew of a place, behind those of this one, unless its messages are there already. */
export function takeUp(place: Place, timeline: Timeline): void {
  const key = placeKey(place);
  const known = stateOf(place);
  if (known?.timeline.loaded) return;
  if (!known) recent = [...recent, key].slice(0, placesKept);
  const { seen, gone } = known?.timeline ?? timeline;
  const fresh = { place, loading: new Set<never>(), jump: null, ...known };
  const state = { ...fresh, failure: null, timeline: { ...timeline, seen: Math.max(seen, timeline.seen), gone } };
  useTimelines.setState(({ places }) => ({ places: { ...places, [key]: state } }));
}

/** The window of a place that is being fetched; resolves when it is there. */
export const windowOf = (place: Place): Promise<void> | undefined => running.get(`window ${placeKey(place)}`);

/** The places that are kept, the one seen last first. */
export const keptPlaces = (): Place[] => recent.flatMap(key => useTimelines.getState().places[key]?.place ?? []);

/** Forgets a place that is gone, or that one may no longer read. */
export function forgetPlace(key: string): void {
  recent = recent.filter(other => other !== key);
  useTimelines.setState(({ places: { [key]: _gone, ...places } }) => ({ places }));
}

/** Forgets every place; what is being fetched joins nothing any more. */
export function clearPlaces(): void {
  running.clear();
  recent = [];
  useTimelines.setState({ places: {} });
}
