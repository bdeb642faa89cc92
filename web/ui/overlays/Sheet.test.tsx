// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import { DialogHost } from '../dialogs/DialogHost.tsx';
import { prompt, useDialogs } from '../dialogs/dialogs.ts';
import { Select } from '../fields/Select.tsx';
import { Dialog } from './Dialog.tsx';
import { Menu } from './Menu.tsx';
import { MenuAt } from './MenuAt.tsx';
import { Popover } from './Popover.tsx';
import { sheet } from './Sheet.tsx';

// Imported first: on a busy computer the import takes longer than a test waits.
beforeAll(() => Promise.all([import('./overlays.ts'), import('../dialogs/PendingDialog.tsx')]));
beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(width < 640px)' }));
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(400);
  // Radix calls methods that jsdom lacks.
  Element.prototype.hasPointerCapture ??= () => false;
  Element.prototype.scrollIntoView ??= () => {};
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const chosen = vi.fn();
const items = [
  { label: 'Ouvrir', onSelect: chosen },
  { label: 'Me notifier', items: [{ label: 'Toujours', onSelect: chosen }, { label: 'Jamais' }] },
];
const languages = [
  { value: 'fr', label: 'Français' },
  { value: 'en', label: 'Anglais' },
];

function Layers() {
  const [language, setLanguage] = useState('fr');
  return (
    <>
      <Menu items={items}>
        <button type="button">Menu</button>
      </Menu>
      <Popover label="Fiche de Camille" trigger={<button type="button">Fiche</button>}>
        <button type="button">Écrire</button>
      </Popover>
      <Select label="Langue" options={languages} value={language} onChange={setLanguage} />
    </>
  );
}

const named = (role: string, name: string) => screen.findByRole(role, { name });
const names = () => screen.getAllByRole('menuitem').map(item => item.getAttribute('aria-label') ?? item.textContent);

/** Drags the grabber of the open sheet down. */
function drag(by: number, ms: number): void {
  const grabber = document.querySelector('[data-grabber]') ?? expect.fail('no sheet is open');
  const at = (clientY: number, type: string, timeStamp: number) => {
    const event = new PointerEvent(type, { bubbles: true, clientY, pointerId: 1 });
    Object.defineProperty(event, 'timeStamp', { value: timeStamp });
    fireEvent(grabber, event);
  };
  at(400, 'pointerdown', 1_000);
  at(400 + by, 'pointermove', 1_000 + ms / 2);
  at(400 + by, 'pointerup', 1_000 + ms);
}

test('A sheet shows a submenu in place of its items, and leads back to them', async () => {
  render(<Layers />);
  const button = await named('button', 'Menu');
  await userEvent.click(button);
  const opener = await named('menuitem', 'Me notifier');
  expect(opener.getAttribute('aria-haspopup')).toBe('menu');
  await userEvent.click(opener);
  expect(screen.getAllByRole('menu')).toHaveLength(1);
  expect(names()).toEqual(['Retour (Me notifier)', 'Toujours', 'Jamais']);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: /^Retour/ })));
  await userEvent.keyboard('{Enter}');
  expect(names()).toEqual(['Ouvrir', 'Me notifier']);

  await userEvent.click(await named('menuitem', 'Me notifier'));
  await userEvent.keyboard('{Escape}');
  expect(names()).toEqual(['Ouvrir', 'Me notifier']);
  await userEvent.click(await named('menuitem', 'Me notifier'));
  chosen.mockClear();
  await userEvent.click(await named('menuitem', 'Toujours'));
  expect(chosen).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test.each([
  ['Menu', 'button', 'menu', 'Menu'],
  ['Fiche', 'button', 'dialog', 'Fiche de Camille'],
  ['Langue', 'combobox', 'listbox', undefined],
])('A sheet (%s) closes when its grabber is dragged down, and gives focus back', async (name, role, layer, title) => {
  render(<Layers />);
  const opener = await named(role, name);
  opener.focus();
  await userEvent.keyboard('{Enter}');
  await screen.findByRole(layer, { name: title });
  drag(30, 900);
  expect(screen.queryByRole(layer)).not.toBeNull();
  drag(160, 900);
  await waitFor(() => expect(screen.queryByRole(layer)).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));

  await userEvent.keyboard('{Enter}');
  await screen.findByRole(layer, { name: title });
  // A short drag, but a fast one.
  drag(60, 60);
  await waitFor(() => expect(screen.queryByRole(layer)).toBeNull());
});

function Forms({ unsaved = false }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Créer un salon
      </button>
      <button
        type="button"
        onClick={() => void prompt({ title: 'Renommer', fields: [{ name: 'name', label: 'Nom' }] })}
      >
        Renommer
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Créer un salon" unsaved={unsaved}>
        <input aria-label="Nom" />
      </Dialog>
      <DialogHost />
    </>
  );
}

test.each([
  ['Créer un salon', 'dialog'],
  ['Renommer', 'alertdialog'],
])('A form’s dialog (%s) is a sheet: its grabber closes it, and gives focus back', async (name, role) => {
  render(<Forms />);
  const opener = await named('button', name);
  await userEvent.click(opener);
  const form = await named(role, name);
  expect(form.classList).toContain(sheet);
  drag(30, 900);
  expect(form.style.translate).toBe('');
  drag(160, 900);
  await waitFor(() => expect(screen.queryByRole(role)).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test('A sheet follows the finger down alone, and comes back where the drag is taken over or another button presses', async () => {
  render(<Layers />);
  await userEvent.click(await named('button', 'Fiche'));
  const layer = await screen.findByRole('dialog');
  const grabber = document.querySelector('[data-grabber]') ?? expect.fail('no sheet is open');
  const at = (type: string, clientY: number, more = {}) =>
    fireEvent(grabber, new PointerEvent(type, { bubbles: true, clientY, pointerId: 1, ...more }));
  at('pointerdown', 400);
  at('pointermove', 500);
  expect([layer.style.translate, layer.dataset.dragged]).toEqual(['0 100px', '']);
  at('pointermove', 300);
  expect(layer.style.translate).toBe('0 0px');
  at('pointermove', 700);
  at('pointercancel', 700);
  await waitFor(() => expect([layer.style.translate, layer.dataset.dragged]).toEqual(['', undefined]));
  at('pointerdown', 400, { button: 2 });
  at('pointermove', 700, { button: 2 });
  at('pointerup', 700, { button: 2 });
  expect(layer.style.translate).toBe('');
  expect(screen.queryByRole('dialog')).toBe(layer);
});

test('A short sheet closes when it is dragged down by more than a third of it', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(120);
  render(<Layers />);
  await userEvent.click(await named('button', 'Fiche'));
  await screen.findByRole('dialog');
  drag(40, 900);
  expect(screen.queryByRole('dialog')).not.toBeNull();
  drag(41, 900);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('A sheet of a popover hides the page from who cannot see it, and gives focus back to its button after a press outside', async () => {
  const { container } = render(<Layers />);
  const opener = await named('button', 'Fiche');
  await userEvent.click(opener);
  await screen.findByRole('dialog');
  expect(container.getAttribute('aria-hidden')).toBe('true');
  // Radix hears presses outside a task later.
  await new Promise(done => setTimeout(done));
  fireEvent.pointerDown(document.body);
  fireEvent.click(document.body);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
  expect(container.getAttribute('aria-hidden')).toBeNull();
});

test('A sheet with unsaved changes asks before its grabber closes it, and comes back when they are kept', async () => {
  render(<Forms unsaved />);
  await userEvent.click(await named('button', 'Créer un salon'));
  const form = await named('dialog', 'Créer un salon');
  drag(160, 900);
  const stay = await named('button', 'Continuer à modifier');
  expect(form.style.translate).not.toBe('');
  await userEvent.click(stay);
  await waitFor(() => expect(form.style.translate).toBe(''));
  expect(screen.queryByRole('dialog', { name: 'Créer un salon' })).toBe(form);
  drag(160, 900);
  await userEvent.click(await named('button', 'Quitter'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('A sheet with unsaved changes asks once about a double click on its cross', async () => {
  render(<Forms unsaved />);
  await userEvent.click(await named('button', 'Créer un salon'));
  const cross = await named('button', 'Fermer');
  fireEvent.click(cross);
  fireEvent.click(cross);
  await userEvent.click(await named('button', 'Continuer à modifier'));
  expect(useDialogs.getState().pending).toEqual([]);
});

test('A sheet that opens under the pointer chooses nothing at its lift', async () => {
  render(<Layers />);
  fireEvent.pointerDown(await named('button', 'Menu'), { button: 0 });
  const open = await named('menuitem', 'Ouvrir');
  chosen.mockClear();
  fireEvent.pointerUp(open);
  expect(chosen).not.toHaveBeenCalled();
  cleanup();
  // The next press counts.
  fireEvent.pointerDown(document.body);
  render(<MenuAt at={{ x: 4, y: 4 }} label="Actions" items={items} onClose={() => undefined} />);
  fireEvent.pointerUp(await named('menuitem', 'Ouvrir'));
  expect(chosen).not.toHaveBeenCalled();
  expect(screen.getByRole('menu', { name: 'Actions' })).toBeDefined();
});

function EditedPlace() {
  const [open, setOpen] = useState(false);
  // The open menu holds the focus.
  const edit = () => void setTimeout(() => document.querySelector('input')?.focus());
  const actions = [{ label: 'Modifier', onSelect: edit }];
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Autres actions
      </button>
      <input aria-label="Message" />
      {open && <MenuAt at={{ x: 4, y: 4 }} label="Actions" items={actions} onClose={() => setOpen(false)} />}
    </>
  );
}

test('A menu at a point leaves the focus where the chosen action put it', async () => {
  render(<EditedPlace />);
  await userEvent.click(await named('button', 'Autres actions'));
  await userEvent.click(await named('menuitem', 'Modifier'));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  const field = screen.getByRole('textbox', { name: 'Message' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  await new Promise(done => setTimeout(done));
  expect(document.activeElement).toBe(field);
});
