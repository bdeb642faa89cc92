import { api } from '@palabre/common/contract/index.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../../platform/server/api.ts';
import { endpointQuery } from '../../../../platform/server/query.ts';
import { useIsSurelyInside, useMayAskInside } from '../../structure/open/workspaces.queries.ts';

/** What asks for the emoji of a workspace's own; events keep them true. */
export const emojiOf = (workspaceId: string) => ({
  ...endpointQuery(api.emoji.list, { params: { id: workspaceId } }),
  staleTime: 5 * 60_000,
  meta: { silent: true },
});

/** The emoji of a workspace's own, by name. */
export function useOwnEmoji(workspaceId: string | undefined) {
  return useQuery({
    ...emojiOf(workspaceId ?? ''),
    enabled: useMayAskInside(workspaceId ?? '', useIsSurelyInside(workspaceId ?? '')),
    select: answer => answer.emojis,
  });
}

/** Adds an emoji; it reaches the lists by `newEmoji`. */
export function useAddEmoji(workspaceId: string) {
  return useMutation({
    mutationFn: ({ name, image }: { name: string; image: File }) =>
      call(api.emoji.create, { params: { id: workspaceId }, body: { name }, image }),
    meta: { silent: true },
  });
}

/** Removes an emoji; it leaves the lists by `deleteEmoji`. */
export function useRemoveEmoji(workspaceId: string) {
  return useMutation({
    mutationFn: (emojiId: string) => call(api.emoji.remove, { params: { id: workspaceId, emojiId } }),
  });
}
