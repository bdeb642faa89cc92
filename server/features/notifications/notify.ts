import { rooms, to } from '../../platform/realtime/rooms.ts';
import type { Work } from '../../platform/work.ts';
import { insertNotifications, type NewNotification } from './notifications.store.ts';

/** Stores a notification for each of these people, and tells each of their own. */
export async function notify({ db, emit }: Work, userIds: readonly string[], made: NewNotification): Promise<void> {
  if (userIds.length === 0) return;
  for (const { userId, notification, renewed } of await insertNotifications(db, userIds, made)) {
    emit(renewed ? 'updateNotification' : 'newNotification', notification, to(rooms.user(userId)));
  }
}
