// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import { Dialog } from './Dialog.tsx';
import { noteEntry } from './layers.ts';

beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(width < 640px)' }));
  history.pushState({ idx: 0 }, '');
  noteEntry();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page() {
  const [open, setOpen] = useState(true);
  return <Dialog open={open} onOpenChange={setOpen} title="Créer un salon" />;
}

/** Where the history stands: the router's index of the page, and the number of layers over it. */
const here = (): string => {
  const { idx, layer = 0 } = history.state as { idx: number; layer?: number };
  return `page ${idx}, layer ${layer}`;
};
/** Waits until the history stands there; the router then notes it. */
async function arrived(wanted: string): Promise<void> {
  await vi.waitFor(() => expect(here()).toBe(wanted));
  noteEntry();
}
const isOpen = () => screen.queryByRole('dialog') !== null;

test('Back on a phone closes the open layer, and stays on its page', async () => {
  render(<Page />);
  expect([isOpen(), here()]).toEqual([true, 'page 0, layer 1']);
  history.back();
  await vi.waitFor(() => expect(isOpen()).toBe(false));
  expect(here()).toBe('page 0, layer 0');
});

test('The entry of a layer that was closed by its cross is passed over, back and forward', async () => {
  history.replaceState({ idx: 7 }, '');
  history.pushState({ idx: 8 }, '');
  noteEntry();
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  await vi.waitFor(() => expect(isOpen()).toBe(false));
  expect(here()).toBe('page 8, layer 1');
  history.pushState({ idx: 9 }, '');
  noteEntry();
  history.back();
  await arrived('page 8, layer 1');
  history.back();
  await arrived('page 7, layer 0');
  history.forward();
  await arrived('page 8, layer 0');
  history.forward();
  await arrived('page 9, layer 0');
});
