import { api } from '@palabre/common/contract/index.ts';
import { listedNotifications, type Notification } from '@palabre/common/contract/reading/notifications.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { cached, keyOf } from '../../../platform/server/query.ts';
import { endSession, login } from '../../../platform/session/session.ts';
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

const about = (place: string, position: number, more: object = {}) =>
  ({
    ...{ channelId: place, conversationId: null, position, isAnswer: false, excerpt: 'avant' },
    ...more,
  }) as Notification['about'];

test('The inbox holds the newest notifications alone, and each once', () => {
  const old = Array.from({ length: listedNotifications }, (_, n) => notice(`n${n}`, 9 - Math.min(n, 8)));
  const { client, ids } = inbox(...old);
  notificationsLive.newNotification({ ...notice('new', 1), createdAt: '2026-11-23T10:00:00.000Z' }, client);
  expect(ids()).toHaveLength(listedNotifications);
  expect(ids()?.[0]).toBe('new');
  notificationsLive.newNotification(notice('new', 1), client);
  expect(ids()?.filter(id => id === 'new')).toHaveLength(1);
  notificationsLive.newNotification({ ...notice('old', 1), createdAt: '2026-11-20T10:00:00.000Z' }, client);
  expect(ids()).not.toContain('old');
});

test('A conversation has its latest message alone in the inbox, beside its mentions and other conversations', () => {
  const midi = (position: number) => about('', position, { channelId: null, conversationId: 'midi' });
  const { client, ids } = inbox(
    notice('m', 3, { type: 'mention', about: midi(3) }),
    notice('b', 2, { type: 'message', about: midi(2) }),
    notice('other', 1, { type: 'message', about: about('', 1, { channelId: null, conversationId: 'soir' }) }),
    notice('salon', 0, { type: 'message', about: about('general', 1) }),
  );
  notificationsLive.newNotification(notice('c', 4, { type: 'message', about: midi(4) }), client);
  expect(ids()).toEqual(['c', 'm', 'other', 'salon']);
  notificationsLive.newNotification(notice('d', 5, { type: 'message', about: about('general', 2) }), client);
  expect(ids()).toEqual(['d', 'c', 'm', 'other', 'salon']);
});

test('All notifications of messages are read with « all is read »; those of threads with theirs, of one place or of all', () => {
  const reply = (place: string) => about('', 1, { channelId: null, threadId: 'fil', parent: { channelId: place } });
  const filled = () =>
    inbox(
      notice('notice', 5),
      notice('salon', 4, { about: about('general', 1) }),
      notice('here', 3, { about: reply('general') }),
      notice('there', 2, { about: reply('annonces') }),
    );
  const read = ({ client }: ReturnType<typeof filled>) =>
    cached(client, api.notifications.list, {})?.notifications.flatMap(one => (one.isRead ? [one._id] : []));
  const all = filled();
  notificationsLive.readAll({} as never, all.client);
  expect(read(all)).toEqual(['salon', 'here', 'there']);
  const threads = filled();
  notificationsLive.readThreads({ channelId: null, conversationId: null } as never, threads.client);
  expect(read(threads)).toEqual(['here', 'there']);
  const ofOne = filled();
  notificationsLive.readThreads({ channelId: 'annonces', conversationId: null } as never, ofOne.client);
  expect(read(ofOne)).toEqual(['there']);
  expect(ofOne.isAsked()).toBe(false);
  notificationsLive.readAllUndone({} as never, ofOne.client);
  expect(ofOne.isAsked()).toBe(true);
});

test('A place that is deleted takes its notifications along, and those of its threads', () => {
  const { client, ids } = inbox(
    notice('notice', 5),
    notice('here', 4, { about: about('general', 1) }),
    notice('reply', 3, { about: about('', 1, { channelId: null, threadId: 'fil', parent: { channelId: 'general' } }) }),
    notice('there', 2, { about: about('annonces', 1) }),
  );
  notificationsLive.deleteChannel({ _id: 'general', workspaceId: 'atelier' }, client);
  expect(ids()).toEqual(['notice', 'there']);
});

test('A deleted message leaves the inbox; in a conversation the one before may take its place, which is asked for', () => {
  const midi = about('', 2, { channelId: null, conversationId: 'midi' });
  const { client, ids, isAsked } = inbox(
    notice('a', 3, { about: about('general', 1) }),
    notice('b', 2, { type: 'message', about: midi }),
  );
  notificationsLive.deleteMessage({ _id: 'z', channelId: null, conversationId: 'midi' } as never, client);
  notificationsLive.deleteMessage({ _id: 'a', channelId: 'general', conversationId: null } as never, client);
  expect([ids(), isAsked()]).toEqual([['b'], false]);
  notificationsLive.deleteMessage({ _id: 'b', channelId: null, conversationId: 'midi' } as never, client);
  expect([ids(), isAsked()]).toEqual([[], true]);
});

test('A conversation that is new, or back, has the inbox asked for again unless its last message is known or one’s own', () => {
  login('token', { _id: 'camille' });
  const told = (id: string, sender: object) =>
    ({ _id: 'midi', lastMessage: { _id: id, sender } }) as Parameters<typeof notificationsLive.newConversation>[0];
  const { client, isAsked } = inbox(notice('m1', 1));
  notificationsLive.newConversation(told('m2', { _id: 'camille' }), client);
  notificationsLive.newConversation(told('m1', karim), client);
  notificationsLive.newConversation({ _id: 'midi', lastMessage: null } as never, client);
  expect(isAsked()).toBe(false);
  notificationsLive.newConversation(told('m2', karim), client);
  expect(isAsked()).toBe(true);
  endSession('logout');
});

test('A person who changes name is renamed in the inbox, where they stand as authors', () => {
  const { client } = inbox(notice('a', 2, { actor: karim }), notice('b', 1, { actor: { ...karim, _id: 'yann' } }));
  notificationsLive.updateUser({ ...karim, firstName: 'Karima' } as never, client);
  expect(cached(client, api.notifications.list, {})?.notifications.map(({ actor }) => actor?.firstName)).toEqual([
    ...['Karima', 'Karim'],
  ]);
});
