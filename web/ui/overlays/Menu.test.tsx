// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import { ContextMenu, Menu } from './Menu.tsx';

// Read before: a busy computer takes longer to than a test waits.
beforeAll(() => import('./overlays.ts'));
afterEach(cleanup);

const chosen = vi.fn();
const line = 'separator' as const;
const items = [
  line,
  { label: 'Ouvrir', onSelect: chosen },
  false as const,
  line,
  null,
  line,
  { label: 'Fermer' },
  line,
];

function shown() {
  render(
    <>
      <Menu items={items}>
        <button type="button">Menu</button>
      </Menu>
      <ContextMenu items={() => items}>
        <p>Un salon</p>
      </ContextMenu>
    </>,
  );
  return screen.getByRole('button', { name: 'Menu' });
}

const item = (name: string) => screen.findByRole('menuitem', { name });

test('A menu opened by a key has the focus on its first item, and gives it back to its button', async () => {
  const button = shown();
  button.focus();
  await userEvent.keyboard('{Enter}');
  const first = await item('Ouvrir');
  await waitFor(() => expect(document.activeElement).toBe(first));
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(await item('Fermer'));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
  expect(button.getAttribute('aria-expanded')).toBe('false');
});

test('Pressed, its button opens it and no item has the focus; what is chosen is done once', async () => {
  const button = shown();
  await userEvent.click(button);
  const menu = await screen.findByRole('menu', { name: 'Menu' });
  await waitFor(() => expect(document.activeElement).toBe(menu));
  await userEvent.click(await item('Ouvrir'));
  expect(chosen).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

test('A right click opens the menu of what it is on', async () => {
  shown();
  await userEvent.pointer({ keys: '[MouseRight]', target: screen.getByText('Un salon') });
  expect(await item('Fermer')).toBeDefined();
});

test('The finger whose long press opened a menu chooses nothing of it where it is lifted', async () => {
  shown();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const place = screen.getByText('Un salon');
  const touch = { pointerType: 'touch', bubbles: true, cancelable: true };
  fireEvent(place, new PointerEvent('pointerdown', touch));
  await vi.advanceTimersByTimeAsync(700);
  const open = await item('Ouvrir');
  chosen.mockClear();
  // The browser makes these of the finger that goes up, of whatever lies under it.
  for (const name of ['pointerup', 'touchend', 'mousedown', 'mouseup', 'click']) {
    fireEvent(open, new PointerEvent(name, touch));
  }
  expect(chosen).not.toHaveBeenCalled();
  fireEvent(open, new PointerEvent('pointerdown', touch));
  fireEvent(open, new PointerEvent('pointerup', touch));
  fireEvent(open, new MouseEvent('click', { bubbles: true }));
  expect(chosen).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});

test('A line stands between two items only, whichever of them are not there', async () => {
  await userEvent.click(shown());
  await item('Ouvrir');
  expect(screen.getAllByRole('separator')).toHaveLength(1);
});
