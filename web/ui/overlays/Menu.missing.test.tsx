// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import { useAlerts } from '../alerts/alerts.ts';
import { useAwaited } from '../motion/awaited.ts';
import { Menu } from './Menu.tsx';
import { Popover } from './Popover.tsx';
import { UiHost } from './UiHost.tsx';

// The overlays' chunk can't be fetched.
vi.mock('./overlays.ts', () => Promise.reject(new TypeError('Failed to fetch')));

const server = { answers: true };

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async () => {
    if (!server.answers) throw new TypeError('Failed to fetch');
    return new Response('ok');
  });
  // The page was just reloaded, without success.
  sessionStorage.setItem('palabre.reloaded', String(Date.now()));
});
afterEach(() => {
  cleanup();
  useAlerts.setState({ alerts: [] });
});

function show(name: string): HTMLElement {
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
  return screen.getByRole('button', { name });
}

test.each(['Menu', 'Fiche'])(
  'A layer whose chunk cannot be fetched does not open (%s) and shows an alert; the page stays',
  async name => {
    server.answers = true;
    const button = show(name);
    await userEvent.click(button);
    expect((await screen.findAllByText(/Impossible de joindre Palabre/)).length).toBeGreaterThan(0);
    await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('false'));
  },
);

test.each(['Menu', 'Fiche'])(
  'A layer waits for its chunk while the server does not answer (%s), without an alert; Escape cancels',
  async name => {
    server.answers = false;
    const button = show(name);
    await userEvent.click(button);
    await waitFor(() => expect(useAwaited.getState().names).toEqual(['asked']));
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(useAlerts.getState().alerts).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('false'));
    expect(useAwaited.getState().names).toEqual([]);
  },
);
