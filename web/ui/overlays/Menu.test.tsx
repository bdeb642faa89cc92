// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import { ContextMenu, Menu } from './Menu.tsx';

// Imported first: on a busy computer the import takes longer than a test waits.
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

test('A menu opened by a key focuses its first item, and gives focus back to its button', async () => {
  const button = shown();
  button.focus();
  await userEvent.keyboard('{Enter}');
  const first = await item('Ouvrir');
  // Separators at the ends, beside each other and beside nothing are left out.
  expect(screen.getAllByRole('separator')).toHaveLength(1);
  await waitFor(() => expect(document.activeElement).toBe(first));
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(await item('Fermer'));
  // Its keys go round.
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(first);
  await userEvent.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(await item('Fermer'));
  const told = ['aria-haspopup', 'aria-expanded', 'aria-controls'].map(name => button.getAttribute(name));
  expect(told).toEqual(['menu', 'true', screen.getByRole('menu').id]);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
  expect([button.getAttribute('aria-expanded'), button.getAttribute('aria-controls')]).toEqual(['false', null]);
});

test('A menu opened by a click focuses no item, and runs a chosen item once', async () => {
  const button = shown();
  await userEvent.click(button);
  const menu = await screen.findByRole('menu', { name: 'Menu' });
  await waitFor(() => expect(document.activeElement).toBe(menu));
  await userEvent.click(await item('Ouvrir'));
  expect(chosen).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

test('A context menu opens on right click of its element', async () => {
  shown();
  await userEvent.pointer({ keys: '[MouseRight]', target: screen.getByText('Un salon') });
  expect(await item('Fermer')).toBeDefined();
});

test('A context menu opened by a long press ignores the lift of that finger', async () => {
  shown();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const place = screen.getByText('Un salon');
  const touch = { pointerType: 'touch', bubbles: true, cancelable: true };
  fireEvent(place, new PointerEvent('pointerdown', touch));
  await act(() => vi.advanceTimersByTimeAsync(700));
  expect(place.dataset.state).toBe('open');
  const open = await item('Ouvrir');
  chosen.mockClear();
  // The browser fires these events at the lift, on the element under the finger.
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

test('A menu shows separators only between two items, whichever items are absent', async () => {
  await userEvent.click(shown());
  await item('Ouvrir');
  expect(screen.getAllByRole('separator')).toHaveLength(1);
});

test('A context menu does not open for a finger that moves, lifts or is taken over, nor where it is disabled', async () => {
  render(
    <>
      <ContextMenu items={items}>
        <p>Un salon</p>
      </ContextMenu>
      <ContextMenu items={items} disabled>
        <p>Un titre</p>
      </ContextMenu>
    </>,
  );
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const finger = (name: string, on = 'Un salon', pointerType = 'touch') =>
    fireEvent(screen.getByText(on), new PointerEvent(name, { pointerType, bubbles: true, cancelable: true }));
  for (const ended of ['pointermove', 'pointerup', 'pointercancel']) {
    finger('pointerdown');
    await vi.advanceTimersByTimeAsync(600);
    finger(ended);
    await act(() => vi.advanceTimersByTimeAsync(600));
    expect(screen.getByText('Un salon').dataset.state, ended).toBe('closed');
  }
  finger('pointerdown', 'Un titre');
  finger('pointerdown', 'Un salon', 'mouse');
  await vi.advanceTimersByTimeAsync(600);
  fireEvent.contextMenu(screen.getByText('Un titre'));
  await vi.advanceTimersByTimeAsync(600);
  expect(screen.queryByRole('menu')).toBeNull();
  vi.useRealTimers();
});

test('A menu opens by the main button of the mouse alone, and closes by a second press', async () => {
  const button = shown();
  const press = [{ button: 2 }, { button: 0, ctrlKey: true }].map(given => () => fireEvent.pointerDown(button, given));
  for (const other of [...press, () => fireEvent.keyDown(button, { key: 'a' })]) {
    expect(other()).toBe(true);
    expect(button.getAttribute('aria-expanded')).toBe('false');
  }
  // The browser would give the focus to the pressed element, after the menu has taken it.
  expect(fireEvent.pointerDown(button, { button: 0 })).toBe(false);
  await screen.findByRole('menu');
  fireEvent.pointerDown(button, { button: 0 });
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

test('An item of a menu says whether it is chosen, what waits in it and its second line; a disabled one does nothing', async () => {
  chosen.mockClear();
  render(
    <Menu
      header={<b>Camille</b>}
      items={[
        { heading: 'Statut' },
        { label: 'En ligne', checked: true, onSelect: chosen },
        { label: 'Occupé', checked: false, shortcut: 'Ctrl O' },
        { label: 'Absent', checked: false, disabled: true, onSelect: chosen },
        { label: 'Administration', badge: { count: 3, label: '3 signalements' } },
        { label: 'Quitter', text: 'Vous êtes seul propriétaire.', disabled: true, onSelect: chosen },
        { label: 'Me notifier', disabled: true, items: [{ label: 'Toujours', onSelect: chosen }] },
        { row: [{ label: 'Pouce levé', icon: '👍', onSelect: chosen }] },
      ]}
    >
      <button type="button">Moi</button>
    </Menu>,
  );
  const open = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Moi', hidden: true }));
    return screen.findByRole('menu');
  };
  const menu = await open();
  expect(menu.textContent).toMatch(/^CamilleStatut/);
  expect(screen.getAllByRole('menuitemcheckbox').map(one => one.getAttribute('aria-checked'))).toEqual([
    ...['true', 'false', 'false'],
  ]);
  expect(screen.getByRole('menuitem', { name: /^Administration.*3 signalements$/ })).toBeDefined();
  const keys = screen.getByRole('menuitemcheckbox', { name: /^Occupé/ }).querySelectorAll('kbd');
  expect([...keys].map(({ textContent }) => textContent)).toEqual(['Ctrl', 'O']);
  // What is chosen, and what leads on, is marked for the eye.
  const marked = [...menu.querySelectorAll('[role^="menuitem"]')].filter(one => one.querySelector('svg'));
  expect(marked.map(({ textContent }) => textContent)).toEqual(['En ligne', 'Me notifier']);
  const quit = screen.getByRole('menuitem', { name: /^Quitter/ });
  expect(quit.textContent).toContain('seul propriétaire');
  const others = [
    screen.getByRole('menuitemcheckbox', { name: 'Absent' }),
    screen.getByRole('menuitem', { name: 'Me notifier' }),
  ];
  for (const disabled of [quit, ...others]) fireEvent.click(disabled);
  expect([chosen.mock.calls, screen.queryByText('Toujours')]).toEqual([[], null]);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Pouce levé' }));
  await open();
  await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'En ligne' }));
  expect(chosen).toHaveBeenCalledTimes(2);
});

test('A menu opens by Space and ↓ as by Enter, and ↓ does not close it', async () => {
  const button = shown();
  for (const key of [' ', 'ArrowDown']) {
    expect(fireEvent.keyDown(button, { key })).toBe(false);
    await screen.findByRole('menu');
    fireEvent.keyDown(button, { key: 'ArrowDown' });
    expect(button.getAttribute('aria-expanded')).toBe('true');
    fireEvent.keyDown(button, { key: ' ' });
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  }
});

test('A menu that a right click leaves keeps the focus away from its button, for the menu that this click opens', async () => {
  const button = shown();
  const focused = vi.spyOn(button, 'focus');
  fireEvent.pointerDown(button, { button: 0 });
  await screen.findByRole('menu');
  // Radix listens to presses outside a task later.
  await new Promise(done => setTimeout(done));
  fireEvent.pointerDown(document.body, { button: 2 });
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(focused).not.toHaveBeenCalled();
});

test('A menu asks for its items as it opens, and a context menu tells that it opens and closes', async () => {
  const told = vi.fn();
  let label = 'Un';
  render(
    <>
      <Menu items={() => [{ label }]}>
        <button type="button">Menu</button>
      </Menu>
      <ContextMenu items={() => [{ label }]} onOpenChange={told}>
        <p>Un salon</p>
      </ContextMenu>
    </>,
  );
  for (label of ['Deux', 'Trois']) {
    fireEvent.pointerDown(screen.getByRole('button', { name: 'Menu' }), { button: 0 });
    await userEvent.click(await item(label));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  }
  fireEvent.contextMenu(screen.getByText('Un salon'), { clientX: 9, clientY: 9 });
  await item('Trois');
  expect([told.mock.calls, screen.getByText('Un salon').dataset.state]).toEqual([[[true]], 'open']);
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
  await waitFor(() => expect(told.mock.calls).toEqual([[true], [false]]));
  // An event that is already handled opens nothing.
  const taken = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
  taken.preventDefault();
  fireEvent(screen.getByText('Un salon'), taken);
  expect(told).toHaveBeenCalledTimes(2);
});

test('A submenu opens beside its item on a wide page, and its items are chosen there', async () => {
  chosen.mockClear();
  render(
    <Menu items={[{ label: 'Me notifier', items: [{ label: 'Toujours', onSelect: chosen }] }, { label: 'Quitter' }]}>
      <button type="button">Menu</button>
    </Menu>,
  );
  screen.getByRole('button', { name: 'Menu' }).focus();
  await userEvent.keyboard('{Enter}');
  const opener = await item('Me notifier');
  await waitFor(() => expect(document.activeElement).toBe(opener));
  await userEvent.keyboard('{ArrowRight}');
  expect(await item('Toujours')).toBeDefined();
  expect(screen.getAllByRole('menu', { hidden: true })).toHaveLength(2);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Toujours'));
  await userEvent.keyboard('{Enter}');
  expect(chosen).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

test('A context menu that the browser opens for a long press opens once, and ignores the lift of that finger', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const told = vi.fn();
  render(
    <ContextMenu items={items} onOpenChange={told}>
      <p>Un salon</p>
    </ContextMenu>,
  );
  const touch = { pointerType: 'touch', bubbles: true, cancelable: true };
  const place = screen.getByText('Un salon');
  fireEvent(place, new PointerEvent('pointerdown', touch));
  await vi.advanceTimersByTimeAsync(500);
  fireEvent(place, new PointerEvent('contextmenu', touch));
  const open = await item('Ouvrir');
  chosen.mockClear();
  for (const name of ['pointerup', 'click']) fireEvent(open, new PointerEvent(name, touch));
  expect(chosen).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(700));
  expect(told.mock.calls).toEqual([[true]]);
  vi.useRealTimers();
});

test('A context menu that has gone before a long press is over opens no more', () => {
  vi.useFakeTimers();
  const told = vi.fn();
  const { unmount } = render(
    <ContextMenu items={items} onOpenChange={told}>
      <p>Un salon</p>
    </ContextMenu>,
  );
  fireEvent(screen.getByText('Un salon'), new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true }));
  unmount();
  vi.advanceTimersByTime(1_000);
  expect(told).not.toHaveBeenCalled();
  vi.useRealTimers();
});

test('A context menu opened by a key begins at its first item, one opened by the mouse at none', async () => {
  shown();
  const place = screen.getByText('Un salon');
  fireEvent.keyDown(place, { key: 'ContextMenu' });
  fireEvent.contextMenu(place, { clientX: 9, clientY: 9 });
  const first = await item('Ouvrir');
  await waitFor(() => expect(document.activeElement).toBe(first));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  fireEvent.pointerDown(place, { button: 2 });
  fireEvent.contextMenu(place, { clientX: 9, clientY: 9 });
  await item('Ouvrir');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('menu')));
});

/** Returns where an open layer stands, as its library has placed it. */
const place = (layer: HTMLElement) => [layer.dataset.side, layer.dataset.align, layer.style.width];

test('A menu stands below its button or where it is told, as wide as it is told', async () => {
  for (const [given, stands] of [
    [{}, ['bottom', 'start', '']],
    [{ side: 'right', align: 'end', width: 240 } as const, ['right', 'end', '240px']],
  ] as const) {
    render(
      <Menu items={items} {...given}>
        <button type="button">Menu</button>
      </Menu>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    const menu = await screen.findByRole('menu');
    await waitFor(() => expect(place(menu)).toEqual(stands));
    cleanup();
  }
});

test('A context menu stands at the point of the click or of the long press', async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  // jsdom gives the window no room.
  for (const size of ['clientWidth', 'clientHeight'] as const)
    vi.spyOn(document.documentElement, size, 'get').mockReturnValue(1_000);
  shown();
  const target = screen.getByText('Un salon');
  /** Returns the point of the window that the menu is moved to. */
  const point = async () => {
    const menu = await screen.findByRole('menu');
    const moved = () => /translate\((\d+)px, (\d+)px\)/.exec(menu.parentElement?.style.transform ?? '')?.slice(1);
    await waitFor(() => expect(moved()).toBeDefined());
    expect(menu.dataset.side).toBe('right');
    return moved();
  };
  fireEvent.contextMenu(target, { clientX: 90, clientY: 40 });
  expect(await point()).toEqual(['92', '40']);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const touch = { pointerType: 'touch', bubbles: true, cancelable: true, clientX: 30, clientY: 70 };
  fireEvent(target, new PointerEvent('pointerdown', touch));
  await act(() => vi.advanceTimersByTimeAsync(700));
  expect(await point()).toEqual(['32', '70']);
  vi.useRealTimers();
});
