// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { Dialog } from '../overlays/Dialog.tsx';
import { Combobox, type ComboboxOption } from './Combobox.tsx';

afterEach(cleanup);

const names = ['Atelier Tilleul', 'Maison Rivière', 'Tilleul et fils'];
const searched: string[] = [];

function Societies({ onSubmit = () => {} }: { onSubmit?: () => void }) {
  const [chosen, setChosen] = useState<ComboboxOption | null>(null);
  const [search, setSearch] = useState('');
  const found = names.filter(name => name.toLowerCase().includes(search.toLowerCase()));
  return (
    <form
      aria-label={chosen?.value ?? 'none'}
      onSubmit={event => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Combobox
        label="Société"
        name="society"
        placeholder="Rechercher"
        none="Aucune société de ce nom."
        chosen={chosen}
        onChoose={setChosen}
        onSearch={typed => {
          searched.push(typed);
          setSearch(typed);
        }}
        options={found.map(name => ({ value: name, label: name }))}
        more={undefined}
      />
    </form>
  );
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Société' });
const shown = () => screen.queryAllByRole('option').map(option => option.textContent);

test('Combobox searches what is typed, and a found option is chosen by keys', async () => {
  const submitted = vi.fn();
  render(<Societies onSubmit={submitted} />);
  expect(shown()).toEqual([]);
  expect([field().placeholder, field().maxLength]).toEqual(['Rechercher', 100]);
  await userEvent.type(field(), ' till ');
  expect([field().value, searched.at(-1)]).toEqual([' till ', 'till']);
  expect(shown()).toEqual(['Atelier Tilleul', 'Tilleul et fils']);
  expect(screen.getByRole('listbox', { name: 'Société' }).id).toBe(field().getAttribute('aria-controls'));
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  const active = field().getAttribute('aria-activedescendant') ?? '';
  expect(document.getElementById(active)?.textContent).toBe('Tilleul et fils');
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('form', { name: 'Tilleul et fils' })).toBeDefined();
  expect(field().value).toBe('Tilleul et fils');
  expect(field().getAttribute('aria-expanded')).toBe('false');
  // The key that chooses sends no form.
  expect(submitted).not.toHaveBeenCalled();
  // The list is complete again when it is reopened.
  await userEvent.click(field());
  expect(shown()).toEqual(names);
  // Keys go on from the option under the mouse.
  fireEvent.mouseMove(screen.getByRole('option', { name: 'Maison Rivière' }));
  await userEvent.keyboard('{Enter}');
  expect(field().value).toBe('Maison Rivière');
  // A press chooses an option, and is kept from the browser, which would give the focus to the option.
  await userEvent.click(field());
  expect(fireEvent.mouseDown(screen.getByRole('option', { name: 'Atelier Tilleul' }))).toBe(false);
  expect([field().value, document.activeElement]).toEqual(['Atelier Tilleul', field()]);
});

test('Combobox drops typed text without a choice, on Escape and on blur', async () => {
  render(<Societies />);
  await userEvent.click(field());
  await userEvent.click(screen.getByRole('option', { name: 'Maison Rivière' }));
  for (const leave of ['{Escape}', '{Tab}']) {
    await userEvent.type(field(), ' du quai');
    expect(screen.getByText('Aucune société de ce nom.').getAttribute('role')).toBe('status');
    await userEvent.keyboard(leave);
    expect(field().value).toBe('Maison Rivière');
    expect(screen.queryByText('Aucune société de ce nom.')).toBeNull();
  }
  const clear = screen.getByRole('button', { name: 'Effacer' });
  // The browser would take the focus from the field, which closes its list.
  expect(fireEvent.mouseDown(clear)).toBe(false);
  await userEvent.click(clear);
  expect(screen.getByRole('form', { name: 'none' })).toBeDefined();
  expect(field().value).toBe('');
  expect(document.activeElement).toBe(field());
});

test('Combobox’s Enter without an option at hand closes the list; the next one submits the form', async () => {
  const submitted = vi.fn();
  render(<Societies onSubmit={submitted} />);
  await userEvent.type(field(), 'till{Enter}');
  expect([submitted.mock.calls.length, shown(), field().value]).toEqual([0, [], '']);
  await userEvent.keyboard('{Enter}');
  expect(submitted).toHaveBeenCalledOnce();
});

test('Combobox’s ↑ begins at the last option, and the keys go round the list, on nothing again once more is typed', async () => {
  render(<Societies />);
  await userEvent.click(field());
  const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;
  await userEvent.keyboard('{ArrowUp}');
  expect(active()).toBe('Tilleul et fils');
  const marked = () => screen.getAllByRole('option').filter(({ dataset }) => dataset.active);
  expect(marked().map(({ textContent }) => textContent)).toEqual(['Tilleul et fils']);
  await userEvent.keyboard('{ArrowDown}');
  expect(active()).toBe('Atelier Tilleul');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(active()).toBe('Maison Rivière');
  await userEvent.keyboard('i');
  expect([shown(), active()]).toEqual([names, undefined]);
});

test('Combobox brings its list into view as it opens, and the option that the keys are on', async () => {
  const brought: (string | null)[] = [];
  const scroll = Element.prototype.scrollIntoView;
  Element.prototype.scrollIntoView = function (this: Element) {
    brought.push(this.role === 'option' ? this.textContent : 'list');
  };
  onTestFinished(() => {
    Element.prototype.scrollIntoView = scroll;
  });
  render(<Societies />);
  await userEvent.click(field());
  expect(brought).toEqual(['list']);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(brought.slice(1)).toEqual(['Atelier Tilleul', 'Maison Rivière']);
});

test('Combobox opens its list by ↑ and ↓ as well, and keeps these keys from moving the caret', async () => {
  render(<Societies />);
  for (const key of ['ArrowDown', 'ArrowUp']) {
    field().focus();
    expect(fireEvent.keyDown(field(), { key })).toBe(false);
    expect(shown()).toEqual(names);
    await userEvent.keyboard('{Escape}');
    expect(shown()).toEqual([]);
  }
  expect(fireEvent.keyDown(field(), { key: 'Home' })).toBe(true);
  expect(shown()).toEqual([]);
  // So does typed text.
  await userEvent.keyboard('till');
  expect(shown()).toEqual(['Atelier Tilleul', 'Tilleul et fils']);
});

test('Combobox says that it searches until something is known, fetches more at the end, and marks what is chosen', async () => {
  const seen: (() => void)[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: object[]) => void) {
        seen.push(() => tell([{ isIntersecting: true }]));
      }
      observe() {}
      disconnect() {}
    },
  );
  const more = vi.fn();
  const box = (options: ComboboxOption[] | undefined) => (
    <Combobox
      {...{ label: 'Société', name: 'society', placeholder: 'Rechercher', none: 'Aucune.', options, more }}
      chosen={{ value: 'b', label: 'Maison Rivière' }}
      onChoose={() => {}}
      onSearch={() => {}}
    />
  );
  const { rerender } = render(box(undefined));
  await userEvent.click(field());
  expect(screen.getByText('Chargement…')).toBeDefined();
  rerender(box([]));
  expect(screen.getByText('Aucune.')).toBeDefined();
  // Its keys stay in the field, with nothing to go to.
  for (const key of ['ArrowDown', 'ArrowUp']) {
    expect(fireEvent.keyDown(field(), { key })).toBe(false);
    expect(field().getAttribute('aria-activedescendant')).toBeNull();
  }
  rerender(box(['a', 'b'].map(value => ({ value, label: value }))));
  expect(screen.getAllByRole('option').map(one => one.getAttribute('aria-selected'))).toEqual(['false', 'true']);
  expect(screen.getAllByRole('option').map(one => one.querySelectorAll('svg').length)).toEqual([0, 1]);
  seen.at(-1)?.();
  expect(more).toHaveBeenCalled();
  // An option that the keys were on may be gone from what is found next.
  await userEvent.keyboard('{ArrowUp}');
  const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;
  expect(active()).toBe('b');
  rerender(box([{ value: 'a', label: 'a' }]));
  expect(field().getAttribute('aria-activedescendant')).toBeNull();
  vi.unstubAllGlobals();
});

test('Combobox closes its list alone by Escape, and the dialog around it by the next one', async () => {
  const onClose = vi.fn();
  render(
    <Dialog onClose={onClose} title="Départ">
      <Societies />
    </Dialog>,
  );
  await userEvent.type(field(), 'till');
  expect(shown()).toHaveLength(2);
  await userEvent.keyboard('{Escape}');
  expect([shown(), onClose.mock.calls]).toEqual([[], []]);
  // So it does where nothing was found.
  await userEvent.type(field(), 'chantier');
  await userEvent.keyboard('{Escape}');
  expect([screen.queryByText('Aucune société de ce nom.'), onClose.mock.calls]).toEqual([null, []]);
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});
