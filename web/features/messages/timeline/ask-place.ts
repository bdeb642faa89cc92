import type { ApiError } from '../../../platform/api.ts';
import { logFailure } from '../../../platform/log.ts';
import { type Place, placeKey } from '../place.ts';
import { enter, forgetPlace, stateOf, useTimelines, write } from './places.ts';
import { openPlace } from './timelines.ts';

/** When a place was asked for, as `performance.now()` has it. */
const asked = new Map<string, number>();
/** Milliseconds for which that is as good as asking: who pressed a link, and let go of it elsewhere, comes later. */
const asGood = 10_000;
/** Those that were refused: what opens one in the same go is told, and does not ask again. */
const refused = new Map<string, ApiError>();

/** Asks for what a place shows first, while its link is being pressed or the code that shows it still being fetched. */
export function askPlace(place: Place): void {
  asked.set(placeKey(place), performance.now());
  openPlace(place)
    // What is refused now may be shown one day: it is then asked for as any other place.
    .then(() => {
      const failure = stateOf(place)?.failure;
      if (failure?.status !== 404) return;
      refused.set(placeKey(place), failure);
      forgetPlace(placeKey(place));
    })
    .catch((cause: unknown) => logFailure('The messages could not be fetched', cause));
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
