import { api } from '@palabre/common/contract/index.ts';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { cached, refetch } from '../../../platform/server/query.ts';
import { useSession } from '../../../platform/session/session.ts';
import { askAgain, countMessage, dropStates, idIn, reachesMe, stateOf, takeState } from './open/states.ts';

export const unreadLive = {
  newMessage: (message, client) => countMessage(client, message),

  // A change of its text may have changed whom it calls: only what is unread counts.
  updateMessage(message, client) {
    const state = stateOf(client, idIn(message));
    if (!message.updated || !state || state.read >= message.position) return;
    if (message.sender._id === useSession.getState().user?._id) return;
    const listed = cached(client, api.notifications.list)?.notifications.find(({ _id }) => _id === message._id);
    if (reachesMe(client, message) !== (listed?.type === 'mention')) askAgain(client, message);
  },

  // Which of the unread ones it was is known by asking, if it was one.
  deleteMessage({ _id, channelId, conversationId, seq }, client) {
    const state = stateOf(client, channelId ?? conversationId ?? '');
    if (!state?.first || state.seq >= seq) return;
    if (conversationId || state.first._id === _id || state.mentions > 0)
      askAgain(client, { channelId, conversationId });
  },

  updateUnread: (state, client) => takeState(client, state),
  readAll: (_person, client) => refetch(client, api.unread.list),
  readAllUndone: (_person, client) => refetch(client, api.unread.list),

  // One that could not be seen until now may hold something unread.
  newChannel: ({ _id: channelId }, client) => askAgain(client, { channelId }),
  deleteChannel: ({ _id }, client) => dropStates(client, ({ channelId }) => channelId === _id),
  newConversation: ({ _id: conversationId }, client) => askAgain(client, { conversationId }),
  deleteConversation: ({ _id }, client) => dropStates(client, ({ conversationId }) => conversationId === _id),
  newWorkspace: (_workspace, client) => refetch(client, api.unread.list),
  deleteWorkspace: ({ _id }, client) => dropStates(client, ({ workspaceId }) => workspaceId === _id),
} satisfies LiveHandlers;
