import { useSyncExternalStore } from 'react';
import { keptIds } from '../../../../platform/device/kept.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { hasDraft, onWriting, what, writingOf } from './writing.ts';

const none: ReadonlySet<string> = new Set();
let whose: string | undefined;
let places = none;

const listeners = new Set<() => void>();

/** What this device keeps of a person's drafts is looked for once; what is typed afterwards is told. */
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

/** The ids of the places in which a message was begun and not sent, on this device; the same set while that does not change. */
export const useDrafts = (): ReadonlySet<string> => useSyncExternalStore(subscribe, placesNow);
