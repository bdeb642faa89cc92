import { api } from '@palabre/common/contract/index.ts';
import type { Message, PlaceIds } from '@palabre/common/contract/messages/messages.ts';
import { listedNotifications, type Notification } from '@palabre/common/contract/reading/notifications.ts';
import { excerptOf } from '@palabre/common/rules/messages/excerpts.ts';
import { byCode } from '@palabre/common/rules/order.ts';
import { type Hearing, hearingOf } from '@palabre/common/rules/reading/unread.ts';
import type { QueryClient } from '@tanstack/react-query';
import { paths } from '../../../platform/address/paths.ts';
import { idIn } from '../../../platform/address/place.ts';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { cached, patchQueries, patchQuery, refetch } from '../../../platform/server/query.ts';
import { onSessionEnd, useSession } from '../../../platform/session/session.ts';
import { askAgain, heardStateOf, isOwnMention, reachesMe, unreadStateOf } from '../unread/open/unread-states.ts';

/** Compares notifications, newest first; a renewed notification has a new date. */
const newestFirst = (a: Notification, b: Notification) => byCode(b.createdAt, a.createdAt) || byCode(b._id, a._id);

type List = readonly Notification[];
type About = NonNullable<Notification['about']>;

/** Updates the cached list; `change` returns the same list for no change. */
function patchList(client: QueryClient, change: (old: List) => List): void {
  patchQuery(client, api.notifications.list, {}, old => {
    const notifications = change(old.notifications);
    return notifications === old.notifications ? old : { notifications: [...notifications] };
  });
}

const list = (client: QueryClient): List => cached(client, api.notifications.list, {})?.notifications ?? [];
const placeOf = ({ about }: { about: PlaceIds | null }) => (about && idIn(about)) || null;
/** Makes a test for the notifications of a channel or conversation, including its threads. */
const isIn =
  (place: string) =>
  ({ about }: { about: About | null }) =>
    about !== null && [idIn(about), idIn(about.parent ?? {})].includes(place);

/** Removes notifications of places deleted, left or silenced. */
function dropOf(client: QueryClient, gone: (one: Notification) => boolean): void {
  const which = list(client).filter(gone);
  for (const { _id: id } of which) refetch(client, api.notifications.one, { params: { id } });
  if (which.length > 0) patchList(client, old => old.filter(one => !gone(one)));
}

/**
 * Tells which notifications a new one replaces: a conversation keeps one `message` notification, of its latest message;
 * mentions stay.
 */
const standsFor = (told: Notification) => (one: Notification) =>
  one._id === told._id ||
  (one.type === 'message' &&
    told.about?.conversationId != null &&
    placeOf(one) === placeOf(told) &&
    (one.about?.position ?? 0) < told.about.position);

/** Tells whether a message is recent enough for the list, which is capped. */
const isWithin = (listed: List, { time }: Message) =>
  listed.length < listedNotifications || listed.some(one => one.createdAt < time);

/** Last notification level and read position of each place, per cache: the next user's session starts empty. */
let heard = new WeakMap<QueryClient, Map<string, { hearing: Hearing; read: number }>>();
onSessionEnd(() => {
  heard = new WeakMap();
});

const heardAll = { level: 'all', muted: false } as const;

const refetchAll = (client: QueryClient) => {
  refetch(client, api.notifications.list);
  refetch(client, api.notifications.one);
};

/** Applies the events of notifications, messages and read positions to the cached inbox. */
export const notificationsLive = {
  newNotification(notification, client) {
    const known = list(client).find(({ _id }) => _id === notification._id);
    patchList(client, old =>
      [known ?? notification, ...old.filter(one => !standsFor(notification)(one))]
        .sort(newestFirst)
        .slice(0, listedNotifications),
    );
  },

  // Reading a place reads the notifications of its messages.
  updateUnread(state, client) {
    const place = placeOf({ about: state }) ?? '';
    const known = heard.get(client) ?? new Map<string, { hearing: Hearing; read: number }>();
    heard.set(client, known);
    const before = known.get(place) ?? { hearing: 'all' as const, read: null };
    const now = { hearing: hearingOf(state), read: state.read };
    known.set(place, now);
    if (now.hearing === 'nothing') {
      dropOf(client, isIn(place));
      return;
    }
    if (now.hearing !== before.hearing) {
      refetchAll(client);
      return;
    }
    const there = list(client).filter(one => placeOf(one) === place);
    const isBehind = (one: Notification) => (one.about?.position ?? 0) <= state.read;
    // A notification marked apart from its place's read position: only a refetch tells its state.
    const ahead = there.filter(one => !one.isRead && !isBehind(one) && !one.about?.inPlaceOf).length;
    const isOdd = there.some(one => one.isRead && !isBehind(one)) || (!state.conversationId && state.mentions > ahead);
    const isBack = before.read === null ? isOdd : now.read < before.read;
    if (isBack) {
      refetchAll(client);
      return;
    }
    if (now.read === before.read || !there.some(one => !one.isRead && isBehind(one))) return;
    const read = (one: Notification) => (placeOf(one) === place && isBehind(one) ? { ...one, isRead: true } : one);
    patchList(client, old => old.map(read));
    patchQueries(client, api.notifications.one, ({ notification }) => ({ notification: read(notification) }));
  },

  readAll(_person, client) {
    const read = (one: Notification) => (one.about && !one.isRead ? { ...one, isRead: true } : one);
    patchList(client, old => old.map(read));
    patchQueries(client, api.notifications.one, ({ notification }) => ({ notification: read(notification) }));
  },

  readThreads({ channelId, conversationId }, client) {
    const parent = channelId ?? conversationId;
    const isOf = ({ about }: Notification) => about?.threadId && (!parent || idIn(about.parent ?? {}) === parent);
    const read = (one: Notification) => (isOf(one) && !one.isRead ? { ...one, isRead: true } : one);
    patchList(client, old => old.map(read));
    patchQueries(client, api.notifications.one, ({ notification }) => ({ notification: read(notification) }));
  },

  readAllUndone: (_person, client) => refetchAll(client),

  updateMessage(message, client) {
    const { _id: id } = message;
    if (!message.updated || message.sender._id === useSession.getState().user?._id) return;
    const listed = list(client).find(one => one._id === id);
    const calls = reachesMe(client, message);
    const state = unreadStateOf(client, idIn(message));
    // The list tells whether the message mentioned the user before: if that changed, so did the place's unread count.
    if (state && state.read < message.position && calls !== (listed !== undefined && isOwnMention(listed)))
      askAgain(client, message);
    const hearsAll = hearingOf(heardStateOf(client, message) ?? heardAll) === 'all';
    // An edit may no longer name the person that the user stands in for.
    if (listed?.about?.inPlaceOf) refetch(client, api.notifications.list);
    else if (listed && calls === false && (!message.conversationId || !hearsAll)) {
      dropOf(client, one => one._id === id);
      return;
    }
    // An edit may now mention the user; if they had already read the message, a notification comes without an event.
    const mayBeNew = !listed && calls !== false && isWithin(list(client), message);
    if (mayBeNew || (listed && calls === null)) refetch(client, api.notifications.list);
    const excerpt = excerptOf(message.content);
    const edited = (one: Notification) =>
      one._id === id && one.about ? { ...one, about: { ...one.about, excerpt } } : one;
    if (listed) patchList(client, old => old.map(edited));
    patchQueries(client, api.notifications.one, ({ notification }) => ({ notification: edited(notification) }));
  },

  // In a conversation the previous message takes its place: only a refetch tells.
  deleteMessage({ _id: id, conversationId }, client) {
    if (!list(client).some(one => one._id === id)) return;
    dropOf(client, one => one._id === id);
    if (conversationId) refetch(client, api.notifications.list);
  },

  deleteChannel: ({ _id }, client) => dropOf(client, isIn(_id)),
  // The conversation comes back after it was hidden.
  newConversation({ lastMessage }, client) {
    const self = useSession.getState().user?._id;
    if (!lastMessage || lastMessage.sender._id === self) return;
    if (!list(client).some(({ _id }) => _id === lastMessage._id)) refetch(client, api.notifications.list);
  },
  deleteConversation: ({ _id }, client) => dropOf(client, isIn(_id)),
  deleteWorkspace: ({ _id }, client) =>
    dropOf(client, one => one.about !== null && one.link.startsWith(paths.workspace(_id))),

  updateNotification(notification, client) {
    const { _id: id } = notification;
    patchQuery(client, api.notifications.one, { params: { id } }, () => ({ notification }));
    // A restored notification may be older than all listed notifications so far.
    const listed = list(client);
    const isKnown = listed.some(one => one._id === id);
    if (!isKnown && listed.some(one => one.createdAt < notification.createdAt)) refetch(client, api.notifications.list);
    patchQuery(client, api.notifications.list, {}, ({ notifications }) => ({
      notifications: notifications.map(one => (one._id === id ? notification : one)).sort(newestFirst),
    }));
  },

  // Notifications by a deleted user are deleted, or lose their author.
  deleteUser({ _id }, client) {
    const theirs = list(client).filter(one => one.actor?._id === _id);
    for (const { _id: id } of theirs) refetch(client, api.notifications.one, { params: { id } });
    refetch(client, api.notifications.list);
  },

  // Each notification carries its author's name.
  updateUser({ _id, firstName, lastName, avatar }, client) {
    patchQuery(client, api.notifications.list, {}, old => {
      if (!old.notifications.some(({ actor }) => actor?._id === _id)) return old;
      return {
        notifications: old.notifications.map(one =>
          one.actor?._id === _id ? { ...one, actor: { _id, firstName, lastName, avatar } } : one,
        ),
      };
    });
    patchQueries(client, api.notifications.one, old =>
      old.notification.actor?._id === _id
        ? { notification: { ...old.notification, actor: { _id, firstName, lastName, avatar } } }
        : old,
    );
  },
} satisfies LiveHandlers;
