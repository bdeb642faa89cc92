// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import '../platform/i18n.ts';
import { useAlerts } from './alerts/alerts.ts';
import { Menu } from './Menu.tsx';
import { Popover } from './Popover.tsx';
import { UiHost } from './UiHost.tsx';

// The code of what opens over the page cannot be fetched: there is no network.
vi.mock('./overlays.ts', () => Promise.reject(new TypeError('Failed to fetch')));
afterEach(() => {
  cleanup();
  useAlerts.setState({ alerts: [] });
});

test.each(['Menu', 'Fiche'])(
  'What cannot be fetched does not open (%s), and that is said; the page stays',
  async name => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    render(
      <UiHost>
        <Menu items={[{ label: 'Ouvrir' }]}>
          <button type="button">Menu</button>
        </Menu>
        <Popover label="Fiche de Camille" trigger={<button type="button">Fiche</button>}>
          Camille
        </Popover>
      </UiHost>,
    );
    const button = screen.getByRole('button', { name });
    await userEvent.click(button);
    expect((await screen.findAllByText(/Impossible de joindre Palabre/)).length).toBeGreaterThan(0);
    await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('false'));
  },
);
