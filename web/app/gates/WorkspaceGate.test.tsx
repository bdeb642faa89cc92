// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { keep, keptKey } from '../../platform/device/local-storage.ts';
import { keyOf, restoredAt } from '../../platform/server/query.ts';
import { tellingCaches } from '../../platform/server/query-client.ts';
import { atelier, channels, json, karim, refused, serve } from '../../test/settings-world.tsx';
import { useAlerts } from '../../ui/alerts/alerts.ts';
import { UiHost } from '../../ui/overlays/UiHost.tsx';
import { useLostPlace } from '../places/useLostPlace.ts';
import { WorkspaceGate } from './WorkspaceGate.tsx';

// jsdom has no matchMedia.
beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const Frame = () => (useLostPlace() ? null : <Outlet />);
const routes = [
  {
    Component: Frame,
    children: [
      { path: '/workspaces', element: <p>Découvrir</p> },
      {
        path: '/workspace/:workspaceId',
        element: <WorkspaceGate />,
        children: [{ path: 'channel/:channelId', element: <p>Le salon</p> }],
      },
    ],
  },
];

const { bans: _b, members: _m, channels: _c, ...card } = atelier;
const inside = { workspaces: [{ ...card, owners: [], isMember: true }] };
const said = () => useAlerts.getState().alerts.map(({ message }) => message);

/** Renders an address of the workspace, with the lists as this device's cache has them. */
function show(path: string, kept: Partial<Record<'mine' | 'channels', object>>) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } }, ...tellingCaches() });
  const put = (key: readonly unknown[], data: object | undefined, updatedAt: number) =>
    data && client.setQueryData(key, data, { updatedAt });
  put(keyOf(api.workspaces.mine, { params: { id: 'karim' } }), kept.mine, restoredAt);
  put(keyOf(api.channels.ofWorkspace, { params: { id: 'atelier' } }), kept.channels, Date.now());
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <QueryClientProvider client={client}>
      <UiHost>
        <RouterProvider router={router} />
      </UiHost>
    </QueryClientProvider>,
  );
  return { router, client };
}

test('WorkspaceGate lets in a person who joined in another tab, despite an older device cache', async () => {
  keep(keptKey('inside', 'karim'), 'atelier');
  let answer = (_response: Response) => {};
  const answered = new Promise<Response>(resolve => {
    answer = resolve;
  });
  const calls = serve(karim, { 'GET /user/karim/workspaces': () => answered });
  const { router } = show('/workspace/atelier/channel/general', { mine: { workspaces: [] } });
  await waitFor(() => expect(calls.map(({ asked }) => asked)).toContain('GET /user/karim/workspaces'));
  expect(screen.queryByText('Découvrir')).toBeNull();
  answer(json(200, inside));
  expect(await screen.findByText('Le salon')).toBeDefined();
  expect(router.state.location.pathname).toBe('/workspace/atelier/channel/general');
  expect(said()).toEqual([]);
  // They were never taken for a stranger, to whom joining would be offered.
  expect(calls.map(({ asked }) => asked)).not.toContain('GET /workspace/atelier');
});

test('WorkspaceGate leads out a person whom the server no longer lists as a member, and tells them', async () => {
  keep(keptKey('inside', 'karim'), 'atelier');
  serve(karim, { 'GET /user/karim/workspaces': () => json(200, { workspaces: [] }) });
  show('/workspace/atelier/channel/general', { mine: inside });
  expect(await screen.findByText('Découvrir')).toBeDefined();
  expect(said()).toEqual(['Vous ne faites plus partie de ce workspace.']);
});

test('WorkspaceGate refetches a list of workspaces that is older than the person’s arrival', async () => {
  let asked = 0;
  serve(karim, {
    'GET /user/karim/workspaces': () => {
      asked += 1;
      return json(200, asked === 1 ? { workspaces: [] } : inside);
    },
  });
  show('/workspace/atelier/channel/general', {});
  expect(await screen.findByText('Le salon')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Rejoindre/ })).toBeNull();
});

test('WorkspaceGate shows neither a failure nor an offer to join before it knows who is inside', async () => {
  const answers: (() => void)[] = [];
  const inTurn = (body: object) => new Promise<Response>(done => answers.push(() => done(json(200, body))));
  let asked = 0;
  serve(karim, {
    'GET /user/karim/workspaces': () => {
      asked += 1;
      return asked === 1 ? json(200, { workspaces: [] }) : inTurn(inside);
    },
    'GET /workspace/atelier': () => inTurn({ workspace: { ...card, bans: [], members: ['karim'], channels: [] } }),
  });
  show('/workspace/atelier/channel/general', {});
  for (const answered of [0, 1]) {
    await waitFor(() => expect(answers).toHaveLength(answered + 1));
    expect(document.body.textContent).toBe('');
    answers[answered]?.();
  }
  expect(await screen.findByText('Le salon')).toBeDefined();
});

test('a channel that the list lacks is lost only if the server refuses it', async () => {
  const listed = { channels: channels.slice(0, 2) };
  const direction = channels[2];
  const calls = serve(karim, {
    'GET /user/karim/workspaces': () => json(200, inside),
    'GET /channel/direction': () => json(200, { channel: direction }),
    'GET /channel/gone': () => refused(404, 'Introuvable.'),
  });
  const { router } = show('/workspace/atelier/channel/direction', { channels: listed });
  expect(await screen.findByText('Le salon')).toBeDefined();
  await waitFor(() => expect(router.state.location.pathname).toBe('/workspace/atelier/channel/direction'));
  // The list that lacks it is read again.
  await waitFor(() => expect(calls.map(({ asked }) => asked)).toContain('GET /workspace/atelier/channels'));
  await router.navigate('/workspace/atelier/channel/gone');
  await waitFor(() => expect(router.state.location.pathname).toBe('/workspace/atelier/channel/general'));
  expect(said()).toEqual([]);
});

test('WorkspaceGate lets a stranger join once, and says so while it asks', async () => {
  let answer = (_response: Response) => {};
  const answered = new Promise<Response>(resolve => {
    answer = resolve;
  });
  const calls = serve(karim, {
    'GET /user/karim/workspaces': () => json(200, { workspaces: [] }),
    'GET /workspace/atelier': () => json(200, { workspace: { ...card, bans: [], members: [], channels: [] } }),
    'PUT /workspace/atelier/join': () => answered,
  });
  show('/workspace/atelier/channel/general', { mine: { workspaces: [] } });
  const join = await screen.findByRole('button', { name: 'Rejoindre Atelier Tilleul' });
  expect(screen.getByText('Vous n’êtes pas membre de ce workspace')).toBeDefined();
  expect(screen.getByText('Rejoignez-le pour voir ses salons.')).toBeDefined();
  fireEvent.click(join);
  await waitFor(() => expect(join.getAttribute('aria-busy') ?? join.getAttribute('aria-disabled')).toBe('true'));
  fireEvent.click(join);
  expect(calls.filter(({ asked }) => !asked.startsWith('GET'))).toHaveLength(1);
  answer(refused(403, 'Fermé.'));
  await waitFor(() => expect(join.getAttribute('aria-busy') ?? join.getAttribute('aria-disabled')).not.toBe('true'));
  expect(said()).toEqual(['Fermé.']);
});

test('WorkspaceGate says that a workspace could not be loaded, and asks again; one that is unknown leads to discovery', async () => {
  const failing = new Set(['mine', 'one']);
  const calls = serve(karim, {
    'GET /user/karim/workspaces': () => (failing.has('mine') ? refused(500, 'Erreur.') : json(200, { workspaces: [] })),
    'GET /workspace/atelier': () => (failing.has('one') ? refused(500, 'Erreur.') : refused(404, 'Introuvable.')),
  });
  const asked = (line: string) => calls.filter(call => call.asked === line).length;
  show('/workspace/atelier/channel/general', {});
  const again = await screen.findByRole('button', { name: 'Réessayer' });
  expect(screen.getByText('Vos workspaces n’ont pas pu être chargés')).toBeDefined();
  expect(asked('GET /workspace/atelier')).toBe(0);
  failing.delete('mine');
  fireEvent.click(again);
  await waitFor(() => expect(asked('GET /workspace/atelier')).toBe(1));
  failing.delete('one');
  fireEvent.click(await screen.findByRole('button', { name: 'Réessayer' }));
  expect((await screen.findByRole('link', { name: 'Découvrir' })).getAttribute('href')).toBe('/workspaces');
  expect(screen.getByText('Ce workspace est introuvable')).toBeDefined();
  expect(screen.getByText('Il a été supprimé, ou il faut une invitation pour y entrer.')).toBeDefined();
  // The page says that of the workspace itself, and no alert does.
  expect(said()).not.toContain('Introuvable.');
  expect([asked('GET /user/karim/workspaces'), asked('GET /workspace/atelier')]).toEqual([2, 2]);
});

test('WorkspaceGate leads a stranger who joins to the welcome channel', async () => {
  let joined = false;
  const calls = serve(karim, {
    'GET /user/karim/workspaces': () => json(200, joined ? inside : { workspaces: [] }),
    'GET /workspace/atelier': () => json(200, { workspace: { ...card, bans: [], members: [], channels: [] } }),
    'PUT /workspace/atelier/join': () => {
      joined = true;
      return json(200, { workspace: inside.workspaces[0] });
    },
  });
  const { router } = show('/workspace/atelier', { mine: { workspaces: [] } });
  fireEvent.click(await screen.findByRole('button', { name: 'Rejoindre Atelier Tilleul' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/workspace/atelier/channel/general'));
  expect(await screen.findByText('Le salon')).toBeDefined();
  expect(calls.filter(({ asked }) => asked === 'PUT /workspace/atelier/join')).toHaveLength(1);
});

test('WorkspaceGate shows the outline of a channel while it waits for the person’s workspaces, and none elsewhere', async () => {
  const never = new Promise<Response>(() => {});
  serve(karim, { 'GET /user/karim/workspaces': () => never });
  const isLoading = () => screen.queryAllByText('Chargement…').length > 0;
  show('/workspace/atelier/channel/general', {});
  expect([isLoading(), screen.queryByText('Le salon')]).toEqual([true, null]);
  cleanup();
  show('/workspace/atelier', {});
  expect(isLoading()).toBe(false);
});
