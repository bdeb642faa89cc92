// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { camille, json, open, refused, serve } from '../../../test/settings-world.tsx';
import '../administration/administration.texts.ts';
import { JournalTab } from './open/JournalTab.tsx';

afterEach(cleanup);

const entry = (id: string) => ({
  ...{ _id: id, createdAt: '2026-11-20T09:00:00.000Z', action: 'member_banned', changes: [] },
  ...{ actorId: 'camille', actor: 'Camille Moreau', targetId: 'yann', target: 'Yann Riou', placeId: null, place: '' },
});

/** Shows a journal of two pages, the second of which cursor « two » names. */
function show() {
  Element.prototype.scrollIntoView = () => {};
  const calls = serve(camille, {
    'GET /audit': (_body, url) =>
      url.searchParams.get('cursor') === 'two'
        ? json(200, { entries: [entry('b')], nextCursor: null })
        : json(200, { entries: [entry('a')], nextCursor: 'two' }),
  });
  open([{ path: '*', Component: JournalTab }], '/');
  return () => calls.filter(({ asked }) => asked === 'GET /audit').map(({ query }) => query);
}
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('The journal of a period goes from the first day’s start to the last day’s end, by the device’s clock', async () => {
  const asked = show();
  await screen.findByText('Yann Riou');
  fill('Du', '19/11/2026');
  fill('Au', '20/11/2026');
  const period = { from: new Date(2026, 10, 19).toISOString(), to: new Date(2026, 10, 21).toISOString() };
  await waitFor(() => expect(asked().at(-1)).toHaveProperty('to'));
  expect(asked().at(-1)).toEqual(period);
});

test('The journal is read again each time it is opened, of which no event tells; what it was before is not shown', async () => {
  let target = 'Yann Riou';
  let answered = Promise.resolve();
  serve(camille, {
    'GET /audit': () => answered.then(() => json(200, { entries: [{ ...entry('a'), target }], nextCursor: null })),
  });
  const { router, client } = open(
    [
      { path: '/', Component: JournalTab },
      { path: '/elsewhere', element: <p>ailleurs</p> },
    ],
    '/',
  );
  await screen.findByText('Yann Riou');
  await act(() => router.navigate('/elsewhere'));
  await waitFor(() =>
    expect(
      client
        .getQueryCache()
        .getAll()
        .map(({ queryKey: [path] }) => path),
    ).not.toContain('/audit'),
  );
  target = 'Karim Benali';
  let answer = () => {};
  answered = new Promise(done => {
    answer = done;
  });
  await act(() => router.navigate('/'));
  expect(screen.queryByText('Yann Riou')).toBeNull();
  answer();
  expect(await screen.findByText('Karim Benali')).toBeDefined();
});

test('The journal names the place of an action, unless the place is what was acted on', async () => {
  const inside = { ...entry('a'), place: 'Atelier Tilleul' };
  serve(camille, {
    'GET /audit': () =>
      json(200, { entries: [inside, { ...inside, _id: 'b', target: inside.place }], nextCursor: null }),
  });
  open([{ path: '*', Component: JournalTab }], '/');
  const lines = (await screen.findAllByRole('listitem')).map(line => line.textContent);
  expect(screen.getByRole('list', { name: 'Journal' })).toBeDefined();
  expect(lines.map(line => line?.includes('dans Atelier Tilleul'))).toEqual([true, false]);
  // Their author has initials.
  expect(lines[0]).toMatch(/^CM/);
});

test('The journal of other criteria is shown from its first page', async () => {
  const asked = show();
  await userEvent.click(await screen.findByRole('button', { name: 'Page suivante' }));
  expect(await screen.findByText('Page 2')).toBeDefined();
  fill('Qui', 'camille');
  await waitFor(() => expect(asked().at(-1)?.actor).toBe('camille'));
  expect(asked().at(-1)).toEqual({ actor: 'camille' });
  expect(screen.queryByText('Page 2')).toBeNull();
});

test('The journal is narrowed to what was done, in the words of its lines', async () => {
  const asked = show();
  expect((await screen.findByText('Yann Riou')).closest('li')?.textContent).toContain('Membre banni');
  await userEvent.click(screen.getByRole('combobox', { name: 'Quoi' }));
  const [first, ...others] = screen
    .getAllByRole('option', { hidden: false })
    .map(({ textContent }) => textContent ?? '');
  expect([first, others]).toEqual(['Tout', others.toSorted((a, b) => a.localeCompare(b, 'fr'))]);
  await userEvent.click(await screen.findByRole('option', { name: 'Salon supprimé', hidden: false }));
  await waitFor(() => expect(asked().at(-1)).toEqual({ action: 'channel_deleted' }));
});

test('The journal is narrowed to whom it was done, says when nothing matches, and shows all again', async () => {
  let hasSome = true;
  const calls = serve(camille, {
    'GET /audit': (_body, { searchParams }) =>
      json(200, { entries: hasSome && searchParams.size === 0 ? [entry('a')] : [], nextCursor: null }),
  });
  open([{ path: '*', Component: JournalTab }], '/');
  await screen.findByText('Yann Riou');
  fill('À qui ou à quoi', ' yann ');
  const asked = () => calls.findLast(call => call.asked === 'GET /audit')?.query;
  await waitFor(() => expect(asked()).toEqual({ target: 'yann' }));
  expect(await screen.findByText('Rien ne correspond à ces critères.')).toBeDefined();
  // Nothing is said of whom is typed next before its answer.
  fill('À qui ou à quoi', 'zoé');
  expect(screen.queryByText('Rien ne correspond à ces critères.')).toBeNull();
  expect(await screen.findByText('Rien ne correspond à ces critères.')).toBeDefined();
  fireEvent.click(screen.getByText('Effacer les critères'));
  expect(await screen.findByText('Yann Riou')).toBeDefined();
  cleanup();
  hasSome = false;
  open([{ path: '*', Component: JournalTab }], '/');
  expect(await screen.findByText('Rien n’a encore été noté.')).toBeDefined();
});

test('A line of the journal says what changed, why, and that a command of the server did it', async () => {
  const done = { ...entry('a'), actor: 'Camille Moreau (camille@atelier.fr)', reason: 'Démarchage', changes: ['name'] };
  serve(camille, {
    'GET /audit': () => json(200, { entries: [done, { ...entry('b'), actor: '', actorId: null }], nextCursor: null }),
  });
  open([{ path: '*', Component: JournalTab }], '/');
  const lines = await screen.findAllByRole('listitem');
  expect(lines.map(line => [...line.querySelectorAll('time')].map(({ dateTime }) => dateTime))).toEqual([
    ...[['2026-11-20T09:00:00.000Z'], ['2026-11-20T09:00:00.000Z']],
  ]);
  const [first, second] = lines.map(line => line.textContent);
  expect(first).toContain('raison\u00a0: Démarchage');
  expect(first).toMatch(/\(nom\)/i);
  // The face has the letters of the name, not of the address.
  expect(first).toMatch(/^CM/);
  expect(first).toContain('Camille Moreau (camille@atelier.fr)');
  expect(second).toContain('Commande sur le serveur');
  const besideTime = () =>
    screen.getAllByRole('listitem').map(line => line.querySelector('time')?.parentElement?.textContent);
  expect(besideTime()[1]).not.toContain('Commande');
  cleanup();
  // A phone has no room beside a line.
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  open([{ path: '*', Component: JournalTab }], '/');
  await screen.findAllByRole('listitem');
  expect(besideTime()[1]).toContain('Commande sur le serveur');
  vi.stubGlobal('matchMedia', undefined);
});

test('The journal is saved as a file with its criteria and the clocks of the device, or says why it could not', async () => {
  let fails = true;
  const calls = serve(camille, {
    'GET /audit': () => json(200, { entries: [entry('a')], nextCursor: null }),
    'GET /audit/csv': () => (fails ? refused(429, 'Trop d’exports.') : new Response('date;qui', { status: 200 })),
  });
  const made: string[] = [];
  const revokeObjectURL = vi.fn();
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:journal', revokeObjectURL }));
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    made.push(`${this.download} ${this.href}`);
  });
  open([{ path: '*', Component: JournalTab }], '/');
  await screen.findByText('Yann Riou');
  fill('Qui', 'camille');
  await waitFor(() => expect(calls.at(-1)?.query.actor).toBe('camille'));
  const save = () => fireEvent.click(screen.getByText('Exporter en CSV'));
  save();
  expect(await screen.findByText('Trop d’exports.')).toBeDefined();
  expect(made).toEqual([]);
  fails = false;
  save();
  await waitFor(() => expect(made).toEqual(['journal.csv blob:journal']));
  expect(revokeObjectURL.mock.calls).toEqual([['blob:journal']]);
  expect(calls.at(-1)?.query).toEqual({ actor: 'camille', zone: expect.any(String) });
  fill('Qui', '');
  fill('À qui ou à quoi', 'yann');
  fill('Du', '19/11/2026');
  fill('Au', '20/11/2026');
  const [from, to] = [19, 21].map(day => new Date(2026, 10, day).toISOString());
  await waitFor(() => expect(calls.at(-1)?.query).toEqual({ target: 'yann', from, to }));
  save();
  await waitFor(() => expect(made).toHaveLength(2));
  expect(calls.at(-1)?.query).toEqual({ target: 'yann', from, to, zone: expect.any(String) });
  click.mockRestore();
});
