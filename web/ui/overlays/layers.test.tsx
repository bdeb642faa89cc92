// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import { DialogHost } from '../dialogs/DialogHost.tsx';
import { confirm, notice, prompt, useDialogs } from '../dialogs/dialogs.ts';
import { Combobox } from '../fields/Combobox.tsx';
import { Select } from '../fields/Select.tsx';
import { Dialog } from './Dialog.tsx';
import { noteEntry } from './layers.ts';
import { Menu } from './Menu.tsx';
import { MenuAt } from './MenuAt.tsx';
import { Popover } from './Popover.tsx';

function Page({ unsaved = false }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Créer
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Créer un salon" unsaved={unsaved}>
        <input aria-label="Nom" />
      </Dialog>
      <DialogHost />
    </>
  );
}

const point = { x: 4, y: 4 };
const fields = [{ name: 'name', label: 'Nom' }];

/** Page with a way to open each other kind of layer. */
function Others() {
  const [shown, setShown] = useState('');
  const close = () => setShown('');
  const openers: [name: string, open: () => unknown][] = [
    ['Supprimer', () => confirm({ title: 'Êtes-vous sûr ?' })],
    ['Savoir', () => notice({ title: 'Modifié !' })],
    ['Renommer', () => prompt({ title: 'Renommer', fields })],
    ['Chercher', () => setShown('Chercher')],
    ['Actions', () => setShown('Actions')],
  ];
  return (
    <>
      {openers.map(([name, open]) => (
        <button key={name} type="button" aria-label={name} onClick={() => void open()} />
      ))}
      <Popover label="Camille" trigger={<button type="button" aria-label="Fiche" />}>
        Camille
      </Popover>
      <Select label="Langue" options={[{ value: 'fr', label: 'Français' }]} value="fr" onChange={() => {}} />
      {shown === 'Chercher' && <Dialog onClose={close} title="Recherche" hideTitle />}
      {shown === 'Actions' && <MenuAt at={point} items={[{ label: 'Ouvrir' }]} onClose={close} />}
      <DialogHost />
    </>
  );
}

/** Stands for the router's listener, which would hear entries of another page. */
const routed = vi.fn();
const closed = vi.fn();
const here = () => history.state as { idx: number; layer?: number };
const dialog = () => screen.queryByRole('dialog');
let isPhone: boolean;

beforeEach(() => {
  isPhone = true;
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isPhone && query === '(width < 640px)' }));
  history.pushState({ idx: 1 }, '');
  history.pushState({ idx: 2 }, '');
  noteEntry();
  routed.mockReset();
  closed.mockReset();
  window.addEventListener('popstate', routed);
  vi.spyOn(window, 'setTimeout');
});
afterEach(() => {
  // A layer that « back » closed has the layers counted a moment later: not those of the next test.
  for (const { value } of vi.mocked(window.setTimeout).mock.results) clearTimeout(value);
  vi.restoreAllMocks();
  window.removeEventListener('popstate', routed);
  cleanup();
  vi.unstubAllGlobals();
  useDialogs.setState({ pending: [] });
});

async function open(element = <Page />) {
  render(element);
  await userEvent.click(screen.getByRole('button', { name: 'Créer' }));
  await screen.findByRole('dialog');
}

test('A layer of a wide page adds nothing to the history', async () => {
  isPhone = false;
  await open();
  expect(here()).toEqual({ idx: 2 });
});

test('« Back » of a phone closes the open layer, and stays on the page', async () => {
  await open();
  expect(here()).toEqual({ idx: 2, layer: 1 });
  history.back();
  await waitFor(() => expect(dialog()).toBeNull());
  expect(here()).toEqual({ idx: 2 });
  expect(routed).not.toHaveBeenCalled();
});

test('« Back » leaves the page at once when its layer was closed otherwise', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  await waitFor(() => expect(dialog()).toBeNull());
  history.back();
  await waitFor(() => expect(here().idx).toBe(1));
  expect(routed).toHaveBeenCalledOnce();
});

test('« Forward » passes over a layer that is gone, to the page that was opened from it', async () => {
  await open();
  history.pushState({ idx: 3 }, '');
  noteEntry();
  cleanup();
  history.back();
  await waitFor(() => expect(here()).toEqual({ idx: 2, layer: 1 }));
  // The layer is skipped on the way back too.
  history.back();
  await waitFor(() => expect(here()).toEqual({ idx: 1 }));
  history.forward();
  await waitFor(() => expect(here()).toEqual({ idx: 2 }));
  routed.mockReset();
  history.forward();
  await waitFor(() => expect(here()).toEqual({ idx: 3 }));
  expect(routed).toHaveBeenCalledOnce();
});

test('« Back » asks about unsaved changes, and asks again after one has stayed', async () => {
  await open(<Page unsaved />);
  for (const answer of ['Continuer à modifier', 'Quitter']) {
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => expect(here().layer ?? 0).toBeGreaterThan(0));
    history.back();
    await userEvent.click(await screen.findByRole('button', { name: answer }));
  }
  await waitFor(() => expect(dialog()).toBeNull());
});

test('« Back » in a dialog closes the open options of a field first, and the dialog only afterwards', async () => {
  const options = [{ value: '1', label: 'Général' }];
  const field = { name: 'channel', label: 'Salon', placeholder: 'Choisir', none: 'Aucun', more: undefined };
  render(
    <Dialog open onClose={closed} title="Déplacer">
      <Combobox {...field} chosen={null} onChoose={() => {}} onSearch={() => {}} options={options} />
    </Dialog>,
  );
  await userEvent.click(screen.getByRole('combobox', { name: 'Salon' }));
  await screen.findByRole('option', { name: 'Général' });
  for (const times of [0, 1]) {
    await waitFor(() => expect(here().layer).toBe(1));
    history.back();
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
    await waitFor(() => expect(closed).toHaveBeenCalledTimes(times));
    expect(routed).not.toHaveBeenCalled();
  }
});

test('« Back » in a submenu leads to the menu around it, and the next one closes that, still on the page', async () => {
  const items = [{ label: 'Statut', items: [{ label: 'Absent' }] }];
  render(
    <Menu items={items}>
      <button type="button">Camille</button>
    </Menu>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Camille' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Statut' }));
  expect(await screen.findByRole('menuitem', { name: 'Absent' })).toBeDefined();
  history.back();
  expect(await screen.findByRole('menuitem', { name: 'Statut' })).toBeDefined();
  await waitFor(() => expect(here()).toEqual({ idx: 2, layer: 1 }));
  history.back();
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(routed).not.toHaveBeenCalled();
});

test.each([
  ['a question', 'alertdialog', 'Supprimer'],
  ['a notice', 'alertdialog', 'Savoir'],
  ['a form', 'alertdialog', 'Renommer'],
  ['a card', 'dialog', 'Fiche'],
  ['a list of choices', 'listbox', 'Langue'],
  ['a dialog that has the whole screen', 'dialog', 'Chercher'],
  ['a menu at a point', 'menu', 'Actions'],
])('« Back » closes %s, and stays on the page', async (_what, role, opener) => {
  // Radix calls methods that jsdom lacks.
  Element.prototype.hasPointerCapture ??= () => false;
  Element.prototype.scrollIntoView ??= () => {};
  render(<Others />);
  await userEvent.click(screen.getByLabelText(opener));
  await screen.findByRole(role);
  await waitFor(() => expect(here()).toEqual({ idx: 2, layer: 1 }));
  history.back();
  await waitFor(() => expect(screen.queryByRole(role)).toBeNull());
  expect([here(), routed.mock.calls, useDialogs.getState().pending]).toEqual([{ idx: 2 }, [], []]);
});
