import { api } from '@palabre/common/contract/index.ts';
import { listedNotifications, type Notification } from '@palabre/common/contract/reading/notifications.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cached, keyOf } from '../../../platform/server/query.ts';
import { endSession, login } from '../../../platform/session/session.ts';
import { notificationsLive } from './notifications.live.ts';

const karim = { _id: 'karim', firstName: 'Karim', lastName: 'Benali', avatar: null };
const notice = (_id: string, minute: number, fields: Partial<Notification> = {}): Notification => ({
  ...{ _id, content: '', createdAt: `2026-11-22T10:0${minute}:00.000Z`, isRead: false, type: 'society' },
  ...{ link: '/userSociety', actor: null, about: null },
  ...fields,
});

const one = (id: string) => keyOf(api.notifications.one, { params: { id } });
/** Tells whether a separately shown notification is to be refetched. */
const isStale = (client: QueryClient, id: string) => client.getQueryState(one(id))?.isInvalidated;

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
  const { client, ids, isAsked } = inbox(notice('b', 2), notice('a', 1));
  client.setQueryData(one('a'), { notification: notice('a', 1) });
  notificationsLive.updateNotification(notice('a', 3), client);
  expect([ids(), isAsked()]).toEqual([['a', 'b'], false]);
  expect(client.getQueryData(one('a'))).toEqual({ notification: notice('a', 3) });
});

test('The inbox is asked for again once an account is deleted: its notifications went, or lost their author', () => {
  const { client, isAsked } = inbox(notice('a', 1, { actor: karim }), notice('b', 1));
  for (const id of ['a', 'b']) client.setQueryData(one(id), { notification: notice(id, 1) });
  expect(isAsked()).toBe(false);
  notificationsLive.deleteUser({ _id: karim._id }, client);
  expect(isAsked()).toBe(true);
  expect(['a', 'b'].map(id => isStale(client, id))).toEqual([true, false]);
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

test('A notification whose event comes late stays as read as the inbox knows it', () => {
  const { client, ids } = inbox(notice('b', 2), notice('a', 1, { isRead: true }));
  notificationsLive.newNotification(notice('a', 1), client);
  expect(ids()).toEqual(['b', 'a']);
  expect(cached(client, api.notifications.list, {})?.notifications[1]).toMatchObject({ _id: 'a', isRead: true });
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
  // One that comes late is of an older message, and takes the place of none.
  notificationsLive.newNotification(notice('late', 6, { type: 'message', about: midi(1) }), client);
  expect(ids()).toContain('c');
});

test('All notifications of messages are read with « all is read »; those of threads with theirs, of one place or of all', () => {
  const reply = (place: string) => about('', 1, { channelId: null, threadId: 'fil', parent: { channelId: place } });
  const filled = () => {
    const all = [
      notice('notice', 5),
      notice('salon', 4, { about: about('general', 1) }),
      notice('here', 3, { about: reply('general') }),
      notice('there', 2, { about: reply('annonces') }),
    ];
    const world = inbox(...all);
    for (const notification of all) world.client.setQueryData(one(notification._id), { notification });
    return world;
  };
  const read = ({ client }: ReturnType<typeof filled>) =>
    cached(client, api.notifications.list, {})?.notifications.flatMap(one => (one.isRead ? [one._id] : []));
  /** Returns the ids of the separately cached notifications that are read. */
  const readAlone = ({ client }: ReturnType<typeof filled>) =>
    ['notice', 'here', 'there'].filter(
      id => client.getQueryData<{ notification: Notification }>(one(id))?.notification.isRead,
    );
  const all = filled();
  notificationsLive.readAll({} as never, all.client);
  expect(read(all)).toEqual(['salon', 'here', 'there']);
  expect(readAlone(all)).toEqual(['here', 'there']);
  const threads = filled();
  notificationsLive.readThreads({ channelId: null, conversationId: null } as never, threads.client);
  expect(read(threads)).toEqual(['here', 'there']);
  const ofOne = filled();
  notificationsLive.readThreads({ channelId: 'annonces', conversationId: null } as never, ofOne.client);
  expect(read(ofOne)).toEqual(['there']);
  expect(readAlone(ofOne)).toEqual(['there']);
  const talk = inbox(
    notice('midi', 2, {
      about: about('', 1, { channelId: null, threadId: 'fil', parent: { conversationId: 'midi' } }),
    }),
    notice('here', 1, { about: reply('general') }),
  );
  notificationsLive.readThreads({ channelId: null, conversationId: 'midi' } as never, talk.client);
  expect(read(talk)).toEqual(['midi']);
  expect(ofOne.isAsked()).toBe(false);
  notificationsLive.readAllUndone({} as never, ofOne.client);
  expect([ofOne.isAsked(), isStale(ofOne.client, 'here')]).toEqual([true, true]);
});

test('A place that is deleted takes its notifications along, and those of its threads', () => {
  const { client, ids } = inbox(
    notice('notice', 5),
    notice('here', 4, { about: about('general', 1) }),
    notice('reply', 3, { about: about('', 1, { channelId: null, threadId: 'fil', parent: { channelId: 'general' } }) }),
    notice('there', 2, { about: about('annonces', 1) }),
  );
  for (const id of ['here', 'there']) client.setQueryData(one(id), { notification: notice(id, 4) });
  notificationsLive.deleteChannel({ _id: 'general', workspaceId: 'atelier' }, client);
  expect(ids()).toEqual(['notice', 'there']);
  // One that is shown alone asks whether it still is.
  expect(['here', 'there'].map(id => isStale(client, id))).toEqual([true, false]);
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

test('A person who changes name and picture has them in the inbox, where they stand as authors', () => {
  const { client } = inbox(notice('a', 2, { actor: karim }), notice('b', 1, { actor: { ...karim, _id: 'yann' } }));
  const yann = { ...karim, _id: 'yann' };
  for (const [id, actor] of [
    ['a', karim],
    ['b', yann],
  ] as const)
    client.setQueryData(one(id), { notification: notice(id, 2, { actor }) });
  const now = { ...karim, firstName: 'Karima', lastName: 'Nasri', avatar: '/api/user/karim/avatar.webp' };
  // What else a profile has is none of the inbox's.
  notificationsLive.updateUser({ ...now, status: 'online' } as never, client);
  expect(client.getQueryData(one('a'))).toEqual({ notification: notice('a', 2, { actor: now }) });
  expect(client.getQueryData(one('b'))).toEqual({ notification: notice('b', 2, { actor: yann }) });
  expect(cached(client, api.notifications.list, {})?.notifications.map(({ actor }) => actor)).toEqual([now, yann]);
});

/** Builds the unread state of a channel read this far. */
const state = (read: number, more: object = {}) =>
  ({
    ...{ channelId: 'general', conversationId: null, workspaceId: 'atelier', seq: 9, read, first: null },
    ...{ messages: 0, mentions: 0, level: 'all', muted: false, ...more },
  }) as Parameters<typeof notificationsLive.updateUnread>[0];

test('A place that is read reads the notifications of its messages up to there, in the list and alone', () => {
  const three = [1, 2, 3].map(n => notice(`m${n}`, 9 - n, { type: 'mention', about: about('general', n) }));
  const { client, isAsked } = inbox(...three, notice('other', 1, { type: 'mention', about: about('annonces', 1) }));
  client.setQueryData(one('m2'), { notification: three[1] });
  notificationsLive.updateUnread(state(0, { mentions: 3 }), client);
  notificationsLive.updateUnread(state(2, { mentions: 1 }), client);
  const read = cached(client, api.notifications.list, {})?.notifications.flatMap(({ _id, isRead }) =>
    isRead ? _id : [],
  );
  expect(read).toEqual(['m1', 'm2']);
  expect(cached(client, api.notifications.one, { params: { id: 'm2' } })?.notification.isRead).toBe(true);
  expect(isAsked()).toBe(false);
});

test('What one person has read of a place says nothing of the inbox of the next one on the same page', () => {
  const { client } = inbox(notice('m2', 2, { type: 'mention', about: about('general', 2) }));
  const key = keyOf(api.notifications.list, {});
  const theirs = client.getQueryData(key);
  notificationsLive.updateUnread(state(2), client);
  endSession('elsewhere');
  client.setQueryData(key, theirs);
  notificationsLive.updateUnread(state(0, { mentions: 1 }), client);
  notificationsLive.updateUnread(state(2), client);
  expect(cached(client, api.notifications.list, {})?.notifications.map(({ isRead }) => isRead)).toEqual([true]);
});

test('A notification said again that the inbox no longer held has it asked for again, unless it is older than all there', () => {
  const { client, isAsked } = inbox(notice('b', 2));
  notificationsLive.updateNotification(notice('a', 1), client);
  expect(isAsked()).toBe(false);
  notificationsLive.updateNotification(notice('a', 3), client);
  expect(isAsked()).toBe(true);
});

test('A place that is unread again, or heard otherwise, has the inbox asked for again', () => {
  const mention = notice('m2', 2, { type: 'mention', about: about('general', 2) });
  const back = inbox(mention);
  notificationsLive.updateUnread(state(2), back.client);
  expect(back.isAsked()).toBe(false);
  notificationsLive.updateUnread(state(1, { mentions: 1 }), back.client);
  expect(back.isAsked()).toBe(true);
  const muted = inbox(mention);
  notificationsLive.updateUnread(state(1, { mentions: 1, muted: true }), muted.client);
  expect(muted.isAsked()).toBe(true);
});

test('A place that is silenced leaves the inbox, and nothing is asked', () => {
  const { client, ids, isAsked } = inbox(
    notice('m2', 2, { type: 'mention', about: about('general', 2) }),
    notice('notice', 1),
  );
  notificationsLive.updateUnread(state(0, { level: 'nothing', mentions: 1 }), client);
  expect([ids(), isAsked()]).toEqual([['notice'], false]);
});

test('A mention that the inbox lacks, or one read there alone, has it asked for again at the first word of its place', () => {
  const lacks = inbox();
  notificationsLive.updateUnread(state(1, { mentions: 1 }), lacks.client);
  expect(lacks.isAsked()).toBe(true);
  const readAlone = inbox(notice('m2', 2, { type: 'mention', isRead: true, about: about('general', 2) }));
  notificationsLive.updateUnread(state(1), readAlone.client);
  expect(readAlone.isAsked()).toBe(true);
  // In a conversation a mention may stand as its latest message.
  const talk = inbox();
  notificationsLive.updateUnread(state(1, { channelId: null, conversationId: 'midi', mentions: 1 }), talk.client);
  expect(talk.isAsked()).toBe(false);
  // A place does not count notifications of a person whom the user stands in for.
  const deputy = inbox(notice('m2', 2, { type: 'mention', about: about('general', 2, { inPlaceOf: 'Léonie' }) }));
  notificationsLive.updateUnread(state(1, { mentions: 1 }), deputy.client);
  expect(deputy.isAsked()).toBe(true);
});

const self = '018f0000-0000-7000-8000-00000000000a';
const edited = (_id: string, content: string, more: object = {}) =>
  ({
    ...{ _id, content, time: '2026-11-22T10:03:00.000Z', channelId: 'general', conversationId: null, position: 2 },
    ...{ updated: true, sender: karim, ...more },
  }) as Parameters<typeof notificationsLive.updateMessage>[0];

test('A message that is edited shows so in the inbox, leaves it once it mentions its person no more, and may come into it', () => {
  login('token', { _id: self });
  const { client, ids, isAsked } = inbox(notice('m2', 2, { type: 'mention', about: about('general', 2) }));
  client.setQueryData(one('m2'), { notification: notice('m2', 2, { about: about('general', 2) }) });
  client.setQueryData(one('m9'), { notification: notice('m9', 2, { about: about('general', 9) }) });
  const excerpt = () => cached(client, api.notifications.list, {})?.notifications[0]?.about?.excerpt;
  const alone = (id: string) =>
    client.getQueryData<{ notification: Notification }>(one(id))?.notification.about?.excerpt;
  // A reaction alone, and the user's own message, change nothing.
  notificationsLive.updateMessage(edited('m2', `<@${self}> vu`, { updated: false }), client);
  notificationsLive.updateMessage(edited('m2', `<@${self}> vu`, { sender: { ...karim, _id: self } }), client);
  expect(excerpt()).toBe('avant');
  notificationsLive.updateMessage(edited('m2', `<@${self}> vu`), client);
  expect([excerpt(), alone('m2'), alone('m9'), isAsked()]).toEqual([`<@${self}> vu`, `<@${self}> vu`, 'avant', false]);
  notificationsLive.updateMessage(edited('m2', 'vu'), client);
  expect(ids()).toEqual([]);
  notificationsLive.updateMessage(edited('m3', 'rien'), client);
  expect(isAsked()).toBe(false);
  notificationsLive.updateMessage(edited('m3', `<@${self}>`), client);
  expect(isAsked()).toBe(true);
  endSession('logout');
});

test('A message edited no longer to call its person stays in the inbox where all of its conversation is heard, or where they stand in', () => {
  login('token', { _id: self });
  const place = { channelId: null, conversationId: 'midi' };
  const talk = inbox(notice('m2', 2, { type: 'mention', about: about('', 2, place) }));
  notificationsLive.updateMessage(edited('m2', 'vu', place), talk.client);
  expect([talk.ids(), talk.isAsked()]).toEqual([['m2'], false]);
  const deputy = inbox(notice('m2', 2, { type: 'mention', about: about('general', 2, { inPlaceOf: 'Léonie' }) }));
  notificationsLive.updateMessage(edited('m2', 'vu'), deputy.client);
  // Whether it still names whom they stand in for is known to the server alone.
  expect([deputy.ids(), deputy.isAsked()]).toEqual([['m2'], true]);
  endSession('logout');
});

test('A message edited to call a role has the inbox asked for again where it is not known whether one has it', () => {
  login('token', { _id: self });
  const listed = inbox(notice('m2', 2, { type: 'mention', about: about('ailleurs', 2) }));
  const inPlace = { channelId: 'ailleurs' };
  const role = '<@&018f0000-0000-7000-8000-0000000000dd>';
  notificationsLive.updateMessage(edited('m2', role, inPlace), listed.client);
  expect([listed.ids(), listed.isAsked()]).toEqual([['m2'], true]);
  const other = inbox(notice('m2', 2, { type: 'mention', about: about('ailleurs', 2) }));
  notificationsLive.updateMessage(edited('m3', role, inPlace), other.client);
  expect(other.isAsked()).toBe(true);
  endSession('logout');
});

test('A message edited no longer to call its person leaves the inbox where its conversation is heard by mentions alone', () => {
  login('token', { _id: self });
  const place = { channelId: null, conversationId: 'midi' };
  const { client, ids } = inbox(notice('m2', 2, { type: 'mention', about: about('', 2, place) }));
  const heard = { ...state(2), ...place, level: 'mentions' as const };
  client.setQueryData(keyOf(api.unread.list), { unread: [heard], threads: [] });
  notificationsLive.updateMessage(edited('m2', 'vu', place), client);
  expect(ids()).toEqual([]);
  endSession('logout');
});

test('A message edited to call its person has what is unread asked for where it waits, and the inbox unless that is full of newer ones', async () => {
  login('token', { _id: self });
  const asked = vi.fn(async (_address: string) =>
    Response.json({ code: 'not_found', message: 'Rien.' }, { status: 404 }),
  );
  vi.stubGlobal('fetch', asked);
  const full = Array.from({ length: listedNotifications }, (_, n) => notice(`n${n}`, 9));
  const { client, isAsked } = inbox(...full);
  const first = { _id: 'm1', position: 1 };
  client.setQueryData(keyOf(api.unread.list), { unread: [{ ...state(0), first }], threads: [] });
  notificationsLive.updateMessage(edited('m2', `<@${self}>`), client);
  expect(isAsked()).toBe(false);
  await vi.waitFor(() =>
    expect(asked.mock.calls.map(([address]) => address)).toEqual(['/api/unread/place?channelId=general']),
  );
  client.clear();
  endSession('logout');
  vi.unstubAllGlobals();
});

test('A conversation or a workspace that goes takes its notifications along, and leaves those that tell of it', () => {
  const link = '/workspace/atelier/channel/general?message=m2';
  const { client, ids } = inbox(
    notice('m2', 3, { about: about('general', 2), link }),
    notice('told', 2, { link: '/workspace/atelier', type: 'workspace' }),
    notice('c', 1, { type: 'message', about: about('', 1, { channelId: null, conversationId: 'midi' }) }),
  );
  notificationsLive.deleteConversation({ _id: 'midi' }, client);
  expect(ids()).toEqual(['m2', 'told']);
  notificationsLive.deleteWorkspace({ _id: 'atelier' }, client);
  expect(ids()).toEqual(['told']);
});

test('A message edited to call its person once more, or one that they have read, has nothing asked about its place', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  login('token', { _id: self });
  const { client } = inbox(notice('m2', 2, { type: 'mention', about: about('general', 2) }));
  const first = { _id: 'm1', position: 1 };
  client.setQueryData(keyOf(api.unread.list), { unread: [{ ...state(0), first }], threads: [] });
  notificationsLive.updateMessage(edited('m2', `<@${self}> vu`), client);
  notificationsLive.updateMessage(edited('m1', 'vu', { position: 1 }), client);
  client.setQueryData(keyOf(api.unread.list), { unread: [{ ...state(2), first }], threads: [] });
  notificationsLive.updateMessage(edited('m3', `<@${self}>`), client);
  expect(vi.getTimerCount()).toBe(0);
  endSession('logout');
});

test('Notifications of one moment stand in the order of the server, whichever event comes last', () => {
  const { client, ids } = inbox(notice('b', 2));
  for (const id of ['a', 'c']) notificationsLive.newNotification(notice(id, 2), client);
  expect(ids()).toEqual(['c', 'b', 'a']);
});
