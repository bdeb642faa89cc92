import { rooms, to } from '../../../../platform/realtime/rooms.ts';
import type { Work } from '../../../../platform/work.ts';
import { markThreads } from './mark-threads.store.ts';

/** Marks a person's threads as read, in one channel or conversation or everywhere, and notifies their devices. */
export async function readThreads(
  { db, emit }: Pick<Work, 'db' | 'emit'>,
  userId: string,
  { channelId = null, conversationId = null }: { channelId?: string | null; conversationId?: string | null } = {},
): Promise<void> {
  const changed = await markThreads(db, userId, channelId ?? conversationId);
  if (changed) emit('readThreads', { _id: userId, channelId, conversationId }, to(rooms.user(userId)));
}
