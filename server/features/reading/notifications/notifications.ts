import type { api } from '@palabre/common/contract/index.ts';
import type { Notification } from '@palabre/common/contract/reading/notifications.ts';
import { notificationDays } from '@palabre/common/rules/reading/unread.ts';
import { fail } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import { rooms, to } from '../../../platform/realtime/rooms.ts';
import type { Services } from '../../../platform/services.ts';
import { inTransaction, type Work } from '../../../platform/work.ts';
import { readStates } from '../unread/open/unread.store.ts';
import { stopMails } from './mails.ts';
import { markNotifications, purge, readNotification } from './notifications.store.ts';
import { newestFirst, readListed } from './open/listed.ts';
import { markCalling, readCallingOf } from './open/message-notifications.store.ts';

/** Handlers of notifications: list, read, mark, and turn mails off. */
export const notifications: Handlers<typeof api.notifications> = {
  async list({ db, actor }) {
    return { notifications: await readListed(db, actor.userId) };
  },

  async one({ db, actor, params }) {
    return { notification: await readOne(db, actor.userId, params.id) };
  },

  async mark({ work, actor, params, body }) {
    const [changed] = await mark(work, actor.userId, [params.id], body.isRead);
    return { notification: changed ?? (await readOne(work.db, actor.userId, params.id)) };
  },

  async markSeveral({ work, actor, body, say }) {
    const changed = await mark(work, actor.userId, body.ids, true);
    return { message: say('notifications_read'), notifications: changed.sort(newestFirst) };
  },

  stopMails: {
    runs: 'own transactions',
    spends: 'mailsOff',
    async handle({ body, services, say }) {
      await inTransaction(services, work => stopMails(work, services, body.token));
      return { message: say('mails_stopped') };
    },
  },
};

async function readOne(db: Db, userId: string, id: string): Promise<Notification> {
  const stored = await readNotification(db, userId, id);
  return stored ?? (await readCallingOf(db, userId, [id]))[0] ?? fail('not_found');
}

/**
 * Marks notifications, and updates the person's devices and the unread state of their places; returns the changed
 * notifications.
 */
async function mark({ db, emit }: Work, userId: string, ids: readonly string[], isRead: boolean) {
  const calling = (await readCallingOf(db, userId, ids)).filter(one => one.isRead !== isRead);
  const places = await markCalling(db, userId, calling, isRead);
  const states = await readStates(
    db,
    places.map(placeId => ({ userId, placeId })),
  );
  for (const state of states) if (state) emit('updateUnread', state, to(rooms.user(userId)));
  const changed = [...(await markNotifications(db, userId, ids, isRead)), ...calling.map(one => ({ ...one, isRead }))];
  for (const notification of changed) emit('updateNotification', notification, to(rooms.user(userId)));
  return changed;
}

const dayMs = 24 * 3_600_000;
const purgedAtOnce = 5_000;

/** Deletes notifications, mentions, marks and undos older than `notificationDays`. */
export async function purgeNotifications({ database }: Pick<Services, 'database'>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - notificationDays * dayMs);
  for (const table of ['notifications', 'mentions', 'notification_marks', 'read_undos'] as const) {
    while (await purge(database.kysely, table, { before, atMost: purgedAtOnce }));
  }
}
