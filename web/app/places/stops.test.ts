// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { paths } from '../../platform/address/paths.ts';
import { keyOf } from '../../platform/server/query.ts';
import { endSession, login } from '../../platform/session/session.ts';
import { besideHere, unreadBeside } from './stops.ts';

let client: QueryClient;
const mine = { params: { id: 'camille' } };
const channel = (_id: string, workspaceId: string) => ({ _id, workspaceId });
const state = (id: string, workspaceId: string | null, more: object = {}) => ({
  ...{ channelId: workspaceId && id, conversationId: workspaceId ? null : id, workspaceId, seq: 9, read: 2 },
  ...{ first: { _id: 'm3', position: 3 }, messages: 0, mentions: 0, level: 'all', muted: false, ...more },
});
const know = (...unread: object[]) => client.setQueryData(keyOf(api.unread.list), { unread, threads: [] });

beforeEach(() => {
  login('token', { _id: 'camille' });
  client = new QueryClient();
  client.setQueryData(keyOf(api.workspaces.mine, mine), { workspaces: [{ _id: 'w' }, { _id: 'v' }] });
  client.setQueryData(keyOf(api.conversations.list, mine), { conversations: [{ _id: 'midi' }, { _id: 'soir' }] });
  // One workspace was opened: its order is known; of the other, the page has only the data of /boot.
  client.setQueryData(keyOf(api.channels.ofWorkspace, { params: { id: 'w' } }), {
    channels: [channel('w2', 'w'), channel('w1', 'w')],
  });
  client.setQueryData(keyOf(api.channels.list), {
    channels: [channel('w1', 'w'), channel('v1', 'v'), channel('w2', 'w'), channel('v2', 'v')],
  });
});
afterEach(() => endSession('logout'));

test('The channel beside another is the next of its own workspace, in the list’s order, around its ends', () => {
  expect(besideHere(client, paths.channel('w', 'w2'), 1)).toBe(paths.channel('w', 'w1'));
  expect(besideHere(client, paths.channel('w', 'w2'), -1)).toBe(paths.channel('w', 'w1'));
  expect(besideHere(client, paths.channel('v', 'v1'), 1)).toBe(paths.channel('v', 'v2'));
  expect(besideHere(client, paths.channel('v', 'v2'), 1)).toBe(paths.channel('v', 'v1'));
});

test('A workspace’s own page, or a channel that is not in the list, leads to the first channel or the last', () => {
  expect(besideHere(client, paths.workspace('w'), 1)).toBe(paths.channel('w', 'w2'));
  expect(besideHere(client, paths.workspace('w'), -1)).toBe(paths.channel('w', 'w1'));
  expect(besideHere(client, paths.channel('w', 'gone'), 1)).toBe(paths.channel('w', 'w2'));
  expect(besideHere(client, paths.workspace('elsewhere'), 1)).toBeNull();
});

test('The conversation beside another is the next of the conversations; the only place has none beside it', () => {
  expect(besideHere(client, paths.conversation('midi'), 1)).toBe(paths.conversation('soir'));
  expect(besideHere(client, paths.conversations, -1)).toBe(paths.conversation('soir'));
  client.setQueryData(keyOf(api.conversations.list, mine), { conversations: [{ _id: 'midi' }] });
  expect(besideHere(client, paths.conversation('midi'), 1)).toBeNull();
  expect(besideHere(client, paths.societies, 1)).toBeNull();
  expect(besideHere(client, paths.settings('w'), 1)).toBeNull();
});

test('Unread places follow each other by workspace, then list, then conversations, and around; the open one is none', () => {
  know(state('soir', null, { messages: 1 }), state('v1', 'v'), state('w1', 'w'), state('w2', 'w'), state('v9', 'v'));
  const round = (from: string, by: 1 | -1) => {
    const seen: (string | null)[] = [];
    for (let at: string | null = from; at && seen.length < 5; seen.push(at)) at = unreadBeside(client, at, by);
    return seen;
  };
  const order = [
    ...[paths.channel('w', 'w2'), paths.channel('w', 'w1'), paths.channel('v', 'v1'), paths.channel('v', 'v9')],
    paths.conversation('soir'),
  ];
  expect(round(paths.conversation('midi'), 1)).toEqual([order[4], ...order.slice(0, 4)]);
  expect(round(paths.societies, -1)).toEqual(order.toReversed());
  know(state('w1', 'w'));
  expect(unreadBeside(client, paths.channel('w', 'w1'), 1)).toBeNull();
});

test('A place that is read, or of which nothing is to be heard, is no unread place', () => {
  know(state('w1', 'w', { first: null }), state('v1', 'v', { muted: true }), state('v2', 'v', { level: 'nothing' }));
  expect(unreadBeside(client, paths.channel('w', 'w2'), 1)).toBeNull();
});
