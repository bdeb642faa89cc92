// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { flushOutbox, post } from '../../features/messages/outbox/open/outbox.ts';
import { usePreferences } from '../../features/people/preferences/preferences.store.ts';
import { call } from '../../platform/server/api.ts';
import type { ConnectionOptions } from '../../platform/server/connecting.ts';
import { endpointQuery, keyOf } from '../../platform/server/query.ts';
import { queryClient } from '../../platform/server/query-client.ts';
import type { PalabreSocket } from '../../platform/server/socket.ts';
import { endSession, login } from '../../platform/session/session.ts';
import { startRealtime } from './realtime.ts';

/** Parts started, in order, each with its arguments. */
const started = vi.hoisted(() => [] as [what: string, ...given: unknown[]][]);
/** Cause for which the started parts fail, if any. */
const broken = vi.hoisted(() => ({ cause: undefined as Error | undefined }));
const noting = vi.hoisted(() => (what: string) => async (original: () => Promise<object>) => ({
  ...(await original()),
  [what]: (...given: unknown[]) => {
    started.push([what, ...given]);
    return broken.cause ? Promise.reject(broken.cause) : Promise.resolve();
  },
}));
vi.mock('../../features/boot/saved-answers.ts', noting('startSaving'));
vi.mock('../../platform/device/worker.ts', noting('installWorker'));
vi.mock('../../features/people/preferences/attention/sound.ts', noting('unlockSoundAtPress'));
vi.mock('../../features/messages/outbox/open/outbox.ts', noting('restoreOutbox'));
vi.mock('../../platform/server/connecting.ts', noting('followSession'));
vi.mock('../../features/reading/push/open/start.ts', () => ({
  startPush: () => started.push(['startPush']),
  lookAfterPushes: () => started.push(['lookAfterPushes']),
  closeMissed: () => started.push(['closeMissed']),
}));

startRealtime(queryClient);
const [saving, worker, push, sound, session] = [...started];

beforeEach(() => {
  started.length = 0;
});

test('A page that starts keeps what it shows, installs its worker, hears pushes, and unlocks its sound while that is wanted', () => {
  expect([saving, worker, push, sound, session].map(one => one?.[0])).toEqual([
    ...['startSaving', 'installWorker', 'startPush', 'unlockSoundAtPress', 'followSession'],
  ]);
  expect(saving?.[1]).toBe(queryClient);
  const wanted = sound?.[1] as () => boolean;
  for (const isOn of [false, true]) {
    usePreferences.setState({ sound: isOn });
    expect(wanted()).toBe(isOn);
  }
});

test('A session that connects looks after its pushes, and takes up what was left unsent', () => {
  const [, options] = session ?? [];
  const { attach } = options as ConnectionOptions;
  const heard: string[] = [];
  const socket = { on: (name: string) => heard.push(name) } as unknown as PalabreSocket;
  login('token', { _id: 'camille' });
  attach(socket);
  expect(started).toEqual([['lookAfterPushes'], ['restoreOutbox', 'camille']]);
  expect(heard).toContain('newMessage');
  endSession('logout');
  started.length = 0;
  attach(socket);
  expect(started).toEqual([['lookAfterPushes']]);
});

test('The answer of a change is in the lists before its event comes, unless the session has ended meanwhile', async () => {
  const key = keyOf(api.channels.ofWorkspace, { params: { id: 'atelier' } });
  const titles = () => queryClient.getQueryData<{ channels: { title: string }[] }>(key)?.channels.map(one => one.title);
  let hold: Promise<void> | undefined;
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: string }) => {
    await hold;
    const { title } = JSON.parse(body) as { title: string };
    const more = { workspaceId: 'atelier', visibility: 'public', users: [], keptRole: null, position: 0 };
    return Response.json({ channel: { _id: title, title, ...more } }, { status: 201 });
  });
  onTestFinished(() => {
    endSession('logout');
    queryClient.clear();
    vi.unstubAllGlobals();
  });
  const create = (title: string) =>
    call(api.channels.create, { body: { title, workspaceId: 'atelier', visibility: 'public' } });
  login('token', { _id: 'camille' });
  queryClient.setQueryData(key, { channels: [] });
  await create('chantier');
  expect(titles()).toEqual(['chantier']);
  let answer = () => {};
  hold = new Promise(done => {
    answer = done;
  });
  const late = create('bureau');
  endSession('expired');
  login('other', { _id: 'karim' });
  queryClient.setQueryData(key, { channels: [] });
  answer();
  await late.catch(() => {});
  expect(titles()).toEqual([]);
});

test('An event is applied though an answer said the same before the connection was lost: others may have come in between', async () => {
  const key = keyOf(api.channels.ofWorkspace, { params: { id: 'atelier' } });
  const { attach, catchUp } = (session ?? [])[1] as ConnectionOptions;
  const channel = { workspaceId: 'atelier', visibility: 'public', users: [], keptRole: null, position: 0 };
  const renamed = { ...channel, _id: 'accueil', title: 'accueil' };
  const heard = new Map<string, (payload: object) => void>();
  const emitWithAck = async () => ({ events: [] });
  const on = (name: string, listener: (payload: object) => void) => heard.set(name, listener);
  const socket = { on, timeout: () => ({ emitWithAck }) } as unknown as PalabreSocket;
  vi.stubGlobal('fetch', async () => Response.json({ channel: renamed }));
  login('token', { _id: 'camille' });
  onTestFinished(() => {
    endSession('logout');
    queryClient.clear();
    vi.unstubAllGlobals();
  });
  attach(socket);
  await call(api.channels.update, { params: { id: 'accueil' }, body: { title: 'accueil' } });
  await catchUp(socket, 0);
  // Another name came while nothing was heard.
  queryClient.setQueryData(key, { channels: [{ ...renamed, title: 'entrée' }] });
  heard.get('updateChannel')?.(renamed);
  expect(queryClient.getQueryData(key)).toEqual({ channels: [renamed] });
});

test.each([
  ['what was read', ['updateUnread'], true],
  ['a place', ['deleteChannel'], true],
  ['nothing', [], false],
])('A page that connects closes notifications that it may have missed to close: %s', async (_what, events, closes) => {
  const { catchUp } = (session ?? [])[1] as ConnectionOptions;
  const emitWithAck = async () => ({ events });
  vi.stubGlobal('fetch', async () => Response.json({ workspaces: [] }));
  onTestFinished(() => void vi.unstubAllGlobals());
  await catchUp({ timeout: () => ({ emitWithAck }) } as unknown as PalabreSocket, null);
  expect(started.filter(([what]) => what === 'closeMissed')).toHaveLength(closes ? 1 : 0);
});

test.each([
  ['messages', ['newMessage'], 2],
  ['lists', ['newChannel'], 2],
  ['nothing', [], 1],
])(
  'A list whose first answer is on its way as the page connects is fetched again after it, if it may lack %s',
  async (_what, events, times) => {
    const { catchUp } = (session ?? [])[1] as ConnectionOptions;
    const emitWithAck = async () => ({ events });
    const held: ((states: object[]) => void)[] = [];
    vi.stubGlobal('fetch', async (address: string) => {
      if (address.includes('/workspace')) return Response.json({ workspaces: [] });
      if (!address.endsWith('/unread')) return Response.json({ code: 'not_found', message: 'Rien.' }, { status: 404 });
      return Response.json(await new Promise<object>(answer => held.push(unread => answer({ unread, threads: [] }))));
    });
    login('token', { _id: 'camille' });
    const seen = new QueryObserver(queryClient, endpointQuery(api.unread.list));
    const stop = seen.subscribe(() => {});
    onTestFinished(() => {
      stop();
      endSession('logout');
      queryClient.clear();
      vi.unstubAllGlobals();
    });
    const caughtUp = catchUp({ timeout: () => ({ emitWithAck }) } as unknown as PalabreSocket, null);
    await vi.waitFor(() => expect(held).toHaveLength(1));
    if (events.length === 0) await caughtUp;
    // The refetch comes while the first answer is still on its way.
    else await vi.waitFor(() => expect(seen.getCurrentQuery().state.isInvalidated).toBe(true));
    held[0]?.([]);
    await vi.waitFor(() => expect(held).toHaveLength(times));
    held[1]?.([{ channelId: 'chantier' }]);
    await caughtUp;
    const last = times === 2 ? [{ channelId: 'chantier' }] : [];
    await vi.waitFor(() => expect(seen.getCurrentResult().data).toMatchObject({ unread: last }));
  },
);

test('A first answer that is on its way as the page connects and is a refusal fails its list alone, once', async () => {
  const { catchUp } = (session ?? [])[1] as ConnectionOptions;
  const held: (() => void)[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.includes('/workspace')) return Response.json({ workspaces: [] });
    if (address.endsWith('/unread')) await new Promise<void>(done => held.push(done));
    return Response.json({ code: 'forbidden', message: 'Non.' }, { status: 403 });
  });
  login('token', { _id: 'camille' });
  const seen = new QueryObserver(queryClient, { ...endpointQuery(api.unread.list), retry: false });
  const stop = seen.subscribe(() => {});
  onTestFinished(() => {
    stop();
    endSession('logout');
    queryClient.clear();
    vi.unstubAllGlobals();
  });
  const emitWithAck = async () => ({ events: ['newMessage'] });
  const caughtUp = catchUp({ timeout: () => ({ emitWithAck }) } as unknown as PalabreSocket, null);
  await vi.waitFor(() => expect(held).toHaveLength(1));
  await vi.waitFor(() => expect(seen.getCurrentQuery().state.isInvalidated).toBe(true));
  held[0]?.();
  // A refusal that nobody hears fails the run of the tests.
  await caughtUp;
  await vi.waitFor(() => expect(seen.getCurrentResult().isError).toBe(true));
  expect(held).toHaveLength(1);
});

test('What was written without a connection is sent before the lists are fetched again', async () => {
  const { catchUp } = (session ?? [])[1] as ConnectionOptions;
  const asked: string[] = [];
  let isAway = true;
  let answer = () => {};
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body = '{}' } = {}) => {
    if (isAway) throw new TypeError('Failed to fetch');
    asked.push(`${method} ${address.split('?')[0]}`);
    if (address.includes('/workspaces')) return Response.json({ workspaces: [] });
    if (method === 'GET') return Response.json({ unread: [], threads: [] });
    await new Promise<void>(done => (answer = done));
    const { content, nonce } = JSON.parse(body) as { content: string; nonce: string };
    const place = { channelId: 'chantier', conversationId: null };
    const message = { _id: nonce, content, nonce, sender: { _id: 'camille' }, ...place, position: 1, seq: 1 };
    return Response.json({ message }, { status: 201 });
  });
  login('token', { _id: 'camille' });
  queryClient.setQueryData(keyOf(api.unread.list), { unread: [], threads: [] });
  const stop = new QueryObserver(queryClient, { ...endpointQuery(api.unread.list), staleTime: Infinity }).subscribe(
    () => {},
  );
  onTestFinished(() => {
    stop();
    endSession('logout');
    queryClient.clear();
    vi.unstubAllGlobals();
  });
  post({ channelId: 'chantier' }, 'Dans le tunnel');
  await flushOutbox();
  isAway = false;
  const emitWithAck = async () => ({ events: ['newChannel'] });
  const caughtUp = catchUp({ timeout: () => ({ emitWithAck }) } as unknown as PalabreSocket, null);
  await vi.waitFor(() => expect(asked).toContain('POST /api/message'));
  for (let turn = 0; turn < 5; turn += 1) await new Promise(done => setTimeout(done));
  expect(asked).not.toContain('GET /api/unread');
  answer();
  await caughtUp;
  await vi.waitFor(() => expect(asked).toContain('GET /api/unread'));
});

test('The first connection reads again who is there in what is shown first; other lists of people wait for it by themselves', async () => {
  const { catchUp } = (session ?? [])[1] as ConnectionOptions;
  const emitWithAck = async () => ({ events: ['userUpdate'] });
  const socket = { timeout: () => ({ emitWithAck }) } as unknown as PalabreSocket;
  const keys = [api.users.me, api.conversations.list, api.members.list, api.users.one].map(endpoint => keyOf(endpoint));
  vi.stubGlobal('fetch', async () => Response.json({ workspaces: [] }));
  onTestFinished(() => {
    queryClient.clear();
    vi.unstubAllGlobals();
  });
  const outdated = async (silentMs: number | null) => {
    for (const key of keys) queryClient.setQueryData(key, {});
    await catchUp(socket, silentMs);
    return keys.map(key => queryClient.getQueryState(key)?.isInvalidated);
  };
  expect(await outdated(null)).toEqual([true, true, false, false]);
  expect(await outdated(0)).toEqual([true, true, true, true]);
});

test('The list of one’s workspaces, on which all that is read again depends, is asked for as one’s own requests are', async () => {
  const { catchUp } = (session ?? [])[1] as ConnectionOptions;
  const emitWithAck = async () => ({ events: ['newChannel'] });
  const asked: [path: string, priority: string | null][] = [];
  vi.stubGlobal('fetch', async (address: string, { headers }: { headers: Headers }) => {
    asked.push([address.split('/').at(-1) ?? '', headers.get('priority')]);
    return Response.json({ workspaces: [], unread: [], threads: [] });
  });
  login('token', { _id: 'camille' });
  queryClient.setQueryData(keyOf(api.workspaces.mine, { params: { id: 'camille' } }), { workspaces: [] });
  queryClient.setQueryData(keyOf(api.unread.list), { unread: [], threads: [] });
  const shown = new QueryObserver(queryClient, { ...endpointQuery(api.unread.list), staleTime: Infinity });
  const stop = shown.subscribe(() => {});
  onTestFinished(() => {
    stop();
    endSession('logout');
    queryClient.clear();
    vi.unstubAllGlobals();
  });
  await catchUp({ timeout: () => ({ emitWithAck }) } as unknown as PalabreSocket, null);
  expect(asked).toEqual([
    ['workspaces', null],
    ['unread', 'u=7'],
  ]);
});

test('What was left unsent and cannot be read on this device is noted in the console', async () => {
  const { attach } = (session ?? [])[1] as ConnectionOptions;
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const cause = new Error('No store');
  broken.cause = cause;
  login('token', { _id: 'camille' });
  onTestFinished(() => {
    broken.cause = undefined;
    endSession('logout');
    logged.mockRestore();
  });
  attach({ on() {} } as unknown as PalabreSocket);
  await vi.waitFor(() => expect(logged).toHaveBeenCalledWith('The outbox could not be read', cause));
});
