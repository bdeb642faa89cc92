// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef, useState } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import { AlertOverlay } from '../alerts/AlertOverlay.tsx';
import { alerts } from '../alerts/alerts.ts';
import { Button } from '../fields/Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Popover } from './Popover.tsx';
import { sheet } from './Sheet.tsx';

// Imported first: on a busy computer the import takes longer than a test waits.
beforeAll(() => import('./overlays.ts'));
afterEach(() => {
  cleanup();
  alerts.clear();
  vi.unstubAllGlobals();
});

const changed = vi.fn();
function Both() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Popover label="Fiche de Camille" trigger={<button type="button">Fiche</button>} onOpenChange={changed}>
        <input aria-label="Chercher" />
      </Popover>
      <button type="button" onClick={() => setOpen(true)}>
        Créer
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Créer un salon" description="Il sera public.">
        <input aria-label="Nom" />
      </Dialog>
      <AlertOverlay />
    </>
  );
}
const button = (name: string) => screen.getByRole('button', { name, hidden: true });
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('A popover is named, opened and closed by its button, which has the focus again after Escape', async () => {
  render(<Both />);
  const told = ['aria-haspopup', 'aria-expanded', 'aria-controls'].map(name => button('Fiche').getAttribute(name));
  expect(told).toEqual(['dialog', 'false', null]);
  await userEvent.click(button('Fiche'));
  const popover = await screen.findByRole('dialog', { name: 'Fiche de Camille' });
  expect([button('Fiche').getAttribute('aria-expanded'), button('Fiche').getAttribute('aria-controls')]).toEqual([
    ...['true', popover.id],
  ]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Chercher')));
  await userEvent.keyboard('{Escape}');
  await closed();
  expect(document.activeElement).toBe(button('Fiche'));
  await userEvent.click(button('Fiche'));
  await screen.findByRole('dialog');
  await userEvent.click(button('Fiche'));
  await closed();
  expect(changed.mock.calls).toEqual([[true], [false], [true], [false]]);
});

test('A popover closes by a press elsewhere, which keeps the focus, and stays open for a press on an alert', async () => {
  render(<Both />);
  await userEvent.click(button('Fiche'));
  await screen.findByRole('dialog');
  act(() => void alerts.info('Copié.', { durationMs: 60_000 }));
  await userEvent.click(button('Fermer la notification'));
  expect(screen.queryByRole('dialog')).not.toBeNull();
  await userEvent.click(document.body);
  await closed();
  expect(document.activeElement).not.toBe(button('Fiche'));
});

test('A popover with a search opens no keyboard where fingers write', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(hover: none)' }));
  render(<Both />);
  fireEvent.click(button('Fiche'));
  const popover = await screen.findByRole('dialog');
  await waitFor(() => expect(document.activeElement).toBe(popover));
});

test('A dialog is described, closes by Escape and by a press outside, and stays open for a press on an alert', async () => {
  render(<Both />);
  const opener = button('Créer');
  for (const leave of [
    () => userEvent.keyboard('{Escape}'),
    () => userEvent.click(document.querySelector('[data-state="open"]')!),
  ]) {
    await userEvent.click(opener);
    const dialog = await screen.findByRole('dialog', { name: 'Créer un salon' });
    expect(document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Il sera public.');
    act(() => void alerts.info('Copié.', { durationMs: 60_000 }));
    fireEvent.pointerDown(button('Fermer la notification'));
    fireEvent.click(button('Fermer la notification'));
    expect(screen.queryByRole('dialog')).not.toBeNull();
    await leave();
    await closed();
    await waitFor(() => expect(document.activeElement).toBe(opener));
  }
});

test('A dialog begins at what it names to begin at, and at its first control otherwise', async () => {
  const seen = vi.spyOn(HTMLElement.prototype, 'focus');
  const name = createRef<HTMLInputElement>();
  const whole = createRef<HTMLElement>();
  const inside = (
    <>
      <input aria-label="Adresse" />
      <input aria-label="Nom" ref={name} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keys. */}
      <section aria-label="Charte" ref={whole} tabIndex={0} />
    </>
  );
  for (const [initialFocus, named] of [
    [name, 'Nom'],
    [whole, 'Charte'],
    [undefined, 'Adresse'],
  ] as const) {
    render(
      <Dialog onClose={() => {}} title="Créer" initialFocus={initialFocus}>
        {inside}
      </Dialog>,
    );
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(named));
    // A section that is taller than the screen would hide the title above it.
    const place = seen.mock.contexts.lastIndexOf(document.activeElement as HTMLElement);
    if (initialFocus) expect(seen.mock.calls[place]).toEqual([{ preventScroll: initialFocus === whole }]);
    cleanup();
  }
  seen.mockRestore();
});

test('A dialog without a title to see has its name all the same, and is no sheet; one with a title is', async () => {
  const show = (hideTitle: boolean) => {
    render(<Dialog onClose={() => {}} title="Recherche" hideTitle={hideTitle} />);
    const dialog = screen.getByRole('dialog', { name: 'Recherche' });
    const told = [dialog.classList.contains(sheet!), dialog.querySelector('[data-grabber]') !== null];
    cleanup();
    return told;
  };
  expect([show(true), show(false)]).toEqual([
    [false, false],
    [true, true],
  ]);
});

test('A press on the ground of a dialog leaves the focus in it, one within it goes where it is', async () => {
  render(
    <Dialog onClose={() => {}} title="Créer">
      <input aria-label="Nom" />
    </Dialog>,
  );
  const field = await screen.findByLabelText('Nom');
  const ground = screen.getByRole('dialog').parentElement ?? expect.fail('no ground');
  expect([fireEvent.mouseDown(ground), fireEvent.mouseDown(field)]).toEqual([false, true]);
});

function Form({ send }: { send: () => void }) {
  const [open, setOpen] = useState(true);
  const submit = async () => {
    send();
    setOpen(false);
  };
  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      title="Créer"
      onSubmit={submit}
      footer={<Button type="submit">Envoyer</Button>}
    />
  );
}

test('A dialog that is closing can still be pressed, and sends nothing', async () => {
  // Its animation, which jsdom has not, keeps it for a moment.
  const { getComputedStyle } = window;
  vi.stubGlobal(
    'getComputedStyle',
    (element: HTMLElement) =>
      new Proxy(getComputedStyle(element), {
        get(style, name) {
          const value: unknown = Reflect.get(style, name, style);
          if (name === 'animationName') return element.dataset.state;
          return typeof value === 'function' ? value.bind(style) : value;
        },
      }),
  );
  const send = vi.fn();
  render(<Form send={send} />);
  const dialog = await screen.findByRole('dialog', { name: 'Créer' });
  await act(async () => fireEvent.click(button('Envoyer')));
  expect([dialog.isConnected, dialog.dataset.state, send.mock.calls.length]).toEqual([true, 'closed', 1]);
  // Its form takes another press.
  await waitFor(() => expect(button('Envoyer').getAttribute('aria-disabled')).toBeNull());
  await act(async () => fireEvent.click(button('Envoyer')));
  expect(send).toHaveBeenCalledOnce();
});

test('A popover stands below its button or where it is told, as wide as it is told', async () => {
  for (const [given, stands] of [
    [{}, ['bottom', 'start', '']],
    [{ side: 'right', align: 'end', width: 320 } as const, ['right', 'end', '320px']],
  ] as const) {
    render(
      <Popover label="Fiche" trigger={<button type="button">Fiche</button>} {...given}>
        Camille
      </Popover>,
    );
    await userEvent.click(button('Fiche'));
    const { dataset, style } = await screen.findByRole('dialog');
    await waitFor(() => expect([dataset.side, dataset.align, style.width]).toEqual(stands));
    cleanup();
  }
});

test('A popover beside something else gives the focus back to where it was, also after a press elsewhere', async () => {
  const closes = vi.fn();
  const card = (open: boolean) => (
    <>
      <button type="button">Écrire</button>
      <Popover label="Emoji" beside={{ current: document.body }} open={open} onOpenChange={closes}>
        <input aria-label="Chercher" />
      </Popover>
    </>
  );
  const { rerender } = render(card(false));
  button('Écrire').focus();
  rerender(card(true));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Chercher')));
  // Radix hears presses outside a task later.
  await new Promise(done => setTimeout(done));
  fireEvent.pointerDown(document.body);
  fireEvent.click(document.body);
  expect(closes.mock.calls).toEqual([[false]]);
  rerender(card(false));
  await closed();
  await waitFor(() => expect(document.activeElement).toBe(button('Écrire')));
});
