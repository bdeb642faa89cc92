// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
