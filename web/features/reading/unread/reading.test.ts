// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { Unread } from '@palabre/common/contract/reading/unread.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keyOf } from '../../../platform/server/query.ts';
import { queryClient } from '../../../platform/server/query-client.ts';
import { endSession, login } from '../../../platform/session/session.ts';
import { lastRead, markRead } from './open/last-read.ts';
import { isKeptUnread, markPlaceRead, markUnreadFrom, readAgain, sayAllRead, sayRead } from './open/reading.ts';
import { stateOf } from './open/states.ts';

const userId = '018f0000-0000-7000-8000-000000000001';
const channelId = '018f0000-0000-7000-8000-00000000000c';
const place = { channelId };
const message = { _id: 'm3', channelId, conversationId: null, position: 3 } as Message;

/** What the server was told of the place, in order. */
let told: { position: number; back?: boolean }[] = [];
/** Whether the server answers. */
let reachable = true;

const state = (read: number, seq = 9): Unread => ({
  channelId,
  conversationId: null,
  workspaceId: '018f0000-0000-7000-8000-00000000000a',
  seq,
  read,
  first: read < seq ? { _id: `m${read + 1}`, position: read + 1 } : null,
  messages: 0,
  mentions: 0,
  level: 'all',
  muted: false,
});

const isUnread = () => Boolean(stateOf(queryClient, channelId)?.first);

/** More than any pause between two things that are said of what is read. */
const aWhile = () => vi.advanceTimersByTimeAsync(3_000);

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
  told = [];
  reachable = true;
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: string }) => {
    if (!reachable) throw new TypeError('Failed to fetch');
    const { position, back } = JSON.parse(body) as { position: number; back?: boolean };
    told.push({ position, ...(back && { back }) });
    return Response.json({ unread: state(Math.min(position, 9)) });
  });
  login('token', { _id: userId, firstName: 'Camille' });
  queryClient.setQueryData(keyOf(api.unread.list), { unread: [state(2)] });
});

afterEach(() => {
  endSession('logout');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('reading a place', () => {
  it('is told to the server within a moment, then together with what is read meanwhile', async () => {
    sayRead(place, 3);
    await vi.advanceTimersByTimeAsync(200);
    expect(told).toEqual([{ position: 3 }]);
    for (const position of [4, 6, 5]) sayRead(place, position);
    await aWhile();
    expect(told).toEqual([{ position: 3 }, { position: 6 }]);
  });

  it('is shown at once where nothing unread is left, before the server has answered', () => {
    sayRead(place, 9);
    expect(isUnread()).toBe(false);
    expect(told).toEqual([]);
  });

  it('is not told where the server knows of nothing unread, nor below what is unread', async () => {
    sayRead(place, 2);
    queryClient.setQueryData(keyOf(api.unread.list), { unread: [] });
    sayRead(place, 9);
    await aWhile();
    expect(told).toEqual([]);
  });

  it('is told as the page leaves, without waiting', async () => {
    sayRead(place, 4);
    window.dispatchEvent(new Event('pagehide'));
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual([{ position: 4 }]);
  });

  it('is told once there is a connection again, from the mark of this device', async () => {
    reachable = false;
    markRead(userId, channelId, { position: 5, id: 'm5' });
    sayRead(place, 5);
    await aWhile();
    reachable = true;
    sayAllRead();
    await aWhile();
    expect(told).toEqual([{ position: 5 }]);
  });
});

it('the mark of this device never goes back, whatever another tab reads', () => {
  markRead(userId, channelId, { position: 5, id: 'm5' });
  markRead(userId, channelId, { position: 4, id: 'm4' });
  expect(lastRead(userId, channelId)).toEqual({ position: 5, id: 'm5' });
});

describe('a message marked as unread', () => {
  it('stays unread although it was read an instant before, and the place is still looked at', async () => {
    sayRead(place, 5);
    await markUnreadFrom(message);
    sayRead(place, 9);
    await aWhile();
    expect(told).toEqual([{ position: 2, back: true }]);
    expect(isUnread()).toBe(true);
    expect(isKeptUnread(channelId)).toBe(true);
  });

  it('takes the mark of this device back with it, so that no reconnection reads it again', async () => {
    markRead(userId, channelId, { position: 5, id: 'm5' });
    await markUnreadFrom(message);
    expect(lastRead(userId, channelId)?.position).toBe(2);
  });

  it('is read again once one comes back to its place', async () => {
    await markUnreadFrom(message);
    readAgain(channelId);
    sayRead(place, 9);
    await aWhile();
    expect(told.at(-1)).toEqual({ position: 9 });
  });

  it('is read as before when the server refuses to mark it', async () => {
    reachable = false;
    await markUnreadFrom(message);
    expect(isKeptUnread(channelId)).toBe(false);
  });
});

describe('a place marked as read', () => {
  it('is asked of the server when something is unread there, and is read from then on as any other', async () => {
    await markUnreadFrom(message);
    await markPlaceRead(place);
    expect(isKeptUnread(channelId)).toBe(false);
    expect(told.at(-1)?.position).toBe(Number.MAX_SAFE_INTEGER);
    expect(isUnread()).toBe(false);
    const before = told.length;
    await markPlaceRead(place);
    expect(told).toHaveLength(before);
  });
});
