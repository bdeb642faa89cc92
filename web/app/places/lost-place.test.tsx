// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { Outlet } from 'react-router';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { askPlace } from '../../features/messages/timeline/open/ask-place.ts';
import { useChannels } from '../../features/workspaces/structure/open/channels.queries.ts';
import { useMyRoles } from '../../features/workspaces/structure/open/roles.queries.ts';
import { ending } from '../../platform/server/ended.ts';
import { keyOf, restoredAt } from '../../platform/server/query.ts';
import { atelier, camille, channels, json, leonie, open, refused, roles, serve } from '../../test/settings-world.tsx';
import { useAlerts } from '../../ui/alerts/alerts.ts';
import { useLostPlace } from './useLostPlace.ts';

// jsdom has no matchMedia.
beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(cleanup);

const Channel = () => <p>{useChannels('atelier').data ? 'Le salon' : 'Un instant'}</p>;
const Settings = () => <p>{useMyRoles('atelier').data ? 'Les réglages' : 'Un instant'}</p>;
const Frame = () => (useLostPlace() ? null : <Outlet />);
const routes = [
  {
    Component: Frame,
    children: [
      { path: '/workspaces', element: <p>Découvrir</p> },
      { path: '/workspace/:workspaceId', element: <p>Le workspace</p> },
      { path: '/workspace/:workspaceId/channel/general', element: <p>Bienvenue</p> },
      { path: '/workspace/:workspaceId/channel/:channelId', element: <Channel /> },
      { path: '/settings/workspace/:workspaceId/:section', element: <Settings /> },
    ],
  },
];
const said = () => useAlerts.getState().alerts.map(({ type, message }) => [type, message]);
const inAtelier = { params: { id: 'atelier' } };
const own = keyOf(api.roles.mine, inAtelier);
const listed = keyOf(api.channels.ofWorkspace, inAtelier);

test('A channel that goes while it is open leads to the welcome channel and is named, once; not to who deleted it', async () => {
  serve(camille);
  const { client, router } = open(routes, '/workspace/atelier/channel/annonces');
  const have = (some: typeof channels) => act(() => client.setQueryData(listed, { channels: some }));
  await screen.findByText('Le salon');
  have(channels.filter(({ _id }) => _id !== 'annonces'));
  await screen.findByText('Bienvenue');
  expect(router.state.location.pathname).toBe('/workspace/atelier/channel/general');
  expect(said()).toEqual([['warning', 'Le salon #annonces n’est plus accessible.']]);
  have(channels);
  await act(() => router.navigate('/workspace/atelier/channel/direction'));
  await screen.findByText('Le salon');
  await act(() => ending('direction', async () => have(channels.slice(0, 2))));
  await screen.findByText('Bienvenue');
  expect(said()).toHaveLength(1);
});

test('A link to a message of a channel that one never saw says that the message is not there; a link to the channel says nothing', async () => {
  serve(leonie, { 'GET /channel/secret': () => refused(404, 'Introuvable.') });
  const { router } = open(routes, '/workspace/atelier/channel/secret');
  await screen.findByText('Bienvenue');
  expect(said()).toEqual([]);
  await act(() => router.navigate('/workspace/atelier/channel/secret?message=m1'));
  await waitFor(() => expect(said()).toHaveLength(1));
  expect(said()).toEqual([
    ['warning', 'Ce message n’est plus là, ou il est dans un salon que vous ne pouvez pas voir.'],
  ]);
});

test('A channel whose messages were refused as it was pressed is left by that refusal: nothing else is asked of it', async () => {
  const calls = serve(leonie, { 'GET /message/paginated': () => refused(404, 'Introuvable.') });
  askPlace({ channelId: 'secret' });
  const { router } = open(routes, '/workspace/atelier/channel/secret');
  await screen.findByText('Bienvenue');
  expect(router.state.location.pathname).toBe('/workspace/atelier/channel/general');
  expect(calls.map(({ asked }) => asked)).not.toContain('GET /channel/secret');
});

test('A channel of another workspace is not there at an address of this one', async () => {
  const elsewhere = { ...channels[1], _id: 'ailleurs', workspaceId: 'maison' };
  serve(camille, { 'GET /channel/ailleurs': () => json(200, { channel: elsewhere }) });
  const { router } = open(routes, '/workspace/atelier/channel/ailleurs');
  await screen.findByText('Bienvenue');
  expect(router.state.location.pathname).toBe('/workspace/atelier/channel/general');
});

test('Settings are refused to who may not manage the workspace, and said to be lost by who managed it until now', async () => {
  serve(leonie, { 'GET /workspace/atelier/user-roles': () => json(200, { roles: [] }) });
  open(routes, '/settings/workspace/atelier/roles');
  await screen.findByText('Le workspace');
  expect(said()).toEqual([['error', 'Vous n’avez pas accès aux paramètres de ce workspace.']]);
  cleanup();
  const manager = { ...roles.find(({ creator }) => creator), users: ['leonie'] };
  serve(leonie, { 'GET /workspace/atelier/user-roles': () => json(200, { roles: [manager] }) });
  const { client } = open(routes, '/settings/workspace/atelier/roles');
  await screen.findByText('Les réglages');
  act(() => client.setQueryData(own, { roles: [] }));
  await screen.findByText('Le workspace');
  expect(said()).toEqual([['error', 'Vous n’avez plus accès aux paramètres de ce workspace.']]);
});

test('Settings are not refused by the roles that the device has kept, which may be older: the server’s alone tell', async () => {
  const manager = { ...roles.find(({ creator }) => creator), users: ['leonie'] };
  let answer = () => {};
  const held = new Promise<void>(done => {
    answer = done;
  });
  serve(leonie, {
    'GET /workspace/atelier/user-roles': () => held.then(() => json(200, { roles: [manager] })),
  });
  const { client, router } = open(routes, '/settings/workspace/atelier/roles');
  act(() => void client.setQueryData(own, { roles: [] }, { updatedAt: restoredAt }));
  await screen.findByText('Les réglages');
  await waitFor(() => expect(client.isFetching({ queryKey: own })).toBe(1));
  answer();
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect([router.state.location.pathname, said()]).toEqual(['/settings/workspace/atelier/roles', []]);
});

test('A person who is put out of a workspace is led to discovery and told so, unless they left it themself', async () => {
  serve(camille);
  const { bans: _b, members: _m, channels: _c, ...card } = atelier;
  const mine = keyOf(api.workspaces.mine, { params: { id: 'camille' } });
  const show = async () => {
    const shown = open(routes, '/workspace/atelier/channel/annonces');
    await screen.findByText('Le salon');
    return () => shown.client.setQueryData(mine, { workspaces: [{ ...card, _id: 'autre' }] });
  };
  const out = await show();
  await act(() => ending('atelier', async () => out()));
  await screen.findByText('Découvrir');
  expect(said()).toEqual([]);
  cleanup();
  // A person who rejoins and is put out later is told again.
  const again = await show();
  act(() => again());
  await screen.findByText('Découvrir');
  expect(said()).toEqual([['info', 'Vous ne faites plus partie de ce workspace.']]);
});
