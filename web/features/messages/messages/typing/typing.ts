import type { EventPayload } from '@palabre/common/contract/index.ts';
import { typingTimes } from '@palabre/common/contract/messages/typing-event.ts';
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
const settling = new Map<string, ReturnType<typeof setTimeout>>();
const none: readonly Writer[] = [];

/** Removes a writer, whose time is over or whose message has arrived. */
function forgetWriter(placeId: string, userId: string): void {
  const key = `${placeId} ${userId}`;
  clearTimeout(timers.get(key));
  if (!timers.delete(key)) return;
  useWriters.setState(all => ({ [placeId]: (all[placeId] ?? none).filter(one => one.userId !== userId) }));
}

/** Removes the sender of a message from the writers, and for a moment keeps out typing events that the message overtook. */
export function noteSender(placeId: string, userId: string): void {
  const key = `${placeId} ${userId}`;
  forgetWriter(placeId, userId);
  clearTimeout(settling.get(key));
  settling.set(
    key,
    setTimeout(() => settling.delete(key), typingTimes.settled * 1_000),
  );
}

/** Adds a writer to a place for a while. */
export function noteWriter({ userId, firstName, lastName, ...ids }: EventPayload<'typing'>): void {
  const placeId = placeKey(placeOf(ids));
  if (settling.has(`${placeId} ${userId}`)) return;
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

/** Shortens the throttle once the message is sent: the first key after readers listen again sends the event. */
export function stopTyping(): void {
  said = { ...said, at: Date.now() - (typingTimes.every - typingTimes.settled) * 1_000 };
}
