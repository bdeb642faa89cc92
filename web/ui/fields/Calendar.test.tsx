// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import { Calendar } from './Calendar.tsx';

afterEach(cleanup);

const chosen = vi.fn();
const show = (first?: Date) =>
  render(<Calendar day={new Date(2026, 10, 18)} first={first} last={new Date(2028, 0, 1)} onChoose={chosen} />);
const stop = () => document.querySelector('table [tabindex="0"]')?.getAttribute('aria-label');

test.each([
  ['ArrowLeft', {}, '17 novembre 2026'],
  ['ArrowRight', {}, '19 novembre 2026'],
  ['ArrowUp', {}, '11 novembre 2026'],
  ['ArrowDown', {}, '25 novembre 2026'],
  ['Home', {}, '16 novembre 2026'],
  ['End', {}, '22 novembre 2026'],
  ['PageUp', {}, '18 octobre 2026'],
  ['PageDown', {}, '18 décembre 2026'],
  ['PageUp', { shiftKey: true }, '18 novembre 2025'],
  ['PageDown', { shiftKey: true }, '18 novembre 2027'],
  ['ArrowRight', { altKey: true }, '18 novembre 2026'],
  ['a', {}, '18 novembre 2026'],
])('%s %o leads from the 18th of November 2026 to %s, with the focus', (key, held, day) => {
  show();
  const isUsed = day !== '18 novembre 2026';
  expect(fireEvent.keyDown(screen.getByRole('grid'), { key, ...held })).toBe(!isUsed);
  expect(stop()).toBe(day);
  expect(document.activeElement?.getAttribute('aria-label') ?? null).toBe(isUsed ? day : null);
});

test('Days before the first cannot be chosen, the first itself can', () => {
  show(new Date(2026, 10, 17, 15, 30));
  const day = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
  expect(['16', '17', '18'].map(of => day(`${of} novembre 2026`).disabled)).toEqual([true, false, false]);
  expect(day('17 novembre 2026').getAttribute('aria-current')).toBe('date');
  expect(['17', '18'].map(of => day(`${of} novembre 2026`).dataset.from)).toEqual([undefined, 'true']);
  expect(screen.getByText('novembre 2026').getAttribute('aria-live')).toBe('polite');
  fireEvent.click(day('17 novembre 2026'));
  expect(chosen.mock.lastCall).toEqual([new Date(2026, 10, 17)]);
});

test('A calendar whose day lies beyond its last begins at the last', () => {
  render(<Calendar day={new Date(2028, 5, 1)} last={new Date(2027, 11, 30, 18)} onChoose={chosen} />);
  expect([stop(), screen.getByRole('grid').getAttribute('aria-label')]).toEqual(['30 décembre 2027', 'décembre 2027']);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '31 décembre 2027' }).disabled).toBe(true);
});

test('A calendar goes back as many months as one likes, forward no further than its last, and names the days of its weeks', () => {
  const [day, last] = [new Date(2026, 10, 18), new Date(2026, 11, 1)];
  render(<Calendar day={day} last={last} onChoose={chosen} />);
  const month = () => screen.getByRole('grid').getAttribute('aria-label');
  const [before, after] = ['Mois précédent', 'Mois suivant'].map(name =>
    screen.getByRole<HTMLButtonElement>('button', { name }),
  );
  const at = [before, before, after, after, after].map(button => {
    fireEvent.click(button as HTMLButtonElement);
    return [month(), after?.disabled];
  });
  expect(at).toEqual([
    ['octobre 2026', false],
    ['septembre 2026', false],
    ['octobre 2026', false],
    ['novembre 2026', false],
    ['décembre 2026', true],
  ]);
  // The last day of all is where it ends, and where it is now.
  expect([stop(), screen.getByRole('button', { name: '1 décembre 2026' }).getAttribute('aria-current')]).toEqual([
    ...['1 décembre 2026', 'date'],
  ]);
  const days = screen.getAllByRole('columnheader').map(one => [one.textContent, one.getAttribute('abbr')]);
  expect(days.map(([narrow]) => narrow).join('')).toBe('LMMJVSD');
  expect([days[0]?.[1], days[6]?.[1]]).toEqual(['lundi', 'dimanche']);
});

test('A calendar gives the focus to the day that a key leads to, and leaves it on the button that leads to a month', () => {
  show();
  fireEvent.keyDown(screen.getByRole('grid'), { key: 'ArrowRight' });
  expect(document.activeElement?.getAttribute('aria-label')).toBe('19 novembre 2026');
  const next = screen.getByRole('button', { name: 'Mois suivant' });
  next.focus();
  fireEvent.click(next);
  expect([stop(), document.activeElement]).toEqual(['19 décembre 2026', next]);
});
