// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import { useAlerts } from '../../ui/alerts/alerts.ts';
import { UiHost } from '../../ui/overlays/UiHost.tsx';
import { SideDrawer } from './SideDrawer.tsx';

// The drawer's chunk can't be fetched.
vi.mock('./Drawer.tsx', () => Promise.reject(new TypeError('Failed to fetch')));

afterEach(() => {
  cleanup();
  useAlerts.setState({ alerts: [] });
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <UiHost>
      <button type="button" aria-expanded={open} onClick={() => setOpen(true)}>
        Panneau
      </button>
      <SideDrawer open={open} onOpenChange={setOpen} side="left" label="Navigation">
        Les salons
      </SideDrawer>
    </UiHost>
  );
}

test('A drawer whose code cannot be fetched says so and is shut again, so that its button may be tried once more', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('fetch', async () => new Response('ok'));
  // The page was just reloaded, without success.
  sessionStorage.setItem('palabre.reloaded', String(Date.now()));
  render(<Page />);
  const button = screen.getByRole('button', { name: 'Panneau' });
  for (const times of [1, 2]) {
    await userEvent.click(button);
    await waitFor(() => expect(useAlerts.getState().alerts).toHaveLength(times));
    await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('false'));
  }
});
