import type { api } from '@palabre/common/contract/index.ts';
import { listedNotifications } from '@palabre/common/contract/notifications.ts';
import type { Handlers } from '../../platform/http/route.ts';
import { rooms, to } from '../../platform/realtime/rooms.ts';
import { markNotifications, readNotification, readNotifications } from './notifications.store.ts';

export const notifications: Handlers<typeof api.notifications> = {
  async list({ db, actor }) {
    return { notifications: await readNotifications(db, actor.userId, listedNotifications) };
  },

  async one({ db, params }) {
    return { notification: await readNotification(db, params.id) };
  },

  async mark({ work, actor, params, body }) {
    const { db, emit } = work;
    const [changed] = await markNotifications(db, actor.userId, [params.id], body.isRead);
    if (changed) emit('updateNotification', changed, to(rooms.user(actor.userId)));
    return { notification: changed ?? (await readNotification(db, params.id)) };
  },

  async markSeveral({ work, actor, body, say }) {
    const { db, emit } = work;
    const changed = await markNotifications(db, actor.userId, body.ids, true);
    for (const notification of changed) emit('updateNotification', notification, to(rooms.user(actor.userId)));
    return { message: say('notifications_read'), notifications: changed };
  },
};
