/**
 * Requests of read positions: queued, sent in batches, and their answers applied. `read-marks.ts` decides which positions are
 * sent.
 */

import type { InputOf } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Unread } from '@palabre/common/contract/reading/unread.ts';
import { type Place, placeKey } from '../../../../platform/address/place.ts';
import { call, isPassing } from '../../../../platform/server/api.ts';
import { backoff } from '../../../../platform/server/backoff.ts';
import { queryClient } from '../../../../platform/server/query-client.ts';
import { onSessionEnd } from '../../../../platform/session/session.ts';
import { takeState } from './unread-states.ts';

/** Delay of the first batch, and interval of the next ones: other devices are up to date within a second. */
const firstMs = 120;
const pauseMs = 700;

interface Waiting {
  place: Place;
  position: number;
}

/** Read positions that wait to be sent, by place. */
const queue = new Map<string, Waiting>();
/** Read positions in pending requests, by place. */
const underWay = new Map<string, Waiting>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** Consecutive batches in which a position got no answer, or a transient refusal. */
let failures = 0;

type Mark = InputOf<typeof api.unread.mark>['body'];
type Transport = Parameters<typeof call<typeof api.unread.mark>>[2];

/** Sends a request even while the page closes. */
const outliving: Transport = { send: (address, init) => fetch(address, { ...init, keepalive: true }) };

/** Sends a read position at once and applies the state in the answer. */
export async function sendMark(mark: Mark, transport?: Transport): Promise<Unread> {
  const { unread } = await call(api.unread.mark, { body: mark }, transport);
  takeState(queryClient, unread);
  return unread;
}

/** Adds a read position to the next batch. */
export function queueMark(place: Place, position: number): void {
  const key = placeKey(place);
  queue.set(key, { place, position: Math.max(position, queue.get(key)?.position ?? 0) });
  timer ??= setTimeout(sendQueued, firstMs);
}

/** Tells whether a place has a read position queued or in a pending request. */
export const isUnsent = (placeId: string): boolean => queue.has(placeId) || underWay.has(placeId);

/** Removes a place from the next batch, and from the batch to be retried. */
export function dropQueued(placeId: string): void {
  queue.delete(placeId);
  underWay.delete(placeId);
}

/** Sends the queue at once, when the connection is back. */
export function sendWaiting(): void {
  if (failures > 0 && queue.size > 0) void sendQueued();
}

/** Sends the positions queued during the pause; after an empty pause, the next position begins a first batch. */
function sendNext(): void {
  timer = undefined;
  if (queue.size > 0) void sendQueued();
}

async function sendQueued(): Promise<void> {
  const all = [...queue];
  queue.clear();
  clearTimeout(timer);
  timer = setTimeout(sendNext, pauseMs);
  for (const [key, waiting] of all) underWay.set(key, waiting);
  const sent = await Promise.all(all.map(([key, waiting]) => sendOne(key, waiting)));
  if (sent.includes(true)) failures = 0;
  if (!sent.includes(false)) return;
  failures += 1;
  clearTimeout(timer);
  timer = setTimeout(sendNext, backoff(failures));
}

/**
 * Sends a read position. Without an answer, or after a transient refusal, it is queued again: the page shows its place
 * as read, so nothing else may tell the server.
 * @returns false when it is queued again; null when it is no longer wanted
 */
async function sendOne(key: string, waiting: Waiting): Promise<boolean | null> {
  const isWanted = () => underWay.get(key) === waiting;
  try {
    await sendMark({ ...waiting.place, position: waiting.position }, outliving);
    return isWanted() || null;
  } catch (cause) {
    // The device keeps the mark of a place that cannot be read for now.
    if (!isWanted() || !isPassing(cause)) return null;
    queue.set(key, { ...waiting, position: Math.max(waiting.position, queue.get(key)?.position ?? 0) });
    return false;
  } finally {
    if (isWanted()) underWay.delete(key);
  }
}

if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', () => queue.size > 0 && void sendQueued());
}

onSessionEnd(() => {
  clearTimeout(timer);
  [timer, failures] = [undefined, 0];
  queue.clear();
  underWay.clear();
});
