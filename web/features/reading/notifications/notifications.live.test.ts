import { api } from '@palabre/common/contract/index.ts';
import type { Notification } from '@palabre/common/contract/reading/notifications.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { cached, keyOf } from '../../../platform/server/query.ts';
import { notificationsLive } from './notifications.live.ts';

const karim = { _id: 'karim', firstName: 'Karim', lastName: 'Benali', avatar: null };
const notice = (_id: string, minute: number, fields: Partial<Notification> = {}): Notification => ({
  ...{ _id, content: '', createdAt: `2026-11-22T10:0${minute}:00.000Z`, isRead: false, type: 'society' },
  ...{ link: '/userSociety', actor: null, about: null },
  ...fields,
});

/** Fills the cached inbox. */
function inbox(...notifications: Notification[]) {
  const client = new QueryClient();
  const key = keyOf(api.notifications.list, {});
  client.setQueryData(key, { notifications });
  return {
    client,
    ids: () => cached(client, api.notifications.list, {})?.notifications.map(({ _id }) => _id),
    isAsked: () => client.getQueryState(key)?.isInvalidated,
  };
}

test('A notification said again comes first in the inbox', () => {
  const { client, ids } = inbox(notice('b', 2), notice('a', 1));
  notificationsLive.updateNotification(notice('a', 3), client);
  expect(ids()).toEqual(['a', 'b']);
});

test('The inbox is asked for again once an account is deleted: its notifications went, or lost their author', () => {
  const { client, isAsked } = inbox(notice('a', 1, { actor: karim }));
  expect(isAsked()).toBe(false);
  notificationsLive.deleteUser({ _id: karim._id }, client);
  expect(isAsked()).toBe(true);
});
