// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Users from 'lucide-react/icons/users';
import { createBrowserRouter, RouterProvider } from 'react-router';
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

/** Opens the settings, by their address or from another page of Palabre. */
async function open(from?: string) {
  history.replaceState(null, '', from ?? '/settings/general');
  const router = createBrowserRouter([page]);
  render(<RouterProvider router={router} />);
  if (from) await router.navigate('/settings/general');
  return router;
}
const leave = () => userEvent.click(screen.getByRole('button', { name: 'Retour au workspace' }));

test('Settings are left for the page that one came from, whichever tabs one saw there', async () => {
  const router = await open('/workspace/atelier');
  const admin = screen.getByRole('link', { name: /^admin/ });
  expect(admin.textContent).toBe('admin33 signalements');
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('general');
  await userEvent.click(admin);
  expect(location.pathname).toBe('/settings/admin');
  await leave();
  await waitFor(() => expect(location.pathname).toBe('/workspace/atelier'));
  router.dispose();
});

test('Settings that were opened by their address are left for the workspaces', async () => {
  const router = await open();
  await leave();
  await waitFor(() => expect(location.pathname).toBe('/workspaces'));
  router.dispose();
});
