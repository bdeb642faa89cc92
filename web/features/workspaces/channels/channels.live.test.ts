import { api } from '@palabre/common/contract/index.ts';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { cached, keyOf } from '../../../platform/server/query.ts';
import { channelsGoingWith, channelsLive } from './channels.live.ts';

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

test('A channel told again, as by its own answer, moves no other', () => {
  channelsLive.newChannel(channel('b', 1), client);
  expect(inCaches()).toEqual(['a0 b1 c2', 'a0 b1 c2 z2', 2]);
});

const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;

test('A changed channel takes its place in every cache, and who sees it is asked for again', () => {
  const of = (id: string) => keyOf(api.channels.users, { params: { id } });
  const within = (channelId?: string) => keyOf(api.members.list, { params: { id: 'atelier' }, query: { channelId } });
  for (const key of [of('a'), of('c'), within('a'), within('c'), within()]) client.setQueryData(key, { users: [] });
  channelsLive.updateChannel({ ...channel('c', 0), title: 'nouveau' }, client);
  expect(inCaches()).toEqual(['a0 c0 b1', 'a0 c0 b1 z2', 0]);
  expect(cached(client, api.channels.one, { params: { id: 'c' } })?.channel.title).toBe('nouveau');
  const asked = [of('a'), of('c'), within('a'), within('c'), within()].map(isStale);
  expect(asked).toEqual([false, true, false, true, false]);
});

test('A channel that is deleted leaves nothing, and a workspace takes its channels with it', () => {
  const users = keyOf(api.channels.users, { params: { id: 'c' } });
  client.setQueryData(users, { users: [] });
  channelsLive.deleteChannel({ _id: 'c', workspaceId: 'atelier' }, client);
  expect(cached(client, api.channels.one, { params: { id: 'c' } })).toBeUndefined();
  expect(client.getQueryData(users)).toBeUndefined();
  expect(channelsGoingWith({ _id: 'atelier' }, client)).toEqual(
    ['a', 'b'].map(_id => ({ _id, workspaceId: 'atelier' })),
  );
  expect(channelsGoingWith({ _id: 'rivière' }, client)).toEqual([]);
  channelsLive.deleteWorkspace({ _id: 'atelier' }, client);
  expect(inCaches()[1]).toBe('z2');
});

test('Channels of a workspace that comes are asked for, and who sees channels as members come and go', () => {
  const users = keyOf(api.channels.users, { params: { id: 'c' } });
  client.setQueryData(users, { users: [] });
  channelsLive.newWorkspace({ _id: 'autre' } as never, client);
  expect([isStale(keyOf(api.channels.list)), isStale(users)]).toEqual([true, false]);
  channelsLive.updateWorkspace({ _id: 'atelier' } as never, client);
  expect(isStale(users)).toBe(true);
});
