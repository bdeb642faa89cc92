import { useCallback, useEffect, useRef, useState } from 'react';
import { type Place, placeKey } from '../../../../platform/address/place.ts';
import { useConnection } from '../../../../platform/server/connection.ts';
import { keptMark, lastRead, type ReadMark } from './device-marks.ts';
import { endKeptUnread, isKeptUnread, isUnreadKnown, onceUnreadKnown, openingMark, read } from './read-marks.ts';
import { useUnreadState } from './unread.queries.ts';

/** Returns the position of the last loaded message of a place; null without any. */
type LastHere = (placeId: string) => number | null;

/** Places the line of a place that opens without a connection: below the last loaded message. */
function hereWhileAway(placeId: string, lastHere: LastHere): number | null {
  const { state } = useConnection.getState();
  return state === 'offline' || state === 'unreachable' ? lastHere(placeId) : null;
}

/**
 * Reads a place while it is open, and places its line of new messages. The line stays where the place opened, although the user
 * reads on. It moves at the first answer of the server, at a message marked as unread, and when the page is hidden or loses its
 * connection: messages that come meanwhile are new.
 */
export function useNewLine(place: Place, lastHere: LastHere) {
  const key = placeKey(place);
  // A late first response of the server applies to the mark from before the place opened.
  const [openedAt] = useState(() => keptMark(key));
  const isPlaced = useRef(isUnreadKnown());
  const [readUpTo, setReadUpTo] = useState(() => openingMark(key)?.position ?? hereWhileAway(key, lastHere));

  const seenUpTo = useRef(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a place is its key.
  const onSeen = useCallback(
    (mark: ReadMark) => {
      if (mark.position <= seenUpTo.current || document.visibilityState !== 'visible') return;
      seenUpTo.current = mark.position;
      read(place, mark);
    },
    [key],
  );

  useEffect(() => {
    endKeptUnread(key);
    const putLine = () => {
      isPlaced.current = true;
      setReadUpTo(openingMark(key, openedAt)?.position ?? null);
    };
    // The answer may come after the place is rendered, before its effects run.
    if (!isPlaced.current && isUnreadKnown()) putLine();
    const stop = onceUnreadKnown(putLine);
    return () => {
      stop();
      endKeptUnread(key);
    };
  }, [key, openedAt]);

  // The line is above a message marked as unread.
  const first = useUnreadState(key)?.first?.position;
  useEffect(() => {
    if (first !== undefined && isKeptUnread(key)) setReadUpTo(first - 1);
  }, [first, key]);

  // A thread just followed counts replies that were read before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a place is its key.
  useEffect(() => {
    const mark = keptMark(key);
    const isBehind = first !== undefined && mark !== null && !mark.told && mark.position >= first;
    if (place.threadId !== undefined && isBehind) read(place, mark);
  }, [first, key]);

  useEffect(() => {
    const markOf = () => lastRead(key)?.position ?? null;
    const look = () => {
      // Where no message has been seen yet, all stay new.
      if (document.visibilityState === 'hidden') setReadUpTo(line => markOf() ?? line);
    };
    const stop = useConnection.subscribe(({ state: now }, { state: before }) => {
      const [mark, last] = [markOf(), lastHere(key)];
      // With messages left to read, the line stays above them.
      if (before === 'live' && now !== 'live' && mark !== null && last !== null && last <= mark) setReadUpTo(mark);
    });
    document.addEventListener('visibilitychange', look);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', look);
    };
  }, [key, lastHere]);

  return {
    /** Position of the last message above the line; null without a line. */
    readUpTo,
    onSeen,
    /** Removes the line: the user has written, or has marked all as read. */
    clearLine: useCallback(() => setReadUpTo(null), []),
  };
}
