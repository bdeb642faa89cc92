// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import { DateField } from './DateField.tsx';

afterEach(cleanup);

function Sample({ heard }: { heard: (value: string) => void }) {
  const [value, setValue] = useState('');
  const change = (next: string) => {
    setValue(next);
    heard(next);
  };
  return <DateField label="Du" value={value} last={new Date(2026, 10, 22)} onChange={change} />;
}

function show() {
  const said: string[] = [];
  render(<Sample heard={value => said.push(value)} />);
  return { field: screen.getByLabelText('Du') as HTMLInputElement, last: () => said.at(-1) };
}

test('DateField reads a day in the page’s language, whatever the browser’s, and writes it in full on blur', async () => {
  const { field, last } = show();
  expect([field.placeholder, field.maxLength, field.autocomplete, field.inputMode]).toEqual([
    ...['jj/mm/aaaa', 14, 'off', 'numeric'],
  ]);
  await userEvent.type(field, '5.11.26');
  expect([field.value, last()]).toEqual(['5.11.26', '2026-11-5']);
  await userEvent.tab();
  expect(field.value).toBe('05/11/2026');
});

test('DateField shows an error for an invalid day on blur, and keeps the typed text', async () => {
  const { field, last } = show();
  await userEvent.type(field, '31/02/2026');
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.tab();
  expect(screen.getByRole('alert').textContent).toBe('Indiquez une date comme 31/12/2026.');
  expect([field.value, last()]).toEqual(['31/02/2026', '31/02/2026']);
  await userEvent.clear(field);
  expect(last()).toBe('');
});

test('DateField opens its calendar at the typed day, and gives focus back to its button', async () => {
  const { field, last } = show();
  await userEvent.type(field, '05/11/2026');
  const button = screen.getByRole('button', { name: 'Calendrier\u00a0: Du' });
  await userEvent.click(button);
  const grid = await screen.findByRole('grid', { name: 'novembre 2026' });
  expect(within(grid).getByRole('button', { name: '23 novembre 2026' })).toHaveProperty('disabled', true);
  const stops = within(grid)
    .getAllByRole('button')
    .filter(({ tabIndex }) => tabIndex === 0);
  expect(stops.map(stop => stop.ariaLabel)).toEqual(['5 novembre 2026']);
  expect(within(grid).getByRole('button', { name: '22 novembre 2026' }).getAttribute('aria-current')).toBe('date');
  await userEvent.click(within(grid).getByRole('button', { name: '12 novembre 2026' }));
  expect([field.value, last()]).toEqual(['12/11/2026', '2026-11-12']);
  expect(screen.queryByRole('grid')).toBeNull();
  expect(document.activeElement).toBe(button);
});

test('DateField’s calendar goes no further than its last day, by keys neither', async () => {
  const { field, last } = show();
  await userEvent.type(field, '20/11/2026');
  await userEvent.click(screen.getByRole('button', { name: 'Calendrier\u00a0: Du' }));
  (await screen.findByRole('button', { name: '20 novembre 2026' })).focus();
  for (const key of ['{ArrowRight}{ArrowRight}{ArrowRight}', '{ArrowDown}', '{PageDown}']) {
    await userEvent.keyboard(key);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('22 novembre 2026');
  }
  await userEvent.keyboard('{Enter}');
  expect(last()).toBe('2026-11-22');
});

test('DateField’s calendar goes by months with its buttons, which lead no further than the last day’s', async () => {
  const { field } = show();
  await userEvent.type(field, '20/10/2026');
  await userEvent.click(screen.getByRole('button', { name: 'Calendrier\u00a0: Du' }));
  const month = () => screen.findByRole('grid').then(grid => grid.getAttribute('aria-label'));
  expect(await month()).toBe('octobre 2026');
  await userEvent.click(screen.getByRole('button', { name: 'Mois précédent' }));
  expect(await month()).toBe('septembre 2026');
  const next = screen.getByRole('button', { name: 'Mois suivant' });
  await userEvent.click(next);
  await userEvent.click(next);
  expect(await month()).toBe('novembre 2026');
  expect(next).toHaveProperty('disabled', true);
  expect(document.activeElement).not.toBe(field);
});

test('DateField’s calendar ends today where nothing else is said', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 22, 12) });
  onTestFinished(() => void vi.useRealTimers());
  render(<DateField label="Au" value="" onChange={() => {}} />);
  await userEvent.click(screen.getByRole('button', { name: 'Calendrier\u00a0: Au' }));
  const grid = await screen.findByRole('grid', { name: 'novembre 2026' });
  const isShut = (day: string) => within(grid).getByRole<HTMLButtonElement>('button', { name: day }).disabled;
  expect(['22 novembre 2026', '23 novembre 2026'].map(isShut)).toEqual([false, true]);
  expect(screen.getByRole('button', { name: 'Mois suivant' })).toHaveProperty('disabled', true);
});

test('DateField shows a day that changes otherwise while one types, and allows none before its first', async () => {
  const field = (value: string) => (
    <DateField
      label="Du"
      value={value}
      first={new Date(2026, 10, 20)}
      last={new Date(2027, 0, 1)}
      onChange={() => {}}
    />
  );
  const { rerender } = render(field('2026-11-22'));
  const input = screen.getByLabelText<HTMLInputElement>('Du');
  fireEvent.change(input, { target: { value: '22.11.26' } });
  expect(input.value).toBe('22.11.26');
  rerender(field('2026-11-23'));
  expect(input.value).toBe('23/11/2026');
  await userEvent.click(screen.getByRole('button', { name: 'Calendrier\u00a0: Du' }));
  const grid = await screen.findByRole('grid', { name: 'novembre 2026' });
  const isShut = (day: string) => within(grid).getByRole<HTMLButtonElement>('button', { name: day }).disabled;
  expect(['19 novembre 2026', '20 novembre 2026'].map(isShut)).toEqual([true, false]);
});
