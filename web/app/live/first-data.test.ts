// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { forgetPlaces } from '../../features/messages/timeline/open/timelines.ts';
import { keyOf, restoredAt } from '../../platform/server/query.ts';
import { queryClient } from '../../platform/server/query-client.ts';
import { endSession, login } from '../../platform/session/session.ts';
import { useAlerts } from '../../ui/alerts/alerts.ts';
import { askFirst } from './first-data.ts';

/** Holds back the device's saved answers, where a test wants it. */
const device = vi.hoisted(() => ({ held: undefined as Promise<void> | undefined }));
vi.mock('../../platform/device/answers-on-device.ts', async original => {
  const real = await original<typeof import('../../platform/device/answers-on-device.ts')>();
  return { ...real, restoreAnswers: (take: never) => device.held ?? real.restoreAnswers(take) };
});

const mine = { params: { id: 'camille' } };
const channelsOf = (id: string) => keyOf(api.channels.ofWorkspace, { params: { id } });
/** Workspaces that the server says are the person's. */
let workspaces: { _id: string }[] = [];
/** Further fields of the first response. */
let more: object = {};
/** Requests made: path and query. */
let asked: string[] = [];

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address.replace('/api', ''));
    if (address === '/api/unread') return Response.json({ unread: [], threads: [] });
    return Response.json({
      ...{ me: { user: { _id: 'camille' } }, workspaces: { workspaces }, channels: { channels: [] } },
      ...{ conversations: { conversations: [], nextCursor: null }, society: { society: null } },
      ...{ notifications: { notifications: [] }, unread: { unread: [], threads: [] } },
      ...{ workspace: null, roles: null, myRoles: null, messages: [] },
      ...{ prevCursor: null, nextCursor: null, hasBefore: false, hasAfter: false, seq: 1 },
      ...more,
    });
  });
  login('token', { _id: 'camille' });
});
afterEach(() => {
  more = {};
  workspaces = [];
  endSession('logout');
  forgetPlaces();
  queryClient.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const kept = (key: readonly unknown[], data: object) => queryClient.setQueryData(key, data, { updatedAt: restoredAt });

test('What the device kept of a workspace that the person is no longer in goes with the first answer, other things stay', async () => {
  kept(keyOf(api.workspaces.mine, mine), { workspaces: [{ _id: 'atelier' }, { _id: 'gone' }] });
  for (const id of ['atelier', 'gone']) kept(channelsOf(id), { channels: [] });
  workspaces = [{ _id: 'atelier' }];
  await askFirst(new URL('https://palabre.test/conversation'));
  await vi.waitFor(() => expect(queryClient.getQueryData(channelsOf('gone'))).toBeUndefined());
  expect(queryClient.getQueryData(channelsOf('atelier'))).toEqual({ channels: [] });
});

test('The first answer gives the channels of all workspaces, and all of the address’s own to a person who is in it after all', async () => {
  workspaces = [{ _id: 'atelier' }, { _id: 'maison' }];
  const channel = (_id: string, workspaceId: string) => ({ _id, workspaceId });
  more = {
    channels: { channels: [channel('a', 'atelier'), channel('m', 'maison')] },
    workspace: { workspace: { _id: 'atelier', title: 'Atelier' } },
    roles: { roles: [{ _id: 'r' }] },
    myRoles: { roles: [] },
  };
  await askFirst(new URL('https://palabre.test/workspace/atelier/channel/a'));
  const read = (key: readonly unknown[]) => queryClient.getQueryData(key);
  const asked = { params: { id: 'atelier' } };
  await vi.waitFor(() => expect(read(channelsOf('maison'))).toEqual({ channels: [channel('m', 'maison')] }));
  expect(read(channelsOf('atelier'))).toEqual({ channels: [channel('a', 'atelier')] });
  expect(read(keyOf(api.workspaces.one, asked))).toEqual({ workspace: { _id: 'atelier', title: 'Atelier' } });
  expect(read(keyOf(api.roles.list, asked))).toEqual({ roles: [{ _id: 'r' }] });
});

test('The first answer leaves what an event has told since it was asked for', async () => {
  workspaces = [{ _id: 'atelier' }, { _id: 'maison' }];
  more = { channels: { channels: [{ _id: 'm', workspaceId: 'maison' }] } };
  const asking = askFirst(new URL('https://palabre.test/conversation'));
  queryClient.setQueryData(channelsOf('maison'), { channels: [] }, { updatedAt: Date.now() + 1_000 });
  await asking;
  await vi.waitFor(() => expect(queryClient.getQueryData(keyOf(api.workspaces.mine, mine))).toBeDefined());
  expect(queryClient.getQueryData(channelsOf('maison'))).toEqual({ channels: [] });
});

const go = (address: string) => askFirst(new URL(`https://palabre.test${address}`));
const askedOf = (path: string) => asked.filter(line => line.split('?')[0] === path);

test('The lists of discovery and of societies are asked for as their page’s code loads, and never for a guest', async () => {
  await go('/conversation');
  await go('/workspaces');
  await go('/workspaces?filter=society');
  expect(askedOf('/society')).toEqual([]);
  await go('/societies');
  expect(askedOf('/workspace')).toEqual(['/workspace', '/workspace?society=true']);
  expect(askedOf('/society')).toEqual(['/society']);
  queryClient.clear();
  asked = [];
  login('guest', { _id: 'camille', guest: true });
  for (const address of ['/workspaces', '/societies']) await go(address);
  expect(new Set(asked.map(line => line.split('?')[0]))).toEqual(new Set(['/boot']));
});

test.each([
  ['/conversation/talk', ['conversationId=talk']],
  ['/conversation/talk?message=m1', []],
  ['/conversation/talk?message=m1&thread=root', ['conversationId=talk']],
  ['/workspace/atelier/channel/a', ['channelId=a']],
  ['/conversation', []],
])(
  'The messages of the address %s are asked for as its code loads, unless it shows others: %j',
  async (address, places) => {
    await go(address);
    const apart = address !== '/conversation';
    expect([askedOf('/unread').length > 0, askedOf('/boot')[0]?.includes('unread=false') ?? false]).toEqual([
      apart,
      apart,
    ]);
    // One address's requests precede the requests of the next.
    await go('/conversation/next');
    const messages = [...places, 'conversationId=next'].map(of => `/message/paginated?${of}`);
    await vi.waitFor(() => expect(askedOf('/message/paginated')).toContain(messages.at(-1)));
    expect(askedOf('/message/paginated')).toEqual(messages);
  },
);

test('The messages of a workspace that the device does not know as one’s own wait for the first answer to say so', async () => {
  localStorage.setItem('palabre.inside.camille', 'maison');
  await go('/workspace/atelier/channel/a');
  await vi.waitFor(() => expect(queryClient.getQueryData(keyOf(api.workspaces.mine, mine))).toBeDefined());
  expect(askedOf('/message/paginated')).toEqual([]);
  expect(queryClient.getQueryState(channelsOf('atelier'))).toBeUndefined();
  queryClient.clear();
  more = { workspace: { workspace: { _id: 'atelier', title: 'Atelier' } } };
  await go('/workspace/atelier/channel/a');
  await vi.waitFor(() => expect(askedOf('/message/paginated')).toEqual(['/message/paginated?channelId=a']));
});

test('The page waits for what this device has saved, and a quarter of a second at most', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    device.held = undefined;
    vi.useRealTimers();
  });
  let restored = () => {};
  device.held = new Promise(resolve => {
    restored = resolve;
  });
  const ready = vi.fn();
  void go('/conversation').then(ready);
  await vi.advanceTimersByTimeAsync(200);
  expect(ready).not.toHaveBeenCalled();
  restored();
  await vi.advanceTimersByTimeAsync(0);
  expect(ready).toHaveBeenCalledOnce();
  device.held = new Promise(() => {});
  const late = vi.fn();
  void go('/conversation').then(late);
  await vi.advanceTimersByTimeAsync(300);
  expect(late).toHaveBeenCalledOnce();
});

test('What the device is late to restore of a workspace that was left goes too, though the first answer came before', async () => {
  onTestFinished(() => {
    device.held = undefined;
  });
  let restored = () => {};
  device.held = new Promise(resolve => {
    restored = resolve;
  });
  workspaces = [{ _id: 'atelier' }];
  const ready = go('/conversation');
  await vi.waitFor(() => expect(queryClient.getQueryData(keyOf(api.workspaces.mine, mine))).toBeDefined());
  kept(channelsOf('gone'), { channels: [] });
  restored();
  await ready;
  await vi.waitFor(() => expect(queryClient.getQueryData(channelsOf('gone'))).toBeUndefined());
});

test('What is asked for before its page is there, and fails, is told by the page alone', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 'forbidden', message: 'Non.' }, { status: 403 }));
  useAlerts.setState({ alerts: [] });
  for (const address of ['/workspaces', '/societies', '/workspace/atelier']) await go(address);
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(queryClient.getQueryState(keyOf(api.workspaces.list))?.status).toBe('error');
  expect(useAlerts.getState().alerts).toEqual([]);
});

test('Nothing is asked for without a session', async () => {
  endSession('logout');
  await go('/workspace/atelier/channel/a');
  expect(asked).toEqual([]);
});
