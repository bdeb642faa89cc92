// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { camille, json, open, person, refused, serve } from '../../../test/settings-world.tsx';
import { MemberList } from './open/MemberList.tsx';
import { SearchedMembers } from './open/SearchedMembers.tsx';

afterEach(cleanup);

let search: (typed: string) => void;
function Members({ rowHeight = 50, maxHeight = 600 }: { rowHeight?: number; maxHeight?: number }) {
  const [typed, setTyped] = useState('');
  search = setTyped;
  return (
    <MemberList
      label="Membres"
      of={{ workspaceId: 'atelier', search: typed || undefined }}
      rowHeight={rowHeight}
      maxHeight={maxHeight}
      empty="Personne."
    >
      {member => member.lastName}
    </MemberList>
  );
}

test('A list of members asks for the pages in view alone, and for the first page of another search', async () => {
  const people = Array.from({ length: 500 }, (_, n) => person(`p${n}`, 'Personne', `n° ${n}.`));
  const calls = serve(camille, {
    'GET /workspace/atelier/members': (_body, { searchParams }) => {
      const offset = Number(searchParams.get('offset') ?? 0);
      const users = people.slice(offset, offset + 100).map(one => ({ ...one, color: null }));
      return json(200, { users, online: 0, total: people.length });
    },
  });
  const asked = () =>
    calls.flatMap(({ asked, query }) => (asked.endsWith('/members') ? [[query.search, query.offset]] : []));
  open([{ path: '*', Component: Members }], '/');
  expect(await screen.findByText('n° 0.')).toBeDefined();
  expect(asked()).toEqual([[undefined, undefined]]);
  const list = screen.getByRole('list', { name: 'Membres' });
  expect(list.style.height).toBe('600px');
  list.scrollTop = 320 * 50;
  fireEvent.scroll(list);
  expect(await screen.findByText('n° 320.')).toBeDefined();
  expect(asked().slice(1)).toEqual([[undefined, '300']]);
  act(() => search('pers'));
  await waitFor(() => expect(asked().at(-1)?.[0]).toBe('pers'));
  expect(asked().slice(2)).toEqual([['pers', undefined]]);
  expect(await screen.findByText('n° 0.')).toBeDefined();
  expect(screen.getByRole('list', { name: 'Membres' }).scrollTop).toBe(0);
});

test('A list of members asks for all the pages that come into view with its height, before anybody has scrolled', async () => {
  const people = Array.from({ length: 110 }, (_, n) => person(`p${n}`, 'Personne', `n° ${n}.`));
  const calls = serve(camille, {
    'GET /workspace/atelier/members': (_body, { searchParams }) => {
      const offset = Number(searchParams.get('offset') ?? 0);
      const users = people.slice(offset, offset + 100).map(one => ({ ...one, color: null }));
      return json(200, { users, online: 0, total: people.length });
    },
  });
  open([{ path: '*', element: <Members maxHeight={5_400} /> }], '/');
  expect(await screen.findByText('n° 105.')).toBeDefined();
  const asked = calls.flatMap(({ asked, query }) => (asked.endsWith('/members') ? [query.offset] : []));
  expect(asked).toEqual([undefined, '100']);
});

test('A list of members that found nobody says nothing of the next search before its answer', async () => {
  let release = () => {};
  const held = new Promise<void>(done => {
    release = done;
  });
  const calls = serve(camille, {
    'GET /workspace/atelier/members': async (_body, { searchParams }) => {
      if (searchParams.has('search')) await held;
      return json(200, { users: [], online: 0, total: 0 });
    },
  });
  open([{ path: '*', Component: Members }], '/');
  expect(await screen.findByText('Personne.')).toBeDefined();
  act(() => search('zoé'));
  await waitFor(() => expect(calls.at(-1)?.query.search).toBe('zoé'));
  expect([screen.queryByText('Personne.'), screen.queryByText('Chargement…') !== null]).toEqual([null, true]);
  release();
  expect(await screen.findByText('Personne.')).toBeDefined();
});

test('A list of members that could not be loaded says so, and is asked for again', async () => {
  let fails = true;
  serve(camille, {
    'GET /workspace/atelier/members': () =>
      fails ? refused(403, 'Non.') : json(200, { users: [], online: 0, total: 0 }),
  });
  open([{ path: '*', Component: Members }], '/');
  expect(await screen.findByText('La liste des membres n’a pas pu être chargée.')).toBeDefined();
  fails = false;
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Personne.')).toBeDefined();
});

test('A list of few members is as high as they are, also where their rows are higher than was thought', async () => {
  const users = ['Une', 'Deux'].map(name => ({ ...person(name, 'Personne', name), color: null }));
  serve(camille, { 'GET /workspace/atelier/members': () => json(200, { users, online: 0, total: 2 }) });
  open([{ path: '*', Component: Members }], '/');
  await screen.findByText('Deux');
  expect(screen.getByRole('list', { name: 'Membres' }).style.height).toBe('100px');
  cleanup();
  // Thirteen rows of thirty pixels, which have fifty.
  const many = Array.from({ length: 13 }, (_, n) => ({ ...person(`p${n}`, 'Personne', `n° ${n}.`), color: null }));
  serve(camille, { 'GET /workspace/atelier/members': () => json(200, { users: many, online: 0, total: 13 }) });
  open([{ path: '*', element: <Members rowHeight={30} /> }], '/');
  await waitFor(() => expect(screen.getByRole('list', { name: 'Membres' }).style.height).toBe('600px'));
});

test('A member of a list is told with their place among all: those out of view are not in the page', async () => {
  const users = ['Une', 'Deux'].map(name => ({ ...person(name, 'Personne', name), color: null }));
  serve(camille, { 'GET /workspace/atelier/members': () => json(200, { users, online: 0, total: 2 }) });
  open([{ path: '*', Component: Members }], '/');
  await screen.findByText('Deux');
  const places = screen
    .getAllByRole('listitem')
    .map(item => [item.textContent, item.getAttribute('aria-posinset'), item.getAttribute('aria-setsize')]);
  expect(places).toEqual([
    ['Une', '1', '2'],
    ['Deux', '2', '2'],
  ]);
});

test('A search of members in a dialog does not say « nobody » of what is still typed, and Enter in it submits nothing', async () => {
  const calls = serve(camille, {
    'GET /workspace/atelier/members': () => json(200, { users: [], online: 0, total: 0 }),
  });
  const members = (
    <SearchedMembers
      workspaceId="atelier"
      search={{ label: 'Chercher', placeholder: '' }}
      frame={undefined}
      label="Membres"
      maxHeight={300}
      empty="Personne."
    >
      {member => member.lastName}
    </SearchedMembers>
  );
  open([{ path: '*', element: members }], '/');
  await screen.findByText('Personne.');
  const field = screen.getByLabelText('Chercher');
  fireEvent.change(field, { target: { value: ' ka' } });
  expect(screen.queryByText('Personne.')).toBeNull();
  expect(await screen.findByText('Personne.')).toBeDefined();
  expect(calls.at(-1)?.query.search).toBe('ka');
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(false);
});
