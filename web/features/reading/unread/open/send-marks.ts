/**
 * Requests of read positions: queued, sent in batches, and their answers applied. `read-marks.ts` decides which positions are
 * sent.
 */

import type { InputOf } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Unread } from '@palabre/common/contract/reading/unread.ts';
import { type Place, placeKey } from '../../../../platform/address/place.ts';
import { call } from '../../../../platform/server/api.ts';
import { queryClient } from '../../../../platform/server/query-client.ts';
import { onSessionEnd } from '../../../../platform/session/session.ts';
import { takeState } from './unread-states.ts';

/** Delay of the first batch, and interval of the next ones: other devices are up to date within a second. */
const firstMs = 120;
const pauseMs = 700;

/** Read positions that wait to be sent, by place. */
const queue = new Map<string, { place: Place; position: number }>();
let timer: ReturnType<typeof setTimeout> | undefined;

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

/** Removes a place from the next batch. */
export function dropQueued(placeId: string): void {
  queue.delete(placeId);
}

/** Sends what has come during the pause; after a pause without anything, the next position begins a first batch. */
function sendNext(): void {
  timer = undefined;
  if (queue.size > 0) void sendQueued();
}

async function sendQueued(): Promise<void> {
  const all = [...queue.values()];
  queue.clear();
  clearTimeout(timer);
  timer = setTimeout(sendNext, pauseMs);
  await Promise.all(
    all.map(async ({ place, position }) => {
      try {
        await sendMark({ ...place, position }, outliving);
      } catch {
        // The device keeps the mark: it is sent again at the next read message or reconnection.
      }
    }),
  );
}

if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', () => queue.size > 0 && void sendQueued());
}

onSessionEnd(() => {
  clearTimeout(timer);
  timer = undefined;
  queue.clear();
});
