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

const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated ?? false;
const list = keyOf(api.conversations.list, mine);
const one = keyOf(api.conversations.one, midi);
const profile = keyOf(api.users.one, { params: { id: 'karim' } });
const titles = () => cached(client, api.conversations.list, mine)?.conversations.map(({ title }) => title);
const said = (position: number, fields: object = {}) =>
  ({
    ...{ _id: `m${position}`, content: `n° ${position}`, fileAttachments: [], conversationId: 'midi', channelId: null },
    ...{ time: `2026-11-22T12:0${position}:00.000Z`, sender, position, ...fields },
  }) as never;

test('A new conversation stands in the list by its last message, and shows more people, who are asked for again', () => {
  const found = keyOf(api.users.search, { query: { search: 'kar' } });
  client.setQueryData(profile, {});
  client.setQueryData(found, { users: [] });
  conversationsLive.updateConversation(talk('Midi', 2), client);
  expect([isStale(profile), isStale(found)]).toEqual([false, false]);
  conversationsLive.newConversation({ ...talk('Soir', 5), _id: 'soir' }, client);
  expect(titles()).toEqual(['Soir', 'Midi']);
  expect([isStale(profile), isStale(found)]).toEqual([true, true]);
  client.setQueryData(profile, {});
  conversationsLive.updateConversation({ ...talk('Soir', 5), _id: 'soir', users: [sender as never] }, client);
  expect(isStale(profile)).toBe(true);
});

test('A message is the last one of its conversation, which it brings first; one that is older, or late, is not', () => {
  client.setQueryData(list, {
    conversations: [{ ...talk('Soir', 4), _id: 'soir' }, talk('Midi', 2)],
    nextCursor: null,
  });
  conversationsLive.newMessage(said(1), client);
  expect(titles()).toEqual(['Soir', 'Midi']);
  conversationsLive.newMessage(said(5), client);
  expect(titles()).toEqual(['Midi', 'Soir']);
  expect(cached(client, api.conversations.one, midi)?.conversation.lastMessage?.content).toBe('n° 5');
  conversationsLive.newMessage(said(9, { conversationId: null, channelId: 'general' }), client);
  expect(isStale(list)).toBe(false);
});

test('A message in a hidden conversation has the list asked for again, as it brings that conversation back', () => {
  conversationsLive.newMessage(said(1, { conversationId: 'cachée' }), client);
  expect(isStale(list)).toBe(true);
});

test('A last message that is edited shows so; one that is deleted has what stands before it asked for', () => {
  conversationsLive.updateMessage(said(1, { content: 'autre' }), client);
  conversationsLive.updateMessage(said(2, { content: 'corrigé' }), client);
  expect(cached(client, api.conversations.list, mine)?.conversations[0]?.lastMessage?.content).toBe('corrigé');
  conversationsLive.deleteMessage(said(1), client);
  expect([isStale(list), isStale(one)]).toEqual([false, false]);
  conversationsLive.deleteMessage(said(2), client);
  expect([isStale(list), isStale(one)]).toEqual([true, true]);
});

test.each(['userUpdate', 'updateUser'] as const)(
  'A person who changes, a guest too, is changed in their conversations and under their last message, by %s',
  name => {
    const leonie = { ...sender, _id: 'leonie', firstName: 'Léonie', status: 'offline' };
    const before = { ...talk('Midi', 2), users: [{ ...sender, status: 'offline' }, leonie] } as Conversation;
    client.setQueryData(list, { conversations: [before], nextCursor: null });
    client.setQueryData(one, { conversation: before });
    const now = { ...sender, firstName: 'Karima', status: 'online', suspended: true, guest: true };
    conversationsLive[name]({ ...now, _id: 'yann' } as never, client);
    expect(cached(client, api.conversations.one, midi)?.conversation).toEqual(before);
    conversationsLive[name](now as never, client);
    for (const conversation of [
      cached(client, api.conversations.list, mine)?.conversations[0],
      cached(client, api.conversations.one, midi)?.conversation,
    ]) {
      expect(conversation?.users).toEqual([now, leonie]);
      expect(conversation?.lastMessage?.sender).toEqual({ ...sender, firstName: 'Karima', guest: true });
    }
    conversationsLive[name]({ ...leonie, firstName: 'Léa' } as never, client);
    expect(cached(client, api.conversations.one, midi)?.conversation.lastMessage?.sender.firstName).toBe('Karima');
  },
);

test('A conversation that goes leaves the list, and whether it still is one’s own is asked', () => {
  client.setQueryData(profile, {});
  conversationsLive.deleteConversation({ _id: 'midi' }, client);
  expect(titles()).toEqual([]);
  expect([isStale(one), isStale(profile)]).toEqual([true, true]);
});

test('The conversations are asked for again once an account is deleted', () => {
  conversationsLive.deleteUser({ _id: 'karim' } as never, client);
  expect([isStale(list), isStale(one)]).toEqual([true, true]);
});

test('The first message of a conversation is its last one', () => {
  const empty = { ...talk('Midi', 1), lastMessage: null };
  client.setQueryData(list, { conversations: [empty], nextCursor: null });
  conversationsLive.newMessage(said(1), client);
  expect(cached(client, api.conversations.list, mine)?.conversations[0]?.lastMessage?.content).toBe('n° 1');
});

test('A last message that is deleted in a conversation far down the list has the list asked for again', () => {
  const second = keyOf(api.conversations.list, { ...mine, query: { cursor: 'two' } });
  client.setQueryData(list, { conversations: [{ ...talk('Soir', 4), _id: 'soir' }], nextCursor: 'two' });
  client.setQueryData(second, { conversations: [talk('Midi', 2)], nextCursor: null });
  conversationsLive.deleteMessage(said(1), client);
  expect([isStale(list), isStale(second)]).toEqual([false, false]);
  conversationsLive.deleteMessage(said(2), client);
  expect([isStale(list), isStale(second)]).toEqual([true, true]);
});
