// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import type { Moves } from './SortableList.tsx';
import { SortableList } from './SortableList.tsx';

type Drag = Parameters<typeof import('./sortable-drag.ts').makeSortable>[0];
// jsdom drags nothing: the tests stand in for the browser.
const drags = vi.hoisted((): Drag[] => []);
const ended = vi.hoisted((): string[] => []);
vi.mock('./sortable-drag.ts', () => ({
  makeSortable(drag: Drag) {
    drags.push(drag);
    return () => void ended.push(drag.id);
  },
}));

// Nothing is near the view here, unless a test says so.
const view = vi.hoisted(() => ({ isNear: false }));
vi.mock('../overlays/near.ts', () => ({ useNear: (_row: unknown, always: boolean) => always || view.isNear }));

beforeAll(() => import('../overlays/overlays.ts'));
const moved = vi.fn();
beforeEach(() => {
  moved.mockReset();
  drags.length = 0;
  ended.length = 0;
  view.isNear = false;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(Element.prototype, 'animate');
});

const moveIn = (names: string[], name: string, to: number) => names.filter(one => one !== name).toSpliced(to, 0, name);

function Names({ first, ...rest }: { first: string[]; fixed?: number; disabled?: boolean }) {
  const [names, setNames] = useState(first);
  return (
    <SortableList
      {...rest}
      label="Noms"
      items={names.map(name => ({ name }))}
      idOf={one => one.name}
      nameOf={one => one.name.toUpperCase()}
      onMove={(name, to) => {
        moved(name, to);
        setNames(old => moveIn(old, name, to));
      }}
    >
      {(one, index) => `${index} ${one.name}`}
    </SortableList>
  );
}
const rows = () => screen.getAllByRole('listitem').map(row => row.dataset.row);
const button = (name: string) => screen.getByRole('button', { name });
const buttons = () => screen.queryAllByRole('button').map(one => one.getAttribute('aria-label'));

test('Rows are moved by their buttons, which keep the focus, up to the ends; each move is told', () => {
  render(<Names first={['a', 'b', 'c']} />);
  expect(button('Monter A').getAttribute('aria-disabled')).toBe('true');
  expect(button('Descendre C').getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(button('Monter A'));
  expect(moved).not.toHaveBeenCalled();
  button('Descendre A').focus();
  // An element that moves in the page loses the focus.
  moved.mockImplementationOnce(() => button('Descendre A').blur());
  fireEvent.click(button('Descendre A'));
  expect([rows(), moved.mock.calls]).toEqual([['b', 'a', 'c'], [['a', 1]]]);
  expect(document.activeElement).toBe(button('Descendre A'));
  expect(screen.getByRole('status').textContent).toMatch(/^A.*position 2 sur 3/);
  fireEvent.click(button('Monter C'));
  expect(rows()).toEqual(['b', 'c', 'a']);
});

test('Rows that keep their place have no buttons, and none goes above them; nor has any where order is not one’s to change', () => {
  render(<Names first={['a', 'b', 'c']} fixed={1} />);
  expect(buttons()).toEqual(['Monter B', 'Descendre B', 'Monter C', 'Descendre C']);
  expect(button('Monter B').getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(button('Monter B'));
  fireEvent.click(button('Monter C'));
  expect([rows(), moved.mock.calls]).toEqual([['a', 'c', 'b'], [['c', 1]]]);
  cleanup();
  render(<Names first={['a', 'b']} disabled />);
  expect(buttons()).toEqual([]);
  cleanup();
  render(<Names first={['a', 'b']} fixed={1} />);
  expect(buttons()).toEqual([]);
});

test('On a tight page rows are given their moves as actions of theirs, and those that keep their place none', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  render(
    <SortableList
      label="Noms"
      items={['a', 'b', 'c'].map(name => ({ name }))}
      fixed={1}
      idOf={one => one.name}
      nameOf={one => one.name.toUpperCase()}
      onMove={moved}
    >
      {({ name }, _index, moves) => `${name} ${moves.map(({ name, disabled }) => `${name} ${disabled}`).join()}`}
    </SortableList>,
  );
  expect(screen.getAllByRole('listitem').map(row => row.textContent)).toEqual([
    ...['a ', 'b Monter B true,Descendre B false', 'c Monter C false,Descendre C true'],
  ]);
  expect(buttons()).toEqual([]);
});

test('A dragged row is moved where it is dropped, never above those that keep their place, and rows show where it would land', async () => {
  render(<Names first={['a', 'b', 'c']} fixed={1} />);
  await waitFor(() => expect(drags.map(({ id }) => id)).toEqual(['b', 'c']));
  const { list, onDragging, onEdge, onDrop } = drags[0] as Drag;
  // By its handle: the rest of a row is for its content.
  const handles = drags.map(({ element, handle }) => [
    element.dataset.row,
    handle?.dataset.movable,
    handle?.closest('li'),
  ]);
  expect(handles).toEqual(drags.map(({ id, element }) => [id, 'true', element]));
  expect(drags.map(drag => [drag.list, drag.index])).toEqual([
    [list, 1],
    [list, 2],
  ]);
  const row = () => screen.getAllByRole('listitem').find(one => one.dataset.row === 'b') as HTMLElement;
  const still = row().className;
  act(() => {
    onDragging(true);
    onEdge('top');
  });
  expect([row().dataset.edge, row().className === still]).toEqual(['top', false]);
  act(() => {
    onDragging(false);
    onEdge(null);
  });
  expect([row().dataset.edge, row().className]).toEqual([undefined, still]);
  for (const [id, to] of [
    ['c', 0],
    ['c', 3],
    ['perdu', 1],
  ] as const)
    act(() => onDrop(id, to));
  expect(moved).not.toHaveBeenCalled();
  act(() => onDrop('c', 1));
  expect([rows(), moved.mock.calls]).toEqual([['a', 'c', 'b'], [['c', 1]]]);
  expect(screen.getByRole('status').textContent).toMatch(/^C.*position 2 sur 3/);
});

test('Rows slide from where they stood, whoever moved them, unless one wants no motion', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let still = false;
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: still && query.includes('reduced-motion'),
    ...{ addEventListener() {}, removeEventListener() {} },
  }));
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
    return 50 * [...(this.parentElement?.children ?? [])].indexOf(this);
  });
  const slid: unknown[] = [];
  Element.prototype.animate = function (this: HTMLElement, frames: Keyframe[], { duration }: KeyframeEffectOptions) {
    slid.push([this.dataset.row, frames[0]?.transform, duration]);
  } as never;
  render(<Names first={['a', 'b', 'c']} />);
  act(() => vi.advanceTimersByTime(100));
  fireEvent.click(button('Descendre A'));
  expect(slid).toEqual([
    ['b', 'translateY(50px)', 150],
    ['a', 'translateY(-50px)', 150],
  ]);
  act(() => vi.advanceTimersByTime(100));
  still = true;
  fireEvent.click(button('Descendre A'));
  expect(slid).toHaveLength(2);
});

test('Rows far from the view of a long list are their names alone; a short list is whole', () => {
  const first = Array.from({ length: 21 }, (_, n) => `n${n}`);
  render(<Names first={first} />);
  expect(
    screen
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
      .slice(0, 2),
  ).toEqual(['N0', 'N1']);
  expect(buttons()).toEqual([]);
  cleanup();
  render(<Names first={first.slice(1)} />);
  expect(screen.getByText('0 n1')).toBeDefined();
  expect(buttons()).toHaveLength(40);
});

test('A row’s menu offers the moves that it may make, and runs them', async () => {
  const menu = (one: { name: string }, moves: Moves) => [
    { label: `Nommer ${one.name}` },
    moves.up && { label: 'Monter', onSelect: moves.up },
    moves.down && { label: 'Descendre', onSelect: moves.down },
  ];
  render(
    <SortableList
      bare
      label="Noms"
      items={['a', 'b', 'c'].map(name => ({ name }))}
      idOf={one => one.name}
      nameOf={one => one.name}
      menu={menu}
      onMove={moved}
    >
      {one => one.name}
    </SortableList>,
  );
  expect(buttons()).toEqual([]);
  const labels = async (name: string) => {
    fireEvent.contextMenu(screen.getByText(name), { clientX: 9, clientY: 9 });
    const items = await screen.findAllByRole('menuitem');
    return items.map(({ textContent }) => textContent);
  };
  expect(await labels('a')).toEqual(['Nommer a', 'Descendre']);
  expect(screen.getByText('a').closest('li')?.dataset.open).toBe('true');
  fireEvent.click(screen.getByRole('menuitem', { name: 'Descendre' }));
  expect(moved.mock.calls).toEqual([['a', 1]]);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(await labels('b')).toEqual(['Nommer b', 'Monter', 'Descendre']);
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(await labels('c')).toEqual(['Nommer c', 'Monter']);
});

test('A row whose menu has nothing to offer leaves the press to the browser, though others have theirs', async () => {
  render(
    <SortableList
      bare
      label="Noms"
      items={['a', 'b'].map(name => ({ name }))}
      idOf={one => one.name}
      nameOf={one => one.name}
      menu={({ name }) => [name === 'a' && { label: 'Nommer' }]}
      onMove={moved}
    >
      {one => one.name}
    </SortableList>,
  );
  expect(fireEvent.contextMenu(screen.getByText('b'))).toBe(true);
  expect(fireEvent.contextMenu(screen.getByText('a'))).toBe(false);
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Nommer']);
});

/** Returns a list of items with these names. */
const given = (names: string[]) => (
  <SortableList
    label="Noms"
    items={names.map(name => ({ name }))}
    idOf={one => one.name}
    nameOf={one => one.name}
    onMove={moved}
  >
    {one => one.name}
  </SortableList>
);

test('A row that has come since is dropped on one that was there before', async () => {
  const { rerender } = render(given(['a', 'b']));
  await waitFor(() => expect(drags.map(({ id }) => id)).toEqual(['a', 'b']));
  rerender(given(['a', 'b', 'c']));
  act(() => drags[0]?.onDrop('c', 0));
  expect(moved.mock.calls).toEqual([['c', 0]]);
  expect(screen.getByRole('status').textContent).toMatch(/^c.*position 1 sur 3/);
});

test('A row of a long list can be dragged once it has come near the view', async () => {
  const few = render(given(['a', 'b']));
  await waitFor(() => expect(drags).toHaveLength(2));
  few.unmount();
  drags.length = 0;
  const names = Array.from({ length: 21 }, (_, n) => `n${n}`);
  const { rerender } = render(given(names));
  expect(drags).toEqual([]);
  view.isNear = true;
  rerender(given([...names]));
  expect(drags.map(({ id }) => id)).toEqual(names);
});

test('Rows that were moved leave the focus to who has gone elsewhere since', () => {
  const { rerender } = render(given(['a', 'b', 'c']));
  button('Descendre a').focus();
  fireEvent.click(button('Descendre a'));
  button('Monter c').focus();
  rerender(given(['b', 'a', 'c']));
  expect(document.activeElement).toBe(button('Monter c'));
});

test('A row is dragged no more once it is gone or may not move, and none of a list that is gone waits for anything', async () => {
  const { rerender, unmount } = render(given(['a', 'b', 'c']));
  await waitFor(() => expect(drags.map(({ id }) => id)).toEqual(['a', 'b', 'c']));
  rerender(given(['a', 'b']));
  expect(ended).toEqual(['c']);
  // Its place is told anew as it changes.
  rerender(given(['b', 'a']));
  expect(ended.slice(1).sort()).toEqual(['a', 'b']);
  expect(drags.slice(3).map(({ id, index }) => [id, index])).toEqual([
    ['b', 0],
    ['a', 1],
  ]);
  // A row alone has nowhere to go.
  rerender(given(['b']));
  expect([ended.slice(3).sort(), drags.length]).toEqual([['a', 'b'], 5]);
  unmount();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // The code for dragging is fetched once, and not for a list that is gone by then.
  vi.resetModules();
  const { SortableList: First } = await import('./SortableList.tsx');
  const { props } = given(['a', 'b']);
  render(<First {...props} />).unmount();
  expect(vi.getTimerCount()).toBe(0);
});

test('A bare row is dragged by the whole of it, and a row whose order is not one’s to change not at all', async () => {
  const list = (more: { bare?: boolean; disabled?: boolean }) => (
    <SortableList
      {...more}
      label="Noms"
      items={['a', 'b'].map(name => ({ name }))}
      idOf={one => one.name}
      nameOf={one => one.name}
      onMove={moved}
    >
      {one => one.name}
    </SortableList>
  );
  const { rerender } = render(list({ bare: true }));
  await waitFor(() =>
    expect(drags.map(({ id, handle }) => [id, handle])).toEqual([
      ['a', null],
      ['b', null],
    ]),
  );
  const texts = () => screen.getAllByRole('listitem').map(row => row.innerHTML);
  expect(texts()).toEqual(['a', 'b']);
  rerender(list({ disabled: true }));
  expect([ended, drags.length, texts()]).toEqual([['a', 'b'], 2, ['a', 'b']]);
});

test('A long press on a row opens the menu of that row, whichever was asked before', async () => {
  render(
    <SortableList
      bare
      label="Noms"
      items={['a', 'b'].map(name => ({ name }))}
      idOf={one => one.name}
      nameOf={one => one.name}
      menu={({ name }) => [{ label: `Nommer ${name}` }]}
      onMove={moved}
    >
      {one => one.name}
    </SortableList>,
  );
  fireEvent.contextMenu(screen.getByText('a'));
  await screen.findByRole('menuitem', { name: 'Nommer a' });
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  const open = () => screen.getAllByRole('listitem', { hidden: true }).map(row => row.dataset.open);
  expect(open()).toEqual([undefined, undefined]);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fireEvent(screen.getByText('b'), new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true }));
  await act(() => vi.advanceTimersByTimeAsync(700));
  expect((await screen.findByRole('menuitem')).textContent).toBe('Nommer b');
  expect(open()).toEqual([undefined, 'true']);
  // The lift of that finger ends with the next press.
  fireEvent.pointerDown(document.body);
});

test('Rows are moved by their buttons where the code for dragging them cannot be fetched', async () => {
  const asked = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  vi.doMock('./sortable-drag.ts', asked);
  vi.resetModules();
  const { SortableList: First } = await import('./SortableList.tsx');
  const { props } = given(['a', 'b']);
  render(<First {...props} />);
  await waitFor(() => expect(asked).toHaveBeenCalled());
  fireEvent.click(button('Descendre a'));
  expect([moved.mock.calls, drags]).toEqual([[['a', 1]], []]);
});
