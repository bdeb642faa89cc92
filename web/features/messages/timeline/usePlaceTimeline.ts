import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { logFailure } from '../../../platform/log.ts';
import { type Row, rowsOf } from '../list/rows.ts';
import { useOutbox } from '../outbox/outbox.ts';
import { type Place, placeKey } from '../place.ts';
import { lastRead, markRead } from './last-read.ts';
import { loadNewer, loadOlder, loadWindow, openPlace, useTimelines } from './timelines.ts';

const later = (what: Promise<void>) => {
  // The next scroll, or the next reconnection, asks again.
  what.catch((cause: unknown) => logFailure('The messages could not be fetched', cause));
};

/** The rows of a place for this person, kept up to date while it is shown; and what fetches more of them. */
export function usePlaceTimeline(place: Place, userId: string) {
  const key = placeKey(place);
  const state = useTimelines(store => store.places[key]);
  const entries = useOutbox(store => store.entries);
  const [readUpTo, setReadUpTo] = useState(() => lastRead(userId, key));

  // biome-ignore lint/correctness/useExhaustiveDependencies: a place is its key.
  useEffect(() => later(openPlace(place)), [key]);

  const messages = state?.timeline.messages;
  const latest = messages?.at(-1)?.position ?? 0;
  const onSeen = useCallback(() => {
    if (latest > 0 && document.visibilityState === 'visible') markRead(userId, key, latest);
  }, [userId, key, latest]);

  useEffect(() => {
    // What arrives while the page is not looked at is new when one comes back.
    const look = () => {
      if (document.visibilityState === 'hidden') setReadUpTo(lastRead(userId, key));
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [userId, key]);

  const drawn = useRef<readonly Row[]>([]);
  const rows = useMemo(() => {
    const pending = entries.filter(entry => placeKey(entry.place) === key);
    return rowsOf({ messages: messages ?? [], pending, userId, readUpTo }, drawn.current);
  }, [messages, entries, key, userId, readUpTo]);
  useEffect(() => {
    drawn.current = rows;
  }, [rows]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a place is its key.
  const fetching = useMemo(
    () => ({
      onOlder: () => later(loadOlder(place)),
      onNewer: () => later(loadNewer(place)),
      onLatest: () => later(loadWindow(place)),
    }),
    [key],
  );

  return {
    rows,
    isLoaded: state?.timeline.loaded ?? false,
    isLoading: state?.loading.has('window') ?? true,
    failure: state?.failure ?? null,
    loadingOlder: state?.loading.has('older') ?? false,
    hasNewer: state?.timeline.nextCursor != null,
    onSeen,
    ...fetching,
    /** What is new is no longer: this person has just written. */
    clearLine: useCallback(() => setReadUpTo(null), []),
  };
}
