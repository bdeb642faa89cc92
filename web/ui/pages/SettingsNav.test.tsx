// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Users from 'lucide-react/icons/users';
import { createBrowserRouter, Link, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import { SettingsNav } from './SettingsNav.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const tab = (name: string, more = {}) => ({
  to: `/settings/${name}`,
  label: name,
  icon: Users,
  current: false,
  ...more,
});
const tabs = [tab('general', { current: true }), tab('admin', { badge: { count: 3, label: '3 signalements' } })];
const page = { path: '*', element: <SettingsNav tabs={tabs} home="/workspaces" /> };

test('Settings that were opened by their address are left for the workspaces', async () => {
  history.replaceState(null, '', '/settings/general');
  const router = createBrowserRouter([page]);
  render(<RouterProvider router={router} />);
  const admin = screen.getByRole('link', { name: /^admin/ });
  expect(admin.textContent).toBe('admin33 signalements');
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('general');
  await userEvent.click(screen.getByRole('button', { name: 'Retour au workspace' }));
  await waitFor(() => expect(location.pathname).toBe('/workspaces'));
  router.dispose();
});

test('Settings that were opened from a page lead back to it from any of their tabs, which replace one another', async () => {
  history.replaceState(null, '', '/conversation');
  const from = { path: '/conversation', element: <Link to="/settings/general">Paramètres</Link> };
  const router = createBrowserRouter([from, page]);
  render(<RouterProvider router={router} />);
  await userEvent.click(screen.getByRole('link', { name: 'Paramètres' }));
  await userEvent.click(screen.getByRole('link', { name: /^admin/ }));
  expect([location.pathname, (history.state as { idx: number }).idx]).toEqual(['/settings/admin', 1]);
  await userEvent.click(screen.getByRole('button', { name: 'Retour au workspace' }));
  await waitFor(() => expect(location.pathname).toBe('/conversation'));
  router.dispose();
});

test('Sections of a phone are rows that lead down, without a way back of their own', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...{ matches: query === '(width < 640px)', addEventListener() {}, removeEventListener() {} },
  }));
  history.replaceState(null, '', '/settings');
  const router = createBrowserRouter([page]);
  render(<RouterProvider router={router} />);
  expect(screen.queryByRole('button')).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: /^admin/ }));
  expect([location.pathname, (history.state as { idx: number }).idx]).toEqual(['/settings/admin', 1]);
  router.dispose();
});
