import { api } from '@palabre/common/contract/index.ts';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { cached, keyOf } from '../../../platform/server/query.ts';
import { channelsLive } from './channels.live.ts';

const channel = (_id: string, position: number, workspaceId = 'atelier') => ({
  ...{ _id, position, workspaceId, title: _id, visibility: 'public' as const, users: [], keptRole: null },
});
let client: QueryClient;

beforeEach(() => {
  client = new QueryClient();
  const channels = ['a', 'b', 'c'].map((id, position) => channel(id, position));
  client.setQueryData(keyOf(api.channels.ofWorkspace, { params: { id: 'atelier' } }), { channels });
  client.setQueryData(keyOf(api.channels.list), { channels: [...channels, channel('z', 2, 'rivière')] });
  client.setQueryData(keyOf(api.channels.one, { params: { id: 'c' } }), { channel: channel('c', 2) });
});

const places = (channels: { _id: string; position: number }[] = []) =>
  channels.map(({ _id, position }) => `${_id}${position}`).join(' ');
const inCaches = () => [
  places(cached(client, api.channels.ofWorkspace, { params: { id: 'atelier' } })?.channels),
  places(cached(client, api.channels.list)?.channels),
  cached(client, api.channels.one, { params: { id: 'c' } })?.channel.position,
];

test('Channels below a deleted one move up in every cache, and those of other workspaces stay', () => {
  channelsLive.deleteChannel({ _id: 'b', workspaceId: 'atelier' }, client);
  expect(inCaches()).toEqual(['a0 c1', 'a0 c1 z2', 1]);
  // One that no cache knows moves nothing.
  channelsLive.deleteChannel({ _id: 'd', workspaceId: 'atelier' }, client);
  expect(inCaches()).toEqual(['a0 c1', 'a0 c1 z2', 1]);
});

test('Channels below a new one move down in every cache, and those of other workspaces stay', () => {
  channelsLive.newChannel(channel('n', 1), client);
  expect(inCaches()).toEqual(['a0 n1 b2 c3', 'a0 n1 b2 c3 z2', 3]);
});
