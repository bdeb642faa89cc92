// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { applyConnectionEvent, useConnection } from '../../../platform/server/connection.ts';
import { withoutDirection } from '../../../test/own-direction.ts';
import { readAgain } from '../../../test/read-again.ts';
import { camille, json, karim, leonie, open, person, refused, serve } from '../../../test/settings-world.tsx';
import { MembersPanel } from './MembersPanel.tsx';

afterEach(() => {
  cleanup();
  applyConnectionEvent('stop');
});

const row = (name: RegExp) => screen.findByRole('button', { name });
const focused = () => document.activeElement?.closest('button')?.textContent;

test('The members panel is one tab stop: arrows, Home and End move in it, and Alt leaves the keys to the page', async () => {
  serve(camille);
  open([{ path: '*', element: <MembersPanel workspaceId="atelier" /> }], '/');
  const first = await row(/Camille Moreau/);
  await row(/Karim Benali/);
  first.focus();
  const press = (key: string, altKey = false) => fireEvent.keyDown(document.activeElement as Element, { key, altKey });
  expect(press('ArrowDown', true)).toBe(true);
  expect(focused()).toMatch(/Camille Moreau/);
  expect(press('ArrowDown')).toBe(false);
  expect(focused()).toMatch(/Karim Benali/);
  press('End');
  expect(focused()).toMatch(/Léonie Dubreuil/);
  expect(press('ArrowDown')).toBe(true);
  expect(focused()).toMatch(/Léonie Dubreuil/);
  press('Home');
  expect(focused()).toMatch(/Camille Moreau/);
  expect(press('ArrowUp')).toBe(true);
  expect(focused()).toMatch(/Camille Moreau/);
  expect(screen.getAllByRole('button').filter(one => one.tabIndex === 0)).toHaveLength(1);
});

const list = (online: number) => () =>
  json(200, {
    users: [karim, camille, leonie].map(one => ({
      ...{ ...one, color: one === karim ? '#1d4e89' : '#000000', avatar: one === leonie ? '/api/leonie' : null },
    })),
    online,
    total: 3,
  });
const headings = () => screen.getAllByRole('heading').map(({ textContent }) => textContent);

test('The members panel puts who is online first, under their number and in the colour of their role; keys go from one group to the other', async () => {
  for (const surface of ['--sunken', '--raised']) document.documentElement.style.setProperty(surface, '#ffffff');
  const calls = serve(camille, { 'GET /workspace/atelier/members': list(1) });
  open([{ path: '*', element: <MembersPanel workspaceId="atelier" channelId="annonces" /> }], '/');
  const first = await row(/Karim Benali/);
  expect((await row(/Léonie Dubreuil/)).querySelector('img')?.getAttribute('src')).toBe('/api/leonie');
  expect(headings()).toEqual(['En ligne – 1', 'Hors ligne – 2']);
  expect(withoutDirection('Léonie Dubreuil')).toEqual([]);
  const colourOf = (name: RegExp) => screen.getByText(name).style.color;
  expect([colourOf(/^Karim Benali/), colourOf(/^Léonie Dubreuil/)]).toEqual(['rgb(29, 78, 137)', '']);
  expect(calls.find(({ asked }) => asked.endsWith('/members'))?.query.channelId).toBe('annonces');
  first.focus();
  for (const name of [/Camille Moreau/, /Léonie Dubreuil/]) {
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' });
    expect(focused()).toMatch(name);
  }
  const second = await row(/Camille Moreau/);
  act(() => second.focus());
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowUp' });
  expect(focused()).toMatch(/Karim Benali/);
  cleanup();
  serve(camille, { 'GET /workspace/atelier/members': list(3) });
  open([{ path: '*', element: <MembersPanel workspaceId="atelier" /> }], '/');
  await row(/Karim Benali/);
  expect(headings()).toEqual(['En ligne – 3']);
});

test('The profile that a member’s row opens has the colour of the row', async () => {
  for (const surface of ['--sunken', '--raised']) document.documentElement.style.setProperty(surface, '#ffffff');
  serve(camille, { 'GET /workspace/atelier/members': list(1) });
  open([{ path: '*', element: <MembersPanel workspaceId="atelier" /> }], '/');
  fireEvent.click(await row(/Karim Benali/));
  const card = within(await screen.findByRole('dialog', { name: 'Profil de Karim Benali' }));
  expect(card.getByText(/^Karim Benali/).style.color).toBe('rgb(29, 78, 137)');
});

test('The members panel stays a tab stop when there are fewer members, or another channel has fewer', async () => {
  let users = [karim, camille, leonie];
  serve(camille, {
    'GET /workspace/atelier/members': () =>
      json(200, { users: users.map(one => ({ ...one, color: '#000000' })), online: 0, total: users.length }),
  });
  const { client } = open([{ path: '*', element: <MembersPanel workspaceId="atelier" /> }], '/');
  const first = await row(/Karim Benali/);
  await row(/Léonie Dubreuil/);
  first.focus();
  fireEvent.keyDown(first, { key: 'End' });
  users = users.slice(0, 2);
  await readAgain(client, api.members.list.path);
  expect(headings()).toEqual(['Hors ligne – 2']);
  const stops = screen.getAllByRole('button').filter(one => one.tabIndex === 0);
  expect(stops.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/Camille Moreau/)]);
  fireEvent.keyDown(stops[0] as HTMLElement, { key: 'ArrowUp' });
  expect(focused()).toMatch(/Karim Benali/);
});

test('The members panel waits for a connection, says that members could not be loaded, and asks again', async () => {
  let fails = true;
  serve(camille, {
    'GET /workspace/atelier/members': () => (fails ? refused(403, 'Non.') : list(0)()),
  });
  useConnection.setState({ state: 'unreachable', returning: true });
  const { client } = open([{ path: '*', element: <MembersPanel workspaceId="atelier" /> }], '/');
  const waits = 'Les membres s’afficheront dès le retour de la connexion.';
  expect((await screen.findByText(waits)).getAttribute('role')).toBe('status');
  act(() => useConnection.setState({ state: 'live' }));
  const again = await screen.findByRole('button', { name: 'Réessayer' });
  expect(screen.getByText('La liste des membres n’a pas pu être chargée.')).toBeDefined();
  expect(screen.queryByText(waits)).toBeNull();
  expect(document.querySelectorAll('[data-alerts] li')).toHaveLength(0);
  fails = false;
  fireEvent.click(again);
  expect(await row(/Karim Benali/)).toBeDefined();
  await waitFor(() => expect(headings()).toEqual(['Hors ligne – 3']));
  // A fetched list stays when its refetch fails.
  fails = true;
  await readAgain(client, api.members.list.path);
  expect(headings()).toEqual(['Hors ligne – 3']);
});

const people = Array.from({ length: 250 }, (_, n) => ({
  ...person(`p${n}`, 'Personne', `n° ${n}.`),
  color: '#000000',
}));

test('The members panel leaves the focus where it has gone meanwhile, once the row that it awaited has come', async () => {
  serve(camille, {
    'GET /workspace/atelier/members': (_body, { searchParams }) => {
      const offset = Number(searchParams.get('offset') ?? 0);
      return json(200, { users: people.slice(offset, offset + 100), online: 0, total: people.length });
    },
  });
  const element = (
    <>
      <button type="button">ailleurs</button>
      <MembersPanel workspaceId="atelier" />
    </>
  );
  open([{ path: '*', element }], '/');
  const first = await row(/n° 0\./);
  first.focus();
  fireEvent.keyDown(first, { key: 'End' });
  const panel = screen.getByRole('group', { name: 'Membres' });
  expect(document.activeElement).toBe(panel);
  const elsewhere = screen.getByText('ailleurs');
  act(() => elsewhere.focus());
  panel.scrollTop = 250 * 50;
  fireEvent.scroll(panel);
  await row(/n° 249\./);
  expect(document.activeElement).toBe(elsewhere);
});

test('The members panel asks for the members in view alone, and End leads to the last once they have come', async () => {
  const calls = serve(camille, {
    'GET /workspace/atelier/members': (_body, { searchParams }) => {
      const offset = Number(searchParams.get('offset') ?? 0);
      return json(200, { users: people.slice(offset, offset + 100), online: 0, total: people.length });
    },
  });
  const asked = () => calls.flatMap(({ asked, query }) => (asked.endsWith('/members') ? [query.offset] : []));
  open([{ path: '*', element: <MembersPanel workspaceId="atelier" /> }], '/');
  const first = await row(/n° 0\./);
  expect(screen.getAllByRole('button').length).toBeLessThan(100);
  first.focus();
  const panel = screen.getByRole('group', { name: 'Membres' });
  panel.scrollTop = 120 * 50;
  fireEvent.scroll(panel);
  await row(/n° 120\./);
  // The focused row stays in the page, however far the list scrolls.
  expect(document.activeElement).toBe(first);
  fireEvent.keyDown(first, { key: 'End' });
  // Until its row has come, the panel holds the focus.
  expect(document.activeElement).toBe(panel);
  panel.scrollTop = 250 * 50;
  fireEvent.scroll(panel);
  const last = await row(/n° 249\./);
  await waitFor(() => expect(document.activeElement).toBe(last));
  expect([asked().slice(0, 1), asked().at(-1)]).toEqual([[undefined], '200']);
  fireEvent.keyDown(last, { key: 'ArrowUp' });
  expect(focused()).toMatch(/n° 248\./);
});
