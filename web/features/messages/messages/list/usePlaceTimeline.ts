import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { Move } from '@palabre/common/contract/workspaces/members.ts';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation } from 'react-router';
import { idIn, type Place, placeKey } from '../../../../platform/address/place.ts';
import { logFailure } from '../../../../platform/device/log.ts';
import { useNewLine } from '../../../reading/unread/open/useNewLine.ts';
import { shownIn, useOutbox } from '../../outbox/open/outbox.ts';
import { useWishes, wished } from '../../reactions/open/reactions.queries.ts';
import { threaded, useThreadStates, watchThreads } from '../../threads/open/thread-states.ts';
import { openAsked } from '../../timeline/open/ask-place.ts';
import { goToDay, goToMessage } from '../../timeline/open/go-to.ts';
import { useTimelines } from '../../timeline/open/timelines.store.ts';
import { jumped, loadNewer, loadOlder, openPlace, showEnd } from '../../timeline/open/timelines.ts';
import { movesBelow } from './rows/moves.ts';
import { type Row, rowsOf } from './rows/rows.ts';

const noMoves: readonly Move[] = [];

const later = (what: Promise<void>) => {
  // The next scroll, or the next reconnection, retries.
  what.catch((cause: unknown) => logFailure('The messages could not be fetched', cause));
};

/** Returns the position of a place's last loaded message; null without any. */
const lastHere = (placeId: string): number | null =>
  useTimelines.getState().places[placeId]?.timeline.messages.at(-1)?.position ?? null;

interface PlaceTimelineInput {
  place: Place;
  userId: string;
  /** Id of the message to show; null opens the list at the read position. */
  wanted: string | null;
  /** Joins and departures, in order, where the place shows them. */
  moves: readonly Move[];
  /** Root message, if the place is a thread. */
  root?: Message | undefined;
  /** Whether something covers the list, so that nothing in it is read. */
  covered: boolean;
}

/** Returns the rows of a place, current while it is shown, and the functions that load more. */
export function usePlaceTimeline({ place, userId, wanted, moves, root, covered }: PlaceTimelineInput) {
  const key = placeKey(place);
  const state = useTimelines(store => store.places[key]);
  const entries = useOutbox(store => store.entries);
  const wishes = useWishes(store => store.wishes);
  const threads = useThreadStates(store => store.states);
  // Following a link to the same message again jumps again.
  const { key: visited } = useLocation();
  const visit = wanted && visited;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a place is its key.
  useEffect(() => {
    if (!wanted) return later(openAsked(place));
    return later(goToMessage(place, wanted));
  }, [key, wanted, visit]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a place is its key.
  useEffect(() => watchThreads(place), [key]);

  const messages = state?.timeline.messages;
  const { readUpTo, onSeen: onMessageSeen, clearLine } = useNewLine(place, lastHere);
  // The list reports the rows in view on each render, and so also when it is uncovered.
  const onSeen = useCallback(
    (row: Row) => {
      // The root of a thread has its position in another place.
      if (covered || row.kind !== 'message' || idIn(row.message) !== key) return;
      onMessageSeen({ position: row.message.position, id: row.message._id });
    },
    [onMessageSeen, covered, key],
  );

  const hasOlder = state?.timeline.prevCursor != null;
  const hasNewer = state?.timeline.nextCursor != null;
  // Moves wait for the messages around them.
  const isLoaded = state?.timeline.loaded ?? false;
  const told = isLoaded ? moves : noMoves;
  const drawn = useRef<readonly Row[]>([]);
  const rows = useMemo(() => {
    const pending = shownIn(key, entries);
    const shown = wished(threaded(messages ?? [], threads), wishes, userId);
    const [above] = root && !hasOlder ? wished(threaded([root], threads), wishes, userId) : [];
    const input = { messages: shown, root: above, pending, userId, readUpTo };
    return rowsOf({ ...input, moves: told, hasOlder: hasOlder || !isLoaded }, drawn.current);
  }, [messages, root, entries, threads, wishes, key, userId, readUpTo, told, hasOlder, isLoaded]);
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
    isLoaded,
    isLoading: state?.loading.has('window') ?? true,
    failure: state?.failure ?? null,
    loadingOlder: state?.loading.has('older') ?? false,
    ...{ hasOlder, hasNewer, movesBelow: below },
    jump: state?.jump ?? null,
    ...{ onSeen, clearLine },
    ...fetching,
  };
}
