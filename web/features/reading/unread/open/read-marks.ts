/**
 * Read marks: how far the user has read each place, and every rule about that. Three sources, each by the place's id:
 * - The server's state (`unread-states.ts`): the first unread message, across the user's devices.
 * - This device's mark: the last message seen on this device. It is ahead of the server's state while its request is pending
 *   (`send-marks.ts`), or since the connection was lost; `tellAllRead` then sends it.
 * - The places kept unread: marked as unread while open, so that viewing them does not read them.
 * `useNewLine.ts` derives from these sources where an open place shows its line of new messages.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { undoSeconds } from '@palabre/common/rules/reading/unread.ts';
import { type Place, placeKey, placeOf } from '../../../../platform/address/place.ts';
import { keep, keptKey, readKept } from '../../../../platform/device/local-storage.ts';
import { call } from '../../../../platform/server/api.ts';
import { cached, keyOf } from '../../../../platform/server/query.ts';
import { queryClient } from '../../../../platform/server/query-client.ts';
import { onSessionEnd, useSession } from '../../../../platform/session/session.ts';
import { i18n } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../../ui/alerts/failures.ts';
import { dropQueued, queueMark, sendMark } from './send-marks.ts';
import { putState, unreadStateOf } from './unread-states.ts';
import { readThreads, threadsIn } from './unread-threads.ts';

/** Last message read in a place. */
export interface ReadMark {
  position: number;
  id: string;
}

// This device's marks: one record per user, which stays when the session expires.

const recordKey = () => keptKey('read', useSession.getState().user?._id ?? '');

function marks(): Record<string, ReadMark> {
  try {
    return JSON.parse(readKept(recordKey()) ?? '{}') as Record<string, ReadMark>;
  } catch {
    return {};
  }
}

/** Highest number of marks that a device keeps, the latest ones: threads are many. */
const marksKept = 1_000;

function setMark(placeId: string, { position, id }: ReadMark): void {
  const { [placeId]: _before, ...others } = marks();
  const all = [...Object.entries(others), [placeId, { position, id }]];
  keep(recordKey(), JSON.stringify(Object.fromEntries(all.slice(-marksKept))));
}

/** Returns the last message read on this device; null for a place never seen here. */
export const lastRead = (placeId: string): ReadMark | null => marks()[placeId] ?? null;

// Reading: a message on screen is read, on this device at once and on the server within a moment.

const keptUnread = new Set<string>();

/** Tells whether a place stays unread although it is on screen. */
export const isKeptUnread = (placeId: string): boolean => keptUnread.has(placeId);

/** Makes a place read normally again: the user has opened it or left it. */
export function endKeptUnread(placeId: string): void {
  keptUnread.delete(placeId);
}

/** Reads a place up to a message that was on screen, unless the place is kept unread. The mark never goes back. */
export function read(place: Place, mark: ReadMark): void {
  const key = placeKey(place);
  if (keptUnread.has(key)) return;
  if ((lastRead(key)?.position ?? -1) < mark.position) setMark(key, mark);
  tellRead(place, mark.position);
}

/** Sends a read position, unless the server has nothing unread up to it. */
function tellRead(place: Place, position: number): void {
  const key = placeKey(place);
  const state = unreadStateOf(queryClient, key);
  if (keptUnread.has(key) || !state?.first || position < state.first.position) return;
  queueMark(place, position);
  // The last unread message: the change shows before the server answers.
  if (position >= state.seq) putState(queryClient, { ...state, read: position, first: null, messages: 0, mentions: 0 });
}

/** Sends every mark of this device that the server lacks: of a lost connection, or of a closed tab. */
export function tellAllRead(): void {
  const { unread = [], threads = [] } = cached(queryClient, api.unread.list) ?? {};
  for (const state of [...unread, ...threads]) {
    const place = placeOf(state);
    const mark = lastRead(placeKey(place));
    if (mark) tellRead(place, mark.position);
  }
}

// Opening a place.

/** Tells whether the list of unread states is loaded. */
const isUnreadKnown = (): boolean => cached(queryClient, api.unread.list) !== undefined;

/**
 * Returns the message behind which a place opens: the last one read on any device. This device's mark wins where it is further
 * on than the server's state, and until that state is loaded. Null if nothing is new, or nothing is known.
 */
export function openingMark(placeId: string, device: ReadMark | null = lastRead(placeId)): ReadMark | null {
  if (!isUnreadKnown()) return device;
  const first = unreadStateOf(queryClient, placeId)?.first;
  if (!first) return null;
  return device && device.position >= first.position ? device : { position: first.position - 1, id: first._id };
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

/** Marks a message, and the messages after it, as unread. This device's mark goes back too, or a reconnection would resend it. */
export async function markUnread(message: Message): Promise<void> {
  const { position } = message;
  const place = placeOf(message);
  const key = placeKey(place);
  keptUnread.add(key);
  dropQueued(key);
  try {
    const { first } = await sendMark({ ...place, position: position - 1, back: true });
    setMark(key, { position: position - 1, id: first?._id ?? '' });
    alerts.info(i18n.t('unread:markedUnread'));
  } catch (cause) {
    keptUnread.delete(key);
    tellFailure(cause);
  }
}

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

/** Marks all threads as read, and no channel or conversation; its event updates the caches. */
export async function markThreadsRead(): Promise<void> {
  try {
    await call(api.threads.read, { body: {} });
  } catch (cause) {
    tellFailure(cause);
  }
}

/** Marks all places as read, and offers to undo it while the server can. */
export async function markAllRead(): Promise<void> {
  keptUnread.clear();
  try {
    const { message, undo } = await call(api.unread.markAll, {});
    const action = undo && { label: i18n.t('unread:undo'), run: () => void undoAllRead(undo) };
    alerts.success(message, action ? { action, durationMs: undoSeconds * 1_000 } : {});
  } catch (cause) {
    tellFailure(cause);
  }
}

async function undoAllRead(undo: string): Promise<void> {
  try {
    alerts.success((await call(api.unread.undoMarkAll, { body: { undo } })).message);
  } catch (cause) {
    tellFailure(cause);
  }
}

onSessionEnd(() => keptUnread.clear());
