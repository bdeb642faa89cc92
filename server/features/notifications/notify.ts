import type { Db } from '../../platform/postgres/db.ts';
import type { Emit } from '../../platform/realtime/events.ts';
import { rooms, to } from '../../platform/realtime/rooms.ts';
import { insertNotifications, type NewNotification } from './notifications.store.ts';

/** Stores a notification for each of these people, and tells each of their own. */
export async function notify(
  { db, emit }: { db: Db; emit: Emit },
  userIds: readonly string[],
  made: NewNotification,
): Promise<void> {
  if (userIds.length === 0) return;
  for (const { userId, notification } of await insertNotifications(db, userIds, made)) {
    emit('newNotification', notification, to(rooms.user(userId)));
  }
}
