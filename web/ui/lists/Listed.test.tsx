// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createPortal } from 'react-dom';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import { More } from '../pages/Page.tsx';
import { useCurrentInView } from './current-in-view.ts';
import { Listed, ListedWithin } from './Listed.tsx';
import { Rows } from './Rows.tsx';
import { usePages } from './usePages.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('A list that is fetched shows what comes, its failure with a way to try again, or that there is nothing', async () => {
  const retry = vi.fn();
  const failed = { title: 'Liste indisponible', isError: true, error: new Error('Palabre redémarre.'), retry };
  const list = (count: number | undefined, more = {}) => (
    <Listed count={count} said="" empty="Personne ici." {...more}>
      <p>Camille</p>
    </Listed>
  );
  const { rerender, container } = render(list(undefined));
  expect(screen.getByText('Chargement…')).toBeDefined();
  const rows = () => container.querySelectorAll('[aria-hidden]').length;
  const usual = rows();
  rerender(list(undefined, { ghosts: 2 }));
  expect([rows() > 0, 3 * rows()]).toEqual([true, usual]);
  rerender(list(undefined, { failed }));
  expect(container.textContent).toContain('Liste indisponiblePalabre redémarre.');
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(retry).toHaveBeenCalledOnce();
  rerender(list(0, { said: 'Aucun membre' }));
  expect(screen.getAllByRole('status').map(one => one.textContent)).toEqual(['Aucun membre', 'Personne ici.']);
  // An earlier search's empty result says nothing of a search on its way.
  rerender(list(0, { said: 'Aucun membre', isLate: true }));
  expect(screen.getAllByRole('status').map(one => one.textContent)).toEqual(['', 'Chargement…']);
  expect([screen.queryByText('Personne ici.'), screen.queryByText('Chargement…') !== null]).toEqual([null, true]);
  // One line waits in its place, whatever stood there: rows that were never there do not show.
  rerender(list(0, { empty: <h2>Personne ici.</h2>, isLate: true }));
  expect(container.querySelectorAll('[aria-hidden]')).toHaveLength(1);
  // A fetched list stays when its refetch fails.
  rerender(list(1, { failed }));
  expect([screen.queryByText('Camille') !== null, screen.queryByText('Liste indisponible')]).toEqual([true, null]);
});

test('A list of a hundred rows is whole in the page', () => {
  const items = Array.from({ length: 100 }, (_, n) => `n${n}`);
  render(
    <Rows label="Membres" items={items} idOf={one => one}>
      {one => one}
    </Rows>,
  );
  expect(screen.getByRole('list', { name: 'Membres' }).children).toHaveLength(100);
});

/** Gives the page and its rows sizes, by which a long list knows the rows in view. */
function giveSizes() {
  class Sizes {
    constructor(private readonly tell: (entries: object[]) => void) {}
    observe(target: Element) {
      const height = target.matches('[data-testid]') ? 600 : 50;
      queueMicrotask(() => this.tell([{ target, contentRect: { width: 400, height } }]));
    }
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Sizes);
  // jsdom scrolls nothing.
  Element.prototype.scrollBy = () => {};
  const offsetParent = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'offsetParent') ?? {};
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
    ...{ configurable: true, get: () => document.body },
  });
  onTestFinished(() => void Object.defineProperty(HTMLElement.prototype, 'offsetParent', offsetParent));
}

test.each([
  ['short', 3],
  ['long', 102],
])('A %s list keeps in a row what is written there as the row above goes', async (_what, count) => {
  giveSizes();
  const all = Array.from({ length: count }, (_, n) => `n${n}`);
  const list = (items: string[]) => (
    <div data-testid="page" style={{ overflowY: 'auto' }}>
      <Rows label="Membres" items={items} idOf={one => one}>
        {one => <input aria-label={one} />}
      </Rows>
    </div>
  );
  const { rerender } = render(list(all));
  await userEvent.type(await screen.findByLabelText('n1'), 'chantier');
  rerender(list(all.slice(1)));
  await waitFor(() => expect(screen.queryByLabelText('n0')).toBeNull());
  expect(screen.getAllByDisplayValue('chantier').map(({ ariaLabel }) => ariaLabel)).toEqual(['n1']);
});

test('A long list tells the first and the last row in view as it opens and as one scrolls, and nothing twice', async () => {
  giveSizes();
  const seen: [number, number][] = [];
  const items = Array.from({ length: 101 }, (_, n) => `n${n}`);
  render(
    <div data-testid="page" style={{ overflowY: 'auto' }}>
      <Rows label="Membres" items={items} idOf={one => one} onSeen={(first, last) => seen.push([first, last])}>
        {one => one}
      </Rows>
    </div>,
  );
  await waitFor(() => expect(seen.at(-1)).toEqual([0, expect.toSatisfy((last: number) => last >= 9 && last <= 13)]));
  const page = screen.getByTestId('page');
  page.scrollTop = 2_000;
  fireEvent.scroll(page);
  await waitFor(() => expect(seen.at(-1)?.[0]).toBeGreaterThan(30));
  const [first, last] = seen.at(-1) ?? [0, 0];
  expect([last - first >= 9, last - first <= 13]).toEqual([true, true]);
  fireEvent.scroll(page);
  expect(seen.filter((one, at) => String(one) === String(seen[at - 1]))).toEqual([]);
});

test('A long list keeps none of its rows for a focus in the list of a layer that one of them opened', async () => {
  giveSizes();
  const all = Array.from({ length: 102 }, (_, n) => `n${n}`);
  const layer = createPortal(
    <ul>
      <li aria-posinset={90} aria-setsize={90}>
        <button type="button">Ailleurs</button>
      </li>
    </ul>,
    document.body,
  );
  render(
    <div data-testid="page" style={{ overflowY: 'auto' }}>
      <Rows label="Membres" items={all} idOf={one => one}>
        {one => (
          <>
            <b>{one}</b>
            {one === 'n0' && layer}
          </>
        )}
      </Rows>
    </div>,
  );
  const inLayer = await screen.findByRole('button', { name: 'Ailleurs' });
  act(() => inLayer.focus());
  expect([screen.queryByText('n1'), screen.queryByText('n89')]).toEqual([expect.anything(), null]);
});

test('The pages of a list are gone through both ways, and another list begins at its first', () => {
  const { result, rerender } = renderHook(({ list }) => usePages(list), { initialProps: { list: 'tous' } });
  const told = () => [result.current.page, result.current.cursor, result.current.previous !== undefined];
  expect(told()).toEqual([1, undefined, false]);
  act(() => result.current.go('a'));
  act(() => result.current.go('b'));
  expect(told()).toEqual([3, 'b', true]);
  act(() => result.current.previous?.());
  expect(told()).toEqual([2, 'a', true]);
  rerender({ list: 'bannis' });
  expect(told()).toEqual([1, undefined, false]);
});

test('The end of a list fetches what follows once it is seen, and by its button; the last page has none', async () => {
  const seen: ((is: boolean) => void)[] = [];
  const disconnect = vi.fn();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: object[]) => void) {
        seen.push(isIntersecting => tell([{ isIntersecting }]));
      }
      observe() {}
      disconnect = disconnect;
    },
  );
  const more = vi.fn();
  const { rerender, container } = render(
    <More more={more} isLoading={false}>
      Suite
    </More>,
  );
  seen.at(-1)?.(false);
  expect(more).not.toHaveBeenCalled();
  seen.at(-1)?.(true);
  expect([more.mock.calls.length, disconnect.mock.calls.length]).toEqual([1, 1]);
  await userEvent.click(screen.getByRole('button', { name: 'Suite' }));
  await waitFor(() => expect(more).toHaveBeenCalledTimes(2));
  // A button that is gone watches nothing.
  rerender(
    <More more={undefined} isLoading>
      Suite
    </More>,
  );
  expect(disconnect.mock.calls.length).toBeGreaterThan(1);
  expect(screen.getByRole('button', { name: 'Suite' }).getAttribute('aria-busy')).toBe('true');
  rerender(
    <More more={undefined} isLoading={false}>
      Suite
    </More>,
  );
  expect(container.textContent).toBe('');
});

test('The end of a list that failed is fetched again by its button alone', async () => {
  const watched = vi.fn();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = watched;
      disconnect() {}
    },
  );
  const again = vi.fn();
  render(
    <More more={undefined} again={again} isLoading={false}>
      Réessayer
    </More>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect([again.mock.calls.length, watched.mock.calls]).toEqual([1, []]);
});

function Strip({ current }: { current: string | undefined }) {
  const row = useCurrentInView<HTMLDivElement>(current);
  return (
    <div ref={row}>
      {['a', 'b'].map(name => (
        <a key={name} href={`#${name}`} aria-current={name === current ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </div>
  );
}

test('The current item of a row that scrolls sideways is brought into view, at first and as another becomes it', () => {
  const brought: unknown[] = [];
  const { scrollIntoView } = Element.prototype;
  Element.prototype.scrollIntoView = function (this: Element, how) {
    brought.push([this.textContent, how]);
  };
  onTestFinished(() => {
    Element.prototype.scrollIntoView = scrollIntoView;
  });
  const { rerender } = render(<Strip current="a" />);
  rerender(<Strip current="a" />);
  rerender(<Strip current="b" />);
  rerender(<Strip current={undefined} />);
  const how = { block: 'nearest', inline: 'center' };
  expect(brought).toEqual([
    ['a', how],
    ['b', how],
  ]);
});

test('A long list lets a row go once it is out of view and no longer has the focus', async () => {
  giveSizes();
  const items = Array.from({ length: 150 }, (_, n) => `n${n}`);
  render(
    <div data-testid="page" style={{ overflowY: 'auto' }}>
      <Rows label="Membres" items={items} idOf={one => one}>
        {one => <button type="button">{one}</button>}
      </Rows>
    </div>,
  );
  const first = await screen.findByRole('button', { name: 'n0' });
  act(() => first.focus());
  const page = screen.getByTestId('page');
  page.scrollTop = 4_000;
  fireEvent.scroll(page);
  await screen.findByRole('button', { name: 'n80' });
  expect(document.activeElement).toBe(first);
  act(() => first.blur());
  await waitFor(() => expect(screen.queryByRole('button', { name: 'n0' })).toBeNull());
  expect(screen.getByRole('list', { name: 'Membres' })).toBeDefined();
});

test('A list in a card of its own has its count below its search, one within another card above', () => {
  const told = { tools: <p>Chercher</p>, said: '1 membre', count: 1, empty: '' };
  const text = (List: typeof Listed) => {
    const { container, unmount } = render(<List {...told}>Camille</List>);
    const { textContent } = container;
    unmount();
    return textContent;
  };
  expect([text(Listed), text(ListedWithin)]).toEqual(['Chercher1 membreCamille', '1 membreChercherCamille']);
});
