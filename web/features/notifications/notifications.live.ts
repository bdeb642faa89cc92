import { api } from '@palabre/common/contract/index.ts';
import { listedNotifications, type Notification } from '@palabre/common/contract/notifications.ts';
import type { LiveHandlers } from '../../app/live.ts';
import { patchQueries, patchQuery } from '../../platform/query.ts';

/** One that was renewed comes before the others again. */
const newestFirst = (a: Notification, b: Notification) =>
  b.createdAt.localeCompare(a.createdAt) || b._id.localeCompare(a._id);

export const notificationsLive = {
  newNotification(notification, client) {
    patchQuery(client, api.notifications.list, {}, ({ notifications }) => ({
      notifications: [notification, ...notifications.filter(one => one._id !== notification._id)].slice(
        0,
        listedNotifications,
      ),
    }));
  },

  updateNotification(notification, client) {
    const { _id: id } = notification;
    patchQuery(client, api.notifications.one, { params: { id } }, () => ({ notification }));
    patchQuery(client, api.notifications.list, {}, ({ notifications }) => ({
      notifications: notifications.map(one => (one._id === id ? notification : one)).sort(newestFirst),
    }));
  },

  // Who caused them is named in each.
  updateUser({ _id, firstName, avatar }, client) {
    patchQuery(client, api.notifications.list, {}, old => {
      if (!old.notifications.some(({ actor }) => actor?._id === _id)) return old;
      return {
        notifications: old.notifications.map(one =>
          one.actor?._id === _id ? { ...one, actor: { _id, firstName, avatar } } : one,
        ),
      };
    });
    patchQueries(client, api.notifications.one, old =>
      old.notification.actor?._id === _id
        ? { notification: { ...old.notification, actor: { _id, firstName, avatar } } }
        : old,
    );
  },
} satisfies LiveHandlers;
