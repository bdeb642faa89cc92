import { api } from '@palabre/common/contract/index.ts';
import type { Unread } from '@palabre/common/contract/reading/unread.ts';
import { idIn } from '../../../platform/address/place.ts';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { refetch } from '../../../platform/server/query.ts';
import { forgetReads } from './open/heard-threads.ts';
import { askAgain, countMessage, dropStates, takeState, unreadStateOf } from './open/unread-states.ts';
import { countReplies, readThreads } from './open/unread-threads.ts';

/** Makes a test for the states of a channel or conversation and of its threads. */
const isIn = (id: string) => (state: Unread) => idIn(state) === id || idIn(state.parent ?? {}) === id;

/** Applies the events of messages, read positions and places to the cached unread states. */
export const unreadLive = {
  newMessage: (message, client) => countMessage(client, message),

  // Only a refetch tells whether the deleted message was counted.
  deleteMessage(deleted, client) {
    const state = unreadStateOf(client, idIn(deleted));
    if (!state?.first || state.seq >= deleted.seq) return;
    if (deleted.conversationId || state.first._id === deleted._id || state.mentions > 0) askAgain(client, deleted);
  },

  updateThread: (thread, client) => countReplies(client, thread),
  readThreads: ({ channelId, conversationId }, client) => readThreads(client, { channelId, conversationId }),

  updateUnread: (state, client) => takeState(client, state),
  readAll(_person, client) {
    forgetReads();
    refetch(client, api.unread.list);
  },
  readAllUndone: (_person, client) => refetch(client, api.unread.list),

  // A channel just made visible may hold unread messages.
  newChannel: ({ _id: channelId }, client) => askAgain(client, { channelId }),
  deleteChannel: ({ _id }, client) => dropStates(client, isIn(_id)),
  newConversation: ({ _id: conversationId }, client) => askAgain(client, { conversationId }),
  deleteConversation: ({ _id }, client) => dropStates(client, isIn(_id)),
  newWorkspace: (_workspace, client) => refetch(client, api.unread.list),
  deleteWorkspace: ({ _id }, client) => dropStates(client, ({ workspaceId }) => workspaceId === _id),
} satisfies LiveHandlers;
