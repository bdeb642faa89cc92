import { api } from '@palabre/common/contract/index.ts';
import type { Channel, Visibility } from '@palabre/common/contract/workspaces/channels.ts';
import type { ChannelFacts } from '@palabre/common/permissions/can.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, isRefusal } from '../../../../platform/server/api.ts';
import { ending } from '../../../../platform/server/ended.ts';
import { endpointQuery, isFromServer, keyOf, refetch } from '../../../../platform/server/query.ts';
import { useHandOrder } from '../../../../ui/lists/hand-order.ts';
import { refusalOf } from '../../../messages/timeline/open/ask-place.ts';
import { useMayAskInside } from './workspaces.queries.ts';

/** Reads the channels of a workspace that the user sees, in order; fetches only if `wanted`. */
export function useChannels(workspaceId: string, wanted = true) {
  return useQuery({
    ...endpointQuery(api.channels.ofWorkspace, { params: { id: workspaceId } }),
    enabled: useMayAskInside(workspaceId, wanted),
    select: answer => answer.channels,
    meta: { silent: true },
  });
}

/**
 * Tells whether the server has confirmed that the user sees a channel; like `useIsSurelyInside`, and true no earlier.
 */
export function useSurelySees(workspaceId: string, channelId: string | undefined): boolean {
  const channels = useChannels(workspaceId, channelId !== undefined);
  return isFromServer(channels) && channels.data?.some(channel => channel._id === channelId) === true;
}

/**
 * Tells whether the server refuses the channel of an address, when the workspace's list lacks it; reuses a refusal that
 * the messages' request got first. A channel that exists after all is new: the list is refetched.
 * @param wanted false for a channel that was in the list, whose removal is reported elsewhere
 */
export function useIsChannelRefused(workspaceId: string, channelId = '', wanted = true): boolean {
  const client = useQueryClient();
  const { data: channels } = useChannels(workspaceId);
  const isLacking = channels?.every(({ _id }) => _id !== channelId) === true;
  const isUnlisted = wanted && channelId !== '' && isLacking;
  const params = { id: channelId };
  const { data, error } = useQuery({
    ...endpointQuery(api.channels.one, { params }),
    enabled: useMayAskInside(workspaceId, isUnlisted),
    // A refusal is not cached: the channel may be shared with the user later.
    retryOnMount: false,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const refusal = await refusalOf({ channelId });
      if (refusal) throw refusal;
      return call(api.channels.one, { params }, { signal });
    },
    select: answer => answer.channel,
    meta: { silent: true },
  });
  const isHere = data?._id === channelId && data.workspaceId === workspaceId;
  const isLate = isUnlisted && isHere;
  useEffect(() => {
    if (isLate) refetch(client, api.channels.ofWorkspace, { params: { id: workspaceId } });
  }, [isLate, client, workspaceId]);
  return isUnlisted && (data ? !isHere : isRefusal(error));
}

/**
 * Returns a channel's title; undefined until known. Fetches its workspace's list of channels when it isn't cached, as
 * /boot loads only the first of many workspaces. Events keep a cached list current.
 */
export function useChannelTitle(workspaceId = '', channelId: string): string | undefined {
  return useQuery({
    ...endpointQuery(api.channels.ofWorkspace, { params: { id: workspaceId } }),
    enabled: useMayAskInside(workspaceId),
    staleTime: Number.POSITIVE_INFINITY,
    select: answer => answer.channels.find(({ _id }) => _id === channelId)?.title,
    meta: { silent: true },
  }).data;
}

/** Converts a channel to the facts that `can` takes. */
export const channelFacts = (channel: Channel, welcomeChannel: string | undefined): ChannelFacts => ({
  id: channel._id,
  visibility: channel.visibility,
  isWelcome: channel._id === welcomeChannel,
});

/** Creates a channel; the `newChannel` event adds it to the cache. */
export function useCreateChannel() {
  return useMutation({
    mutationFn: (body: { title: string; visibility: Visibility; workspaceId: string }) =>
      call(api.channels.create, { body }),
  });
}

const none: readonly Channel[] = [];

/** Orders the channels by hand, for everyone: optimistic here, confirmed by `updateChannel` events. */
export function useChannelOrder(workspaceId: string, channels: readonly Channel[] | undefined) {
  const client = useQueryClient();
  const params = { id: workspaceId };
  const order = useMutation({
    mutationFn: (ids: string[]) => call(api.channels.order, { params, body: { channels: ids } }),
  });
  return useHandOrder({
    items: channels ?? none,
    send: (_id, _to, ids) => order.mutateAsync(ids),
    settle: () => client.invalidateQueries({ queryKey: keyOf(api.channels.ofWorkspace, { params }) }),
  });
}

/** Creates a channel, or updates the one given; the `newChannel` and `updateChannel` events update the cache. */
export function useSaveChannel(workspaceId: string, id: string | undefined) {
  return useMutation<unknown, Error, { title?: string; visibility?: Visibility }>({
    mutationFn: body =>
      id === undefined
        ? call(api.channels.create, { body: { title: '', ...body, workspaceId } })
        : call(api.channels.update, { params: { id }, body }),
    meta: { silent: true },
  });
}

/** Adds members to a private channel and removes them; events update the cache. */
export function useLetIn(id: string) {
  return useMutation({
    mutationFn: (body: { add: string[]; remove: string[] }) => call(api.channels.letIn, { params: { id }, body }),
    meta: { silent: true },
  });
}

/** Deletes a channel; the `deleteChannel` event removes it from the cache. */
export function useRemoveChannel() {
  return useMutation({
    mutationFn: (id: string) => ending(id, () => call(api.channels.remove, { params: { id } })),
    meta: { silent: true },
  });
}
