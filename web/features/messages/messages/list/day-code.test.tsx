// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { karim, message, show, today } from './test/list.tsx';

/** The code of the popover of days, on its way until it arrives. */
const code = vi.hoisted(() => {
  let arrive = () => {};
  const arrived = new Promise<void>(done => {
    arrive = done;
  });
  return { arrive, arrived };
});
vi.mock('../days/DayPopover.tsx', async importOriginal => {
  await code.arrived;
  return importOriginal();
});

beforeAll(async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  await import('../../../../ui/overlays/overlays.ts');
});
afterEach(cleanup);

it('A choice of a day that Escape gives up while its code is on its way does not open once it is there', async () => {
  await show([message(karim, today(9, 12), 'un')]);
  const date = screen.getByRole('button', { name: /aller à une date$/ });
  fireEvent.click(date);
  act(() => void fireEvent.keyDown(document.body, { key: 'Escape' }));
  await act(async () => {
    code.arrive();
    await import('../days/DayPopover.tsx');
  });
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(date);
  expect(await screen.findByRole('dialog', { name: 'Aller à une date' })).toBeDefined();
  const usual = within(screen.getByRole('list', { name: 'Dates courantes' })).getAllByRole('button');
  expect(usual.map(({ textContent }) => textContent)).toEqual([
    ...['Aujourd’hui', 'Hier', 'La semaine dernière', 'Le mois dernier', 'Le tout début'],
  ]);
});
