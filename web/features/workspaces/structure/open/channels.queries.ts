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

/** The channels of a workspace that one may see, in their order; not asked for unless `wanted`. */
export function useChannels(workspaceId: string, wanted = true) {
  return useQuery({
    ...endpointQuery(api.channels.ofWorkspace, { params: { id: workspaceId } }),
    enabled: useMayAskInside(workspaceId, wanted),
    select: answer => answer.channels,
    meta: { silent: true },
  });
}

/** Whether one sees a channel, once the server has said so: as `useIsSurelyInside`, which may be said before. */
export function useSurelySees(workspaceId: string, channelId: string | undefined): boolean {
  const channels = useChannels(workspaceId, channelId !== undefined);
  return isFromServer(channels) && channels.data?.some(channel => channel._id === channelId) === true;
}

/**
 * Whether the server refuses the channel of an address that the list of its workspace lacks; what asked for its messages
 * may have been told already. One that is there all the same is on its way to the list, which is asked for again.
 * @param wanted whether that is to be asked: not of one that was in the list, which says itself that it has gone
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
    // What is refused now may be shown one day: whoever comes again asks again.
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
 * What a channel is called; undefined until that is known. The list of its workspace is asked for when this page has none:
 * of many workspaces the last ones are not loaded (`/boot`). One that is there is kept true by events.
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

/** What `can` asks of a channel. */
export const channelFacts = (channel: Channel, welcomeChannel: string | undefined): ChannelFacts => ({
  id: channel._id,
  visibility: channel.visibility,
  isWelcome: channel._id === welcomeChannel,
});

/** Creates a channel; it reaches the lists by `newChannel`. */
export function useCreateChannel() {
  return useMutation({
    mutationFn: (body: { title: string; visibility: Visibility; workspaceId: string }) =>
      call(api.channels.create, { body }),
  });
}

const none: readonly Channel[] = [];

/** The channels in the order that is being made of them by hand, for everyone; the lists follow by `updateChannel`. */
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

/** Creates a channel, or changes the one named; the lists follow by `newChannel` and `updateChannel`. */
export function useSaveChannel(workspaceId: string, id: string | undefined) {
  return useMutation<unknown, Error, { title?: string; visibility?: Visibility }>({
    mutationFn: body =>
      id === undefined
        ? call(api.channels.create, { body: { title: '', ...body, workspaceId } })
        : call(api.channels.update, { params: { id }, body }),
    meta: { silent: true },
  });
}

/** Lets members into a private channel, and takes out those who were; the lists follow by events. */
export function useLetIn(id: string) {
  return useMutation({
    mutationFn: (body: { add: string[]; remove: string[] }) => call(api.channels.letIn, { params: { id }, body }),
    meta: { silent: true },
  });
}

/** Deletes a channel; the lists follow by `deleteChannel`. */
export function useRemoveChannel() {
  return useMutation({
    mutationFn: (id: string) => ending(id, () => call(api.channels.remove, { params: { id } })),
    meta: { silent: true },
  });
}
