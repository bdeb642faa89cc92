import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { api } from '@palabre/common/contract/index.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cached, keyOf } from '../../platform/server/query.ts';
import { endSession, login } from '../../platform/session/session.ts';
import { conversationsLive } from './conversations.live.ts';

const mine = { params: { id: 'camille' } };
const midi = { params: { id: 'midi' } };
const sender = { _id: 'karim', firstName: 'Karim', lastName: 'Benali', avatar: null };
const talk = (title: string, position: number): Conversation => ({
  ...{ _id: 'midi', title, isGroup: true, users: [], creator: 'karim', createdAt: '2026-11-22T12:00:00.000Z' },
  lastMessage: {
    _id: `m${position}`,
    content: '',
    files: 0,
    time: `2026-11-22T12:0${position}:00.000Z`,
    sender,
    position,
  },
});
let client: QueryClient;

beforeEach(() => {
  login('token', { _id: 'camille' });
  client = new QueryClient();
  client.setQueryData(keyOf(api.conversations.list, mine), { conversations: [talk('Midi', 2)], nextCursor: null });
  client.setQueryData(keyOf(api.conversations.one, midi), { conversation: talk('Midi', 2) });
});
afterEach(() => endSession('logout'));

const shown = () =>
  [
    cached(client, api.conversations.list, mine)?.conversations[0],
    cached(client, api.conversations.one, midi)?.conversation,
  ].map(one => `${one?.title} ${one?.lastMessage?._id}`);

test('A conversation told with an older last message keeps the one that came meanwhile', () => {
  conversationsLive.updateConversation(talk('Midi pile', 1), client);
  expect(shown()).toEqual(['Midi pile m2', 'Midi pile m2']);
  conversationsLive.updateConversation(talk('Midi', 3), client);
  expect(shown()).toEqual(['Midi m3', 'Midi m3']);
});
