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

/** Who is writing, by place: those of whom it was said a moment ago. */
export const useWriters = create<Record<string, readonly Writer[]>>(() => ({}));

const timers = new Map<string, ReturnType<typeof setTimeout>>();
const none: readonly Writer[] = [];

/** Someone writes no more: it was a while ago, or what they wrote is there. */
export function forgetWriter(placeId: string, userId: string): void {
  const key = `${placeId} ${userId}`;
  clearTimeout(timers.get(key));
  if (!timers.delete(key)) return;
  useWriters.setState(all => ({ [placeId]: (all[placeId] ?? none).filter(one => one.userId !== userId) }));
}

/** Someone writes in a place; shown until they have been silent for a while. */
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

/** Says that one writes here, now and then while keys are pressed; to nobody while the connection is away. */
export function sayTyping(place: Place): void {
  const now = Date.now();
  const placeId = placeKey(place);
  if (said.placeId === placeId && now - said.at < typingTimes.every * 1_000) return;
  said = { placeId, at: now };
  currentSocket()?.volatile.emit('typing', place);
}

/** What was written is sent: the next key is news again. */
export function stopTyping(): void {
  said = { placeId: '', at: 0 };
}
