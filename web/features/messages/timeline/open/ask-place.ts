import { type Place, placeKey } from '../../../../platform/address/place.ts';
import { logFailure } from '../../../../platform/device/log.ts';
import type { ApiError } from '../../../../platform/server/api.ts';
import { enter, forgetPlace, stateOf, useTimelines, write } from './places.ts';
import { openPlace } from './timelines.ts';

/** When a place was asked for, as `performance.now()` has it. */
const asked = new Map<string, number>();
/** Milliseconds for which that is as good as asking: who pressed a link, and let go of it elsewhere, comes later. */
const asGood = 10_000;
/** What is on its way. */
const asking = new Map<string, Promise<void>>();
/** Those that were refused: what opens one in the same go is told, and does not ask again. */
const refused = new Map<string, ApiError>();

/** Asks for what a place shows first, while its link is being pressed or the code that shows it still being fetched. */
export function askPlace(place: Place): void {
  const key = placeKey(place);
  asked.set(key, performance.now());
  const run = openPlace(place)
    // What is refused now may be shown one day: it is then asked for as any other place.
    .then(() => {
      const failure = stateOf(place)?.failure;
      if (failure?.status !== 404) return;
      refused.set(key, failure);
      forgetPlace(key);
    })
    .catch((cause: unknown) => logFailure('The messages could not be fetched', cause))
    .finally(() => {
      if (asking.get(key) === run) asking.delete(key);
    });
  asking.set(key, run);
}

/** Whether what a place shows first is on its way. */
export const isBeingAsked = (place: Place): boolean => asking.has(placeKey(place));

/** What a place that has just been asked for was refused with, once that is known; null: nothing says that it is refused. */
export async function refusalOf(place: Place): Promise<ApiError | null> {
  const key = placeKey(place);
  await asking.get(key);
  const isGood = performance.now() - (asked.get(key) ?? Number.NEGATIVE_INFINITY) < asGood;
  return (isGood && refused.get(key)) || null;
}

/** Shows a place; what was just asked for is not asked for again. */
export async function openAsked(place: Place): Promise<void> {
  const key = placeKey(place);
  const failure = refused.get(key);
  refused.delete(key);
  const wasAsked = performance.now() - (asked.get(key) ?? Number.NEGATIVE_INFINITY) < asGood;
  asked.delete(key);
  if (wasAsked && key in useTimelines.getState().places) return;
  if (!wasAsked || !failure) return openPlace(place);
  enter(place);
  write(place, state => ({ ...state, failure }));
}
