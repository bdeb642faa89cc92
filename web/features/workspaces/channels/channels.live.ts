import { api, type EventPayload } from '@palabre/common/contract/index.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { byCode } from '@palabre/common/rules/order.ts';
import { placeAfterComing, placeAfterGoing } from '@palabre/common/rules/workspaces/channel-order.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { cached, patchQueries, patchQuery, refetch } from '../../../platform/server/query.ts';

const inOrder = (a: Channel, b: Channel) =>
  byCode(a.workspaceId, b.workspaceId) || a.position - b.position || byCode(a._id, b._id);

const withChannel = (channels: readonly Channel[], channel: Channel): Channel[] =>
  [...channels.filter(one => one._id !== channel._id), channel].sort(inOrder);

/** Finds a channel in the caches. */
function known(client: QueryClient, id: string, workspaceId: string): Channel | undefined {
  const lists = [
    cached(client, api.channels.ofWorkspace, { params: { id: workspaceId } }),
    cached(client, api.channels.list),
  ];
  const listed = lists.flatMap(list => list?.channels ?? []).find(channel => channel._id === id);
  return listed ?? cached(client, api.channels.one, { params: { id } })?.channel;
}

/** Shifts the positions of the workspace's other channels when one is added or removed. */
function shift(client: QueryClient, { _id: id, workspaceId }: Channel, moved: (position: number) => number): void {
  const shifted = (channel: Channel): Channel =>
    channel.workspaceId === workspaceId && channel._id !== id
      ? { ...channel, position: moved(channel.position) }
      : channel;
  const all = ({ channels }: { channels: Channel[] }) => ({ channels: channels.map(shifted) });
  patchQueries(client, api.channels.one, ({ channel }) => ({ channel: shifted(channel) }));
  patchQuery(client, api.channels.ofWorkspace, { params: { id: workspaceId } }, all);
  patchQueries(client, api.channels.list, all);
}

function put(channel: Channel, client: QueryClient): void {
  patchQuery(client, api.channels.one, { params: { id: channel._id } }, () => ({ channel }));
  patchQuery(client, api.channels.ofWorkspace, { params: { id: channel.workspaceId } }, ({ channels }) => ({
    channels: withChannel(channels, channel),
  }));
  patchQueries(client, api.channels.list, ({ channels }) => ({ channels: withChannel(channels, channel) }));
  refetch(client, api.channels.users, { params: { id: channel._id } });
  void client.invalidateQueries({
    predicate: ({ queryKey: [path, asked] }) =>
      path === api.members.list.path &&
      (asked as { query?: { channelId?: string } } | undefined)?.query?.channelId === channel._id,
  });
}

/** Lists the cached channels of a deleted workspace, each as the event of its own deletion. */
export const channelsGoingWith = (
  { _id: workspaceId }: EventPayload<'deleteWorkspace'>,
  client: QueryClient,
): EventPayload<'deleteChannel'>[] =>
  (cached(client, api.channels.ofWorkspace, { params: { id: workspaceId } })?.channels ?? []).map(({ _id }) => ({
    _id,
    workspaceId,
  }));

/** Applies the events of channels to the cache. */
export const channelsLive = {
  newChannel(channel, client) {
    const at = channel.position;
    if (!known(client, channel._id, channel.workspaceId)) {
      shift(client, channel, position => placeAfterComing(position, at));
    }
    put(channel, client);
  },

  updateChannel: put,
  deleteChannel({ _id: id, workspaceId }, client) {
    const gone = known(client, id, workspaceId);
    if (gone) shift(client, gone, position => placeAfterGoing(position, gone.position));
    const without = ({ channels }: { channels: Channel[] }) => ({
      channels: channels.filter(channel => channel._id !== id),
    });
    for (const endpoint of [api.channels.one, api.channels.users]) {
      client.removeQueries({ queryKey: [endpoint.path, { params: { id } }] });
    }
    patchQuery(client, api.channels.ofWorkspace, { params: { id: workspaceId } }, without);
    patchQueries(client, api.channels.list, without);
  },

  // The workspace's channels come without events of their own.
  newWorkspace: (_workspace, client) => refetch(client, api.channels.list),

  // A member may have joined or left, which changes the channels' readers.
  updateWorkspace: (_workspace, client) => refetch(client, api.channels.users),

  // Channels that the workspace's cached list lacked.
  deleteWorkspace: ({ _id: id }, client) =>
    patchQueries(client, api.channels.list, old => ({
      channels: old.channels.filter(channel => channel.workspaceId !== id),
    })),
} satisfies LiveHandlers;
