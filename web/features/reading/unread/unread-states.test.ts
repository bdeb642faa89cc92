// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { type Unread, unreadCounted } from '@palabre/common/contract/reading/unread.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keyOf } from '../../../platform/server/query.ts';
import { endSession, login } from '../../../platform/session/session.ts';
import { countMessage, takeState, unreadStateOf } from './open/unread-states.ts';

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
    known(state({ muted: true }));
    countMessage(client, { ...message(5, '<@everyone>'), mentionsEveryone: true } as Message);
    expect(now()).toMatchObject({ mentions: 0, messages: 1 });
    countMessage(client, message(6, `<@${self}> ?`));
    expect(now()).toMatchObject({ mentions: 1, messages: 2 });
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
});
