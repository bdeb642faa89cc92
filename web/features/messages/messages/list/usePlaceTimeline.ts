import type { Move } from '@palabre/common/contract/workspaces/members.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { type Place, placeKey } from '../../../../platform/address/place.ts';
import { logFailure } from '../../../../platform/device/log.ts';
import { useConnection } from '../../../../platform/server/connection.ts';
import { lastRead, markRead } from '../../../reading/unread/open/last-read.ts';
import { onceUnreadKnown, openingMark } from '../../../reading/unread/open/opening-mark.ts';
import { isKeptUnread, readAgain, sayRead } from '../../../reading/unread/open/reading.ts';
import { useUnreadState } from '../../../reading/unread/open/unread.queries.ts';
import { useOutbox } from '../../outbox/open/outbox.ts';
import { useWishes, wished } from '../../reactions/open/reactions.queries.ts';
import { openAsked } from '../../timeline/open/ask-place.ts';
import { goToDay, goToMessage } from '../../timeline/open/go-to.ts';
import { useTimelines } from '../../timeline/open/places.ts';
import { jumped, loadNewer, loadOlder, openPlace, showEnd } from '../../timeline/open/timelines.ts';
import { movesBelow } from './moves.ts';
import { type Row, rowsOf } from './rows.ts';

const noMoves: readonly Move[] = [];

const later = (what: Promise<void>) => {
  // The next scroll, or the next reconnection, asks again.
  what.catch((cause: unknown) => logFailure('The messages could not be fetched', cause));
};

/** Position of the last message kept of a place that is opened without a connection: what comes with it is new. */
function keptWhileAway(placeId: string): number | null {
  const { state } = useConnection.getState();
  if (state !== 'offline' && state !== 'unreachable') return null;
  return useTimelines.getState().places[placeId]?.timeline.messages.at(-1)?.position ?? null;
}

/**
 * The rows of a place for this person, kept up to date while it is shown; and what fetches more of them.
 * @param moves who came and who left, where the place says it, in order
 */
export function usePlaceTimeline(place: Place, userId: string, wanted: string | null, moves: readonly Move[]) {
  const key = placeKey(place);
  const state = useTimelines(store => store.places[key]);
  const entries = useOutbox(store => store.entries);
  const wishes = useWishes(store => store.wishes);
  // Following a link to the same message again goes there again.
  const { key: visited } = useLocation();
  const visit = wanted && visited;
  // What is seen before the server has said what is unread moves no line.
  const [openedAt] = useState(() => lastRead(userId, key));
  const [readUpTo, setReadUpTo] = useState(() => openingMark(userId, key)?.position ?? keptWhileAway(key));

  // biome-ignore lint/correctness/useExhaustiveDependencies: a place is its key.
  useEffect(() => {
    if (!wanted) return later(openAsked(place));
    return later(goToMessage(place, wanted));
  }, [key, wanted, visit]);

  const messages = state?.timeline.messages;
  const read = useRef(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a place is its key.
  const onSeen = useCallback(
    (row: Row) => {
      if (row.kind !== 'message' || row.message.position <= read.current) return;
      if (document.visibilityState !== 'visible') return;
      const { position, _id: id } = row.message;
      read.current = position;
      if (isKeptUnread(key)) return;
      markRead(userId, key, { position, id });
      sayRead(place, position);
    },
    [userId, key],
  );

  useEffect(() => {
    readAgain(key);
    const stop = onceUnreadKnown(() => setReadUpTo(openingMark(userId, key, openedAt)?.position ?? null));
    return () => {
      stop();
      readAgain(key);
    };
  }, [userId, key, openedAt]);

  // What was marked as unread is new from there, and is in sight.
  const first = useUnreadState(key)?.first?.position;
  useEffect(() => {
    if (first !== undefined && isKeptUnread(key)) setReadUpTo(first - 1);
  }, [first, key]);

  useEffect(() => {
    // What arrives while the page is not looked at, or not connected, is new when one comes back.
    const look = () => {
      if (document.visibilityState === 'hidden') setReadUpTo(lastRead(userId, key)?.position ?? null);
    };
    const stop = useConnection.subscribe(({ state: now }, { state: before }) => {
      const mark = lastRead(userId, key)?.position ?? -1;
      const last = useTimelines.getState().places[key]?.timeline.messages.at(-1);
      if (before === 'live' && now !== 'live' && last && last.position <= mark) setReadUpTo(mark);
    });
    document.addEventListener('visibilitychange', look);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', look);
    };
  }, [userId, key]);

  const hasOlder = state?.timeline.prevCursor != null;
  const hasNewer = state?.timeline.nextCursor != null;
  // Between which messages is not known before these are.
  const told = state?.timeline.loaded ? moves : noMoves;
  const drawn = useRef<readonly Row[]>([]);
  const rows = useMemo(() => {
    const pending = entries.filter(entry => placeKey(entry.place) === key);
    const input = { messages: wished(messages ?? [], wishes, userId), pending, userId, readUpTo };
    return rowsOf({ ...input, moves: told, hasOlder }, drawn.current);
  }, [messages, entries, wishes, key, userId, readUpTo, told, hasOlder]);
  const below = useMemo(() => (hasNewer ? null : movesBelow(told, rows)), [told, rows, hasNewer]);
  useEffect(() => {
    drawn.current = rows;
  }, [rows]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a place is its key.
  const fetching = useMemo(
    () => ({
      onOlder: () => later(loadOlder(place)),
      onNewer: () => later(loadNewer(place)),
      onLatest: () => later(showEnd(place)),
      onDay: (day: Date) => later(goToDay(place, day)),
      onRetry: () => later(openPlace(place)),
      onJumped: () => jumped(place),
    }),
    [key],
  );

  return {
    rows,
    isLoaded: state?.timeline.loaded ?? false,
    isLoading: state?.loading.has('window') ?? true,
    failure: state?.failure ?? null,
    loadingOlder: state?.loading.has('older') ?? false,
    ...{ hasOlder, hasNewer, movesBelow: below },
    jump: state?.jump ?? null,
    onSeen,
    ...fetching,
    /** What is new is no longer: this person has just written. */
    clearLine: useCallback(() => setReadUpTo(null), []),
  };
}
