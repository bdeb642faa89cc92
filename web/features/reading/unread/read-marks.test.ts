// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { Unread } from '@palabre/common/contract/reading/unread.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keyOf } from '../../../platform/server/query.ts';
import { queryClient } from '../../../platform/server/query-client.ts';
import { endSession, login } from '../../../platform/session/session.ts';
import { alerts, useAlerts } from '../../../ui/alerts/alerts.ts';
import { lastRead } from './open/device-marks.ts';
import { markAllRead, markThreadsRead, markUnread } from './open/marking.ts';
import {
  endKeptUnread,
  isKeptUnread,
  markPlaceRead,
  onceUnreadKnown,
  openingMark,
  read,
  tellAllRead,
  untilUnreadKnown,
} from './open/read-marks.ts';
import { unreadStateOf } from './open/unread-states.ts';

const userId = '018f0000-0000-7000-8000-000000000001';
const channelId = '018f0000-0000-7000-8000-00000000000c';
const place = { channelId };
const message = { _id: 'm3', channelId, conversationId: null, position: 3 } as Message;

/** Read positions that the server received, in order. */
let told: { position: number; back?: boolean }[] = [];
/** All that the server was asked, with the body of each. */
let asked: { path: string; body: object; keepalive: boolean | undefined }[] = [];
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

/** Reads the place as far as a message that was in sight. */
const seen = (position: number) => read(place, { position, id: `m${position}` });

/** Alerts on the screen, each with its type. */
const shown = () => useAlerts.getState().alerts.map(({ type, message: said }) => [type, said]);

const isUnread = () => Boolean(unreadStateOf(queryClient, channelId)?.first);

/** Longer than the throttle of the read positions. */
const aWhile = () => vi.advanceTimersByTimeAsync(3_000);

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
  told = [];
  asked = [];
  reachable = true;
  alerts.clear();
  vi.stubGlobal('fetch', async (path: string, { body, keepalive }: { body?: string; keepalive?: boolean }) => {
    if (!reachable) throw new TypeError('Failed to fetch');
    const said = JSON.parse(body ?? '{}') as { position: number; back?: boolean };
    asked.push({ path, body: said, keepalive });
    if (!path.endsWith('/place')) return Response.json({ message: 'Tout est lu.', undo: 'un' });
    const { position, back } = said;
    told.push({ position, ...(back && { back }) });
    return Response.json({ unread: state(Math.min(position, 9)) });
  });
  login('token', { _id: userId, firstName: 'Camille' });
  queryClient.setQueryData(keyOf(api.unread.list), { unread: [state(2)], threads: [] });
});

afterEach(() => {
  endSession('logout');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('Read positions', () => {
  it('Read positions are sent within a moment, then in batches', async () => {
    seen(3);
    await vi.advanceTimersByTimeAsync(200);
    expect(told).toEqual([{ position: 3 }]);
    for (const position of [4, 6, 5]) seen(position);
    await aWhile();
    expect(told).toEqual([{ position: 3 }, { position: 6 }]);
  });

  it('Read positions that follow a batch wait for the next one, which goes in less than a second', async () => {
    seen(3);
    await vi.advanceTimersByTimeAsync(200);
    seen(4);
    await vi.advanceTimersByTimeAsync(200);
    seen(6);
    expect(told).toEqual([{ position: 3 }]);
    await vi.advanceTimersByTimeAsync(600);
    expect(told).toEqual([{ position: 3 }, { position: 6 }]);
    await aWhile();
    seen(7);
    await vi.advanceTimersByTimeAsync(200);
    expect(told.at(-1)).toEqual({ position: 7 });
  });

  it('Read positions show at once when nothing unread is left, before the server answers', () => {
    seen(8);
    expect(isUnread()).toBe(true);
    seen(9);
    expect(isUnread()).toBe(false);
    expect(told).toEqual([]);
  });

  it('Read positions are not sent where nothing is unread, nor below the first unread message', async () => {
    seen(2);
    queryClient.setQueryData(keyOf(api.unread.list), { unread: [], threads: [] });
    seen(9);
    await aWhile();
    expect(told).toEqual([]);
  });

  it('Read positions are sent at once as the page unloads', async () => {
    seen(4);
    window.dispatchEvent(new Event('pagehide'));
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual([{ position: 4 }]);
    // The browser goes on sending the requests of a page that goes.
    expect(asked.map(({ keepalive }) => keepalive)).toEqual([true]);
  });

  it('Read positions that wait as a session ends are not sent in the next one’s name', async () => {
    seen(9);
    endSession('expired');
    login('other', { _id: 'someone else', firstName: 'Karim' });
    queryClient.setQueryData(keyOf(api.unread.list), { unread: [state(2)], threads: [] });
    seen(4);
    await aWhile();
    expect(told).toEqual([{ position: 4 }]);
  });

  it('Read positions of this device are sent at the reconnection', async () => {
    reachable = false;
    seen(5);
    await aWhile();
    reachable = true;
    tellAllRead();
    await aWhile();
    expect(told).toEqual([{ position: 5 }]);
  });

  it('Read positions are sent at the reconnection though another place was never read here, and wait for the list', async () => {
    queryClient.removeQueries({ queryKey: keyOf(api.unread.list) });
    seen(5);
    tellAllRead();
    await aWhile();
    expect(told).toEqual([]);
    queryClient.setQueryData(keyOf(api.unread.list), {
      unread: [{ ...state(2), channelId: 'never read' }, state(2)],
      threads: [],
    });
    tellAllRead();
    await aWhile();
    expect(told).toEqual([{ position: 5 }]);
  });

  it('Read positions of threads are sent at the reconnection too', async () => {
    const { channelId: _none, ...rest } = state(2);
    const thread = { ...rest, channelId: null, threadId: 'fil', parent: { channelId, conversationId: null } };
    queryClient.setQueryData(keyOf(api.unread.list), { unread: [], threads: [thread] });
    localStorage.setItem(`palabre.read.${userId}`, JSON.stringify({ fil: { position: 7, id: 'm7' } }));
    tellAllRead();
    await aWhile();
    expect(asked.map(({ body }) => body)).toEqual([{ threadId: 'fil', position: 7 }]);
  });

  it('Read positions of this device are kept for the thousand places read last', () => {
    const before = Array.from({ length: 1_000 }, (_, n) => [`place ${n}`, { position: n, id: `m${n}` }]);
    localStorage.setItem(`palabre.read.${userId}`, JSON.stringify(Object.fromEntries(before)));
    seen(5);
    expect([lastRead('place 0'), lastRead('place 1')?.position, lastRead(channelId)?.position]).toEqual([null, 1, 5]);
    // One that is read again takes no other’s place.
    read({ channelId: 'place 2' }, { position: 9, id: 'm9' });
    expect([lastRead('place 1')?.position, lastRead('place 2')?.position]).toEqual([1, 9]);
    // Nor does it go before those that were read earlier.
    for (const channel of ['new', 'newer']) read({ channelId: channel }, { position: 1, id: 'm1' });
    expect(['place 1', 'place 2', 'place 3'].map(one => lastRead(one)?.position)).toEqual([undefined, 9, undefined]);
  });
});

it('Read positions that an earlier version stored are found, each user’s their own', () => {
  localStorage.setItem(`palabre.read.${userId}`, JSON.stringify({ [channelId]: { position: 4, id: 'm4' } }));
  expect(lastRead(channelId)).toEqual({ position: 4, id: 'm4' });
  login('token', { _id: 'someone else', firstName: 'Karim' });
  expect(lastRead(channelId)).toBeNull();
});

it('Read positions of this device never go back, whatever another tab reads', () => {
  seen(5);
  seen(4);
  expect(lastRead(channelId)).toEqual({ position: 5, id: 'm5' });
});

describe('A message marked as unread', () => {
  it('A message marked as unread stays so, though just read and still on screen', async () => {
    seen(5);
    await markUnread(message);
    seen(9);
    await aWhile();
    expect(told).toEqual([{ position: 2, back: true }]);
    expect(isUnread()).toBe(true);
    expect(isKeptUnread(channelId)).toBe(true);
  });

  it('A message marked as unread may be read again in another session', async () => {
    await markUnread(message);
    endSession('logout');
    expect(isKeptUnread(channelId)).toBe(false);
  });

  it('A message marked as unread moves the device’s position back, so that no reconnection reads it again', async () => {
    seen(5);
    await markUnread(message);
    expect(lastRead(channelId)?.position).toBe(2);
    expect(shown()).toEqual([['info', 'Marqué comme non lu à partir d’ici.']]);
  });

  it('A message marked as unread is read again once the user comes back to its place', async () => {
    await markUnread(message);
    endKeptUnread(channelId);
    seen(9);
    await aWhile();
    expect(told.at(-1)).toEqual({ position: 9 });
  });

  it('A message marked as unread is read neither by what is on screen nor at a reconnection', async () => {
    await markUnread(message);
    seen(9);
    expect(lastRead(channelId)?.position).toBe(2);
    // Another tab has read on.
    localStorage.setItem(`palabre.read.${userId}`, JSON.stringify({ [channelId]: { position: 9, id: 'm9' } }));
    tellAllRead();
    await aWhile();
    expect(told).toHaveLength(1);
  });

  it('A message marked as unread is read normally once everything is marked as read', async () => {
    await markUnread(message);
    await markAllRead();
    expect(isKeptUnread(channelId)).toBe(false);
  });

  it('A message marked as unread stays read when the server refuses, which is told', async () => {
    reachable = false;
    await markUnread(message);
    expect(isKeptUnread(channelId)).toBe(false);
    expect(shown().map(([type]) => type)).toEqual(['error']);
  });
});

describe('A place marked as read', () => {
  it('A place marked as read sends a request if it is unread, and reads normally from then on', async () => {
    await markUnread(message);
    await markPlaceRead(place);
    expect(isKeptUnread(channelId)).toBe(false);
    expect(told.at(-1)?.position).toBe(Number.MAX_SAFE_INTEGER);
    expect(isUnread()).toBe(false);
    const before = told.length;
    const elsewhere = { ...state(2), channelId: null, threadId: 'autre', parent: { channelId: 'ailleurs' } };
    queryClient.setQueryData(keyOf(api.unread.list), { unread: [], threads: [{ ...elsewhere, messages: 1 }] });
    await markPlaceRead(place);
    expect(told).toHaveLength(before);
    expect(asked.at(-1)?.body).toMatchObject({ threads: true });
  });

  it('A place marked as read reads its threads too, in one request, though it has nothing else unread', async () => {
    const parent = { channelId, conversationId: null };
    const thread = (threadId: string, of: object) => ({
      ...state(2),
      channelId: null,
      threadId,
      parent: of,
      messages: 1,
    });
    const elsewhere = thread('autre', { channelId: 'ailleurs', conversationId: null });
    queryClient.setQueryData(keyOf(api.unread.list), { unread: [], threads: [thread('fil', parent), elsewhere] });
    await markUnread({
      _id: 'm3',
      threadId: 'fil',
      parent,
      channelId: null,
      conversationId: null,
      position: 3,
    } as Message);
    queryClient.setQueryData(keyOf(api.unread.list), { unread: [], threads: [thread('fil', parent), elsewhere] });
    asked = [];
    await markPlaceRead(place);
    expect(asked.map(({ body }) => body)).toEqual([{ channelId, position: Number.MAX_SAFE_INTEGER, threads: true }]);
    expect(['fil', 'autre'].map(id => unreadStateOf(queryClient, id)?.messages)).toEqual([undefined, 1]);
    expect(isKeptUnread('fil')).toBe(false);
    await markPlaceRead({ threadId: 'autre' });
    expect(asked.at(-1)?.body).toEqual({ threadId: 'autre', position: Number.MAX_SAFE_INTEGER });
  });

  it('A place marked as read stays unread when the server refuses, which is told', async () => {
    reachable = false;
    await markPlaceRead(place);
    expect(isUnread()).toBe(true);
    expect(shown().map(([type]) => type)).toEqual(['error']);
  });
});

describe('All places marked as read', () => {
  it('All places marked as read may be taken back while the server can, and the page says how that ended', async () => {
    await markAllRead();
    const [alert] = useAlerts.getState().alerts;
    expect(alert).toMatchObject({ type: 'success', message: 'Tout est lu.', durationMs: 10_000 });
    expect(alert?.action?.label).toBe('Annuler');
    alert?.action?.run();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.at(-1)).toMatchObject({ path: '/api/unread/undo', body: { undo: 'un' } });
    expect(shown()).toHaveLength(2);
    reachable = false;
    alert?.action?.run();
    await vi.advanceTimersByTimeAsync(0);
    expect(shown().at(-1)?.[0]).toBe('error');
  });

  it('All places marked as read have nothing to take back where nothing was unread, and a refusal is told', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ message: 'Tout est lu.', undo: null }));
    await markAllRead();
    expect(useAlerts.getState().alerts.map(({ action }) => action)).toEqual([undefined]);
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
    await markAllRead();
    expect(shown().at(-1)?.[0]).toBe('error');
  });

  it('All threads are marked as read in one request, and a refusal is told', async () => {
    await markThreadsRead();
    expect(asked).toMatchObject([{ path: '/api/threads/read', body: {} }]);
    reachable = false;
    await markThreadsRead();
    expect(shown().map(([type]) => type)).toEqual(['error']);
  });
});

describe('A place that opens', () => {
  const forget = () => queryClient.removeQueries({ queryKey: keyOf(api.unread.list) });

  it('A place that opens starts behind the server’s position, or further on where this device has read more', () => {
    expect(openingMark(channelId)).toEqual({ position: 2, id: 'm3' });
    // Another device has read further.
    seen(3);
    expect(openingMark(channelId)).toEqual({ position: 3, id: 'm3' });
    queryClient.setQueryData(keyOf(api.unread.list), { unread: [state(4)], threads: [] });
    expect(openingMark(channelId)).toEqual({ position: 4, id: 'm5' });
    seen(5);
    expect(openingMark(channelId)).toEqual({ position: 5, id: 'm5' });
  });

  it('A place that opens has nothing new when the server knows nothing unread, whatever this device has read', () => {
    seen(5);
    queryClient.setQueryData(keyOf(api.unread.list), { unread: [], threads: [] });
    expect(openingMark(channelId)).toBeNull();
  });

  it('A place that opens starts at this device’s position until the server has answered', () => {
    seen(5);
    forget();
    expect(openingMark(channelId)).toEqual({ position: 5, id: 'm5' });
  });

  it('A place that opens is told once when the server first answers, and never when the answer is there', () => {
    const heard = vi.fn();
    onceUnreadKnown(heard);
    forget();
    onceUnreadKnown(heard);
    for (const seq of [9, 10])
      queryClient.setQueryData(keyOf(api.unread.list), { unread: [state(2, seq)], threads: [] });
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('A place that opens waits a second at most for a pending answer, and not without one', async () => {
    await untilUnreadKnown();
    forget();
    await untilUnreadKnown();
    const never = { queryKey: keyOf(api.unread.list), queryFn: () => new Promise<never>(() => {}) };
    void queryClient.prefetchQuery(never);
    const waited = vi.fn();
    void untilUnreadKnown().then(waited);
    await vi.advanceTimersByTimeAsync(900);
    expect(waited).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(waited).toHaveBeenCalled();
    // A cached list is not waited for during its refetch.
    queryClient.setQueryData(keyOf(api.unread.list), { unread: [], threads: [] });
    const known = vi.fn();
    void untilUnreadKnown().then(known);
    await vi.advanceTimersByTimeAsync(0);
    expect(known).toHaveBeenCalled();
    await queryClient.cancelQueries({ queryKey: keyOf(api.unread.list) });
  });
});
