import { api } from '@palabre/common/contract/index.ts';
import type { LiveHandlers } from '../../app/live.ts';
import { patchQuery } from '../../platform/query.ts';

export const notificationsLive: Pick<LiveHandlers, 'newNotification' | 'updateNotification'> = {
  newNotification(notification, client) {
    patchQuery(client, api.notifications.list, {}, ({ notifications }) => ({
      notifications: [notification, ...notifications.filter(one => one._id !== notification._id)],
    }));
  },

  updateNotification(notification, client) {
    const { _id: id } = notification;
    patchQuery(client, api.notifications.one, { params: { id } }, () => ({ notification }));
    patchQuery(client, api.notifications.list, {}, ({ notifications }) => ({
      notifications: notifications.map(one => (one._id === id ? notification : one)),
    }));
  },
};
