import { useSyncExternalStore } from 'react';
import { keptIds } from '../../../../platform/device/local-storage.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { hasDraft, onWriting, what, writingOf } from './writing.ts';

const none: ReadonlySet<string> = new Set();
let whose: string | undefined;
let places = none;

const listeners = new Set<() => void>();

/** Reads the places with drafts from the device's storage once per user; later changes come from `onWriting`. */
function placesNow(): ReadonlySet<string> {
  const userId = useSession.getState().user?._id;
  if (userId !== whose) {
    whose = userId;
    places = userId ? new Set(keptIds(what, userId).filter(id => hasDraft(writingOf(id)))) : none;
  }
  return places;
}

onWriting(placeId => {
  const before = places;
  if (placeId === null) whose = undefined;
  else if (placesNow().has(placeId) !== hasDraft(writingOf(placeId))) {
    const others = [...places].filter(id => id !== placeId);
    places = new Set(hasDraft(writingOf(placeId)) ? [...others, placeId] : others);
  }
  if (placesNow() !== before) for (const listener of listeners) listener();
});

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns the ids of the places with a draft on this device; the set is stable while unchanged. */
export const useDrafts = (): ReadonlySet<string> => useSyncExternalStore(subscribe, placesNow);
