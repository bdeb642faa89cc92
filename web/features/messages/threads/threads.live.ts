import type { OutputOf } from '@palabre/common/contract/define.ts';
import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Message, PlaceIds } from '@palabre/common/contract/messages/messages.ts';
import type { ListedThread } from '@palabre/common/contract/messages/threads.ts';
import { goneName } from '@palabre/common/rules/people/names.ts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { idIn } from '../../../platform/address/place.ts';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { keyOf, patchQueries, patchQuery, refetch } from '../../../platform/server/query.ts';
import { senderOf } from '../../people/users/open/known-people.ts';
import { withAuthor } from '../timeline/open/answered.ts';
import { newerState, stateOf, tellThread } from './open/thread-states.ts';

type Pages = InfiniteData<OutputOf<typeof api.threads.list>>;

/** Updates the threads of all cached lists: null removes a thread, the same object changes nothing. */
function patchListed(client: QueryClient, change: (one: ListedThread) => ListedThread | null): void {
  for (const [key, old] of client.getQueriesData<Pages>({ queryKey: keyOf(api.threads.list) })) {
    const pages = old?.pages.map(page => {
      const threads = page.threads.flatMap(one => change(one) ?? []);
      const isSame = threads.length === page.threads.length && threads.every((one, i) => one === page.threads[i]);
      return isSame ? page : { ...page, threads };
    });
    if (old && pages?.some((page, i) => page !== old.pages[i])) client.setQueryData(key, { ...old, pages });
  }
}

/** Updates a root in every cache that holds its thread; `change` returns the same message for no change. */
function patchRoot(client: QueryClient, id: string, change: (root: Message) => Message): void {
  patchQuery(client, api.threads.one, { params: { id } }, old => {
    const root = change(old.root);
    return root === old.root ? old : { ...old, root };
  });
  patchListed(client, one => {
    if (one.thread.threadId !== id) return one;
    const root = change(one.root);
    return root === one.root ? one : { ...one, root };
  });
}

/**
 * Adds or updates a reply among the last replies of its thread; shown replies stay, so that nothing moves while being
 * read.
 */
function withReply(last: readonly Message[], message: Message): Message[] {
  const known = last.find(({ _id }) => _id === message._id);
  if (known) return last.map(one => (one === known && known.seq < message.seq ? message : one));
  const isNext = message.position > (last.at(-1)?.position ?? 0);
  return isNext ? [...last, message].slice(-limits.pageDefault) : [...last];
}

function receive(message: Message, client: QueryClient): void {
  const { threadId, _id } = message;
  if (!threadId) {
    patchRoot(client, _id, root =>
      root.seq < message.seq ? { ...message, ...(root.thread && { thread: root.thread }) } : root,
    );
    return;
  }
  patchListed(client, one => (one.thread.threadId === threadId ? { ...one, last: withReply(one.last, message) } : one));
}

/** Changes the author of messages, and of the messages that they answer. */
function applySender(client: QueryClient, sender: Message['sender']): void {
  const signed = (message: Message) =>
    withAuthor(message.sender._id === sender._id ? { ...message, sender } : message, sender);
  // Only a message's own author is marked as a guest, not an answered author.
  const { guest: _, ...named } = sender;
  const person = (one: Message['sender']) => (one._id === sender._id ? named : one);
  patchQueries(client, api.threads.one, old => ({ ...old, root: signed(old.root) }));
  patchListed(client, one => ({
    ...one,
    root: signed(one.root),
    last: one.last.map(signed),
    thread: { ...one.thread, people: one.thread.people.map(person) },
  }));
}

/** Removes the threads of a lost place. */
function forget(client: QueryClient, isLost: (of: { parent: PlaceIds; workspaceId: string | null }) => boolean): void {
  patchListed(client, one => (isLost(one.thread) ? null : one));
  const all = client.getQueriesData<OutputOf<typeof api.threads.one>>({ queryKey: keyOf(api.threads.one) });
  for (const [queryKey, old] of all) if (old && isLost(old.thread)) client.removeQueries({ queryKey, exact: true });
}

/** Applies the events of threads and messages to the states of threads, to their roots, and to the lists of threads. */
export const threadsLive = {
  newMessage: receive,
  updateMessage: receive,

  deleteMessage({ _id, threadId, kept, seq }, client) {
    if (threadId) {
      patchListed(client, one =>
        one.thread.threadId === threadId && one.last.some(reply => reply._id === _id)
          ? { ...one, last: one.last.filter(reply => reply._id !== _id) }
          : one,
      );
      return;
    }
    if (kept) {
      const nothing = { content: '', fileAttachments: [], reactions: [], pinned: false };
      patchRoot(client, _id, ({ replyTo: _, ...root }) => ({ ...root, ...nothing, deleted: true, seq }));
      return;
    }
    patchListed(client, one => (one.thread.threadId === _id ? null : one));
    // The component that shows the thread reports that it is gone.
    refetch(client, api.threads.one, { params: { id: _id } });
  },

  updateThread(thread, client) {
    const { threadId: id } = thread;
    tellThread(id, stateOf(thread));
    patchQuery(client, api.threads.one, { params: { id } }, old =>
      newerState(thread, old.thread) === thread ? { ...old, thread } : old,
    );
    patchListed(client, one => {
      if (one.thread.threadId !== id || newerState(thread, one.thread) !== thread) return one;
      return thread.replies > 0 ? { ...one, thread } : null;
    });
  },

  updateUser: (person, client) => applySender(client, senderOf(person)),
  deleteUser: ({ _id }, client) => applySender(client, { _id, firstName: goneName, lastName: '', avatar: null }),
  deleteChannel: ({ _id }, client) => forget(client, ({ parent }) => idIn(parent) === _id),
  deleteConversation: ({ _id }, client) => forget(client, ({ parent }) => idIn(parent) === _id),
  deleteWorkspace: ({ _id }, client) => forget(client, ({ workspaceId }) => workspaceId === _id),
} satisfies LiveHandlers;
