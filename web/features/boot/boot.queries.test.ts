// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cached, keyOf } from '../../platform/server/query.ts';
import { tellingCaches } from '../../platform/server/query-client.ts';
import { endSession } from '../../platform/session/session.ts';
import { camille, json, refused, serve } from '../../test/settings-world.tsx';
import { useAlerts } from '../../ui/alerts/alerts.ts';
import { askBoot } from './boot.queries.ts';

const mine = { params: { id: 'camille' } };
const channel = (_id: string, workspaceId: string) => ({ _id, workspaceId });
const channels = [channel('general', 'atelier'), channel('quai', 'port'), channel('annonces', 'atelier')];
const whole = {
  ...{ me: { user: camille }, workspaces: { workspaces: [{ _id: 'atelier' }, { _id: 'port' }] } },
  ...{ conversations: { conversations: [{ _id: 'midi' }] }, society: { society: null } },
  ...{ notifications: { notifications: [] }, unread: { unread: [], threads: [] }, channels: { channels } },
  ...{ workspace: { workspace: { _id: 'atelier' } }, roles: { roles: ['tous'] }, myRoles: { roles: ['miens'] } },
};
const inside = { userId: 'camille', workspaceId: 'atelier', isInside: true, isPlace: false };

let client: QueryClient;
let meanwhile: () => void;

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  meanwhile = () => {};
});
afterEach(() => endSession('logout'));

const answering = (answer: object) =>
  serve(camille, {
    'GET /boot': () => {
      meanwhile();
      return json(200, answer);
    },
    'GET /unread': () => json(200, whole.unread),
  });
const channelsOf = (id: string) =>
  cached(client, api.channels.ofWorkspace, { params: { id } })?.channels.map(({ _id }) => _id);
const settled = () => vi.waitFor(() => expect(client.isFetching()).toBe(0));

test('A page load fills the cache of each part from one request', async () => {
  const calls = answering(whole);
  await askBoot(client, inside);
  await settled();
  expect(calls.map(({ asked, query }) => [asked, query])).toEqual([['GET /boot', { workspaceId: 'atelier' }]]);
  const at = { params: { id: 'atelier' } };
  expect([
    cached(client, api.users.me),
    cached(client, api.workspaces.mine, mine),
    cached(client, api.conversations.list, mine),
    cached(client, api.societies.mine, mine),
    cached(client, api.notifications.list, {}),
    cached(client, api.unread.list),
    cached(client, api.workspaces.one, at),
    cached(client, api.roles.list, at),
    cached(client, api.roles.mine, at),
  ]).toEqual([
    ...[whole.me, whole.workspaces, whole.conversations, whole.society, whole.notifications, whole.unread],
    ...[whole.workspace, whole.roles, whole.myRoles],
  ]);
  expect([channelsOf('atelier'), channelsOf('port')]).toEqual([['general', 'annonces'], ['quai']]);
});

test('A page load at a place asks for unread states apart: they say where its list opens', async () => {
  const calls = answering({ ...whole, unread: undefined });
  await askBoot(client, { ...inside, isPlace: true });
  await settled();
  expect(calls.map(({ asked, query }) => [asked, query])).toEqual([
    ['GET /unread', {}],
    ['GET /boot', { workspaceId: 'atelier', unread: 'false' }],
  ]);
  expect(cached(client, api.unread.list)).toEqual(whole.unread);
});

test('A page load of a workspace that the user has left asks for nothing of it', async () => {
  const calls = answering({ ...whole, workspaces: { workspaces: [{ _id: 'port' }] }, workspace: null });
  await askBoot(client, inside);
  await settled();
  expect(calls.map(({ asked }) => asked)).toEqual(['GET /boot']);
  expect(channelsOf('atelier')).toBeUndefined();
  expect(cached(client, api.roles.list, { params: { id: 'atelier' } })).toBeUndefined();
});

test('A page load of a workspace that the device did not know has it from the same answer', async () => {
  const calls = answering(whole);
  await askBoot(client, { ...inside, isInside: false });
  await settled();
  expect(calls).toHaveLength(1);
  expect(cached(client, api.roles.list, { params: { id: 'atelier' } })).toEqual(whole.roles);
  expect([channelsOf('atelier'), channelsOf('port')]).toEqual([['general', 'annonces'], ['quai']]);
});

test('Channels that became known while a page load was asked for stay as they are', async () => {
  const port = { params: { id: 'port' } };
  meanwhile = () => client.setQueryData(keyOf(api.channels.ofWorkspace, port), { channels: [channel('mole', 'port')] });
  answering(whole);
  await askBoot(client, inside);
  expect(channelsOf('port')).toEqual(['mole']);
});

test('Channels that are being asked for as a page load is answered are those of their own answer', async () => {
  let answer = () => {};
  const held = new Promise<void>(resolve => {
    answer = resolve;
  });
  answering(whole);
  const own = client.fetchQuery({
    queryKey: keyOf(api.channels.ofWorkspace, { params: { id: 'port' } }),
    queryFn: async () => {
      await held;
      return { channels: [channel('mole', 'port')] };
    },
  });
  await askBoot(client, inside);
  expect(channelsOf('port')).toBeUndefined();
  answer();
  await own;
  expect(channelsOf('port')).toEqual(['mole']);
});

test('A page load that is refused is told by what asks for its parts, and not by an alert of its own', async () => {
  const telling = new QueryClient(tellingCaches());
  serve(camille, { 'GET /boot': () => refused(500, 'Panne.') });
  await expect(askBoot(telling, inside)).rejects.toMatchObject({ status: 500 });
  await vi.waitFor(() => expect(telling.isFetching()).toBe(0));
  expect(useAlerts.getState().alerts).toEqual([]);
});
