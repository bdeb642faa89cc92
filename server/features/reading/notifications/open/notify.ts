import { rooms, to } from '../../../../platform/realtime/rooms.ts';
import type { Work } from '../../../../platform/work.ts';
import { insertNotifications, type NewNotification, settleNotifications } from '../notifications.store.ts';

/** Stores a notification for each of these people, and emits it to each. */
export async function notify({ db, emit }: Work, userIds: readonly string[], made: NewNotification): Promise<void> {
  if (userIds.length === 0) return;
  for (const { userId, notification, renewed } of await insertNotifications(db, userIds, made)) {
    emit(renewed ? 'updateNotification' : 'newNotification', notification, to(rooms.user(userId)));
  }
}

/**
 * Marks the notifications of these subjects as read, for everyone or one person, once their subject is settled;
 * `isRead: false` marks them as unread again.
 */
export async function settle(
  { db, emit }: Work,
  subjects: readonly string[],
  { userId, isRead = true }: { userId?: string; isRead?: boolean } = {},
): Promise<void> {
  if (subjects.length === 0) return;
  const whose = userId === undefined ? { isRead } : { userId, isRead };
  for (const owned of await settleNotifications(db, subjects, whose)) {
    emit('updateNotification', owned.notification, to(rooms.user(owned.userId)));
  }
}
