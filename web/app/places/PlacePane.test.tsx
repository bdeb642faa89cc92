// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import { useShell } from '../frame/shell.store.ts';
import { PlacePane } from './PlacePane.tsx';

beforeAll(() => import('../frame/Drawer.tsx'));
const shell = { ...useShell.getState() };
let isTouch = false;
beforeEach(() => {
  isTouch = false;
  useShell.setState(shell, true);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Shows a place at this width, with its thread if it is open. */
function at(width: number, thread: boolean) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('hover') ? !isTouch : width < Number(/width < (\d+)px/.exec(query)?.[1] ?? 0),
    addEventListener() {},
    removeEventListener() {},
  }));
  const pane = (open: boolean) => (
    <>
      <button type="button">Ouvrir le fil</button>
      <PlacePane members={<p>Karim</p>} thread={open ? <input aria-label="Réponse" /> : null}>
        <p>Le salon</p>
      </PlacePane>
    </>
  );
  const { rerender } = render(pane(thread));
  return (open: boolean) => rerender(pane(open));
}
const members = () => screen.queryByRole('complementary', { name: 'Membres' }) !== null;
const covered = () => screen.getByText('Le salon').closest('[inert]') !== null;
const side = () => screen.getByRole('complementary', { name: 'Fil' });

test('A thread stands beside its place, instead of the members unless all have room, and covers it where both have none', () => {
  const seen = [1_600, 1_599, 1_100, 1_099].map(width => {
    at(width, true);
    const told = [width, members(), covered()];
    cleanup();
    return told;
  });
  expect(seen).toEqual([
    [1_600, true, false],
    [1_599, false, false],
    [1_100, false, false],
    [1_099, false, true],
  ]);
  at(1_100, false);
  expect([members(), covered()]).toEqual([true, false]);
  cleanup();
  at(1_099, false);
  expect([members(), covered()]).toEqual([false, false]);
});

test('The drawer of members has a heading, a way out, and closes by it', async () => {
  at(1_000, false);
  act(() => useShell.getState().setMembersDrawerOpen(true));
  const drawer = await screen.findByRole('dialog', { name: 'Membres' });
  expect(within(drawer).getByText('Karim')).toBeDefined();
  expect(within(drawer).getByRole('heading', { level: 2, name: 'Membres' })).toBeDefined();
  await userEvent.click(within(drawer).getByRole('button', { name: 'Masquer les membres' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('The drawer of members on a phone is a layer that « back » closes, and goes as its top is drawn down', async () => {
  history.replaceState({ idx: 3 }, '');
  at(390, false);
  act(() => useShell.getState().setMembersDrawerOpen(true));
  const drawer = await screen.findByRole('dialog', { name: 'Membres' });
  expect(history.state).toEqual({ idx: 3, layer: 1 });
  const top = drawer.querySelector('[data-grabber]') as HTMLElement;
  const drag = (kind: string, clientY: number) =>
    act(() => void fireEvent(top, new PointerEvent(kind, { bubbles: true, button: 0, clientY })));
  drag('pointerdown', 100);
  drag('pointermove', 400);
  drag('pointerup', 400);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(useShell.getState().membersDrawerOpen).toBe(false);
});

test('A thread that closes gives the focus back to what opened it; over its place, a finger’s thread takes it', async () => {
  const turn = at(1_200, false);
  const opener = screen.getByRole('button', { name: 'Ouvrir le fil' });
  opener.focus();
  turn(true);
  expect(document.activeElement).toBe(opener);
  screen.getByLabelText('Réponse').focus();
  turn(false);
  await waitFor(() => expect(document.activeElement).toBe(opener));
  cleanup();
  isTouch = true;
  at(1_000, true);
  expect(document.activeElement).toBe(side());
  cleanup();
  // Beside its place a finger's thread leaves it where it is, as does a mouse's over its place.
  at(1_200, true);
  expect(document.activeElement).toBe(document.body);
  cleanup();
  isTouch = false;
  at(1_000, true);
  expect(document.activeElement).toBe(document.body);
});

test('The edge of a thread follows the pointer that holds it, and a double click gives it its usual width', () => {
  at(1_200, true);
  const edge = screen.getByRole('separator', { name: /fil/i });
  const says = ['aria-orientation', 'aria-valuemin', 'aria-valuemax', 'tabindex'].map(name => edge.getAttribute(name));
  expect(says).toEqual(['vertical', '320', '800', '0']);
  // The arrows that move it scroll nothing; all other keys are the page's.
  const isLeft = (key: string) => fireEvent.keyDown(edge, { key });
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp'].map(isLeft)).toEqual([false, false, true]);
  vi.spyOn(side(), 'getBoundingClientRect').mockReturnValue(new DOMRect(800, 0, 400, 600));
  const held = new Set<number>();
  Object.assign(edge, {
    setPointerCapture: (id: number) => held.add(id),
    hasPointerCapture: (id: number) => held.has(id),
  });
  const move = (clientX: number) =>
    fireEvent(edge, new PointerEvent('pointermove', { bubbles: true, pointerId: 1, clientX }));
  move(700);
  expect(side().style.width).toBe('400px');
  fireEvent(edge, new PointerEvent('pointerdown', { bubbles: true, pointerId: 1 }));
  move(700);
  expect([side().style.width, edge.getAttribute('aria-valuenow')]).toEqual(['500px', '500']);
  fireEvent.doubleClick(edge);
  expect(side().style.width).toBe('400px');
  cleanup();
  // Over its place it is as wide as that.
  at(1_000, true);
  expect([side().style.width, screen.queryByRole('separator')]).toEqual(['', null]);
});

test('The edge of a thread widens it by the arrow that leads away from it, and narrows it by the other', () => {
  at(1_200, true);
  const edge = screen.getByRole('separator', { name: /fil/i });
  const widthAfter = (key: string) => {
    fireEvent.keyDown(edge, { key });
    return side().style.width;
  };
  expect(['ArrowLeft', 'ArrowLeft', 'ArrowRight', 'ArrowUp'].map(widthAfter)).toEqual([
    '424px',
    '448px',
    '424px',
    '424px',
  ]);
});
