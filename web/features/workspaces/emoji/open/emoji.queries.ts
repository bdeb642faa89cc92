/**
 * Queries of the emoji feature: a workspace's own emoji. The feature also holds the picker (`EmojiPicker.tsx`), the recent
 * emoji, and the search by name that the composer completes with; names and keywords come from web/vite/emoji-data.ts.
 */

import { api } from '@palabre/common/contract/index.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../../platform/server/api.ts';
import { endpointQuery } from '../../../../platform/server/query.ts';
import { useIsSurelyInside, useMayAskInside } from '../../structure/open/workspaces.queries.ts';

/** Query of a workspace's own emoji; events keep the cache current. */
export const emojiOf = (workspaceId: string) => ({
  ...endpointQuery(api.emoji.list, { params: { id: workspaceId } }),
  staleTime: 5 * 60_000,
  meta: { silent: true },
});

/** Reads a workspace's own emoji, sorted by name. */
export function useOwnEmoji(workspaceId: string | undefined) {
  return useQuery({
    ...emojiOf(workspaceId ?? ''),
    enabled: useMayAskInside(workspaceId ?? '', useIsSurelyInside(workspaceId ?? '')),
    select: answer => answer.emojis,
  });
}

/** Adds an emoji; the `newEmoji` event adds it to the cache. */
export function useAddEmoji(workspaceId: string) {
  return useMutation({
    mutationFn: ({ name, image }: { name: string; image: File }) =>
      call(api.emoji.create, { params: { id: workspaceId }, body: { name }, image }),
    meta: { silent: true },
  });
}

/** Removes an emoji; the `deleteEmoji` event removes it from the cache. */
export function useRemoveEmoji(workspaceId: string) {
  return useMutation({
    mutationFn: (emojiId: string) => call(api.emoji.remove, { params: { id: workspaceId, emojiId } }),
  });
}
