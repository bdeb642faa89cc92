import { logFailure } from '../../../platform/log.ts';
import { type Place, placeKey } from '../place.ts';
import { forgetPlace, stateOf, useTimelines } from './places.ts';
import { openPlace } from './timelines.ts';

const asked = new Set<string>();

/** Asks for what a place shows first, while the code that shows it is still being fetched. */
export function askPlace(place: Place): void {
  asked.add(placeKey(place));
  openPlace(place)
    // What is refused now may be shown one day: it is then asked for as any other place.
    .then(() => stateOf(place)?.failure?.status === 404 && forgetPlace(placeKey(place)))
    .catch((cause: unknown) => logFailure('The messages could not be fetched', cause));
}

/** Shows a place; what was just asked for is not asked for again. */
export async function openAsked(place: Place): Promise<void> {
  const key = placeKey(place);
  const isThere = asked.delete(key) && key in useTimelines.getState().places;
  if (!isThere) await openPlace(place);
}
