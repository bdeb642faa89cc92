import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { PublicUser } from '@palabre/common/contract/people/users.ts';
import { byRecent, lastMessageOf } from '@palabre/common/rules/conversations.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '../../platform/server/live.ts';
import { cached, patchQueries, patchQuery, refetch } from '../../platform/server/query.ts';
import { useSession } from '../../platform/session/session.ts';
import { senderOf } from '../people/users/open/known-people.ts';

const asked = () => ({ params: { id: useSession.getState().user?._id ?? '' } });
const known = (client: QueryClient) => cached(client, api.conversations.list, asked())?.conversations;

/** Updates a conversation in every cache that holds it; the list is sorted anew. */
function patch(client: QueryClient, id: string, change: (old: Conversation) => Conversation): void {
  patchQuery(client, api.conversations.one, { params: { id } }, old => {
    const conversation = change(old.conversation);
    return conversation === old.conversation ? old : { conversation };
  });
  patchQueries(client, api.conversations.list, old => {
    const before = old.conversations.find(({ _id }) => _id === id);
    const after = before && change(before);
    if (after === before) return old;
    return {
      ...old,
      conversations: old.conversations.map(one => (one === before ? (after as Conversation) : one)).sort(byRecent),
    };
  });
}

/** Refetches the profiles: the user's view of people depends on the places that they share. */
function peopleChanged(client: QueryClient): void {
  refetch(client, api.users.search);
  refetch(client, api.users.one);
}

/** Keeps the newer last message: an event may arrive after an answer that already has a later message. */
const latest = (old: Conversation, told: Conversation): Conversation =>
  (old.lastMessage?.position ?? -1) > (told.lastMessage?.position ?? -1)
    ? { ...told, lastMessage: old.lastMessage }
    : told;

function put(told: Conversation, client: QueryClient): void {
  const { _id: id } = told;
  const before = known(client)?.find(one => one._id === id);
  patch(client, id, old => latest(old, told));
  if (!before) {
    patchQuery(client, api.conversations.list, asked(), old => ({
      ...old,
      conversations: [...old.conversations, told].sort(byRecent),
    }));
  }
  if (before?.users.length !== told.users.length) peopleChanged(client);
}

function receive(message: Message, client: QueryClient): void {
  const { conversationId: id } = message;
  if (!id) return;
  // A new message brings a hidden conversation back.
  if (known(client)?.every(({ _id }) => _id !== id)) refetch(client, api.conversations.list);
  patch(client, id, old =>
    (old.lastMessage?.position ?? -1) < message.position ? { ...old, lastMessage: lastMessageOf(message) } : old,
  );
}

/** Updates a person in every cached conversation. */
function patchPerson(person: PublicUser, client: QueryClient): void {
  const { _id: id, status, suspended } = person;
  const sender = senderOf(person);
  const now = { ...sender, status, ...(suspended && { suspended }) };
  const change = (old: Conversation): Conversation => {
    const isIn = old.users.some(user => user._id === id);
    const last = old.lastMessage;
    if (!isIn && last?.sender._id !== id) return old;
    const users = old.users.map(user => (user._id === id ? now : user));
    const signed = last?.sender._id === id ? { ...last, sender } : last;
    return { ...old, users, lastMessage: signed };
  };
  patchQueries(client, api.conversations.one, old => {
    const conversation = change(old.conversation);
    return conversation === old.conversation ? old : { conversation };
  });
  patchQueries(client, api.conversations.list, old => {
    const conversations = old.conversations.map(change);
    return conversations.some((one, index) => one !== old.conversations[index]) ? { ...old, conversations } : old;
  });
}

/** Applies the events of conversations and their messages to the cache. */
export const conversationsLive = {
  newConversation: put,
  updateConversation: put,

  // The conversation may be deleted for all, left or only hidden: a refetch tells.
  deleteConversation({ _id: id }, client) {
    patchQueries(client, api.conversations.list, old =>
      old.conversations.some(one => one._id === id)
        ? { ...old, conversations: old.conversations.filter(one => one._id !== id) }
        : old,
    );
    refetch(client, api.conversations.one, { params: { id } });
    peopleChanged(client);
  },

  newMessage: receive,

  updateMessage(message, client) {
    if (!message.conversationId) return;
    patch(client, message.conversationId, old =>
      old.lastMessage?._id === message._id ? { ...old, lastMessage: lastMessageOf(message) } : old,
    );
  },

  // Only a refetch gives the message before the deleted one.
  deleteMessage({ _id, conversationId: id }, client) {
    if (!id) return;
    const isLast = (conversation: Conversation | undefined) => conversation?.lastMessage?._id === _id;
    const pages = client.getQueriesData<{ conversations: Conversation[] }>({ queryKey: [api.conversations.list.path] });
    if (pages.some(([, page]) => page?.conversations.some(isLast))) refetch(client, api.conversations.list);
    if (isLast(cached(client, api.conversations.one, { params: { id } })?.conversation))
      refetch(client, api.conversations.one, { params: { id } });
  },

  userUpdate: patchPerson,
  updateUser: patchPerson,

  deleteUser(_user, client) {
    refetch(client, api.conversations.list);
    refetch(client, api.conversations.one);
  },
} satisfies LiveHandlers;
