// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import { Dialog } from '../overlays/Dialog.tsx';
import { Menu } from '../overlays/Menu.tsx';
import './focus.ts';

afterEach(cleanup);

let remove: (name: string) => void = () => {};

function Rows({ start }: { start: string[] }) {
  const [names, setNames] = useState(start);
  remove = name => act(() => setNames(old => old.filter(one => one !== name)));
  return (
    <main id="content" tabIndex={-1}>
      <ul>
        {names.map(name => (
          <li key={name}>
            <button type="button">Modifier {name}</button>
            <button type="button">Supprimer {name}</button>
          </li>
        ))}
      </ul>
    </main>
  );
}

const button = (name: string) => screen.getByRole('button', { name });
const hasFocus = (element: Element | null) => waitFor(() => expect(document.activeElement).toBe(element));

test('Focus moves from a removed row to the same button of the next row, or else of the previous row', async () => {
  render(<Rows start={['a', 'b', 'c']} />);
  button('Supprimer b').focus();
  remove('b');
  await hasFocus(button('Supprimer c'));
  remove('c');
  await hasFocus(button('Supprimer a'));
});

test('Focus moves from the last removed row to its region', async () => {
  render(<Rows start={['a']} />);
  button('Supprimer a').focus();
  remove('a');
  await hasFocus(document.getElementById('content'));
});

test('Focus stays when rows are removed while it is elsewhere, or nowhere by the person’s own action', async () => {
  render(<Rows start={['a', 'b', 'c']} />);
  button('Supprimer c').focus();
  remove('a');
  await hasFocus(button('Supprimer c'));
  act(() => button('Supprimer c').blur());
  await Promise.resolve();
  remove('c');
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
});

test('A closing dialog gives focus back to its opener, or to the element that replaced the opener', async () => {
  const dialog = (open: boolean) => (
    <>
      <Rows start={['a', 'b', 'c']} />
      <Dialog open={open} onClose={() => {}} title="Êtes-vous sûr ?" />
    </>
  );
  const { rerender } = render(dialog(false));
  button('Supprimer a').focus();
  rerender(dialog(true));
  await hasFocus(screen.getByRole('button', { name: 'Fermer' }));
  remove('a');
  rerender(dialog(false));
  await hasFocus(button('Supprimer b'));
});

test('A closing dialog leaves the focus where another element has taken it', async () => {
  const dialog = (open: boolean) => (
    <>
      <Rows start={['a']} />
      <input aria-label="Message" />
      <Dialog open={open} onClose={() => {}} title="Êtes-vous sûr ?" />
    </>
  );
  const { rerender } = render(dialog(false));
  const opener = button('Supprimer a');
  const back = vi.spyOn(opener, 'focus');
  opener.focus();
  rerender(dialog(true));
  await hasFocus(screen.getByRole('button', { name: 'Fermer' }));
  rerender(dialog(false));
  const field = screen.getByLabelText('Message');
  field.focus();
  await new Promise(done => setTimeout(done));
  expect(back).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(field);
});

function Saved() {
  const [dirty, setDirty] = useState(true);
  return (
    <main id="content" tabIndex={-1}>
      <button type="button" disabled={!dirty} onClick={() => setDirty(false)}>
        Enregistrer
      </button>
    </main>
  );
}

test('Focus moves from a disabled button to its region', async () => {
  render(<Saved />);
  button('Enregistrer').focus();
  act(() => button('Enregistrer').click());
  await hasFocus(document.getElementById('content'));
});

function WithMenu() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Menu items={[{ label: 'Renommer', onSelect: () => setOpen(true) }]}>
        <button type="button">Actions</button>
      </Menu>
      <Dialog open={open} onClose={() => setOpen(false)} title="Renommer">
        <input aria-label="Nom" />
      </Dialog>
    </>
  );
}

test('A dialog that an item of a menu opened gives focus back to the menu’s button', async () => {
  render(<WithMenu />);
  const opener = button('Actions');
  opener.focus();
  fireEvent.keyDown(opener, { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Renommer' }));
  await hasFocus(await screen.findByLabelText('Nom'));
  fireEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await hasFocus(opener);
});

test('Focus passes over rows without a control, and takes the last of a row that has fewer', async () => {
  const list = (names: string[]) => (
    <main id="content" tabIndex={-1}>
      <ul>
        {names.map(name => (
          <li key={name}>
            {name === 'texte' ? name : <button type="button">Modifier {name}</button>}
            {name === 'a' && <button type="button">Supprimer a</button>}
            {name === 'éteint' && (
              <button type="button" disabled>
                Supprimer éteint
              </button>
            )}
          </li>
        ))}
      </ul>
    </main>
  );
  const { rerender } = render(list(['a', 'texte', 'éteint']));
  button('Supprimer a').focus();
  rerender(list(['texte', 'éteint']));
  await hasFocus(button('Modifier éteint'));
  rerender(list(['texte']));
  await hasFocus(document.getElementById('content'));
});
