// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Inbox } from '../../features/reading/notifications/Inbox.tsx';
import { useSearch } from '../../features/reading/search/search.store.ts';
import { report, useReporting } from '../../features/running/reports/open/report.store.ts';
import { ChannelList } from '../../features/workspaces/channels/ChannelList.tsx';
import { useCreateWorkspaceDialog } from '../../features/workspaces/workspaces/create.store.ts';
import { WorkspaceMenu } from '../../features/workspaces/workspaces/WorkspaceMenu.tsx';
import { useConnection } from '../../platform/server/connection.ts';
import { setUser } from '../../platform/session/session.ts';
import { camille, json, karim, open, serve } from '../../test/settings-world.tsx';
import { useAwaited } from '../../ui/motion/awaited.ts';
import { AppShell } from './AppShell.tsx';

const { recover } = vi.hoisted(() => ({ recover: vi.fn(() => Promise.resolve(true)) }));
vi.mock('../../platform/device/newer-version.ts', async original => ({ ...(await original<object>()), recover }));
vi.mock('./useRealtime.ts', () => ({ useRealtime() {} }));
/** Whether the page is ever idle: if not, nothing is fetched ahead of its need. */
const idle = vi.hoisted(() => ({ comes: true }));
vi.mock('../../platform/device/when-idle.ts', async original => {
  const { whenIdle } = await original<typeof import('../../platform/device/when-idle.ts')>();
  return { whenIdle: (call: () => void) => idle.comes && whenIdle(call) };
});
// Their files have gone from the server with an upgrade.
vi.mock('./Notices.tsx', () => Promise.reject(new TypeError('Failed to fetch')));
vi.mock('../../features/workspaces/guests/open/StayBanner.tsx', () => Promise.reject(new TypeError('Failed to fetch')));

afterEach(() => {
  cleanup();
  idle.comes = true;
  useConnection.setState({ state: 'idle', returning: false });
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('A page is not opened anew for notices above it whose code cannot be fetched', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  const me = { ...camille, otherAccounts: [], guest: true };
  serve(camille, { 'GET /healthz': () => json(200, {}), 'GET /user/me': () => json(200, { user: me }) });
  setUser(me as never);
  open([{ element: <AppShell />, children: [{ path: '*', element: <p>La page</p> }] }], '/home');
  const missing = () => logged.mock.calls.filter(([what]) => what === 'A part of the page could not be fetched');
  await waitFor(() => expect(missing().length + recover.mock.calls.length).toBe(2));
  expect(recover).not.toHaveBeenCalled();
  expect(screen.getByText('La page')).toBeDefined();
});

test('What is opened without a connection is named while it is waited for', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  serve(camille);
  setUser({ ...camille, otherAccounts: [] } as never);
  useConnection.setState({ state: 'offline', returning: true });
  open([{ element: <AppShell />, children: [{ path: '*', element: <p>La page</p> }] }], '/home');
  const awaited = async (ask: () => void) => {
    await act(async () => ask());
    return useAwaited.getState().names;
  };
  const { setOpen } = useSearch.getState();
  expect(await awaited(() => setOpen('search'))).toEqual(['search']);
  expect(await awaited(() => setOpen('shortcuts'))).toEqual(['search']);
  expect(await awaited(() => setOpen(null))).toEqual([]);
  expect(await awaited(() => useCreateWorkspaceDialog.setState({ open: true }))).toEqual(['workspaceForm']);
  expect(await awaited(() => useCreateWorkspaceDialog.setState({ open: false }))).toEqual([]);
  expect(await awaited(() => report({ person: karim }))).toEqual(['reportForm']);
  act(() => useReporting.getState().close());
});

test('What a row, a menu or a button opens without a connection is named while it is waited for', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  idle.comes = false;
  await import('../../ui/overlays/overlays.ts');
  serve(camille);
  const parts = [
    <Inbox key="inbox" />,
    <WorkspaceMenu key="menu" workspaceId="atelier" />,
    <ChannelList key="list" workspaceId="atelier" />,
  ];
  const { client } = open([{ path: '*', element: parts }], '/workspace/atelier/channel/general');
  const row = await screen.findByRole('link', { name: /^direction/ });
  await waitFor(() => expect(client.isFetching()).toBe(0));
  act(() => useConnection.setState({ state: 'offline', returning: true }));
  const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
  const choose = async (name: string) => fireEvent.click(await screen.findByRole('menuitem', { name }));
  const awaits = (names: string) => waitFor(() => expect(useAwaited.getState().names.join()).toBe(names));
  await press('Boîte de réception');
  await awaits('inbox');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await awaits('');
  await press('Créer un salon');
  await awaits('channelForm');
  fireEvent.contextMenu(row, { clientX: 9, clientY: 9 });
  await choose('Ajouter des personnes');
  await awaits('channelForm,channelForm');
  await userEvent.click(screen.getByRole('button', { name: 'Menu d’Atelier Tilleul' }));
  await choose('Inviter un ami');
  await awaits('channelForm,channelForm,invitation');
});
