import { api } from '@palabre/common/contract/index.ts';
import type { Parent } from '@palabre/common/contract/messages/thread-state.ts';
import type { Thread } from '@palabre/common/contract/messages/threads.ts';
import type { Unread } from '@palabre/common/contract/reading/unread.ts';
import type { QueryClient } from '@tanstack/react-query';
import { idIn } from '../../../../platform/address/place.ts';
import { cached } from '../../../../platform/server/query.ts';
import { forgetReads, lastReplyIn, mayBeRead } from './heard-threads.ts';
import { askAgain, dropStates, plainState, putState, unreadStateOf } from './unread-states.ts';

/** Applies the number of unread replies of a thread, which only its followers have. */
export function countReplies(client: QueryClient, thread: Thread): void {
  const { threadId, parent, workspaceId, following, unread, read, seq } = thread;
  if (!cached(client, api.unread.list)) return;
  const known = unreadStateOf(client, threadId);
  const messages = following ? unread : 0;
  if (known && known.seq > seq) return;
  if (messages === 0) {
    if (known) putState(client, { ...known, seq, messages, first: known.mentions > 0 ? known.first : null });
    return;
  }
  const first = known?.first ?? lastReplyIn(threadId);
  const isSame = known ? known.read === read : mayBeRead(threadId, read);
  // The count predates the known read position, or only the server knows the first of several replies.
  if (!isSame || !first || first.position > seq || (!known && messages > 1)) {
    askAgain(client, { threadId });
    return;
  }
  const placed = { threadId, channelId: null, conversationId: null, parent };
  putState(client, { ...(known ?? plainState(client, placed, workspaceId, read)), seq, first, messages });
}

/** Lists the states of the threads of a channel or conversation. */
export const threadsIn = (client: QueryClient, placeId: string): readonly Unread[] =>
  cached(client, api.unread.list)?.threads.filter(({ parent }) => parent && idIn(parent) === placeId) ?? [];

/** Marks threads as read: a channel's or conversation's threads, or all. */
export function readThreads(client: QueryClient, parent: Parent): void {
  const id = idIn(parent);
  forgetReads();
  dropStates(client, state => state.threadId !== undefined && (id === '' || idIn(state.parent ?? {}) === id));
}
