// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { Thread } from '@palabre/common/contract/messages/threads.ts';
import { type Unread, unreadCounted } from '@palabre/common/contract/reading/unread.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { keyOf } from '../../../platform/server/query.ts';
import { endSession, login } from '../../../platform/session/session.ts';
import { countMessage, takeState, unreadStateOf } from './open/unread-states.ts';
import { countReplies, readThreads } from './open/unread-threads.ts';

const self = '018f0000-0000-7000-8000-00000000000a';
const karim = '018f0000-0000-7000-8000-00000000000b';
const conversationId = '018f0000-0000-7000-8000-00000000000d';
let client = new QueryClient();

const message = (position: number, content = 'bonjour', senderId = karim) =>
  ({
    _id: `m${position}`,
    content,
    position,
    seq: position,
    channelId: null,
    conversationId,
    sender: { _id: senderId, firstName: 'Karim', lastName: '', avatar: null },
  }) as Message;

const state = (more: Partial<Unread>): Unread => ({
  channelId: null,
  conversationId,
  workspaceId: null,
  seq: 3,
  read: 3,
  first: null,
  messages: 0,
  mentions: 0,
  level: 'all',
  muted: false,
  ...more,
});

const known = (...unread: Unread[]) => client.setQueryData(keyOf(api.unread.list), { unread, threads: [] });
const now = () => unreadStateOf(client, conversationId);

beforeEach(() => {
  client = new QueryClient();
  login('token', { _id: self, firstName: 'Camille' });
  known();
});
afterEach(() => {
  endSession('logout');
  // A pending refetch would be sent in the next file.
  client.clear();
  vi.unstubAllGlobals();
});

describe('Unread counts', () => {
  it('Unread counts start at the first new message', () => {
    countMessage(client, message(4));
    countMessage(client, message(5));
    expect(now()).toMatchObject({ first: { _id: 'm4', position: 4 }, messages: 2, mentions: 0, seq: 5 });
  });

  it('Unread counts take a message once, however often its event comes', () => {
    countMessage(client, message(4));
    countMessage(client, message(4));
    expect(now()).toMatchObject({ messages: 1 });
  });

  it('Unread counts leave out a message below the read position', () => {
    known(state({ seq: 3, read: 9, muted: true }));
    countMessage(client, message(5));
    expect(now()).toMatchObject({ first: null, messages: 0 });
  });

  it('Unread counts leave out the user’s own messages', () => {
    countMessage(client, message(4, 'bonjour', self));
    expect(now()).toBeUndefined();
  });

  it('Unread counts take a mention, in a muted place only by name', () => {
    countMessage(client, message(4, `<@${self}> ?`));
    expect(now()).toMatchObject({ mentions: 1 });
    countMessage(client, { ...message(5, '<@everyone>'), mentionsEveryone: true } as Message);
    expect(now()).toMatchObject({ mentions: 2 });
    known(state({ muted: true }));
    countMessage(client, { ...message(5, '<@everyone>'), mentionsEveryone: true } as Message);
    expect(now()).toMatchObject({ mentions: 0, messages: 1 });
    countMessage(client, message(6, `<@${self}> ?`));
    expect(now()).toMatchObject({ mentions: 1, messages: 2 });
  });

  it('Unread counts take an answer to the user as a mention, in a muted place too, and one to another as a message', () => {
    const answer = (position: number, calls: string) =>
      ({ ...message(position), replyTo: { _id: 'm1', sender: null, excerpt: '', files: 0, calls } }) as Message;
    countMessage(client, answer(4, self));
    expect(now()).toMatchObject({ mentions: 1, messages: 1 });
    countMessage(client, answer(5, karim));
    expect(now()).toMatchObject({ mentions: 1, messages: 2 });
    known(state({ muted: true }));
    countMessage(client, answer(6, self));
    expect(now()).toMatchObject({ mentions: 1 });
  });

  it('Unread counts stop at the server’s maximum', () => {
    known(state({ messages: unreadCounted, mentions: unreadCounted, first: { _id: 'm1', position: 1 }, read: 0 }));
    countMessage(client, message(4, `<@${self}>`));
    expect(now()).toMatchObject({ messages: unreadCounted, mentions: unreadCounted });
  });
});

describe('An answer about a place', () => {
  it('An answer about a place that is older than its events is fetched again, and hides none of them meanwhile', async () => {
    const fetched = vi.fn(async () => Response.json({ unread: state({ seq: 4, read: 4 }) }));
    vi.stubGlobal('fetch', fetched);
    countMessage(client, message(4));
    takeState(client, state({ seq: 3, read: 3 }));
    expect(now()).toMatchObject({ first: { _id: 'm4', position: 4 }, messages: 1, seq: 4 });
    await vi.waitFor(() => expect(now()).toBeUndefined());
    expect(fetched).toHaveBeenCalledOnce();
  });

  it('An answer about a place is not fetched again once the session has ended', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const fetched = vi.fn(async () => Response.json({ unread: state({ seq: 4, read: 4 }) }));
    vi.stubGlobal('fetch', fetched);
    countMessage(client, message(4));
    takeState(client, state({ seq: 3, read: 3 }));
    expect(vi.getTimerCount()).toBe(1);
    client.clear();
    await vi.runAllTimersAsync();
    expect(fetched).not.toHaveBeenCalled();
  });
});

const parent = { channelId: null, conversationId };
const threadId = '018f0000-0000-7000-8000-0000000000ff';
const reply = (position: number, content = 'bonjour', senderId = karim) =>
  ({ ...message(position, content, senderId), conversationId: null, threadId, parent }) as Message;
const told = (unread: number, seq: number, following = true, read = 0): Thread => ({
  ...{ threadId, parent, workspaceId: null, replies: seq, lastAt: null, people: [] },
  ...{ unread, following, read, seq },
});
const ofThread = () => unreadStateOf(client, threadId);

describe('Unread replies', () => {
  it('Unread replies make their conversation unread in nothing, and count for who follows the thread', () => {
    countMessage(client, reply(1));
    expect([now(), ofThread()]).toEqual([undefined, undefined]);
    countReplies(client, told(1, 1));
    expect(ofThread()).toMatchObject({ first: { _id: 'm1', position: 1 }, messages: 1, mentions: 0, parent, read: 0 });
    countReplies(client, told(4, 4));
    expect([now(), ofThread()?.messages]).toEqual([undefined, 4]);
    countReplies(client, told(2, 3));
    expect(ofThread()?.messages).toBe(4);
    countReplies(client, told(0, 4));
    expect(ofThread()).toBeUndefined();
  });

  it('Unread replies are not counted for who does not follow the thread, but a mention is', () => {
    countReplies(client, told(3, 3, false));
    expect(ofThread()).toBeUndefined();
    countMessage(client, reply(4, `<@${self}> ?`));
    countReplies(client, told(0, 4, false));
    expect(ofThread()).toMatchObject({ messages: 0, mentions: 1, first: { _id: 'm4' } });
  });

  it('Several unread replies whose first one is not known here are asked for', async () => {
    const asked = vi.fn(async (_address: string) =>
      Response.json({
        unread: { ...state({ seq: 9, read: 5, first: { _id: 'm6', position: 6 }, messages: 3 }), threadId, parent },
      }),
    );
    vi.stubGlobal('fetch', asked);
    // The last message is known, and is not the first.
    countMessage(client, reply(9));
    countReplies(client, told(3, 9));
    await vi.waitFor(() => expect(ofThread()?.first?._id).toBe('m6'));
    expect(asked.mock.calls.map(([address]) => address)).toEqual([`/api/unread/place?threadId=${threadId}`]);
  });

  it('Unread replies that are told of before the last one that was heard are asked for', async () => {
    const asked = vi.fn(async (_address: string) =>
      Response.json({
        unread: { ...state({ seq: 4, first: { _id: 'm3', position: 3 }, messages: 2 }), threadId, parent },
      }),
    );
    vi.stubGlobal('fetch', asked);
    countMessage(client, reply(4));
    countReplies(client, told(1, 3));
    expect(ofThread()).toBeUndefined();
    await vi.waitFor(() => expect(ofThread()).toMatchObject({ first: { _id: 'm3' }, messages: 2 }));
  });

  it('Unread replies whose first one was heard in an earlier session are asked for', async () => {
    const asked = vi.fn(async (_address: string) =>
      Response.json({
        unread: { ...state({ seq: 9, first: { _id: 'm9', position: 9 }, messages: 1 }), threadId, parent },
      }),
    );
    vi.stubGlobal('fetch', asked);
    countMessage(client, reply(4));
    endSession('logout');
    login('token', { _id: self, firstName: 'Camille' });
    known();
    countReplies(client, told(1, 9));
    expect(ofThread()).toBeUndefined();
    await vi.waitFor(() => expect(ofThread()?.first?._id).toBe('m9'));
    expect(asked.mock.calls.map(([address]) => address)).toEqual([`/api/unread/place?threadId=${threadId}`]);
  });

  it('Unread replies of one conversation or of all are read together', () => {
    const count = () => {
      countMessage(client, reply(1));
      countReplies(client, told(1, 1));
    };
    count();
    readThreads(client, { channelId: 'another', conversationId: null });
    expect(ofThread()).toBeDefined();
    readThreads(client, parent);
    expect(ofThread()).toBeUndefined();
    count();
    countMessage(client, message(4));
    readThreads(client, { channelId: null, conversationId: null });
    expect(ofThread()).toBeUndefined();
    // Channels and conversations stay unread.
    expect(now()).toMatchObject({ messages: 1 });
  });

  it('Unread replies that were counted before they were read are asked for again', async () => {
    const asked = vi.fn(async (_address: string) =>
      Response.json({ unread: { ...state({ seq: 2, read: 2 }), threadId, parent } }),
    );
    vi.stubGlobal('fetch', asked);
    // An earlier test's pending request may come now too.
    const ofIt = () => asked.mock.calls.filter(([address]) => address.includes(threadId)).length;
    takeState(client, { ...state({ seq: 2, read: 2 }), threadId, parent });
    countMessage(client, reply(1));
    countReplies(client, told(1, 2));
    expect(ofThread()).toBeUndefined();
    await vi.waitFor(() => expect(ofIt()).toBeGreaterThan(0));
    countReplies(client, told(1, 3, true, 2));
    expect(ofThread()?.messages).toBe(1);
    const before = ofIt();
    // All threads are read on another device: where each is read up to is known no more.
    readThreads(client, { channelId: null, conversationId: null });
    countReplies(client, told(1, 3, true, 2));
    expect(ofThread()).toBeUndefined();
    await vi.waitFor(() => expect(ofIt()).toBeGreaterThan(before));
  });

  it('Unread replies in a muted conversation are muted with it', () => {
    countMessage(client, reply(1));
    countReplies(client, told(1, 1));
    takeState(client, state({ muted: true }));
    expect(ofThread()).toMatchObject({ muted: true, messages: 1 });
    // The conversation stays muted though nothing in it is unread; another's threads are not muted with it.
    expect(now()).toMatchObject({ muted: true, messages: 0 });
    takeState(client, state({ conversationId: 'other', muted: false, level: 'mentions' }));
    expect(ofThread()).toMatchObject({ muted: true, level: 'all' });
    countMessage(client, { ...reply(2, '<@everyone>'), mentionsEveryone: true } as Message);
    expect(ofThread()?.mentions).toBe(0);
    // So is the first word of a thread, of which nothing is known yet.
    known(state({ muted: true }));
    countMessage(client, { ...reply(3, '<@everyone>'), mentionsEveryone: true } as Message);
    expect(ofThread()).toBeUndefined();
    countMessage(client, reply(4, `<@${self}> ?`));
    expect(ofThread()).toMatchObject({ muted: true, level: 'all', mentions: 1 });
    known(state({ muted: true, level: 'mentions' }));
    countReplies(client, told(1, 5, true, 3));
    expect(ofThread()).toMatchObject({ muted: true, level: 'mentions', messages: 1 });
  });
});

describe('A message of a channel', () => {
  const channelId = '018f0000-0000-7000-8000-0000000000cc';
  const role = '018f0000-0000-7000-8000-0000000000dd';
  const posted = (position: number, content = 'bonjour', id = channelId) =>
    ({ ...message(position, content), conversationId: null, channelId: id }) as Message;
  const ofChannel = (id = channelId) => unreadStateOf(client, id);

  it.each([
    ['the list of its workspace', () => keyOf(api.channels.ofWorkspace, { params: { id: 'atelier' } })],
    ['the list of all channels', () => keyOf(api.channels.list)],
  ])('A message of a channel that is known by %s is counted in its workspace', (_list, keyOfList) => {
    const id = crypto.randomUUID();
    client.setQueryData(keyOfList(), { channels: [{ _id: id, workspaceId: 'atelier' }] });
    countMessage(client, posted(4, `<@${self}>`, id));
    expect(ofChannel(id)).toMatchObject({ workspaceId: 'atelier', mentions: 1, messages: 0, first: { _id: 'm4' } });
    // Its workspace is remembered when the list goes.
    client.removeQueries({ queryKey: keyOfList() });
    known();
    countMessage(client, posted(5, `<@${self}>`, id));
    expect(ofChannel(id)).toMatchObject({ workspaceId: 'atelier', mentions: 1 });
  });

  it('A message of a channel is asked about where its workspace, or whether it names a role of one’s own, is unknown', async () => {
    const asked = vi.fn(async (address: string) =>
      Response.json({
        unread: state({
          conversationId: null,
          channelId: new URL(address, 'http://palabre').searchParams.get('channelId'),
        }),
      }),
    );
    vi.stubGlobal('fetch', asked);
    const [unknown, unsure] = [crypto.randomUUID(), crypto.randomUUID()];
    countMessage(client, posted(4, 'bonjour', unknown));
    client.setQueryData(keyOf(api.channels.list), { channels: [{ _id: unsure, workspaceId: 'atelier' }] });
    countMessage(client, posted(4, `<@&${role}>`, unsure));
    expect([ofChannel(unknown), ofChannel(unsure)]).toEqual([undefined, undefined]);
    const places = () => asked.mock.calls.map(([address]) => address.split('channelId=')[1]);
    await vi.waitFor(() => expect(places()).toEqual(expect.arrayContaining([unknown, unsure])));
    client.setQueryData(keyOf(api.roles.mine, { params: { id: 'atelier' } }), { roles: [{ _id: role }] });
    countMessage(client, posted(5, `<@&${role}>`, unsure));
    expect(ofChannel(unsure)).toMatchObject({ mentions: 1 });
    // In a thread of the channel its roles are the same.
    const inChannel = { parent: { channelId: unsure, conversationId: null } };
    countMessage(client, { ...reply(1, `<@&${role}>`), ...inChannel } as Message);
    expect(ofThread()).toMatchObject({ mentions: 1, workspaceId: 'atelier' });
  });

  it('A message of a channel is counted in the workspace that its state told, though that is no longer kept', () => {
    const [kept, plain] = [crypto.randomUUID(), crypto.randomUUID()];
    const told = (id: string) => state({ channelId: id, conversationId: null, workspaceId: 'atelier' });
    known({ ...told(kept), level: 'mentions' });
    takeState(client, told(plain));
    expect(ofChannel(plain)).toBeUndefined();
    for (const id of [kept, plain]) countMessage(client, posted(4, `<@${self}>`, id));
    expect([kept, plain].map(id => ofChannel(id))).toMatchObject([
      { workspaceId: 'atelier', mentions: 1 },
      { workspaceId: 'atelier', mentions: 1 },
    ]);
  });
});

describe('The state of a place', () => {
  it('The state of a place has the inbox asked for again where it knows of more mentions, and not where it lists them', () => {
    const inbox = keyOf(api.notifications.list);
    const isAsked = () => client.getQueryState(inbox)?.isInvalidated;
    const about = { channelId: null, conversationId, position: 4 };
    client.setQueryData(inbox, { notifications: [{ type: 'mention', isRead: false, about }] });
    takeState(client, state({ seq: 4, mentions: 1, first: { _id: 'm4', position: 4 } }));
    expect(isAsked()).toBe(false);
    // A notification read by itself or with its place, or of another place or an absent person, does not count.
    client.setQueryData(inbox, {
      notifications: [
        { type: 'mention', isRead: true, about },
        { type: 'mention', isRead: false, about: { ...about, position: 3 } },
        { type: 'mention', isRead: false, about: { ...about, conversationId: 'other' } },
        { type: 'mention', isRead: false, about: { ...about, inPlaceOf: 'Karim' } },
        { type: 'message', isRead: false, about },
      ],
    });
    takeState(client, state({ seq: 4, mentions: 1, first: { _id: 'm4', position: 4 } }));
    expect(isAsked()).toBe(true);
  });

  it('The state of a place is kept while its level is not the usual one, and passes the level on to its threads', () => {
    takeState(client, state({ level: 'mentions' }));
    expect(now()?.level).toBe('mentions');
    countMessage(client, reply(1));
    countReplies(client, told(1, 1));
    expect(ofThread()?.level).toBe('mentions');
    takeState(client, state({ level: 'nothing' }));
    expect([now()?.level, ofThread()?.level]).toEqual(['nothing', 'nothing']);
    takeState(client, state({}));
    expect([now(), ofThread()?.level]).toEqual([undefined, 'all']);
  });

  it('The state of a thread whose replies are read keeps its mention, and goes with it', () => {
    takeState(client, { ...state({ messages: 1, mentions: 1, first: { _id: 'm4', position: 4 } }), threadId, parent });
    countReplies(client, told(0, 5, true, 3));
    expect(ofThread()).toMatchObject({ messages: 0, mentions: 1, first: { _id: 'm4' } });
    takeState(client, { ...state({ seq: 5, read: 5 }), threadId, parent });
    expect(ofThread()).toBeUndefined();
  });
});
