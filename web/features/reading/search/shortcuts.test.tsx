// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { search } from '../../../locales/fr/search.ts';
import { setLanguage } from '../../../platform/words/i18n.ts';
import { camille, open, serve } from '../../../test/settings-world.tsx';
import { actionKeys } from '../../messages/messages/open/message-actions.ts';
import { readable } from './extract.ts';
import { SearchButton } from './SearchButton.tsx';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import { useSearch } from './search.store.ts';

afterEach(async () => {
  cleanup();
  await setLanguage('fr');
});

test('The button of the header opens the search, and the sheet of shortcuts closes by Escape', async () => {
  serve(camille);
  // An icon where there is no room for a field, under the same name.
  const said: (string | null)[] = [];
  for (const isNarrow of [false, true]) {
    vi.stubGlobal('matchMedia', () => ({ matches: isNarrow, addEventListener() {}, removeEventListener() {} }));
    open([{ path: '*', element: <SearchButton /> }], '/');
    const button = screen.getByRole('button', { name: 'Rechercher (Ctrl+K)' });
    said.push(button.textContent);
    await userEvent.click(button);
    expect(useSearch.getState().open).toBe('search');
    act(() => useSearch.getState().setOpen(null));
    cleanup();
  }
  expect(said.sort()).toEqual(['', 'RechercherCtrlK']);
  vi.unstubAllGlobals();
  useSearch.getState().setOpen('shortcuts');
  open([{ path: '*', element: <ShortcutsDialog /> }], '/');
  await screen.findByRole('dialog');
  await userEvent.keyboard('{Escape}');
  expect(useSearch.getState().open).toBeNull();
});

test('The sheet of shortcuts names every key in the interface’s language, those of the message list included', async () => {
  serve(camille);
  open([{ path: '*', element: <ShortcutsDialog /> }], '/');
  const keysOf = (label: string) =>
    [...(screen.getByText(label).parentElement?.querySelectorAll('kbd') ?? [])].map(key => key.textContent).join(' ');
  // The scrolling region has the focus, so that the keys scroll it.
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Raccourcis clavier' }));
  expect(keysOf('Rechercher, aller quelque part')).toBe('Ctrl K');
  expect(keysOf('Non lu suivant')).toBe('Alt Maj ↓');
  expect(keysOf('Tout marquer comme lu')).toBe('Maj Échap');
  expect(keysOf('Une page plus haut, plus bas')).toBe('PgPréc PgSuiv');
  expect(keysOf('Aller à une date')).toBe('D');
  expect(keysOf('Supprimer')).toBe('Suppr');
  expect(keysOf('Renommer')).toBe('F2');
  expect(actionKeys.length).toBeGreaterThan(6);
  expect(document.querySelectorAll('dt').length).toBe(25 + actionKeys.length);
  const { title: _title, ...texts } = search.shortcuts;
  const said = [...document.querySelectorAll('dt, h3')].map(({ textContent }) => textContent);
  expect(said).toEqual(expect.arrayContaining(Object.values(texts)));
  expect(['Envoyer le message', 'Aller à la ligne', 'Premier, dernier message'].map(keysOf)).toEqual([
    ...['Entrée', 'Maj Entrée', 'Origine Fin'],
  ]);
  await act(() => setLanguage('en'));
  expect(keysOf('Next unread')).toBe('Alt Shift ↓');
});

test('The sheet of shortcuts gives each of its lines the keys that do it', () => {
  serve(camille);
  open([{ path: '*', element: <ShortcutsDialog /> }], '/');
  const keys = [...document.querySelectorAll('dt')].map(({ textContent, nextElementSibling }) => [
    textContent,
    [...(nextElementSibling?.querySelectorAll('kbd') ?? [])].map(key => key.textContent).join(' '),
  ]);
  const { shortcuts: said } = search;
  expect(keys.slice(0, 22)).toEqual([
    [said.open, 'Ctrl K'],
    [said.previous, 'Alt ↑'],
    [said.next, 'Alt ↓'],
    [said.unreadBefore, 'Alt Maj ↑'],
    [said.unreadNext, 'Alt Maj ↓'],
    [said.read, 'Échap'],
    [said.readAll, 'Maj Échap'],
    [said.sheet, 'Ctrl /'],
    [said.send, 'Entrée'],
    [said.line, 'Maj Entrée'],
    [said.edit, '↑'],
    [said.name, '@ # :'],
    [said.bold, 'Ctrl B'],
    [said.italic, 'Ctrl I'],
    [said.underline, 'Ctrl U'],
    [said.link, 'Ctrl K'],
    [said.move, '↑ ↓'],
    [said.page, 'PgPréc PgSuiv'],
    [said.ends, 'Origine Fin'],
    [said.menu, 'Maj F10'],
    [said.day, 'D'],
    [said.back, 'Échap'],
  ]);
  const ofActions = actionKeys.map(({ key }) => (key === 'Delete' ? 'Suppr' : key.toUpperCase()));
  expect(keys.slice(22, -3).map(([, key]) => key)).toEqual(ofActions);
  expect(keys.slice(-3)).toEqual([
    [said.go, '↑ ↓'],
    [said.rename, 'F2'],
    [said.remove, 'Suppr'],
  ]);
});

test('The search shows a matching mention by its name, marked', () => {
  const id = '018f0000-0000-7000-8000-00000000beef';
  const pieces = [
    { text: 'Demander à ', hit: false },
    { text: `<@${id}>`, hit: true },
    { text: ' demain', hit: false },
  ];
  expect(readable(pieces, new Map([[id, 'Karim Diallo']]))).toEqual([
    { text: 'Demander à ', hit: false },
    { text: '@Karim Diallo', hit: true },
    { text: ' demain', hit: false },
  ]);
});

test('The search shows a mention cut by an extract as a name or not at all', () => {
  const id = '018f0000-0000-7000-8000-00000000beef';
  const shown = (text: string) =>
    readable([{ text, hit: false }], new Map([[id, 'Karim']]))
      .map(piece => piece.text)
      .join('');
  expect(shown(`vu avec <@${id}`)).toBe('vu avec @Karim');
  expect(shown(`avec <@018f0000-0000 … la suite`)).toBe('avec  … la suite');
  expect(shown(`-00000000beef> a répondu : 2 > 1`)).toBe('a répondu : 2 > 1');
  expect(shown(`au début … 00000000beef> a répondu`)).toBe('au début …  a répondu');
});
