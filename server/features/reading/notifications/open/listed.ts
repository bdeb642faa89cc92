import { listedNotifications, type Notification } from '@palabre/common/contract/reading/notifications.ts';
import { byCode } from '@palabre/common/rules/order.ts';
import type { Db } from '../../../../platform/postgres/db.ts';
import { readNotifications } from '../notifications.store.ts';
import { readCalling } from './message-notifications.store.ts';

/** Orders notifications, the newest first. */
export const newestFirst = (a: Notification, b: Notification): number =>
  byCode(b.createdAt, a.createdAt) || byCode(b._id, a._id);

/** Reads a person's notifications, the newest first. */
export async function readListed(db: Db, userId: string): Promise<Notification[]> {
  const [stored, calling] = await Promise.all([
    readNotifications(db, userId, listedNotifications),
    readCalling(db, userId, listedNotifications),
  ]);
  return [...stored, ...calling].sort(newestFirst).slice(0, listedNotifications);
}
