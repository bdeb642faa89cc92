import { api } from '@palabre/common/contract/index.ts';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { patchQuery } from '../../../platform/server/query.ts';

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);

/** Applies the events of the workspaces' own emoji to the cache. */
export const emojiLive = {
  newEmoji(emoji, client) {
    patchQuery(client, api.emoji.list, { params: { id: emoji.workspaceId } }, ({ emojis }) => ({
      emojis: [...emojis.filter(one => one._id !== emoji._id), emoji].sort(byName),
    }));
  },

  deleteEmoji({ _id, workspaceId }, client) {
    patchQuery(client, api.emoji.list, { params: { id: workspaceId } }, ({ emojis }) => ({
      emojis: emojis.filter(one => one._id !== _id),
    }));
  },

  deleteWorkspace: ({ _id: id }, client) =>
    client.removeQueries({ queryKey: [api.emoji.list.path, { params: { id } }] }),
} satisfies LiveHandlers;
