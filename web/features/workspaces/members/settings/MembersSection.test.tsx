// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  atelier,
  camille,
  helene,
  json,
  karim,
  leonie,
  open,
  person,
  refused,
  role,
  roles,
  serve,
} from '../../../../test/settings-world.tsx';
import { rolesLive } from '../../roles/roles.live.ts';
import { workspacesLive } from '../../workspaces/workspaces.live.ts';
import { MembersSection } from './MembersSection.tsx';

/** Shows the section in a page that scrolls. */
const show = () =>
  open(
    [
      {
        path: '/settings/workspace/:workspaceId/members',
        element: (
          <div data-testid="page" style={{ overflowY: 'auto' }}>
            <MembersSection />
          </div>
        ),
      },
    ],
    '/settings/workspace/atelier/members',
  );

beforeAll(() =>
  Promise.all([import('../../../../ui/dialogs/PendingDialog.tsx'), import('../../../../ui/overlays/overlays.ts')]),
);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('li');
  if (!(row instanceof HTMLElement)) throw new Error(`No row says ${name}`);
  return within(row);
};

test('The member settings let an owner kick, ban and promote anyone but themself', async () => {
  serve(camille);
  show();
  await rowOf('Léonie Dubreuil').then(row => waitFor(() => expect(row.getAllByRole('button')).toHaveLength(3)));
  expect((await rowOf('Karim Benali')).getAllByRole('button')).toHaveLength(3);
  expect((await rowOf('Camille Moreau')).queryAllByRole('button')).toHaveLength(0);
  for (const [what, asks] of [
    ['Nommer Karim Benali propriétaire', /propriétaire/],
    ['Kick Karim Benali', /Karim Benali/],
    ['Ban Karim Benali', /Bannir|bannir/],
  ] as const) {
    await userEvent.click(screen.getByRole('button', { name: what }));
    const dialog = within(await screen.findByRole('alertdialog', { name: asks }));
    await userEvent.click(dialog.getByRole('button', { name: 'Annuler' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  }
});

test('The member settings lead to the guests, and an owner to the reports', async () => {
  const links = () => screen.getAllByRole('link').map(link => [link.textContent, link.getAttribute('href')]);
  const guests = ['Invités', '/settings/workspace/atelier/guests'];
  serve(leonie);
  show();
  await rowOf('Karim Benali');
  expect(links()).toEqual([guests]);
  cleanup();
  serve(camille);
  show();
  await waitFor(() => expect(links()).toEqual([guests, ['Signalements', '/settings/workspace/atelier/reports']]));
});

test('The member settings let nobody kick or ban a member of higher rank', async () => {
  serve(leonie);
  show();
  await rowOf('Karim Benali').then(row => waitFor(() => expect(row.getAllByRole('button')).toHaveLength(2)));
  expect((await rowOf('Camille Moreau')).queryAllByRole('button')).toHaveLength(0);
  expect(screen.queryByText('Son rang est au-dessus du vôtre.')).toBeNull();
  cleanup();
  serve(karim);
  show();
  expect(await screen.findByText('Son rang est au-dessus du vôtre.')).toBeDefined();
  expect((await rowOf('Léonie Dubreuil')).getByText('Son rang est au-dessus du vôtre.')).toBeDefined();
});

test('The member settings offer no ban to a member who may only kick', async () => {
  const pictured = { ...helene, avatar: '/api/helene' };
  serve(karim, {
    'GET /workspace/atelier/members': () =>
      json(200, { users: [karim, pictured].map(one => ({ ...one, color: '#000000' })), online: 0, total: 2 }),
  });
  show();
  const row = await rowOf('Hélène Nguyen');
  expect(document.querySelector('li img')?.getAttribute('src')).toBe('/api/helene');
  expect(await row.findByRole('button', { name: 'Kick Hélène Nguyen' })).toBeDefined();
  expect(row.queryByRole('button', { name: 'Ban Hélène Nguyen' })).toBeNull();
});

test.each([
  ['kick', 'Kick', 'Exclure', "Échec de l'expulsion de l'utilisateur du workspace"],
  ['ban', 'Ban', 'Bannir', "Échec du bannissement de l'utilisateur du workspace"],
])(
  'A %s is confirmed first; its refusal is reported with the server’s reason',
  async (how, button, confirm, failure) => {
    const calls = serve(camille, { [`PUT /workspace/atelier/${how}`]: () => refused(403, 'Non.') });
    show();
    await userEvent.click(await screen.findByRole('button', { name: `${button} Karim Benali` }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(calls.some(call => call.asked.endsWith(`/${how}`))).toBe(false);
    await userEvent.click(dialog.getByRole('button', { name: confirm }));
    expect(await screen.findByText(failure)).toBeDefined();
    expect(screen.getByText('Non.')).toBeDefined();
    expect(document.querySelectorAll('[data-alerts] li')).toHaveLength(1);
    expect(calls.find(call => call.asked.endsWith(`/${how}`))?.body).toEqual({ userId: 'karim' });
  },
);

test('The member search and role filter query the server, keep what was found until it answers, and say when nobody matches', async () => {
  let answer = () => {};
  const held = new Promise<void>(done => {
    answer = done;
  });
  const all = [camille, karim, leonie].map(one => ({ ...one, color: '#000000' }));
  const calls = serve(camille, {
    'GET /workspace/atelier/members': async (_body, { searchParams }) => {
      if (searchParams.has('search')) await held;
      const users = searchParams.has('search') ? [] : all;
      return json(200, { users, online: 0, total: users.length });
    },
  });
  show();
  await rowOf('Karim Benali');
  await userEvent.click(screen.getByRole('combobox', { name: 'Rôle' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Créateurs et propriétaires', hidden: false }));
  fireEvent.change(screen.getByLabelText('Rechercher par e-mail'), { target: { value: ' personne@ ' } });
  await waitFor(() => expect(calls.at(-1)?.query.search).toBe('personne@'));
  expect(screen.getByText('Karim Benali')).toBeDefined();
  answer();
  expect(await screen.findByText('Aucun membre trouvé.')).toBeDefined();
  expect(calls.at(-1)?.query).toEqual({ search: 'personne@', roleId: 'creator', limit: '100' });
});

test('A member search that found nobody says nothing of what is still being typed', async () => {
  serve(camille, {
    'GET /workspace/atelier/members': (_body, { searchParams }) => {
      const users = searchParams.has('search') ? [] : [{ ...karim, color: '#000000' }];
      return json(200, { users, online: 0, total: users.length });
    },
  });
  show();
  await rowOf('Karim Benali');
  const field = screen.getByLabelText('Rechercher par e-mail');
  fireEvent.change(field, { target: { value: 'personne@' } });
  expect(await screen.findByText('Aucun membre trouvé.')).toBeDefined();
  fireEvent.change(field, { target: { value: 'personne@x' } });
  expect(screen.queryByText('Aucun membre trouvé.')).toBeNull();
  expect(await screen.findByText('Aucun membre trouvé.')).toBeDefined();
});

test('« Débannir » lets a banned person come back, once confirmed', async () => {
  let banned = true;
  serve(camille, {
    'GET /workspace/ban/atelier': () =>
      json(200, { users: banned ? [{ ...person('yann', 'Yann', 'Riou'), avatar: '/api/yann' }] : [] }),
    'PUT /workspace/atelier/unban': () => {
      banned = false;
      return json(200, { message: 'Le bannissement a été levé.' });
    },
  });
  show();
  const ask = async (answer: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Débannir Yann Riou' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: /^Débannir Yann Riou/ }));
    expect(dialog.getByText('Cette personne pourra de nouveau rejoindre le workspace.')).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: answer }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  };
  await ask('Annuler');
  expect(banned).toBe(true);
  expect(document.querySelector('li img')?.getAttribute('src')).toBe('/api/yann');
  await ask('Débannir');
  expect(await screen.findByText('Personne n’est banni de ce workspace.')).toBeDefined();
  expect(screen.getByText('Le bannissement a été levé.')).toBeDefined();
});

test('Who is being let back shows it, and nobody else; the banned are asked for again, also where somebody else was first', async () => {
  let answer = () => {};
  const held = new Promise<void>(done => {
    answer = done;
  });
  let users = [person('yann', 'Yann', 'Riou'), person('zoe', 'Zoé', 'Lambert')];
  serve(camille, {
    'GET /workspace/ban/atelier': () => json(200, { users }),
    'PUT /workspace/atelier/unban': async () => {
      await held;
      users = users.slice(0, 1);
      return refused(404, 'Quelqu’un l’a déjà fait.');
    },
  });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Débannir Zoé Lambert' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Débannir' }));
  const busy = () =>
    ['Yann Riou', 'Zoé Lambert'].map(name =>
      screen.getByRole('button', { name: `Débannir ${name}` }).getAttribute('aria-busy'),
    );
  await waitFor(() => expect(busy()).toEqual([null, 'true']));
  answer();
  expect(await screen.findByText('Quelqu’un l’a déjà fait.')).toBeDefined();
  await waitFor(() => expect(screen.queryByText('Zoé Lambert')).toBeNull());
});

test('A refused « Débannir » is reported with the server’s reason', async () => {
  serve(camille, { 'PUT /workspace/atelier/unban': () => refused(403, 'Non.') });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Débannir Yann Riou' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Débannir' }));
  expect(await screen.findByText("Échec de la levée du bannissement de l'utilisateur du workspace")).toBeDefined();
  expect(screen.getByText('Non.')).toBeDefined();
});

test('The member settings count the members, and say a member’s name before the address', async () => {
  serve(camille);
  show();
  const row = (await screen.findByText('karim@atelier.fr')).closest('li');
  expect(row?.textContent).toMatch(/Karim Benali.*karim@atelier\.fr/);
  expect(screen.getByText('3 membres').getAttribute('role')).toBe('status');
});

test('Many members are in the page only near the view, each with its place, and the one with the focus stays', async () => {
  const people = Array.from({ length: 250 }, (_, n) => ({
    ...person(`p${n}`, 'Personne', `n° ${n}.`),
    color: '#000000',
  }));
  const calls = serve(camille, {
    'GET /workspace/atelier/members': (_body, { searchParams }) => {
      const offset = Number(searchParams.get('offset') ?? 0);
      return json(200, { users: people.slice(offset, offset + 100), online: 0, total: people.length });
    },
  });
  show();
  const kick = await screen.findByRole('button', { name: 'Kick Personne n° 1.' });
  const rows = () => within(screen.getByRole('list', { name: 'Membres du workspace' })).getAllByRole('listitem');
  expect(rows().length).toBeLessThan(20);
  expect(rows()[1]?.getAttribute('aria-posinset')).toBe('2');
  expect(rows()[1]?.getAttribute('aria-setsize')).toBe('250');
  kick.focus();
  const page = screen.getByTestId('page');
  page.scrollTop = 220 * 56;
  fireEvent.scroll(page);
  expect(await screen.findByText('Personne n° 221.')).toBeDefined();
  expect(calls.flatMap(({ asked, query }) => (asked.endsWith('/members') ? [query.offset] : []))).toEqual([
    undefined,
    '200',
  ]);
  expect(screen.queryByText('Personne n° 3.')).toBeNull();
  expect(document.activeElement).toBe(kick);
});

test('A member’s actions are one menu on a phone, which the member’s name heads', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...{ matches: query === '(width < 640px)', addEventListener() {}, removeEventListener() {} },
  }));
  serve(camille);
  show();
  const row = await rowOf('Karim Benali');
  const menu = await row.findByRole('button', { name: 'Actions sur Karim Benali' });
  expect(row.getAllByRole('button')).toHaveLength(1);
  menu.focus();
  await userEvent.keyboard('{Enter}');
  const items = (await screen.findAllByRole('menuitem')).map(item => item.textContent);
  expect(items).toEqual(['Nommer propriétaire', 'Kick', 'Ban']);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Kick' }));
  expect(await screen.findByRole('alertdialog', { name: /Exclure Karim Benali/ })).toBeDefined();
});

test('Members that could not be fetched are fetched again by « Réessayer »', async () => {
  let fails = true;
  serve(camille, {
    'GET /workspace/atelier/members': () =>
      fails ? refused(403, 'Non.') : json(200, { users: [{ ...karim, color: '#000000' }], online: 0, total: 1 }),
  });
  show();
  expect(await screen.findByText('La liste des membres n’a pas pu être chargée.')).toBeDefined();
  fails = false;
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Karim Benali')).toBeDefined();
});

test('A member’s row says who is oneself, an owner or suspended, two roles at most by name, and has the colour of the role', async () => {
  const many = ['Un', 'Deux', 'Trois'].map((name, n) => role(name, n + 4, { users: ['karim'] }));
  const users = [camille, { ...karim, suspended: true }, leonie].map(one => ({
    ...one,
    color: one === leonie ? '#1d4e89' : '#000000',
  }));
  for (const surface of ['--sunken', '--raised']) document.documentElement.style.setProperty(surface, '#ffffff');
  serve(camille, {
    'GET /workspace/atelier/roles': () => json(200, { roles: [roles[0], roles[1], ...many] }),
    'GET /workspace/atelier/members': () => json(200, { users, online: 0, total: 3 }),
  });
  show();
  const text = async (name: string) => (await screen.findByText(name)).closest('li')?.textContent;
  await screen.findByText('Un');
  await waitFor(async () => expect(await text('Camille Moreau')).toMatch(/\(vous\)PropriétaireCréateur/));
  expect(await text('Karim Benali')).toMatch(/^KB.*Compte suspenduUnDeux\+1/);
  expect(screen.getByText('+1').title).toBe('Un, Deux, Trois');
  const colourOf = (name: string) => screen.getByText(name).style.color;
  expect([colourOf('Léonie Dubreuil'), colourOf('Karim Benali')]).toEqual(['rgb(29, 78, 137)', '']);
  expect(await text('Léonie Dubreuil')).toMatch(/DubreuilDirection/);
  expect(await text('Léonie Dubreuil')).not.toMatch(/\+|vous|Propriétaire|suspendu/);
});

test('The member filter falls back to everybody when its role is deleted meanwhile', async () => {
  let kept = roles;
  const calls = serve(camille, { 'GET /workspace/atelier/roles': () => json(200, { roles: kept }) });
  const { client } = show();
  await rowOf('Karim Benali');
  await userEvent.click(screen.getByRole('combobox', { name: 'Rôle' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Conduite', hidden: false }));
  const asked = () => calls.filter(({ asked }) => asked.endsWith('/members')).map(({ query }) => query.roleId);
  await waitFor(() => expect(asked().at(-1)).toBe('Conduite'));
  kept = roles.slice(0, 2);
  act(() => rolesLive.deletedRole({ _id: 'Conduite', workspaceId: 'atelier' }, client));
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Rôle' }).textContent).toBe('Tous les rôles'));
});

test('The banned are listed to those who may ban alone, and asked for again once there are others', async () => {
  const calls = serve(camille);
  const { client } = show();
  await screen.findByText('Yann Riou');
  const asked = () => calls.filter(({ asked }) => asked === 'GET /workspace/ban/atelier').length;
  await waitFor(() => expect(client.isFetching()).toBe(0));
  const before = asked();
  // Events keep the list true: the page needs to ask once.
  expect(before).toBe(1);
  const { bans, ...rest } = atelier;
  act(() => workspacesLive.updateWorkspace({ ...rest, bans: ['yann', 'zoe'] }, client));
  await waitFor(() => expect(asked()).toBeGreaterThan(before));
  await waitFor(() => expect(client.isFetching()).toBe(0));
  const since = asked();
  // A user who may no longer ban is told of no ban, and would be refused.
  act(() => workspacesLive.updateWorkspace(rest, client));
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(asked()).toBe(since);
  cleanup();
  let fails = true;
  serve(camille, {
    'GET /workspace/ban/atelier': () => (fails ? refused(403, 'Non.') : json(200, { users: [helene] })),
  });
  show();
  const failed = await screen.findByText('Les personnes bannies n’ont pas pu être chargées.');
  expect(document.querySelectorAll('[data-alerts] li')).toHaveLength(0);
  fails = false;
  fireEvent.click(within(failed.closest('section') as HTMLElement).getByRole('button', { name: 'Réessayer' }));
  const listed = await screen.findByRole('list', { name: 'Utilisateurs bannis' });
  expect(listed.textContent).toMatch(/Hélène Nguyen.*helene@atelier\.fr/);
  cleanup();
  serve(karim);
  show();
  await screen.findByText('Son rang est au-dessus du vôtre.');
  expect(screen.queryByText('Utilisateurs bannis')).toBeNull();
});
