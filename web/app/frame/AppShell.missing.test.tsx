// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useSearch } from '../../features/reading/search/search.store.ts';
import { report, useReporting } from '../../features/running/reports/open/report.store.ts';
import { useCreateWorkspaceDialog } from '../../features/workspaces/workspaces/create.store.ts';
import { useConnection } from '../../platform/server/connection.ts';
import { setUser } from '../../platform/session/session.ts';
import { camille, json, karim, open, serve } from '../../test/settings-world.tsx';
import { useAwaited } from '../../ui/motion/awaited.ts';
import { AppShell } from './AppShell.tsx';

const { recover } = vi.hoisted(() => ({ recover: vi.fn(() => Promise.resolve(true)) }));
vi.mock('../../platform/device/newer-version.ts', async original => ({ ...(await original<object>()), recover }));
vi.mock('./useRealtime.ts', () => ({ useRealtime() {} }));
// Their files have gone from the server with an upgrade.
vi.mock('./Notices.tsx', () => Promise.reject(new TypeError('Failed to fetch')));
vi.mock('../../features/workspaces/guests/open/StayBanner.tsx', () => Promise.reject(new TypeError('Failed to fetch')));

afterEach(() => {
  cleanup();
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
