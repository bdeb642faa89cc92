// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IconButton } from '../fields/IconButton.tsx';
import { Tooltip } from './Tooltip.tsx';
import { TooltipHost } from './TooltipHost.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  // No tooltip of an earlier test counts as recent.
  vi.setSystemTime(Date.now() + 60_000);
  render(
    <>
      {['Épingler', 'Répondre'].map(label => (
        <Tooltip key={label} label={label}>
          <button type="button">{label}</button>
        </Tooltip>
      ))}
      <p>ailleurs</p>
      <TooltipHost />
    </>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const over = (text: string, pointerType = 'mouse') =>
  fireEvent(
    screen.getByText(text, { selector: 'button, p' }),
    Object.assign(new Event('pointerover', { bubbles: true }), { pointerType }),
  );
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
const tip = () => document.querySelector('[role=tooltip]')?.textContent ?? null;

test('A tooltip comes after a rest of the pointer, and the next one at once', () => {
  over('Épingler');
  wait(399);
  expect(tip()).toBeNull();
  wait(1);
  expect(tip()).toBe('Épingler');
  over('Répondre');
  wait(0);
  expect(tip()).toBe('Répondre');
  over('ailleurs');
  wait(0);
  expect(tip()).toBeNull();
});

test('A pointer that but passes has no tooltip, and one that comes soon after another’s has its own at once', () => {
  over('Épingler');
  wait(300);
  over('ailleurs');
  wait(1_000);
  expect(tip()).toBeNull();
  const afterOne = (elapsedMs: number) => {
    over('Épingler');
    wait(400);
    over('ailleurs');
    wait(elapsedMs);
    over('Répondre');
    wait(0);
    const said = tip();
    over('ailleurs');
    wait(1_000);
    return said;
  };
  expect([afterOne(249), afterOne(250)]).toEqual(['Répondre', null]);
  over('Épingler');
  cleanup();
  expect(vi.getTimerCount()).toBe(0);
  // A page without tooltips hears nothing for them.
  const left = document.body.appendChild(Object.assign(document.createElement('p'), { textContent: 'Épingler' }));
  left.dataset.tip = 'Épingler';
  over('Épingler');
  expect(vi.getTimerCount()).toBe(0);
  left.remove();
});

test('A tooltip does not come back over what was pressed, until the pointer has left it', () => {
  over('Épingler');
  wait(400);
  fireEvent.pointerDown(screen.getByRole('button', { name: 'Épingler' }));
  expect(tip()).toBeNull();
  over('Épingler');
  wait(1_000);
  expect(tip()).toBeNull();
  over('ailleurs');
  over('Épingler');
  wait(1_000);
  expect(tip()).toBe('Épingler');
});

test('A tooltip is hidden by Escape and by scrolling, and touch shows none', () => {
  for (const hide of [() => fireEvent.keyDown(document.body, { key: 'Escape' }), () => fireEvent.scroll(document)]) {
    over('ailleurs');
    over('Épingler');
    wait(1_000);
    expect(tip()).toBe('Épingler');
    hide();
    expect(tip()).toBeNull();
  }
  over('ailleurs');
  over('Épingler', 'touch');
  wait(1_000);
  expect(tip()).toBeNull();
});

test('A tooltip is shown to who comes by the keyboard, until they leave', () => {
  const button = screen.getByRole('button', { name: 'Épingler' });
  const seen = vi.spyOn(button, 'matches').mockReturnValue(false);
  act(() => button.focus());
  wait(1_000);
  expect(tip()).toBeNull();
  act(() => button.blur());
  seen.mockImplementation(selector => selector === ':focus-visible');
  act(() => button.focus());
  wait(400);
  expect(tip()).toBe('Épingler');
  act(() => button.blur());
  expect(tip()).toBeNull();
});

test('A tooltip stays while the pointer moves within its element, and for keys and leaves that are none of its own', () => {
  const button = screen.getByRole('button', { name: 'Épingler' });
  button.append(document.createElement('i'));
  over('Épingler');
  wait(400);
  fireEvent(
    button.lastElementChild as Element,
    Object.assign(new Event('pointerover', { bubbles: true }), { pointerType: 'mouse' }),
  );
  expect(tip()).toBe('Épingler');
  fireEvent.keyDown(document.body, { key: 'a' });
  for (const left of [button, document.body]) fireEvent(left, new Event('pointerleave'));
  expect([tip(), document.querySelector('[role=tooltip]')?.getAttribute('aria-hidden')]).toEqual(['Épingler', 'true']);
});

test('A tooltip goes as the pointer leaves the window, does not come for what has gone, and says new words', async () => {
  const button = screen.getByRole('button', { name: 'Épingler' });
  over('Épingler');
  wait(400);
  button.dataset.tip = 'Détacher';
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(tip()).toBe('Détacher');
  fireEvent(document.documentElement, new Event('pointerleave'));
  expect(tip()).toBeNull();
  wait(1_000);
  const gone = document.body.appendChild(Object.assign(document.createElement('button'), { textContent: 'Partir' }));
  gone.dataset.tip = 'Partir';
  over('Partir');
  gone.remove();
  wait(1_000);
  expect(tip()).toBeNull();
});

const box = (left: number, top: number, width: number, height: number) => new DOMRect(left, top, width, height);

test.each([
  ['above', 'top', box(500, 300, 40, 20), [490, 264]],
  ['above, where no side is told', undefined, box(500, 300, 40, 20), [490, 264]],
  ['below', 'bottom', box(500, 300, 40, 20), [490, 326]],
  ['on the left', 'left', box(500, 300, 40, 20), [434, 295]],
  ['on the right', 'right', box(500, 300, 40, 20), [546, 295]],
  ['below, without room above', 'top', box(500, 10, 40, 20), [490, 36]],
  ['above, without room below', 'bottom', box(500, 740, 40, 20), [490, 704]],
  ['on the right, without room on the left', 'left', box(20, 300, 40, 20), [66, 295]],
  ['on the left, without room on the right', 'right', box(980, 300, 40, 20), [914, 295]],
  ['inside the window, at its left edge', 'top', box(0, 300, 40, 20), [8]],
  ['inside the window, at its right edge', 'top', box(1000, 300, 24, 20), [956]],
] as const)('A tooltip stands %s', (_where, side, target, place) => {
  expect([window.innerWidth, window.innerHeight]).toEqual([1024, 768]);
  const measured = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: Element,
  ) {
    return this.getAttribute('role') === 'tooltip' ? box(0, 0, 60, 30) : target;
  });
  const { dataset } = screen.getByRole('button', { name: 'Épingler' });
  if (side) dataset.tipSide = side;
  else delete dataset.tipSide;
  over('Épingler');
  wait(400);
  const { left, top } = (document.querySelector('[role=tooltip]') as HTMLElement).style;
  measured.mockRestore();
  expect([left, top].slice(0, place.length)).toEqual(place.map(pixels => `${pixels}px`));
});

test('A button of an icon says its name and its keys in its tooltip, unless it has none', () => {
  cleanup();
  render(
    <>
      <IconButton label="Rechercher" side="left" shortcut="Ctrl K">
        <i />
      </IconButton>
      <IconButton label="Fermer" tooltip={false}>
        <i />
      </IconButton>
      <TooltipHost />
    </>,
  );
  const [search, close] = screen.getAllByRole('button') as [HTMLElement, HTMLElement];
  expect([search.getAttribute('aria-label'), search.dataset.tipSide]).toEqual(['Rechercher', 'left']);
  const rest = (target: HTMLElement) => {
    fireEvent(target, Object.assign(new Event('pointerover', { bubbles: true }), { pointerType: 'mouse' }));
    wait(1_000);
  };
  rest(search);
  expect([tip(), document.querySelectorAll('[role=tooltip] kbd').length]).toEqual(['RechercherCtrlK', 2]);
  rest(close);
  expect(tip()).toBeNull();
});
