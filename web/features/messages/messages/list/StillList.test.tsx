// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { queryClient } from '../../../../platform/server/query-client.ts';
import { UiHost } from '../../../../ui/overlays/UiHost.tsx';
import { rowsOf } from './rows/rows.ts';
import { StillList } from './StillList.tsx';
import { article, camille, eachInList, karim, message, reader, Signed, today } from './test/list.tsx';

eachInList();

const yesterday = new Date(2026, 10, 21, 9).toISOString();

/** Shows three messages as part of a page, the last one edited in its field. */
function show() {
  const messages = [
    message(karim, yesterday, 'hier'),
    message(karim, today(9, 12), 'un'),
    message(camille, today(9, 13), 'deux'),
  ];
  const desk = { reader, edit: vi.fn(), reply: vi.fn(), goTo: vi.fn(), openThread: vi.fn(), toggle: vi.fn() };
  const react = vi.fn();
  const list = (rows: ReturnType<typeof rowsOf>) => (
    <QueryClientProvider client={queryClient}>
      <Signed rows={rows} moves={[]}>
        <StillList
          label="Derniers messages"
          rows={rows}
          userId={camille}
          myself={{ firstName: 'Camille', lastName: 'B', avatar: null }}
          colourOf={id => (id === karim ? '#1d4e89' : undefined)}
          names={new Map()}
          editing={messages[2]?._id ?? null}
          desk={{ ...desk, react }}
        />
      </Signed>
    </QueryClientProvider>
  );
  const rows = rowsOf({ messages, pending: [], userId: camille, readUpTo: null });
  const { rerender } = render(list(rows), { wrapper: UiHost });
  /** Takes the message with this text out of the page. */
  const lose = (text: string) => rerender(list(rows.filter(({ content }) => content !== text)));
  return { ...desk, react, lose };
}
const stops = () => screen.getAllByRole('article').map(({ tabIndex }) => tabIndex);
const press = (key: string, held: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement as Element, { key, ...held });

it('The messages of a page are one tab stop, moved in by arrows up to its ends, and acted on by keys', () => {
  const desk = show();
  expect(screen.getByRole('group', { name: 'Derniers messages' })).toBeDefined();
  expect(stops()).toEqual([0, -1, -1]);
  act(() => article('hier').focus());
  expect(press('ArrowUp')).toBe(true);
  expect(press('ArrowDown')).toBe(false);
  press('ArrowDown');
  expect(document.activeElement).toBe(article('deux'));
  expect(stops()).toEqual([-1, -1, 0]);
  expect(press('ArrowDown')).toBe(true);
  expect(press('e', { ctrlKey: true })).toBe(true);
  expect(desk.edit).not.toHaveBeenCalled();
  expect(press('E')).toBe(false);
  press('ArrowUp');
  press('q');
  expect([desk.edit, desk.reply].map(({ mock }) => mock.calls.map(([row]) => row.content))).toEqual([['deux'], ['un']]);
});

it('The messages of a page stay one tab stop when the message that had the focus goes', () => {
  const { lose } = show();
  act(() => article('un').focus());
  expect(stops()).toEqual([-1, 0, -1]);
  lose('un');
  expect(stops()).toEqual([0, -1]);
});

it('The messages of a page say their day, but today’s, and which one is edited', () => {
  show();
  // In the colour of their role, as in their place.
  expect(within(article('un')).getByText('Karim').style.color).toBe('rgb(29, 78, 137)');
  expect(screen.getByText('Hier')).toBeDefined();
  expect(screen.queryByText("Aujourd'hui")).toBeNull();
  expect(screen.queryByRole('button', { name: /aller à une date/ })).toBeNull();
  expect(screen.getAllByRole('article').map(({ dataset }) => dataset.editing)).toEqual([undefined, undefined, 'true']);
});

it('The messages of a page have the same menu, bar and profiles as those of a place', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 'not_found', message: 'Non.' }, { status: 404 }));
  const desk = show();
  const at = () => {
    const { left, top } = screen.getByRole('menu').style;
    return [left, top];
  };
  // A little below the pointer, or below the button.
  fireEvent.contextMenu(article('un'), { clientX: 30, clientY: 40 });
  expect(at()).toEqual(['30px', '46px']);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Réagir' }));
  expect(desk.react.mock.calls.map(([row, anchor]) => [row.content, anchor])).toEqual([['un', article('un')]]);
  fireEvent.pointerMove(article('un'), { pointerType: 'mouse', clientX: 5, clientY: 5 });
  const more = screen.getByRole('button', { name: 'Autres actions' });
  vi.spyOn(more, 'getBoundingClientRect').mockReturnValue({ left: 200, bottom: 100 } as DOMRect);
  fireEvent.click(more);
  expect(at()).toEqual(['200px', '106px']);
  fireEvent.click(within(screen.getByRole('menu')).getByRole('menuitem', { name: 'Réagir avec 👍' }));
  expect(desk.toggle.mock.calls.map(([row, emoji]) => [row.content, emoji])).toEqual([['un', '👍']]);
  fireEvent.click(within(article('deux')).getByRole('button', { name: 'Camille' }));
  expect(await screen.findByRole('dialog', { name: 'Profil de Camille B' })).toBeDefined();
});

it('The menu of a message of a page stays while the mouse moves in it, and goes once the mouse has left it', () => {
  show();
  vi.useFakeTimers();
  const mouse = { pointerType: 'mouse', clientX: 30, clientY: 30 };
  fireEvent.pointerMove(article('un'), mouse);
  fireEvent.contextMenu(article('un'), mouse);
  const menu = screen.getByRole('menu');
  fireEvent.pointerLeave(article('un'), mouse);
  act(() => vi.advanceTimersByTime(50));
  fireEvent.pointerEnter(menu, mouse);
  for (const clientX of [40, 50])
    fireEvent.pointerMove(within(menu).getByRole('menuitem', { name: 'Réagir' }), { ...mouse, clientX });
  act(() => vi.advanceTimersByTime(500));
  expect(screen.queryByRole('menu')).toBe(menu);
  fireEvent.pointerLeave(menu, mouse);
  act(() => vi.advanceTimersByTime(500));
  expect(screen.queryByRole('menu')).toBeNull();
});

it('The menu of a message of a page begins with three emoji, takes the focus and gives it back, and the browser scrolls for none', () => {
  show();
  act(() => article('un').focus());
  const given = vi.spyOn(HTMLElement.prototype, 'focus');
  fireEvent.contextMenu(article('un'), { clientX: 30, clientY: 40 });
  const menu = within(screen.getByRole('menu', { name: 'Actions sur le message' }));
  expect(menu.getAllByRole('menuitem', { name: /^Réagir avec/ })).toHaveLength(3);
  press('Escape');
  expect(document.activeElement).toBe(article('un'));
  expect(given.mock.calls).toEqual([[{ preventScroll: true }], [{ preventScroll: true }]]);
});
