import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { Level } from '@palabre/common/contract/reading/unread.ts';
import { undoSeconds } from '@palabre/common/rules/unread.ts';
import { type Place, placeKey, placeOf } from '../../../../platform/address/place.ts';
import { call } from '../../../../platform/server/api.ts';
import { queryClient } from '../../../../platform/server/query-client.ts';
import { onSessionEnd, useSession } from '../../../../platform/session/session.ts';
import { i18n } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../../ui/alerts/failures.ts';
import { lastRead, moveMark } from './last-read.ts';
import { putState, stateOf, takeState } from './states.ts';

/** What was read here and the server has not heard yet, by place. */
const unsaid = new Map<string, { place: Place; position: number }>();
/** Places that were marked as unread while they are open: being looked at reads them no more. */
const kept = new Set<string>();

/** Said at once, then so seldom while one goes on reading, in milliseconds: other devices know within a second. */
const pauseMs = 700;
const firstMs = 120;
let timer: ReturnType<typeof setTimeout> | undefined;

/** A message has been in sight: tells the server, with whatever else is read meanwhile. */
export function sayRead(place: Place, position: number): void {
  const key = placeKey(place);
  if (kept.has(key)) return;
  const state = stateOf(queryClient, key);
  // The server knows, or there is nothing there that was unread.
  if (!state?.first || position < state.first.position) return;
  unsaid.set(key, { place, position: Math.max(position, unsaid.get(key)?.position ?? 0) });
  timer ??= setTimeout(send, firstMs);
  // Shown at once when that was all there is.
  if (position >= state.seq) putState(queryClient, { ...state, read: position, first: null, messages: 0, mentions: 0 });
}

/** It leaves even when the page does. */
const outliving = { send: (address: string, init: RequestInit) => fetch(address, { ...init, keepalive: true }) };

async function send(): Promise<void> {
  const all = [...unsaid.values()];
  unsaid.clear();
  timer = undefined;
  await Promise.all(
    all.map(async ({ place, position }) => {
      try {
        takeState(queryClient, (await call(api.unread.mark, { body: { ...place, position } }, outliving)).unread);
      } catch {
        // Kept by this device: said again by the next message that is read, or once it is connected.
      }
    }),
  );
  if (unsaid.size > 0) timer ??= setTimeout(send, pauseMs);
}

/** Says what this device has read and the server does not know: without a connection, or in another tab that is gone. */
export function sayAllRead(): void {
  const userId = useSession.getState().user?._id ?? '';
  for (const state of queryClient.getQueryData<{ unread: Parameters<typeof takeState>[1][] }>([api.unread.list.path])
    ?.unread ?? []) {
    const place = placeOf(state);
    const mark = lastRead(userId, placeKey(place));
    if (mark) sayRead(place, mark.position);
  }
}

/** Whether a place stays unread although it is looked at. */
export const isKeptUnread = (placeId: string): boolean => kept.has(placeId);

/** One goes to a place, or leaves it: from now on it is read as any other. */
export function readAgain(placeId: string): void {
  kept.delete(placeId);
}

/** Marks a message, and those behind it, as unread. */
export async function markUnreadFrom({ channelId, conversationId, position }: Message): Promise<void> {
  const place = placeOf({ channelId, conversationId });
  const key = placeKey(place);
  kept.add(key);
  unsaid.delete(key);
  try {
    const { unread } = await call(api.unread.mark, { body: { ...place, position: position - 1, back: true } });
    takeState(queryClient, unread);
    moveMark(useSession.getState().user?._id ?? '', key, { position: position - 1, id: unread.first?._id ?? '' });
    alerts.info(i18n.t('unread:markedUnread'));
  } catch (cause) {
    kept.delete(key);
    tellFailure(cause);
  }
}

/** Marks a place as read, wherever one stands in it. */
export async function markPlaceRead(place: Place): Promise<void> {
  readAgain(placeKey(place));
  const state = stateOf(queryClient, placeKey(place));
  if (!state?.first) return;
  try {
    const body = { ...place, position: Number.MAX_SAFE_INTEGER };
    takeState(queryClient, (await call(api.unread.mark, { body })).unread);
  } catch (cause) {
    tellFailure(cause);
  }
}

/** Marks everything as read, and offers to undo it while that can be done. */
export async function markAllRead(): Promise<void> {
  kept.clear();
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

/** Says what one wants to hear of a place. */
export async function setHearing(place: Place, change: { level?: Level; muted?: boolean }): Promise<void> {
  try {
    takeState(queryClient, (await call(api.unread.setLevel, { body: { ...place, ...change } })).unread);
  } catch (cause) {
    tellFailure(cause);
  }
}

window.addEventListener('pagehide', () => unsaid.size > 0 && void send());

onSessionEnd(() => {
  clearTimeout(timer);
  timer = undefined;
  unsaid.clear();
  kept.clear();
});
