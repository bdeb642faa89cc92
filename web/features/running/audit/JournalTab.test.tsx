// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { camille, json, open, serve } from '../../../test/settings-world.tsx';
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

test('The journal names the place of an action, unless the place is what was acted on', async () => {
  const inside = { ...entry('a'), place: 'Atelier Tilleul' };
  serve(camille, {
    'GET /audit': () =>
      json(200, { entries: [inside, { ...inside, _id: 'b', target: inside.place }], nextCursor: null }),
  });
  open([{ path: '*', Component: JournalTab }], '/');
  const lines = (await screen.findAllByRole('listitem')).map(line => line.textContent);
  expect(lines.map(line => line?.includes('dans Atelier Tilleul'))).toEqual([true, false]);
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
