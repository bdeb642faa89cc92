import { type Place, placeKey } from '../../../../platform/address/place.ts';
import { logFailure } from '../../../../platform/device/log.ts';
import type { ApiError } from '../../../../platform/server/api.ts';
import { onSessionEnd } from '../../../../platform/session/session.ts';
import { cachePlace, forgetPlace, placeStateOf, updatePlace, useTimelines } from './timelines.store.ts';
import { openPlace } from './timelines.ts';

/** Time of each place's last prefetch, by `performance.now()`. */
const asked = new Map<string, number>();
/** Lifetime of a prefetch: a link pressed and then released elsewhere may be opened much later. */
const prefetchLifeMs = 10_000;
/** Pending prefetches. */
const asking = new Map<string, Promise<void>>();
/** Refused prefetches: the place that then opens shows the refusal without another request. */
const refused = new Map<string, ApiError>();

onSessionEnd(() => {
  for (const known of [asked, asking, refused]) known.clear();
});

/** Prefetches the first window of a place, while its link is pressed or its page's code still loads. */
export function askPlace(place: Place): void {
  const key = placeKey(place);
  asked.set(key, performance.now());
  const run = openPlace(place)
    // A refusal is not kept: the place may be shared with the user later.
    .then(() => {
      const failure = placeStateOf(place)?.failure;
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

/** Tells whether a place's prefetch is pending. */
export const isBeingAsked = (place: Place): boolean => asking.has(placeKey(place));

/** Tells whether a place's prefetch is recent, or still pending. */
const isFresh = (key: string): boolean =>
  asking.has(key) || performance.now() - (asked.get(key) ?? Number.NEGATIVE_INFINITY) < prefetchLifeMs;

/** Waits for a place's prefetch and returns its refusal; null when it was not refused, or is too old. */
export async function refusalOf(place: Place): Promise<ApiError | null> {
  const key = placeKey(place);
  await asking.get(key);
  return (isFresh(key) && refused.get(key)) || null;
}

/** Opens a place, using its recent prefetch. */
export async function openAsked(place: Place): Promise<void> {
  const key = placeKey(place);
  const failure = refused.get(key);
  refused.delete(key);
  const wasAsked = isFresh(key);
  asked.delete(key);
  if (wasAsked && key in useTimelines.getState().places) return;
  if (!wasAsked || !failure) return openPlace(place);
  cachePlace(place);
  updatePlace(place, state => ({ ...state, failure }));
}
