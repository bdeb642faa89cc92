import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { Thread } from '@palabre/common/contract/messages/threads.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cached, keyOf } from '../../platform/server/query.ts';
import { createDispatcher, features } from './live.ts';

const workspaceId = '018f0000-0000-7000-8000-00000000000a';
const asked = { params: { id: workspaceId } };
const queryKey = keyOf(api.channels.ofWorkspace, asked);

const channel = (title: string, position: number): Channel => ({
  _id: `018f0000-0000-7000-8000-00000000001${position}`,
  title,
  visibility: 'public',
  workspaceId,
  users: [],
  keptRole: null,
  position,
});

const root: Message = {
  ...{
    _id: 'root',
    content: 'On part ?',
    time: '2026-11-25T09:00:00.000Z',
    updated: false,
    pinned: false,
    nonce: null,
  },
  ...{ channelId: 'c', conversationId: null, reactions: [], fileAttachments: [], position: 1, seq: 1 },
  sender: { _id: 'karim', firstName: 'Karim', lastName: 'Benali', avatar: null },
};

const client = new QueryClient();
let { dispatch, changes, stop } = createDispatcher(client);
const titles = () => cached(client, api.channels.ofWorkspace, asked)?.channels.map(one => one.title);

/** Starts a fetch of the workspace's channels; `answer` completes it. */
function fetching(): { answer: (channels: Channel[]) => Promise<void> } {
  let finish: (value: { channels: Channel[] }) => void = () => {};
  const answered = new Promise<{ channels: Channel[] }>(resolve => {
    finish = resolve;
  });
  const fetched = client.fetchQuery({ queryKey, queryFn: () => answered, staleTime: 0 });
  return {
    async answer(channels) {
      finish({ channels });
      await fetched;
      await Promise.resolve();
    },
  };
}

afterEach(() => client.clear());

it('the live handlers of each feature are heard', () => {
  const files = import.meta.glob<Record<string, unknown>>('../../features/**/*.live.ts', { eager: true });
  const isHeard = (exported: Record<string, unknown>) =>
    Object.values(exported).some(one => features.some(heard => heard === one));
  expect(Object.keys(files).filter(file => !isHeard(files[file] ?? {}))).toEqual([]);
  expect(Object.keys(files)).toHaveLength(features.length);
});

describe('deleteWorkspace', () => {
  it('deleteWorkspace also removes the caches of each of its channels', () => {
    const [general, users] = [channel('général', 0), { params: { id: channel('général', 0)._id } }];
    client.setQueryData(queryKey, { channels: [general] });
    client.setQueryData(keyOf(api.channels.one, users), { channel: general });
    client.setQueryData(keyOf(api.channels.users, users), { users: [] });
    dispatch({ name: 'deleteWorkspace', payload: { _id: workspaceId } });
    expect(client.getQueryCache().getAll()).toEqual([]);
  });
});

describe('events and responses in any order', () => {
  it('an event during the first fetch is in the cache, although the response was read before the event', async () => {
    const { answer } = fetching();
    dispatch({ name: 'newChannel', payload: channel('chantier', 1) });
    await answer([channel('général', 0)]);
    expect(titles()).toEqual(['général', 'chantier']);
  });

  it('an event during a later fetch is neither lost nor applied twice', async () => {
    await fetching().answer([channel('général', 0), channel('chantier', 1)]);
    const { answer } = fetching();
    dispatch({ name: 'updateChannel', payload: channel('chantier-lyon', 1) });
    dispatch({ name: 'deleteChannel', payload: { _id: channel('général', 0)._id, workspaceId } });
    expect(titles()).toEqual(['chantier-lyon']);
    await answer([channel('général', 0), channel('chantier', 1)]);
    expect(titles()).toEqual(['chantier-lyon']);
  });

  it('an event during a fetch that began before the dispatcher existed is in the cache', async () => {
    stop();
    const { answer } = fetching();
    ({ dispatch, changes, stop } = createDispatcher(client));
    dispatch({ name: 'newChannel', payload: channel('chantier', 1) });
    await answer([channel('général', 0)]);
    expect(titles()).toEqual(['général', 'chantier']);
  });

  it('the event of a response that was already applied changes nothing', async () => {
    await fetching().answer([channel('général', 0)]);
    const made = { name: 'newChannel', payload: channel('chantier', 1) } as const;
    changes()([made]);
    expect(titles()).toEqual(['général', 'chantier']);
    const known = cached(client, api.channels.ofWorkspace, asked);
    dispatch({ name: 'newChannel', payload: channel('chantier', 1) });
    expect(cached(client, api.channels.ofWorkspace, asked)).toBe(known);
  });

  it('a response that arrives after its event, and after later events, restores nothing old', async () => {
    await fetching().answer([channel('général', 0)]);
    const [renamed, removed] = [changes(), changes()];
    dispatch({ name: 'newChannel', payload: channel('chantier', 1) });
    dispatch({ name: 'updateChannel', payload: channel('chantier-lyon', 1) });
    renamed([{ name: 'newChannel', payload: channel('chantier', 1) }]);
    expect(titles()).toEqual(['général', 'chantier-lyon']);
    dispatch({ name: 'deleteChannel', payload: { _id: channel('chantier', 1)._id, workspaceId } });
    removed([{ name: 'newChannel', payload: channel('chantier', 1) }]);
    expect(titles()).toEqual(['général']);
  });

  it('a change’s response during a fetch that was read before the change is in the cache', async () => {
    const { answer } = fetching();
    changes()([{ name: 'newChannel', payload: channel('chantier', 1) }]);
    await answer([channel('général', 0)]);
    expect(titles()).toEqual(['général', 'chantier']);
  });

  it('an event that comes back to what a response said is applied, as another one came in between', async () => {
    await fetching().answer([channel('général', 0)]);
    const renamed = (title: string) => ({ name: 'updateChannel', payload: channel(title, 0) }) as const;
    changes()([renamed('accueil')]);
    for (const title of ['entrée', 'accueil']) {
      dispatch(renamed(title));
      expect(titles()).toEqual([title]);
    }
  });

  it('the response of following a thread is applied, though an event of its root came meanwhile', () => {
    const input = { params: { id: root._id } };
    const thread: Thread = {
      ...{ threadId: root._id, parent: { channelId: 'c', conversationId: null }, workspaceId: null, replies: 1 },
      ...{ lastAt: null, people: [], unread: 0, following: false, read: 0, seq: 1 },
    };
    const ends = { prevCursor: null, nextCursor: null, hasMore: false, hasBefore: false, hasAfter: false, seq: 1 };
    client.setQueryData(keyOf(api.threads.one, input), { root, thread, messages: [], ...ends });
    const followed = changes();
    dispatch({ name: 'updateMessage', payload: { ...root, content: 'corrigé', seq: 2 } });
    followed([{ name: 'updateThread', payload: { ...thread, following: true } }]);
    const one = cached(client, api.threads.one, input);
    expect([one?.thread.following, one?.root.content]).toEqual([true, 'corrigé']);
  });

  it('a message during the fetch of the lists that show it is in them, although their response was read before it', async () => {
    const lists = {
      talks: keyOf(api.conversations.list, { params: { id: '' } }),
      threads: keyOf(api.threads.list, { query: { filter: 'followed' } }),
    };
    const held: ((data: unknown) => void)[] = [];
    const fetched = Object.values(lists).map(key =>
      client.fetchQuery({ queryKey: key, queryFn: () => new Promise<unknown>(resolve => held.push(resolve)) }),
    );
    dispatch({
      name: 'newMessage',
      payload: { ...root, _id: 'm2', channelId: null, conversationId: 'talk', position: 2 },
    });
    const reply = { ...root, _id: 'r2', channelId: null, threadId: 'root', content: 'la réponse', position: 2, seq: 2 };
    dispatch({ name: 'newMessage', payload: { ...reply, parent: { channelId: 'c', conversationId: null } } });
    held[0]?.({ conversations: [{ _id: 'talk', users: [], lastMessage: { position: 1 } }], nextCursor: null });
    held[1]?.({
      pages: [{ threads: [{ thread: { threadId: 'root' }, root, last: [] }], nextCursor: null }],
      pageParams: [''],
    });
    await Promise.all(fetched);
    await Promise.resolve();
    expect(client.getQueryData(lists.talks)).toMatchObject({ conversations: [{ lastMessage: { position: 2 } }] });
    expect(client.getQueryData(lists.threads)).toMatchObject({ pages: [{ threads: [{ last: [{ _id: 'r2' }] }] }] });
  });

  it('a message during the fetch of the conversations alone is their last message', async () => {
    const talks = keyOf(api.conversations.list, { params: { id: '' } });
    let finish = (_answer: unknown) => {};
    const answered = new Promise<unknown>(resolve => {
      finish = resolve;
    });
    const fetched = client.fetchQuery({ queryKey: talks, queryFn: () => answered });
    const ofTalk = { ...root, _id: 'm2', channelId: null, conversationId: 'talk', position: 2 };
    dispatch({ name: 'newMessage', payload: ofTalk });
    finish({ conversations: [{ _id: 'talk', users: [], lastMessage: { position: 1 } }], nextCursor: null });
    await fetched;
    await Promise.resolve();
    expect(client.getQueryData(talks)).toMatchObject({ conversations: [{ lastMessage: { position: 2 } }] });
  });

  it('a message during the fetch of what is unread alone is counted, although the answer was read before it', async () => {
    const unread = keyOf(api.unread.list);
    client.setQueryData(keyOf(api.channels.list), { channels: [{ _id: 'c', workspaceId }] });
    let finish = (_answer: unknown) => {};
    const answered = new Promise<unknown>(resolve => {
      finish = resolve;
    });
    const fetched = client.fetchQuery({ queryKey: unread, queryFn: () => answered });
    dispatch({ name: 'newMessage', payload: { ...root, _id: 'm2', position: 2, seq: 2 } });
    const state = { channelId: 'c', conversationId: null, workspaceId, seq: 1, read: 1, first: null, messages: 0 };
    finish({ unread: [{ ...state, mentions: 0, level: 'all', muted: false }], threads: [] });
    await fetched;
    await Promise.resolve();
    expect(client.getQueryData(unread)).toMatchObject({ unread: [{ seq: 2, first: { _id: 'm2' } }] });
  });

  it('a message that changes during the fetch of its thread alone is in the thread as it is now', async () => {
    const one = keyOf(api.threads.one, { params: { id: root._id } });
    let finish = (_answer: unknown) => {};
    const answered = new Promise<unknown>(resolve => {
      finish = resolve;
    });
    const fetched = client.fetchQuery({ queryKey: one, queryFn: () => answered });
    dispatch({ name: 'updateMessage', payload: { ...root, content: 'corrigé', seq: 2 } });
    finish({ root, thread: {}, messages: [] });
    await fetched;
    await Promise.resolve();
    expect(client.getQueryData(one)).toMatchObject({ root: { content: 'corrigé' } });
  });

  it('what one event changes in several lists reaches the page at once: nobody sees the half of it', async () => {
    const all = keyOf(api.channels.list);
    const rows = [channel('général', 0)];
    for (const key of [queryKey, all]) client.setQueryData(key, { channels: rows });
    const heard: number[] = [];
    let turn = 0;
    // As components hear their queries.
    const hear = notifyManager.batchCalls(() => {
      heard.push(turn);
      queueMicrotask(() => {
        turn += 1;
      });
    });
    const leave = [queryKey, all].map(key =>
      new QueryObserver(client, { queryKey: key, staleTime: Number.POSITIVE_INFINITY }).subscribe(hear),
    );
    dispatch({ name: 'updateChannel', payload: channel('accueil', 0) });
    await vi.waitFor(() => expect(heard).toHaveLength(2));
    for (const stop of leave) stop();
    expect(heard).toEqual([0, 0]);
  });

  it('an event before a fetch began is not applied to its response, even if another fetch was pending', async () => {
    await fetching().answer([channel('général', 0)]);
    dispatch({ name: 'newChannel', payload: channel('chantier', 1) });
    await fetching().answer([channel('général', 0)]);
    expect(titles()).toEqual(['général']);
    let finish = (_answer: unknown) => {};
    const answered = new Promise<unknown>(resolve => {
      finish = resolve;
    });
    const other = client.fetchQuery({ queryKey: keyOf(api.users.me), queryFn: () => answered });
    dispatch({ name: 'newChannel', payload: channel('chantier', 1) });
    await fetching().answer([channel('général', 0)]);
    expect(titles()).toEqual(['général']);
    finish({ user: null });
    await other;
    stop();
  });
});
