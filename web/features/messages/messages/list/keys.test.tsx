// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keyOf } from '../../../../platform/server/query.ts';
import { queryClient } from '../../../../platform/server/query-client.ts';
import { endSession, login } from '../../../../platform/session/session.ts';
import { useAlerts } from '../../../../ui/alerts/alerts.ts';
import { useDialogs } from '../../../../ui/dialogs/dialogs.ts';
import { useReporting } from '../../../running/reports/open/report.store.ts';
import { article, camille, eachInList, karim, message, show, today } from './test/list.tsx';

const reminded = vi.hoisted(() => vi.fn(async (_id: string, _anchor: Element) => {}));
vi.mock('../../scheduled/open/begin.ts', () => ({ beginReminder: reminded }));

eachInList();

const three = () =>
  ['un', 'deux', 'trois'].map((content, n) => message(n === 1 ? camille : karim, today(9, 12 + n), content));
const press = (key: string, held: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement as Element, { key, ...held });
const focused = () => document.activeElement?.getAttribute('aria-label')?.split('\u00a0: ').at(-1);
const start = (text: string) => act(() => article(text).focus());

it('The keys of the list move its focus by one, to its ends, and leave it for the field', async () => {
  const { onLeave, onOlder } = await show(three());
  start('deux');
  expect(press('ArrowDown')).toBe(false);
  expect(focused()).toBe('trois');
  press('ArrowUp');
  press('ArrowUp');
  expect(focused()).toBe('un');
  press('ArrowUp');
  expect([focused(), onOlder.mock.calls.length]).toEqual(['un', 1]);
  press('End');
  expect(focused()).toBe('trois');
  press('Home');
  expect(focused()).toBe('un');
  expect(onLeave).not.toHaveBeenCalled();
  press('Escape');
  expect(onLeave).toHaveBeenCalledOnce();
  start('trois');
  press('ArrowDown');
  expect(onLeave).toHaveBeenCalledTimes(2);
});

it('The list is one tab stop; what stands in a message is reached from it alone', async () => {
  await show(three());
  const log = screen.getByRole('log');
  expect(log.tabIndex).toBe(0);
  start('deux');
  expect(log.tabIndex).toBe(-1);
  expect(screen.getAllByRole('article').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  const inside = () =>
    [/aller à une date$/, 'Karim', 'Camille'].flatMap(name =>
      screen.getAllByRole('button', { name }).map(({ tabIndex }) => tabIndex),
    );
  // The date above the first message, and the authors: two messages are Karim’s.
  expect(inside()).toEqual([-1, -1, -1, 0]);
  start('un');
  expect(inside()).toEqual([0, 0, -1, -1]);
  // The picture of an author leads where their name does.
  const faces = [...document.querySelectorAll<HTMLElement>('[data-profile][aria-hidden="true"]')];
  expect(faces.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, -1]);
  for (const name of [/aller à une date$/, 'Camille'])
    expect(screen.getByRole('button', { name }).getAttribute('aria-haspopup')).toBe('dialog');
});

it('The list scrolls by itself to the message that it gives the focus to: the browser does not', async () => {
  await show(three());
  start('un');
  const given = vi.spyOn(HTMLElement.prototype, 'focus');
  press('ArrowDown');
  expect(focused()).toBe('deux');
  expect(given.mock.calls).toEqual([[{ preventScroll: true }]]);
});

it('The keys of the list act on the focused message, and with Ctrl, Alt or ⌘ are left to the page', async () => {
  const desk = await show(three());
  start('deux');
  for (const held of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }]) expect(press('e', held)).toBe(true);
  expect(press('z')).toBe(true);
  expect(desk.edit).not.toHaveBeenCalled();
  expect(press('e')).toBe(false);
  press('q');
  press('r');
  press('+');
  const contents = (mock: { mock: { calls: unknown[][] } }) =>
    mock.mock.calls.map(([row]) => (row as { content: string }).content);
  expect([desk.edit, desk.reply, desk.react].map(contents)).toEqual([['deux'], ['deux'], ['deux']]);
  expect(desk.openThread).toHaveBeenCalledOnce();
  start('un');
  press('E');
  // Other people's messages are not edited.
  expect(desk.edit).toHaveBeenCalledOnce();
});

it('The keys pressed on what stands in a message are left to it', async () => {
  const [first, second] = three() as [Message, Message];
  vi.stubGlobal('fetch', async () => Response.json({ users: [{ _id: karim, firstName: 'Karim', lastName: 'B' }] }));
  const { edit } = await show([first, { ...second, reactions: [{ reaction: '👍', usersId: [karim] }] }]);
  start('deux');
  act(() => within(article('deux')).getByRole('button', { name: /^👍/ }).focus());
  const chip = await within(article('deux')).findByRole('button', { name: '👍\u00a0: Karim B' });
  for (const key of ['e', 'ArrowUp', 'End']) expect(press(key)).toBe(true);
  expect([document.activeElement, edit.mock.calls]).toEqual([chip, []]);
});

it('The list keeps the place of Tab in it while a layer has the focus, or the window has none, and not for another field', async () => {
  const messages = three();
  const { shows } = await show(messages);
  render(
    <>
      <div data-layer>
        <input aria-label="Au-dessus" />
      </div>
      <input aria-label="Ailleurs" />
    </>,
  );
  const stops = () => screen.getAllByRole('article').map(({ tabIndex }) => tabIndex);
  const to = (label: string) => act(() => screen.getByLabelText(label).focus());
  start('deux');
  to('Au-dessus');
  expect(stops()).toEqual([-1, 0, -1]);
  // Its message goes meanwhile: the layer keeps the focus.
  shows(messages.filter(({ content }) => content !== 'deux'));
  expect([document.activeElement, stops()]).toEqual([screen.getByLabelText('Au-dessus'), [-1, 0]]);
  start('un');
  act(() => article('un').blur());
  expect(stops()).toEqual([0, -1]);
  start('un');
  to('Ailleurs');
  expect([stops(), screen.getByRole('log').tabIndex]).toEqual([[-1, -1], 0]);
});

it('The keys of the list that act on the server ask it, deleting only once that is confirmed', async () => {
  const [theirs, mine] = three() as [Message, Message];
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${new URL(address, 'http://palabre').pathname.replace('/api', '')}`);
    return Response.json({ message: theirs, unread: null });
  });
  login('token', { _id: camille });
  const written = vi.fn(async () => {});
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: written } });
  await show([theirs, mine]);
  start('deux');
  press('Delete');
  const dialog = within(await screen.findByRole('alertdialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(useDialogs.getState().pending).toEqual([]));
  expect(asked).toEqual([]);
  start('deux');
  press('Delete');
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Supprimer' }));
  await waitFor(() => expect(asked).toEqual([`DELETE /message/${mine._id}`]));
  start('un');
  press('c');
  await waitFor(() => expect(written.mock.calls).toEqual([['un']]));
  press('l');
  await waitFor(() => expect(written).toHaveBeenLastCalledWith(expect.stringContaining(`?message=${theirs._id}`)));
  const said = () => useAlerts.getState().alerts.map(({ message: text }) => text);
  await waitFor(() => expect(said()).toEqual(['Texte copié', 'Lien copié']));
  useAlerts.setState({ alerts: [] });
  press('m');
  expect(reminded.mock.calls).toEqual([[theirs._id, article('un')]]);
  press('p');
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]).toContain(theirs._id);
  endSession('logout');
});

it('The keys of the list pin, unpin and mark as unread from there on; a deletion that is refused says why', async () => {
  const [theirs, mine] = three() as [Message, Message];
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    asked.push(`${method} ${address.replace('/api', '')} ${body ?? ''}`.trim());
    if (method === 'DELETE') return Response.json({ code: 'forbidden', message: 'C’est trop tard.' }, { status: 403 });
    return Response.json({ message: theirs, unread: { channelId: 'c', conversationId: null, seq: 9, first: null } });
  });
  login('token', { _id: camille });
  await show([theirs, { ...mine, pinned: true }]);
  start('un');
  press('p');
  await waitFor(() => expect(asked).toHaveLength(1));
  press('u');
  await waitFor(() => expect(asked).toHaveLength(2));
  start('deux');
  press('p');
  await waitFor(() => expect(asked).toHaveLength(3));
  expect(asked.map(what => what.split(' ').slice(0, 2).join(' '))).toEqual([
    `${api.pins.pin.method} /message/${theirs._id}/pin`,
    `${api.unread.mark.method} /unread/place`,
    `${api.pins.unpin.method} /message/${mine._id}/unpin`,
  ]);
  expect(asked[1]).toContain(JSON.stringify({ channelId: 'c', position: theirs.position - 1, back: true }));
  // One’s own are never unread.
  expect(press('u')).toBe(true);
  press('Delete');
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Supprimer' }));
  await waitFor(() =>
    expect(useAlerts.getState().alerts.at(-1)).toMatchObject({ type: 'error', message: 'C’est trop tard.' }),
  );
  useAlerts.setState({ alerts: [] });
  endSession('logout');
});

it('A message of another is reported from its menu, with what it is', async () => {
  const [theirs] = three() as [Message];
  await show([theirs]);
  fireEvent.contextMenu(article('un'), { clientX: 30, clientY: 30 });
  fireEvent.click(screen.getByRole('menuitem', { name: 'Signaler' }));
  expect(useReporting.getState().reporting).toMatchObject({ person: { _id: karim }, messageId: theirs._id });
  act(() => useReporting.getState().close());
});

it('A day is chosen beside the focused message, by its key, before its own or after, up to today', async () => {
  const { onDay } = await show([message(karim, new Date(2026, 10, 18, 9).toISOString(), 'ancien'), ...three()]);
  start('ancien');
  press('d');
  const days = within(await screen.findByRole('dialog'));
  expect(days.getByRole('grid', { name: 'novembre 2026' })).toBeTruthy();
  const day = (of: number) => days.getByRole<HTMLButtonElement>('button', { name: `${of} novembre 2026` });
  expect([17, 22, 23].map(of => day(of).disabled)).toEqual([false, false, true]);
  fireEvent.click(day(20));
  expect(onDay.mock.calls.map(([day]) => (day as Date).getDate())).toEqual([20]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('A usual day is chosen from the date above a message; Escape chooses none', async () => {
  const { onDay } = await show(three());
  const date = screen.getByRole('button', { name: /aller à une date$/ });
  fireEvent.click(date);
  fireEvent.keyDown(await screen.findByRole('dialog', { name: 'Aller à une date' }), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(onDay).not.toHaveBeenCalled();
  fireEvent.click(date);
  const usual = within(within(await screen.findByRole('dialog')).getByRole('list', { name: 'Dates courantes' }));
  expect(usual.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    ...['Aujourd’hui', 'Hier', 'La semaine dernière', 'Le mois dernier', 'Le tout début'],
  ]);
  fireEvent.click(usual.getByRole('button', { name: 'Hier' }));
  expect(onDay.mock.calls).toEqual([[new Date(2026, 10, 21)]]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('Many new messages are counted above the first, and read all at once', async () => {
  const messages = three();
  const [first] = messages as [Message];
  vi.stubGlobal('fetch', async () => Response.json({ count: 51 }));
  const know = (seq: number) =>
    queryClient.setQueryData(keyOf(api.unread.list), {
      unread: [
        {
          ...{ channelId: 'c', conversationId: null, workspaceId: 'w', seq, read: 0, mentions: 0, messages: 0 },
          ...{ first: { _id: first._id, position: first.position }, level: 'all', muted: false },
        },
      ],
      threads: [],
    });
  know(first.position + 50);
  const { onAllRead } = await show(messages, [], {}, { readUpTo: first.position - 1 });
  expect(await screen.findByText('51 nouveaux messages')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Tout marquer comme lu' }));
  expect(onAllRead).toHaveBeenCalledOnce();
  // The pressed button goes with its line.
  expect(document.activeElement).toBe(article('un'));
  queryClient.clear();
});

it('Many new messages that were counted stay so above a list that is shown again, though they are read', async () => {
  const messages = three();
  const [first] = messages as [Message];
  const asked = { query: { channelId: 'c', after: first.position - 1 } };
  queryClient.setQueryData(keyOf(api.unread.count, asked), { count: 51 });
  await show(messages, [], {}, { readUpTo: first.position - 1 });
  expect(screen.getByText('51 nouveaux messages')).toBeTruthy();
  queryClient.clear();
});

it('Many new messages whose number does not come are not counted, and no alert says so', async () => {
  const messages = three();
  const [first] = messages as [Message];
  vi.stubGlobal('fetch', async () => Response.json({ code: 'forbidden', message: 'Non.' }, { status: 403 }));
  queryClient.setQueryData(keyOf(api.unread.list), {
    unread: [{ channelId: 'c', conversationId: null, workspaceId: 'w', seq: first.position + 90 }],
    threads: [],
  });
  await show(messages, [], {}, { readUpTo: first.position - 1 });
  const failed = () => queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'error' });
  await waitFor(() => expect(failed()).toHaveLength(1));
  expect([screen.getByText('Nouveaux messages').isConnected, useAlerts.getState().alerts]).toEqual([true, []]);
  queryClient.clear();
});

it('A thousand new messages are said to be as many or more', async () => {
  const messages = three();
  const [first] = messages as [Message];
  vi.stubGlobal('fetch', async () => Response.json({ count: 1_000 }));
  queryClient.setQueryData(keyOf(api.unread.list), {
    unread: [{ channelId: 'c', conversationId: null, workspaceId: 'w', seq: first.position + 2_000 }],
    threads: [],
  });
  await show(messages, [], {}, { readUpTo: first.position - 1 });
  expect(await screen.findByText(/^1.000 nouveaux messages ou plus$/)).toBeTruthy();
  queryClient.clear();
});

it.each([
  [49, 'Nouveaux messages'],
  [50, 'Nouveaux messages'],
])('A few new messages (%i) are not counted', async (more, said) => {
  const messages = three();
  const [first] = messages as [Message];
  vi.stubGlobal('fetch', async () => Response.json({ count: more }));
  queryClient.setQueryData(keyOf(api.unread.list), {
    unread: [{ channelId: 'c', conversationId: null, workspaceId: 'w', seq: first.position - 1 + more }],
    threads: [],
  });
  await show(messages, [], {}, { readUpTo: first.position - 1 });
  expect(screen.getByText(said)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Tout marquer comme lu' })).toBeNull();
  queryClient.clear();
});

it('Many messages of which few are new are not counted: the others are gone, or the reader’s own', async () => {
  const messages = three();
  const [first] = messages as [Message];
  vi.stubGlobal('fetch', async () => Response.json({ count: 50 }));
  queryClient.setQueryData(keyOf(api.unread.list), {
    unread: [{ channelId: 'c', conversationId: null, workspaceId: 'w', seq: first.position + 50 }],
    threads: [],
  });
  await show(messages, [], {}, { readUpTo: first.position - 1 });
  await waitFor(() =>
    expect(queryClient.getQueriesData({ queryKey: [api.unread.count.path] })[0]?.[1]).toEqual({ count: 50 }),
  );
  expect(screen.getByText('Nouveaux messages')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Tout marquer comme lu' })).toBeNull();
  queryClient.clear();
});

it('The line of many new messages is reached by Tab from its message alone, and says the same while it is shown', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const messages = three();
  const [first] = messages as [Message];
  const count = vi.fn(async () => Response.json({ count: 50 + count.mock.calls.length }));
  vi.stubGlobal('fetch', count);
  const know = (seq: number) =>
    queryClient.setQueryData(keyOf(api.unread.list), {
      unread: [{ channelId: 'c', conversationId: null, workspaceId: 'w', seq }],
      threads: [],
    });
  know(first.position + 50);
  const { shows } = await show(messages, [], {}, { readUpTo: first.position - 1 });
  const button = await screen.findByRole('button', { name: 'Tout marquer comme lu' });
  expect(button.tabIndex).toBe(-1);
  start('un');
  expect(button.tabIndex).toBe(0);
  start('deux');
  expect(button.tabIndex).toBe(-1);
  vi.setSystemTime(Date.now() + 3_600_000);
  await act(async () => void window.dispatchEvent(new Event('visibilitychange')));
  know(first.position);
  const still = messages.map(one => ({ ...one }));
  await act(async () => shows(still));
  expect([screen.getByText('51 nouveaux messages').isConnected, count.mock.calls.length]).toEqual([true, 1]);
  queryClient.clear();
});

it('The line of a few new messages counts none that come while it is shown', async () => {
  const messages = three();
  const [first] = messages as [Message];
  const asked = vi.fn(async () => Response.json({ count: 90 }));
  vi.stubGlobal('fetch', asked);
  const { shows } = await show(messages, [], {}, { readUpTo: first.position - 1 });
  queryClient.setQueryData(keyOf(api.unread.list), {
    unread: [{ channelId: 'c', conversationId: null, workspaceId: 'w', seq: first.position + 90 }],
    threads: [],
  });
  await act(async () => shows(messages.map(one => ({ ...one, seq: one.seq + 100 }))));
  expect(screen.getByText('Nouveaux messages')).toBeTruthy();
  expect(asked).not.toHaveBeenCalled();
  queryClient.clear();
});
