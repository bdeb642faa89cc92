// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import { Dialog } from '../overlays/Dialog.tsx';
import { Menu } from '../overlays/Menu.tsx';
import { Popover } from '../overlays/Popover.tsx';
import { isDoubleClick } from './double-click.ts';

type Press = Pick<PointerEvent, 'timeStamp' | 'clientX' | 'clientY' | 'button' | 'isTrusted' | 'target'>;

// jsdom’s presses are all a script’s: the tests present a person’s presses to the page’s listeners.
const heard = vi.hoisted(() => {
  const listeners: ((press: Press) => void)[] = [];
  const add = document.addEventListener;
  document.addEventListener = (...given: Parameters<typeof add>) => {
    if (given[0] === 'pointerdown') listeners.push(given[1] as never);
    add.apply(document, given);
  };
  return listeners;
});

let now = 0;
beforeAll(async () => {
  // Open layers listen too, and are told of presses by the document alone.
  Reflect.deleteProperty(document, 'addEventListener');
  await import('../overlays/overlays.ts');
});
beforeEach(() => {
  // Nothing of an earlier test is recent.
  now += 100_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The person presses, so long after the start of the test; tells whether that ends a double click. */
function press(at: number, more: Partial<Press> = {}): boolean {
  now = Math.floor(now / 100_000) * 100_000 + at;
  const event = { timeStamp: now, clientX: 100, clientY: 100, button: 0, isTrusted: true, target: document.body };
  for (const listener of heard) listener({ ...event, ...more });
  return isDoubleClick();
}

test.each<[what: string, is: boolean, after: number, more?: Partial<Press>]>([
  ['that comes soon', true, 499],
  ['that comes late', false, 500],
  ['a little beside', true, 100, { clientX: 107 }],
  ['further beside', false, 100, { clientX: 108 }],
  ['a little beside both ways', true, 100, { clientX: 105, clientY: 95 }],
  ['further beside both ways', false, 100, { clientX: 106, clientY: 94 }],
  ['of the other button', false, 100, { button: 2 }],
  ['of a script', false, 100, { isTrusted: false }],
])('A second press %s makes a double click: %s', (_what, is, after, more) => {
  expect(press(1_000)).toBe(false);
  expect(press(1_000 + after, more)).toBe(is);
});

test('A third press begins anew, as does one after a key; a double click is over half a second after its second press', () => {
  expect([1_000, 1_100, 1_200, 1_300].map(at => press(at))).toEqual([false, true, false, true]);
  now += 499;
  expect(isDoubleClick()).toBe(true);
  now += 1;
  expect(isDoubleClick()).toBe(false);
  expect(press(5_000)).toBe(false);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect([press(5_100), press(5_200)]).toEqual([false, true]);
});

const used = vi.fn();
const widen = (width: number) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width < Number(/width < (\d+)px/.exec(query)?.[1] ?? 0),
    addEventListener() {},
    removeEventListener() {},
  }));

function Layers() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Popover label="Fiche" trigger={<button type="button">Une fiche</button>}>
        <button type="button" onClick={used}>
          Dedans
        </button>
      </Popover>
      <Menu items={[{ label: 'Dedans', onSelect: used }]}>
        <button type="button">Un menu</button>
      </Menu>
      <button type="button" onClick={() => setOpen(true)}>
        Un dialogue
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Créer">
        <button type="button" onClick={used}>
          Dedans
        </button>
      </Dialog>
    </>
  );
}
const button = (name: string) => screen.getByRole('button', { name, hidden: true });
const layer = () => document.querySelector<HTMLElement>('[data-layer]');

/** Presses the button that opens a layer, at the first second; waits for the layer. */
async function openBy(name: string): Promise<HTMLElement> {
  render(<Layers />);
  press(1_000);
  now += 20;
  const opener = button(name);
  touch(opener);
  await screen.findByText('Dedans');
  // Radix hears presses outside a task later.
  await new Promise(done => setTimeout(done));
  return opener;
}
/** Presses an element, and says whether the press was left to the browser. */
function touch(target: Element): boolean {
  const isLeft = fireEvent.pointerDown(target, { button: 0 });
  fireEvent.click(target);
  return isLeft;
}

test.each([1_440, 390].flatMap(width => ['Une fiche', 'Un menu', 'Un dialogue'].map(name => [name, width] as const)))(
  'The double click that opens a layer does not close it by its second press: %s, %i pixels wide',
  async (name, width) => {
    widen(width);
    const opener = await openBy(name);
    press(1_200);
    touch(document.body);
    expect(layer()).not.toBeNull();
    // Nor does it by a second press on its opener.
    if (name !== 'Un dialogue') touch(opener);
    expect(layer()).not.toBeNull();
    // The next press is like any other.
    press(2_000);
    touch(document.body);
    await waitFor(() => expect(layer()).toBeNull());
  },
);

test('The second press of a double click leaves the focus in the layer that the first has opened', async () => {
  widen(1_440);
  await openBy('Une fiche');
  press(1_200);
  act(() => (document.activeElement as HTMLElement).blur());
  touch(document.body);
  expect(document.activeElement).toBe(layer());
});

test.each(['Une fiche', 'Un menu', 'Un dialogue'])(
  'The second press of a double click uses nothing of the layer that came under it, and any later one does: %s',
  async name => {
    widen(390);
    await openBy(name);
    const inside = () => screen.getByText('Dedans').closest('button, [role=menuitem]') as HTMLElement;
    used.mockReset();
    press(1_200);
    fireEvent.pointerDown(inside(), { button: 0 });
    expect(fireEvent.click(inside())).toBe(false);
    expect(used).not.toHaveBeenCalled();
    expect(layer()).not.toBeNull();
    // A double click of its own within the layer is two presses.
    press(3_000);
    press(3_200);
    fireEvent.click(inside());
    expect(used).toHaveBeenCalledOnce();
  },
);
