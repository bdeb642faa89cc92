// @vitest-environment jsdom
import type { Endpoint } from '@palabre/common/contract/define.ts';
import { api, type EventName } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { pageWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { flushOutbox, post, useOutbox } from '../../features/messages/outbox/open/outbox.ts';
import { watchThreads } from '../../features/messages/threads/open/thread-states.ts';
import { forgetPlaces, openPlace } from '../../features/messages/timeline/open/timelines.ts';
import { read } from '../../features/reading/unread/open/read-marks.ts';
import { useConnection } from '../../platform/server/connection.ts';
import { endpointQuery, keyOf } from '../../platform/server/query.ts';
import { queryClient } from '../../platform/server/query-client.ts';
import { endSession, login, useSession } from '../../platform/session/session.ts';
import { socket } from '../../test/fake-socket.ts';
import { useAlerts } from '../../ui/alerts/alerts.ts';
import { startRealtime } from './realtime.ts';

vi.mock('socket.io-client', async () => {
  const { socket } = await import('../../test/fake-socket.ts');
  return { io: () => socket };
});

const userId = '018f0000-0000-7000-8000-000000000001';
const channelId = '018f0000-0000-7000-8000-00000000000c';
const place = { channelId };

let reachable = true;
/** Requests that reached the server: method, path and body. */
let asked: [line: string, body: unknown][] = [];
/** Requests made without a connection: method and path. */
let lost: string[] = [];
const told = ({ method, path }: Endpoint) =>
  asked.filter(([line]) => line === `${method} /api${path}`).map(([, body]) => body);
/** Requests whose path ends so. */
const lines = (end: string) => asked.map(([line]) => line).filter(line => line.endsWith(end));
const sent = () => asked.filter(([line]) => line === 'POST /api/message').map(([, body]) => (body as Message).content);

const answers: Record<string, (body: Record<string, unknown>) => object> = {
  'POST /api/message': ({ content, nonce, threadOf }) => ({
    message: {
      _id: nonce,
      content,
      nonce,
      sender: { _id: userId },
      ...(threadOf ? { channelId: null, threadId: threadOf } : place),
      conversationId: null,
      position: 1,
      seq: 1,
    },
  }),
};

/** Loses the connection, and HTTP with it. */
function lose(): void {
  reachable = false;
  socket.hear('disconnect', 'transport close');
}

function comeBack(): void {
  reachable = true;
  socket.hear('connect');
}

const state = () => useConnection.getState().state;
const live = () => vi.waitFor(() => expect(state()).toBe('live'), pageWaitTimeoutMs);

beforeEach(async () => {
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    const line = `${method} ${address.split('?')[0]}`;
    if (!reachable) {
      lost.push(line);
      throw new TypeError('Failed to fetch');
    }
    const given = JSON.parse(body ?? '{}') as Record<string, unknown>;
    asked.push([line, given]);
    const answer = answers[line];
    return answer
      ? Response.json(answer(given))
      : Response.json({ code: 'not_found', message: 'Rien.' }, { status: 404 });
  });
  [reachable, asked, lost, socket.tries] = [true, [], [], 0];
  [socket.missed, socket.missedMs] = [[], []];
  login('token', { _id: userId, firstName: 'Camille' });
  socket.hear('connect');
  await live();
});

startRealtime(queryClient);

afterEach(() => {
  endSession('logout');
  forgetPlaces();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('a message typed offline is sent at reconnection, without waiting for its next retry', async () => {
  lose();
  post(place, 'tapé dans le métro');
  await flushOutbox();
  comeBack();
  await live();
  expect(sent()).toEqual(['tapé dans le métro']);
  expect(useOutbox.getState().entries).toEqual([]);
});

it('a reply is in the list of threads before the outbox lets it go, though its event has not come', async () => {
  const threadId = '018f0000-0000-7000-8000-00000000000f';
  const key = keyOf(api.threads.list, { query: { filter: 'followed' } });
  const listed = { root: { _id: threadId }, thread: { threadId }, title: 'général', last: [] };
  queryClient.setQueryData(key, { pages: [{ threads: [listed], nextCursor: null }], pageParams: [''] });
  const inList = () =>
    queryClient
      .getQueryData<{ pages: { threads: { last: Message[] }[] }[] }>(key)
      ?.pages[0]?.threads[0]?.last.map(({ content }) => content);
  const wasListed: unknown[] = [];
  onTestFinished(
    useOutbox.subscribe(
      ({ entries }, { entries: before }) => entries.length < before.length && wasListed.push(inList()),
    ),
  );
  post({ threadId }, 'dans le fil');
  await flushOutbox();
  expect(wasListed).toEqual([['dans le fil']]);
});

it('a read position reached offline is sent at reconnection', async () => {
  const { read: at, ...unread } = { channelId, conversationId: null, workspaceId: 'w', seq: 9, read: 2 };
  const counted = { first: { _id: 'm3', position: 3 }, messages: 0, mentions: 0, level: 'all' as const, muted: false };
  const states = { unread: [{ ...unread, ...counted, read: at }], threads: [] };
  queryClient.setQueryData(keyOf(api.unread.list), states);
  lose();
  read(place, { position: 5, id: 'm5' });
  await vi.waitFor(() => expect(lost).toContain(`${api.unread.mark.method} /api${api.unread.mark.path}`));
  comeBack();
  await vi.waitFor(() => expect(told(api.unread.mark)).toEqual([{ channelId, position: 5 }]), pageWaitTimeoutMs);
});

it('a lost connection is retried by itself, and at once when the network returns', async () => {
  const before = socket.tries;
  lose();
  expect(state()).toBe('connecting');
  await vi.waitFor(() => expect(socket.tries).toBeGreaterThan(before), pageWaitTimeoutMs);
  const tries = socket.tries;
  window.dispatchEvent(new Event('online'));
  expect(socket.tries).toBe(tries + 1);
});

it('a computer that wakes from sleep fetches what it missed, though its socket still counts as connected', async () => {
  endSession('logout');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  login('token', { _id: userId, firstName: 'Camille' });
  socket.hear('connect');
  await live();
  vi.setSystemTime(Date.now() + 60_000);
  vi.advanceTimersByTime(1_000);
  expect(state()).toBe('catching-up');
  await live();
});

it('a page is up to date once it has caught up with the last of two losses', async () => {
  const told: ((answer: { events: EventName[] }) => void)[] = [];
  const held = { emitWithAck: () => new Promise<{ events: EventName[] }>(done => told.push(done)) };
  vi.spyOn(socket, 'timeout').mockReturnValue(held);
  onTestFinished(() => void vi.restoreAllMocks());
  for (const happens of [lose, comeBack, lose, comeBack]) happens();
  expect(told).toHaveLength(2);
  told[0]?.({ events: [] });
  // All that follows from the first answer.
  await new Promise(done => setTimeout(done));
  expect(state()).toBe('catching-up');
  told[1]?.({ events: [] });
  await live();
});

it('a workspace lost while disconnected leaves the caches, those of its channels too', async () => {
  const asked = { params: { id: userId } };
  const channelsOf = (id: string) => keyOf(api.channels.ofWorkspace, { params: { id } });
  const workspaces = ['kept', 'gone'].map(_id => ({ _id }));
  answers[`GET /api${api.workspaces.mine.path.replace(':id', userId)}`] = () => ({
    workspaces: workspaces.slice(0, 1),
  });
  queryClient.setQueryData(keyOf(api.workspaces.mine, asked), { workspaces });
  for (const { _id } of workspaces) queryClient.setQueryData(channelsOf(_id), { channels: [] });
  onTestFinished(new QueryObserver(queryClient, endpointQuery(api.workspaces.mine, asked)).subscribe(() => {}));
  // Components of both that are slow to unmount.
  for (const { _id } of workspaces) {
    const query = {
      ...endpointQuery(api.roles.list, { params: { id: _id } }),
      ...{ staleTime: Number.POSITIVE_INFINITY, meta: { silent: true } },
    };
    queryClient.setQueryData(query.queryKey, { roles: [] });
    onTestFinished(new QueryObserver(queryClient, query).subscribe(() => {}));
  }
  lose();
  socket.missed = ['deleteWorkspace'];
  comeBack();
  await live();
  expect(lines('/roles')).toEqual(['GET /api/workspace/kept/roles']);
  expect(queryClient.getQueryData(channelsOf('gone'))).toBeUndefined();
  expect(queryClient.getQueryData(channelsOf('kept'))).toBeDefined();
});

it('a refetch that fails after a reconnection is no alert: the page shows what it had', async () => {
  const mine = endpointQuery(api.workspaces.mine, { params: { id: userId } });
  delete answers[`GET /api${api.workspaces.mine.path.replace(':id', userId)}`];
  queryClient.setQueryData(mine.queryKey, { workspaces: [] });
  onTestFinished(new QueryObserver(queryClient, { ...mine, meta: { silent: true } }).subscribe(() => {}));
  useAlerts.setState({ alerts: [] });
  lose();
  socket.missed = null;
  comeBack();
  await vi.waitFor(() => expect(queryClient.getQueryState(mine.queryKey)?.status).toBe('error'), pageWaitTimeoutMs);
  expect(useAlerts.getState().alerts).toEqual([]);
});

it('a lost network is shown at once, and the socket connects again as soon as it is back', () => {
  window.dispatchEvent(new Event('offline'));
  expect(state()).toBe('offline');
  const { tries } = socket;
  window.dispatchEvent(new Event('online'));
  expect(socket.tries).toBe(tries + 1);
});

it('a session that the server refuses ends here and clears the caches', () => {
  queryClient.setQueryData(['something of theirs'], 1);
  lose();
  socket.hear('connect_error', new Error('unauthorized'));
  expect(useSession.getState().isLoggedIn).toBe(false);
  expect(queryClient.getQueryData(['something of theirs'])).toBeUndefined();
});

it('a first attempt that fails is told once a second fails too, as an unreachable server or a lost network', () => {
  const fail = () => socket.hear('connect_error', new Error('websocket error'));
  endSession('logout');
  login('token', { _id: userId, firstName: 'Camille' });
  fail();
  expect(state()).toBe('connecting');
  fail();
  expect(state()).toBe('unreachable');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => void vi.restoreAllMocks());
  fail();
  expect(state()).toBe('offline');
});

it('a page that is put aside connects again when it is seen, and not before', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  socket.hear('socketClosed', {});
  socket.hear('disconnect', 'io server disconnect');
  const { tries } = socket;
  vi.advanceTimersByTime(120_000);
  expect([state(), socket.tries]).toEqual(['aside', tries]);
  document.dispatchEvent(new Event('visibilitychange'));
  expect([state(), socket.tries]).toEqual(['connecting', tries + 1]);
});

it('a session that is over connects no more, whatever returns', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  lose();
  endSession('logout');
  const { tries } = socket;
  vi.advanceTimersByTime(120_000);
  window.dispatchEvent(new Event('online'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect([state(), socket.tries]).toEqual(['idle', tries]);
});

describe('a page that reconnects', () => {
  const inside = { params: { id: 'atelier' } };
  const queries = [
    endpointQuery(api.workspaces.mine, { params: { id: userId } }),
    endpointQuery(api.roles.list, inside),
    endpointQuery(api.members.list, inside),
    endpointQuery(api.unread.list),
    endpointQuery(api.notifications.list),
  ] as unknown as { queryKey: readonly unknown[] }[];

  /** Shows five lists, loses the connection, and returns the names of the lists refetched on reconnection. */
  async function refetched(missed: EventName[] | null): Promise<string[]> {
    for (const { queryKey } of queries)
      queryClient.setQueryData(queryKey, { workspaces: [{ _id: 'atelier' }], users: [] });
    const leaving = queries.map(query =>
      new QueryObserver(queryClient, { ...query, staleTime: Infinity }).subscribe(() => {}),
    );
    answers[`GET /api/user/${userId}/workspaces`] = () => ({ workspaces: [{ _id: 'atelier' }] });
    lose();
    [asked, socket.missed] = [[], missed];
    comeBack();
    await live();
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0), pageWaitTimeoutMs);
    for (const leave of leaving) leave();
    return asked.map(([line]) => line.split('/').at(-1) ?? '').sort();
  }

  it('fetches only who is there when the server knows that it missed nothing else', async () => {
    // The first connection asks for the events missed since the session began.
    expect(socket.missedMs[0]).toBeLessThan(50_000);
    expect(await refetched(['typing', 'userUpdate'])).toEqual(['members']);
    // An event sent just before the loss may not have come: the page asks for longer than it was away.
    expect(socket.missedMs.at(-1)).toBeGreaterThanOrEqual(60_000);
    expect(socket.missedMs.at(-1)).toBeLessThan(90_000);
  });

  it('fetches what is counted when it missed messages', async () => {
    expect(await refetched(['newMessage'])).toEqual(['members', 'notifications', 'unread']);
  });

  it.each([
    ['it missed a change of a list', ['newRole' as const]],
    ['the server does not know what it missed', null],
  ])('fetches everything when %s', async (_why, missed) => {
    expect(await refetched(missed)).toEqual(['members', 'notifications', 'roles', 'unread', 'workspaces']);
  });

  /** Marks these lists as fetched, reconnects, and returns the lists to refetch. */
  async function outdated<T extends Record<string, readonly unknown[]>>(lists: T, missed: EventName[]) {
    for (const key of Object.values(lists)) queryClient.setQueryData(key, {});
    lose();
    socket.missed = missed;
    comeBack();
    await live();
    return Object.keys(lists).filter(name => queryClient.getQueryState(lists[name] ?? [])?.isInvalidated);
  }
  const of = { params: { id: 'x' } };

  it('has fetched again all that messages and reading change, wherever it is shown next', async () => {
    const counted = {
      conversations: keyOf(api.conversations.list, { params: { id: userId } }),
      conversation: keyOf(api.conversations.one, of),
      unread: keyOf(api.unread.list),
      notifications: keyOf(api.notifications.list),
      notification: keyOf(api.notifications.one, of),
      pins: keyOf(api.pins.ofChannel, of),
      conversationPins: keyOf(api.pins.ofConversation, of),
      thread: keyOf(api.threads.one, of),
      threads: keyOf(api.threads.list, { query: { filter: 'followed' } }),
      reported: keyOf(api.workspaceReports.list, of),
    };
    const others = { roles: keyOf(api.roles.list, of), reports: keyOf(api.reports.ofUser, of) };
    expect(await outdated({ ...counted, ...others }, ['updateNotification'])).toEqual(Object.keys(counted));
  });

  it('has fetched again all that shows who is there', async () => {
    const people = {
      me: keyOf(api.users.me),
      conversations: keyOf(api.conversations.list, { params: { id: userId } }),
      user: keyOf(api.users.one, of),
      search: keyOf(api.users.search),
      ofChannel: keyOf(api.channels.users, of),
      members: keyOf(api.members.list, of),
      conversation: keyOf(api.conversations.one, of),
      ofSociety: keyOf(api.societies.users, of),
      owners: keyOf(api.societies.owners, of),
      pending: keyOf(api.societies.pending, of),
    };
    expect(await outdated({ ...people, pins: keyOf(api.pins.ofChannel, of) }, [])).toEqual(Object.keys(people));
  });

  it('asks what its places missed, and the threads on screen, when it missed messages, and nothing of them otherwise', async () => {
    const root = { _id: 'm1', content: 'On part ?', position: 1, seq: 1, sender: { _id: 'karim' }, ...place };
    const ends = { prevCursor: null, nextCursor: null, hasBefore: false, hasAfter: false, hasMore: false };
    answers['GET /api/message/paginated'] = () => ({ messages: [root], ...ends, seq: 1 });
    answers['GET /api/message/changes'] = () => ({ reset: false, messages: [], deleted: [], hasMore: false, seq: 1 });
    answers['GET /api/threads/states'] = () => ({ threads: [] });
    answers[`GET /api/user/${userId}/workspaces`] = () => ({ workspaces: [] });
    await openPlace(place);
    const leave = watchThreads(place);
    await outdated({}, ['updateUnread']);
    expect([...lines('/changes'), ...lines('/states')]).toEqual([]);
    for (const missed of ['readThreads', 'updateUser'] as const) {
      asked = [];
      await outdated({}, [missed]);
      const both = ['GET /api/message/changes', 'GET /api/threads/states'];
      expect([...lines('/changes'), ...lines('/states')]).toEqual(both);
    }
    leave();
  });

  it('fetches the person’s roles before the lists that they open', async () => {
    const mine = endpointQuery(api.roles.mine, inside);
    queryClient.setQueryData(mine.queryKey, { roles: [] });
    onTestFinished(new QueryObserver(queryClient, { ...mine, staleTime: Infinity }).subscribe(() => {}));
    const order: string[] = [];
    let answer = () => {};
    const fetchAll = globalThis.fetch;
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      order.push(address.split('/').at(-1) ?? '');
      if (address.endsWith('/user-roles')) await new Promise<void>(done => (answer = done));
      return fetchAll(address, init);
    });
    answers['GET /api/workspace/atelier/user-roles'] = () => ({ roles: [] });
    const fetched = refetched(['updatedRole']);
    await vi.waitFor(() => expect(order).toContain('user-roles'));
    expect(order).toEqual(['workspaces', 'user-roles']);
    answer();
    expect(await fetched).toContain('roles');
  });

  it('fetches again a list whose last refetch failed, though nothing that it missed since names it', async () => {
    const query = { ...endpointQuery(api.unread.list), staleTime: Number.POSITIVE_INFINITY, retry: false };
    queryClient.setQueryData(query.queryKey, { unread: [], threads: [] });
    onTestFinished(new QueryObserver(queryClient, query).subscribe(() => {}));
    lose();
    await queryClient.invalidateQueries({ queryKey: query.queryKey });
    comeBack();
    await vi.waitFor(() => expect(told(api.unread.list)).toHaveLength(1), pageWaitTimeoutMs);
  });

  it('fetches everything after a time in which it may have been suspended, without asking what it missed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 50_000);
    socket.hear('ping');
    const before = socket.missedMs.length;
    expect(await refetched([])).toHaveLength(5);
    expect(socket.missedMs).toHaveLength(before);
  });
});
