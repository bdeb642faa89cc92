// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { Society } from '@palabre/common/contract/societies.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { keyOf } from '../../platform/server/query.ts';
import { setUser, useSession } from '../../platform/session/session.ts';
import { camille, helene, json, karim, leonie, open, serve, yann } from '../../test/settings-world.tsx';
import { SocietiesPage } from './SocietiesPage.tsx';
import './societies.texts.ts';
import { UserSocietyPage } from './UserSocietyPage.tsx';

afterEach(cleanup);

/** Returns the answer of one of these pages, by the cursor of the request; each but the last names the next one. */
const pageOf =
  (list: 'societies' | 'users', pages: readonly object[][]) =>
  (_body: unknown, { searchParams }: URL) => {
    const at = Number(searchParams.get('cursor') ?? 0);
    return json(200, { [list]: pages[at], total: 9, nextCursor: at + 1 < pages.length ? String(at + 1) : null });
  };
const openAt = (path: string) => {
  setUser({ ...useSession.getState().user, ...camille } as never);
  return open(
    [
      { path: '/societies', Component: SocietiesPage },
      { path: '/userSociety', Component: UserSocietyPage },
    ],
    path,
  );
};

/** Loads the next page, and waits until what it holds is shown. */
async function loadMore(button: string, shown: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: button }));
  await screen.findByText(shown);
}

it('The societies are listed page after page, beyond the second one too', async () => {
  const card = (_id: string) => ({ _id, name: `Société ${_id}`, logo: null, usersCount: 3, membership: 'none' });
  const calls = serve(camille, {
    'GET /user/camille/society': () => json(200, { society: null }),
    'GET /society': pageOf('societies', [[card('a')], [card('b')], [card('c')]]),
  });
  openAt('/societies');
  await screen.findByText('Société a');
  for (const name of ['Société b', 'Société c']) await loadMore('Voir plus de sociétés', name);
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    ...['Société a', 'Société b', 'Société c'],
  ]);
  expect(screen.queryByRole('button', { name: 'Voir plus de sociétés' })).toBeNull();
  const cursors = calls.flatMap(({ asked, query }) => (asked === 'GET /society' ? [query.cursor] : []));
  expect(cursors).toEqual([undefined, '1', '2']);
});

const tilleul: Society = {
  ...{ _id: 'tilleul', name: 'Tilleul et fils', logo: null, owners: ['camille'], users: ['camille'], usersCount: 9 },
  ...{ membership: 'owner', pendingUsers: ['yann'], pendingCount: 1, whitelist: [] },
};

it('The people of a society are listed page after page, beyond the second one too; a search begins at its first one', async () => {
  const calls = serve(camille, {
    'GET /user/camille/society': () => json(200, { society: tilleul }),
    'GET /society/tilleul/users': (body, url) =>
      pageOf('users', url.searchParams.has('search') ? [[helene]] : [[karim], [leonie], [helene]])(body, url),
  });
  openAt('/userSociety');
  const names = () =>
    [...screen.getByRole('list', { name: 'Membres' }).children].map(
      row => within(row as HTMLElement).getByText(/^(Karim Benali|Léonie Dubreuil|Hélène Nguyen)$/).textContent,
    );
  await screen.findByText('Karim Benali');
  for (const name of ['Léonie Dubreuil', 'Hélène Nguyen']) await loadMore('Voir plus de personnes', name);
  expect(names()).toEqual(['Karim Benali', 'Léonie Dubreuil', 'Hélène Nguyen']);
  fireEvent.change(screen.getByLabelText('Rechercher une personne'), { target: { value: 'hélène' } });
  await waitFor(() => expect(names()).toEqual(['Hélène Nguyen']));
  const asked = calls.flatMap(({ asked, query }) => (asked === 'GET /society/tilleul/users' ? [query] : []));
  expect(asked).toEqual([{}, { cursor: '1' }, { cursor: '2' }, { search: 'hélène' }]);
});

it('Whoever asks to join a society is shown without their presence, which its members alone have', async () => {
  serve(camille, {
    'GET /user/camille/society': () => json(200, { society: tilleul }),
    'GET /society/tilleul/users': () => json(200, { users: [karim], total: 1, nextCursor: null }),
    'GET /society/tilleul/pendingUsers': () => json(200, { users: [yann], total: 1, nextCursor: null }),
  });
  openAt('/userSociety');
  const row = async (name: string) => (await screen.findByText(name)).closest('li')?.textContent;
  expect(await row('Karim Benali')).toContain('Hors ligne');
  fireEvent.mouseDown(await screen.findByRole('tab', { name: /^En attente/ }), { button: 0 });
  expect(await row('Yann Riou')).not.toContain('Hors ligne');
});

it('The page of one’s society shows another one anew, as one leaves the first for it elsewhere', async () => {
  serve(camille, {
    'GET /user/camille/society': () => json(200, { society: tilleul }),
    'GET /society/tilleul/users': () => json(200, { users: [karim], total: 1, nextCursor: null }),
    'GET /society/orme/users': () => json(200, { users: [karim], total: 1, nextCursor: null }),
  });
  const { client } = openAt('/userSociety');
  fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Paramètres' }), { button: 0 });
  fireEvent.change(await screen.findByRole('textbox', { name: /^Nom/ }), { target: { value: 'Tilleul et filles' } });
  const orme: Society = { ...tilleul, _id: 'orme', name: 'Orme' };
  client.setQueryData(keyOf(api.societies.mine, { params: { id: 'camille' } }), { society: orme });
  expect(await screen.findByRole('heading', { name: 'Orme' })).toBeDefined();
  expect(screen.getByRole('tab', { selected: true }).textContent).toMatch(/^Membres/);
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Paramètres' }), { button: 0 });
  expect(await screen.findByRole('textbox', { name: /^Nom/ })).toHaveProperty('value', 'Orme');
});
