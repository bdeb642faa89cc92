import { api } from '@palabre/common/contract/index.ts';
import { cached, keyOf } from '../../../../platform/server/query.ts';
import { queryClient } from '../../../../platform/server/query-client.ts';
import { lastRead, type ReadMark } from './last-read.ts';
import { stateOf } from './states.ts';

/** Whether the server has said what is unread. */
export const isUnreadKnown = (): boolean => cached(queryClient, api.unread.list) !== undefined;

/**
 * Where one begins in a place: behind what was read of it, on whatever device. What this one has read a moment ago the
 * server may still have to hear, and all of it until it has answered. Null: nothing is new there, or nothing is known.
 */
export function openingMark(
  userId: string,
  placeId: string,
  device: ReadMark | null = lastRead(userId, placeId),
): ReadMark | null {
  if (!isUnreadKnown()) return device;
  const first = stateOf(queryClient, placeId)?.first;
  if (!first) return null;
  return device && device.position >= first.position ? device : { position: first.position - 1, id: first._id };
}

/** How long a place that opens waits to know where one begins, in milliseconds. */
const patienceMs = 1_000;

/** Waits for the answer that is under way, if there is one. */
export function untilUnreadKnown(): Promise<void> {
  const query = queryClient.getQueryCache().find({ queryKey: keyOf(api.unread.list), exact: true });
  if (isUnreadKnown() || query?.state.fetchStatus !== 'fetching') return Promise.resolve();
  const answered = query.promise?.then(
    () => {},
    () => {},
  );
  return Promise.race([answered, new Promise<void>(done => setTimeout(done, patienceMs))]).then(() => {});
}

/** Calls back once the server has first said what is unread. Answers what ends that. */
export function onceUnreadKnown(listener: () => void): () => void {
  if (isUnreadKnown()) return () => {};
  const stop = queryClient.getQueryCache().subscribe(() => {
    if (!isUnreadKnown()) return;
    stop();
    listener();
  });
  return stop;
}
