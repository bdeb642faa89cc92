import { api } from '@palabre/common/contract/index.ts';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { refetch } from '../../../platform/server/query.ts';
import { askAgain, countMessage, dropStates, takeState, unreadStateOf } from './open/unread-states.ts';

/** Applies the events of messages, read positions and places to the cached unread states. */
export const unreadLive = {
  newMessage: (message, client) => countMessage(client, message),

  // Only a refetch tells whether the deleted message was counted.
  deleteMessage({ _id, channelId, conversationId, seq }, client) {
    const state = unreadStateOf(client, channelId ?? conversationId ?? '');
    if (!state?.first || state.seq >= seq) return;
    if (conversationId || state.first._id === _id || state.mentions > 0)
      askAgain(client, { channelId, conversationId });
  },

  updateUnread: (state, client) => takeState(client, state),
  readAll: (_person, client) => refetch(client, api.unread.list),
  readAllUndone: (_person, client) => refetch(client, api.unread.list),

  // A channel just made visible may hold unread messages.
  newChannel: ({ _id: channelId }, client) => askAgain(client, { channelId }),
  deleteChannel: ({ _id }, client) => dropStates(client, ({ channelId }) => channelId === _id),
  newConversation: ({ _id: conversationId }, client) => askAgain(client, { conversationId }),
  deleteConversation: ({ _id }, client) => dropStates(client, ({ conversationId }) => conversationId === _id),
  newWorkspace: (_workspace, client) => refetch(client, api.unread.list),
  deleteWorkspace: ({ _id }, client) => dropStates(client, ({ workspaceId }) => workspaceId === _id),
} satisfies LiveHandlers;
