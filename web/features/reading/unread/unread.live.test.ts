// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { Unread } from '@palabre/common/contract/reading/unread.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { idIn } from '../../../platform/address/place.ts';
import { cached, keyOf } from '../../../platform/server/query.ts';
import { endSession, login } from '../../../platform/session/session.ts';
import { unreadLive } from './unread.live.ts';

const state = (more: Partial<Unread>): Unread => ({
  ...{ channelId: null, conversationId: null, workspaceId: null, seq: 9, read: 2, messages: 0, mentions: 0 },
  ...{ first: { _id: 'm3', position: 3 }, level: 'all', muted: false },
  ...more,
});
const parent = (channelId: string) => ({ channelId, conversationId: null });
let client: QueryClient;
/** Places that the server was asked about. */
let asked: (string | null)[];

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://palabre');
    // A page of an earlier file may still ask for something.
    if (pathname !== `/api${api.unread.one.path}`) return Response.json({}, { status: 404 });
    const place = searchParams.get('channelId') ?? searchParams.get('conversationId');
    asked.push(place);
    return Response.json({ unread: state({ channelId: place, workspaceId: 'w' }) });
  });
  login('token', { _id: 'camille' });
  client = new QueryClient();
  client.setQueryData(keyOf(api.unread.list), {
    unread: [
      state({ channelId: 'general', workspaceId: 'w' }),
      state({ channelId: 'annonces', workspaceId: 'w', mentions: 1 }),
      state({ channelId: 'elsewhere', workspaceId: 'v' }),
      state({ conversationId: 'midi', messages: 3 }),
    ],
    threads: [
      state({ threadId: 'fil', parent: parent('general'), workspaceId: 'w', messages: 1 } as Partial<Unread>),
      state({ threadId: 'autre', parent: parent('annonces'), workspaceId: 'w', messages: 1 } as Partial<Unread>),
    ],
  });
});
afterEach(() => {
  endSession('logout');
  // A pending refetch would be sent in the next file.
  client.clear();
  vi.unstubAllGlobals();
});

const ids = () => {
  const { unread, threads } = cached(client, api.unread.list) ?? { unread: [], threads: [] };
  return [...unread, ...threads].map(one => one.threadId ?? one.channelId ?? one.conversationId);
};
const isStale = () => client.getQueryState(keyOf(api.unread.list))?.isInvalidated;

it('A channel or conversation that goes takes what is unread in it along, and in its threads', () => {
  unreadLive.deleteChannel({ _id: 'general', workspaceId: 'w' }, client);
  expect(ids()).toEqual(['annonces', 'elsewhere', 'midi', 'autre']);
  unreadLive.deleteConversation({ _id: 'midi' }, client);
  expect(ids()).toEqual(['annonces', 'elsewhere', 'autre']);
});

it('A workspace that goes takes what is unread in all its places along', () => {
  unreadLive.deleteWorkspace({ _id: 'w' }, client);
  expect(ids()).toEqual(['elsewhere', 'midi']);
});

it.each([
  ['a new channel', () => unreadLive.newChannel({ _id: 'general' } as never, client), ['general']],
  ['a new conversation', () => unreadLive.newConversation({ _id: 'midi' } as never, client), ['midi']],
])('What is unread in %s is asked for', async (_what, tell, places) => {
  tell();
  await vi.waitFor(() => expect(asked).toEqual(places));
});

it.each([
  ['a new workspace', () => unreadLive.newWorkspace({} as never, client)],
  ['all that is read elsewhere', () => unreadLive.readAll({} as never, client)],
  ['all that is unread again', () => unreadLive.readAllUndone({} as never, client)],
])('All that is unread is asked for again after %s', (_what, tell) => {
  expect(isStale()).toBe(false);
  tell();
  expect(isStale()).toBe(true);
});

it('A deleted message is asked about where it may have been counted alone', async () => {
  // Requests about several places keep the order of their events.
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
  const gone = (more: object) =>
    unreadLive.deleteMessage({ channelId: null, conversationId: null, seq: 12, ...more } as never, client);
  // Read, known already, or neither the first nor a mention.
  gone({ _id: 'z', channelId: 'nowhere' });
  gone({ _id: 'm3', channelId: 'elsewhere', seq: 9 });
  gone({ _id: 'm5', channelId: 'elsewhere' });
  gone({ _id: 'm3', channelId: 'general' });
  await vi.waitFor(() => expect(asked).toEqual(['general']));
  gone({ _id: 'm5', channelId: 'annonces' });
  await vi.waitFor(() => expect(asked).toEqual(['general', 'annonces']));
  gone({ _id: 'm5', conversationId: 'midi' });
  await vi.waitFor(() => expect(asked).toEqual(['general', 'annonces', 'midi']));
});

it.each([
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  [
    'too many calls',
    () => Response.json({ error: 'too_many_requests', message: 'Trop de requêtes.' }, { status: 429 }),
  ],
  [
    'a server that cannot answer',
    () => Response.json({ error: 'unavailable', message: 'Un instant.' }, { status: 503 }),
  ],
])('What is unread is asked for again after %s', async (_why, fail) => {
  const answer = globalThis.fetch;
  const answers = vi.fn(async (address: string) => (answers.mock.calls.length === 1 ? fail() : answer(address)));
  vi.stubGlobal('fetch', answers);
  vi.useFakeTimers();
  unreadLive.newChannel({ _id: 'general' } as never, client);
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  expect(asked).toEqual(['general']);
  expect(answers).toHaveBeenCalledTimes(2);
});

it('What is unread is asked for six times at most while the server cannot answer', async () => {
  const answers = vi.fn(async () => Response.json({ error: 'unavailable', message: 'Un instant.' }, { status: 503 }));
  vi.stubGlobal('fetch', answers);
  vi.useFakeTimers();
  unreadLive.newChannel({ _id: 'general' } as never, client);
  await vi.advanceTimersByTimeAsync(3_600_000);
  vi.useRealTimers();
  expect(answers).toHaveBeenCalledTimes(6);
});

it.each([
  ['that is lost meanwhile is not asked for again', 404, []],
  ['that the server refuses otherwise is not asked for again, and logged', 400, ['What is unread could not be asked']],
])('What is unread in a place %s', async (_which, status, said) => {
  const answers = vi.fn(async () => Response.json({ error: 'no', message: 'Non.' }, { status }));
  vi.stubGlobal('fetch', answers);
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => logged.mockRestore());
  vi.useFakeTimers();
  unreadLive.newChannel({ _id: 'general' } as never, client);
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  expect(answers).toHaveBeenCalledOnce();
  expect(logged.mock.calls.map(([what]) => what)).toEqual(said);
});

it('Events of messages, threads and positions count what is unread, and take it off', () => {
  const count = (id: string) => {
    const { unread, threads } = cached(client, api.unread.list) ?? { unread: [], threads: [] };
    return [...unread, ...threads].find(one => idIn(one) === id)?.messages;
  };
  const message = { _id: 'm10', position: 10, seq: 10, sender: { _id: 'karim' }, content: 'bonjour', channelId: null };
  unreadLive.newMessage({ ...message, conversationId: 'midi' } as never, client);
  expect(count('midi')).toBe(4);
  const thread = { threadId: 'fil', parent: parent('general'), workspaceId: 'w', following: true, read: 2 };
  unreadLive.updateThread({ ...thread, unread: 2, seq: 10 } as never, client);
  expect(count('fil')).toBe(2);
  unreadLive.readThreads({ channelId: 'general', conversationId: null } as never, client);
  expect([count('fil'), count('autre')]).toEqual([undefined, 1]);
  unreadLive.updateUnread(state({ conversationId: 'midi', first: null, seq: 10, read: 10 }), client);
  expect(count('midi')).toBeUndefined();
});

it('A thread counted after all was read elsewhere is asked about, as how far it is read is not known', async () => {
  unreadLive.updateUnread(state({ threadId: 'lu', parent: parent('general'), first: null } as Partial<Unread>), client);
  unreadLive.readAll({} as never, client);
  const message = { _id: 'm10', position: 10, seq: 10, sender: { _id: 'karim' }, content: 'oui', threadId: 'lu' };
  unreadLive.newMessage(
    { ...message, parent: parent('general'), channelId: null, conversationId: null } as never,
    client,
  );
  const thread = { threadId: 'lu', parent: parent('general'), workspaceId: 'w', following: true, read: 2 };
  unreadLive.updateThread({ ...thread, unread: 1, seq: 10 } as never, client);
  expect(ids()).not.toContain('lu');
});

it('What is unread in a place is asked for once, though several events tell of it together', async () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
  for (const _id of ['neuf', 'neuf', 'autre']) unreadLive.newChannel({ _id } as never, client);
  unreadLive.newConversation({ _id: 'soir' } as never, client);
  await vi.waitFor(() => expect(asked).toContain('soir'));
  expect(asked).toEqual(['neuf', 'autre', 'soir']);
});
