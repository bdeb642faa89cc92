import type { EventPayload } from '@palabre/common/contract/index.ts';
import { typingTimes } from '@palabre/common/contract/messages/messages.ts';
import { create } from 'zustand';
import { type Place, placeKey, placeOf } from '../../../../platform/address/place.ts';
import { currentSocket } from '../../../../platform/server/connection.ts';

interface Writer {
  userId: string;
  firstName: string;
  lastName: string;
}

/** Holds the recent writers of each place. */
export const useWriters = create<Record<string, readonly Writer[]>>(() => ({}));

const timers = new Map<string, ReturnType<typeof setTimeout>>();
const none: readonly Writer[] = [];

/** Removes a writer, whose time is over or whose message has arrived. */
export function forgetWriter(placeId: string, userId: string): void {
  const key = `${placeId} ${userId}`;
  clearTimeout(timers.get(key));
  if (!timers.delete(key)) return;
  useWriters.setState(all => ({ [placeId]: (all[placeId] ?? none).filter(one => one.userId !== userId) }));
}

/** Adds a writer to a place for a while. */
export function noteWriter({ userId, firstName, lastName, ...ids }: EventPayload<'typing'>): void {
  const placeId = placeKey(placeOf(ids));
  forgetWriter(placeId, userId);
  timers.set(
    `${placeId} ${userId}`,
    setTimeout(() => forgetWriter(placeId, userId), typingTimes.shown * 1_000),
  );
  useWriters.setState(all => ({ [placeId]: [...(all[placeId] ?? none), { userId, firstName, lastName }] }));
}

let said = { placeId: '', at: 0 };

/** Sends the typing event, throttled while keys are pressed; volatile, so nobody gets it late after a reconnection. */
export function sayTyping(place: Place): void {
  const now = Date.now();
  const placeId = placeKey(place);
  if (said.placeId === placeId && now - said.at < typingTimes.every * 1_000) return;
  said = { placeId, at: now };
  currentSocket()?.volatile.emit('typing', place);
}

/** Resets the throttle once the message is sent: the next key sends the event at once. */
export function stopTyping(): void {
  said = { placeId: '', at: 0 };
}
