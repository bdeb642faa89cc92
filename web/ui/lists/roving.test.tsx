// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { useRoving } from './roving.ts';

afterEach(cleanup);

const names = ['général', 'chantier', 'chantier-lyon', 'Équipe', 'direction'];

function Names({ current, across }: { current?: string; across?: boolean }) {
  const roving = useRoving(names, current, across);
  return (
    <>
      <button type="button">Avant</button>
      <ul {...roving.list}>
        {names.map(name => (
          <li key={name}>
            <a href={`#${name}`} {...roving.item(name)}>
              {name}
            </a>
          </li>
        ))}
      </ul>
      <button type="button">Après</button>
    </>
  );
}

const focused = () => document.activeElement?.textContent;

test('useRoving makes a list one tab stop, always entered at the current item', async () => {
  render(<Names current="chantier" />);
  screen.getByText('Avant').focus();
  await userEvent.tab();
  expect(focused()).toBe('chantier');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(focused()).toBe('Équipe');
  await userEvent.keyboard('{ArrowUp}');
  expect(focused()).toBe('chantier-lyon');
  await userEvent.tab();
  expect(focused()).toBe('Après');
  await userEvent.tab({ shift: true });
  expect(focused()).toBe('chantier');
});

test('useRoving stops at the ends with arrows, and goes to the ends with Home and End', async () => {
  render(<Names />);
  screen.getByText('général').focus();
  await userEvent.keyboard('{ArrowUp}');
  expect(focused()).toBe('général');
  await userEvent.keyboard('{End}');
  expect(focused()).toBe('direction');
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()).toBe('direction');
  await userEvent.keyboard('{Home}');
  expect(focused()).toBe('général');
});

test('useRoving goes to the item that begins with the letters pressed in one go, without case or accents; a repeated letter goes to the next', () => {
  render(<Names />);
  const press = (key: string, pressedMs: number) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: pressedMs });
    fireEvent(document.activeElement ?? expect.fail('nothing has focus'), event);
  };
  // However late the page hears them.
  const now = vi.spyOn(Date, 'now');
  const letters = (...pressed: [string, number][]) => {
    for (const [key, ms] of pressed) {
      now.mockReturnValue(now() + 60_000);
      press(key, ms);
    }
  };
  screen.getByText('général').focus();
  letters(['e', 1_000], ['q', 1_599]);
  expect(focused()).toBe('Équipe');
  letters(['c', 2_199]);
  expect(focused()).toBe('chantier');
  letters(['c', 2_300]);
  expect(focused()).toBe('chantier-lyon');
  letters(['d', 2_400]);
  expect(focused()).toBe('chantier-lyon');
  letters(['d', 3_000]);
  expect(focused()).toBe('direction');
});

test('useRoving leaves keys held with others, spaces and keys of elsewhere in the list to the page', () => {
  render(<Names />);
  const first = screen.getByText('général');
  first.focus();
  for (const held of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }])
    for (const key of ['ArrowDown', 'End', 'c']) expect(fireEvent.keyDown(first, { key, ...held })).toBe(true);
  for (const key of [' ', 'Tab', 'Enter', 'ArrowRight', 'z']) expect(fireEvent.keyDown(first, { key })).toBe(true);
  expect(fireEvent.keyDown(screen.getByRole('list'), { key: 'End' })).toBe(true);
  expect(focused()).toBe('général');
  expect(fireEvent.keyDown(first, { key: 'ArrowDown' })).toBe(false);
  expect(focused()).toBe('chantier');
});

test('useRoving of a row goes by the arrows to the sides, and leaves those up and down to the page', () => {
  render(<Names across />);
  const first = screen.getByText('général');
  first.focus();
  for (const key of ['ArrowDown', 'ArrowUp']) expect(fireEvent.keyDown(first, { key })).toBe(true);
  expect(fireEvent.keyDown(first, { key: 'ArrowRight' })).toBe(false);
  expect(focused()).toBe('chantier');
  fireEvent.keyDown(screen.getByText('chantier'), { key: 'ArrowLeft' });
  expect(focused()).toBe('général');
});

test('useRoving enters a list at its first item where the current one is not in it', () => {
  render(<Names current="perdu" />);
  const stops = screen.getAllByRole('link').filter(({ tabIndex }) => tabIndex === 0);
  expect(stops.map(({ textContent }) => textContent)).toEqual(['général']);
});

function Icons() {
  const roving = useRoving(['t', 'r']);
  return (
    <ul {...roving.list}>
      <li>
        <a href="#t" aria-label="Tilleul" {...roving.item('t')}>
          AT
        </a>
      </li>
      <li>
        <a href="#r" aria-label="Rivière" {...roving.item('r')}>
          MR
        </a>
      </li>
    </ul>
  );
}

test('useRoving goes by letters to the name of an item, where another text is drawn', () => {
  render(<Icons />);
  screen.getByText('AT').focus();
  expect(fireEvent.keyDown(screen.getByText('AT'), { key: 'r' })).toBe(false);
  expect(focused()).toBe('MR');
});
