/**
 * Read marks: how far the user has read each place, and every rule about that. Three sources, each by the place's id:
 * - The server's state (`unread-states.ts`): the first unread message, across the user's devices.
 * - This device's mark (`device-marks.ts`): the last message seen on this device. It is ahead of the server's state
 * while its request is pending (`send-marks.ts`), or since the connection was lost; `tellAllRead` then sends it. A mark
 * that the server has had is not sent again: the place may be marked as unread on another device.
 * - The places kept unread: marked as unread while open, so that viewing them does not read them.
 * `useNewLine.ts` derives from these sources where an open place shows its line of new messages.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Unread } from '@palabre/common/contract/reading/unread.ts';
import { type Place, placeKey, placeOf } from '../../../../platform/address/place.ts';
import { useConnection } from '../../../../platform/server/connection.ts';
import { cached, keyOf } from '../../../../platform/server/query.ts';
import { queryClient } from '../../../../platform/server/query-client.ts';
import { onSessionEnd } from '../../../../platform/session/session.ts';
import { tellFailure } from '../../../../ui/alerts/failures.ts';
import { type KeptMark, keptMark, lastRead, type ReadMark, setMark } from './device-marks.ts';
import { isUnsent, queueMark, sendMark, sendWaiting } from './send-marks.ts';
import { putState, unreadStateOf } from './unread-states.ts';
import { readThreads, threadsIn } from './unread-threads.ts';

// Reading: a message on screen is read, on this device at once and on the server within a moment.

const keptUnread = new Set<string>();

/** Tells whether a place stays unread although it is on screen. */
export const isKeptUnread = (placeId: string): boolean => keptUnread.has(placeId);

/** Makes a place read normally again: the user has opened it or left it. */
export function endKeptUnread(placeId: string): void {
  keptUnread.delete(placeId);
}

/** Makes a place stay unread although it is on screen. */
export const keepUnread = (placeId: string): void => void keptUnread.add(placeId);

/** Makes all places read normally again. */
export const endAllKeptUnread = (): void => keptUnread.clear();

/** Reads a place up to a message that was on screen, unless the place is kept unread. The mark never goes back. */
export function read(place: Place, mark: ReadMark): void {
  const key = placeKey(place);
  if (keptUnread.has(key)) return;
  if ((lastRead(key)?.position ?? -1) < mark.position) setMark(key, mark, isReadThere(place, mark.position));
  tellRead(place, mark.position);
}

/** Tells whether no message up to a position is unread in this state. */
const isReadIn = (state: Unread | undefined, position: number): boolean =>
  !state?.first || position < state.first.position;

/**
 * Tells whether the server surely has a channel or conversation as read up to a position: by the states of an
 * up-to-date page, without a pending request. A thread's counts also depend on whether the user follows it.
 */
function isReadThere(place: Place, position: number): boolean {
  const { isInvalidated = true, fetchStatus } = queryClient.getQueryState(keyOf(api.unread.list)) ?? {};
  const isCurrent = useConnection.getState().state === 'live' && !isInvalidated && fetchStatus === 'idle';
  const key = placeKey(place);
  return (
    isCurrent && place.threadId === undefined && !isUnsent(key) && isReadIn(unreadStateOf(queryClient, key), position)
  );
}

/** Sends a read position, unless no message up to it is unread on the server. */
function tellRead(place: Place, position: number): void {
  const key = placeKey(place);
  const state = unreadStateOf(queryClient, key);
  if (!state || keptUnread.has(key) || isReadIn(state, position)) return;
  queueMark(place, position);
  // The last unread message: the change shows before the server answers.
  if (position >= state.seq) putState(queryClient, { ...state, read: position, first: null, messages: 0, mentions: 0 });
}

/** Sends every mark of this device that the server lacks: of a lost connection, or of a closed tab. */
export function tellAllRead(): void {
  const { unread = [], threads = [] } = cached(queryClient, api.unread.list) ?? {};
  for (const state of [...unread, ...threads]) {
    const place = placeOf(state);
    const key = placeKey(place);
    const mark = keptMark(key);
    if (mark && !mark.told && !isUnsent(key)) tellRead(place, mark.position);
  }
  sendWaiting();
}

// After a catch-up, messages are on screen before the states report them, because the states are fetched after the
// messages.
queryClient.getQueryCache().subscribe(({ type, query, ...event }) => {
  if (type !== 'updated' || query.queryKey[0] !== api.unread.list.path || !('action' in event)) return;
  if (event.action.type === 'success' && !event.action.manual) queueMicrotask(tellAllRead);
});

// Opening a place.

/** Tells whether the list of unread states is loaded. */
export const isUnreadKnown = (): boolean => cached(queryClient, api.unread.list) !== undefined;

/**
 * Returns the message behind which a place opens: the last message read on any device. This device's mark wins while
 * the server's state is not loaded, or when the server has not had it and it is further on. Null if no message is new,
 * or nothing is known.
 */
export function openingMark(placeId: string, device: KeptMark | null = keptMark(placeId)): ReadMark | null {
  if (!isUnreadKnown()) return device;
  const first = unreadStateOf(queryClient, placeId)?.first;
  if (!first) return null;
  return device && !device.told && device.position >= first.position
    ? device
    : { position: first.position - 1, id: first._id };
}

/** Maximum wait of a place that opens for the list of unread states. */
const unreadListWaitMs = 1_000;

/** Waits for the list of unread states, if its request is pending. */
export function untilUnreadKnown(): Promise<void> {
  const query = queryClient.getQueryCache().find({ queryKey: keyOf(api.unread.list), exact: true });
  if (isUnreadKnown() || query?.state.fetchStatus !== 'fetching') return Promise.resolve();
  const answered = query.promise?.then(
    () => {},
    () => {},
  );
  return Promise.race([answered, new Promise<void>(done => setTimeout(done, unreadListWaitMs))]).then(() => {});
}

/** Calls back at the first load of the list of unread states, if it is not loaded. Returns the function that unsubscribes. */
export function onceUnreadKnown(listener: () => void): () => void {
  if (isUnreadKnown()) return () => {};
  const stop = queryClient.getQueryCache().subscribe(() => {
    if (!isUnreadKnown()) return;
    stop();
    listener();
  });
  return stop;
}

// Marking, by a menu, a key or a button.

/** Marks all messages of a place as read, and all threads in it. */
export async function markPlaceRead(place: Place): Promise<void> {
  const key = placeKey(place);
  keptUnread.delete(key);
  const inside = threadsIn(queryClient, key);
  for (const { threadId = '' } of inside) keptUnread.delete(threadId);
  if (!unreadStateOf(queryClient, key)?.first && inside.length === 0) return;
  try {
    await sendMark({
      ...place,
      position: Number.MAX_SAFE_INTEGER,
      ...(place.threadId === undefined && { threads: true }),
    });
    if (place.threadId === undefined) readThreads(queryClient, { channelId: null, conversationId: null, ...place });
  } catch (cause) {
    tellFailure(cause);
  }
}

onSessionEnd(endAllKeptUnread);
