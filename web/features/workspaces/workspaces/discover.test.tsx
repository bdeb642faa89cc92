// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { WorkspaceCard } from '@palabre/common/contract/workspaces/workspaces.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { keptKey } from '../../../platform/device/local-storage.ts';
import { usePlace } from '../../../platform/place-settings.ts';
import { tellingCaches } from '../../../platform/server/query-client.ts';
import { endSession, login } from '../../../platform/session/session.ts';
import { withoutDirection } from '../../../test/own-direction.ts';
import { readAgain } from '../../../test/read-again.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { UiHost } from '../../../ui/overlays/UiHost.tsx';
import { useCreateWorkspaceDialog } from './create.store.ts';
import { DiscoverPage } from './DiscoverPage.tsx';

const atelier: WorkspaceCard = {
  _id: 'atelier',
  title: 'Atelier Tilleul',
  logo: null,
  description: 'Chantiers, appels d’offres',
  owner: ['camille'],
  owners: [{ _id: 'camille', firstName: 'Camille', lastName: 'Moreau' }],
  membersCount: 1204,
  welcomeChannel: 'general',
  tags: ['architecture', 'chantier'],
  societyId: null,
  restricted: false,
  isMember: true,
};
const ecole: WorkspaceCard = {
  ...atelier,
  _id: 'ecole',
  title: 'École du Code',
  logo: '/files/ecole.png',
  owner: ['yann'],
  owners: [{ _id: 'yann', firstName: 'Yann', lastName: 'Riou' }],
  membersCount: 1,
  welcomeChannel: 'accueil',
  isMember: false,
};

const request = vi.fn<typeof fetch>();
const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** Serves the cards, and the other answers that a test gives. */
function serve(cards: readonly unknown[], others: Record<string, () => Response | Promise<Response>> = {}) {
  request.mockImplementation(async (url, init) => {
    const asked = `${init?.method} ${String(url)}`;
    return others[asked]?.() ?? json(200, { workspaces: cards });
  });
}

let client: QueryClient;
function open(at = '/workspaces') {
  const router = createMemoryRouter(
    [
      { path: '/workspaces', element: <DiscoverPage /> },
      { path: '/workspace/:workspaceId/channel/:channelId', element: <p>Le salon</p> },
      { path: '/societies', element: <p>Les sociétés</p> },
    ],
    { initialEntries: [at] },
  );
  client = new QueryClient({ defaultOptions: { queries: { retryDelay: 1 } }, ...tellingCaches() });
  render(
    <QueryClientProvider client={client}>
      <UiHost>
        <RouterProvider router={router} />
      </UiHost>
    </QueryClientProvider>,
  );
  return router;
}

const cardOf = async (title: string) => {
  const card = (await screen.findByText(title)).closest('article');
  if (!card) throw new Error(`No card says ${title}`);
  return within(card);
};

beforeEach(() => {
  vi.stubGlobal('fetch', request);
  request.mockReset();
  alerts.clear();
  endSession('logout');
  login('a.b.c', { _id: 'camille', societyId: null });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  usePlace.setState({ settings: null });
  useCreateWorkspaceDialog.setState({ open: false });
});
// Loaded before, so that no test waits for the icons’ many files.
beforeAll(() => import('../../../ui/dialogs/PendingDialog.tsx'));

test('The card of an own workspace says « par Vous », counts its members in French, and opens its welcome channel', async () => {
  serve([{ ...atelier, owner: ['yann', 'camille'] }, ecole]);
  const router = open();
  const card = await cardOf('Atelier Tilleul');
  expect(card.getByText('par Vous')).toBeDefined();
  expect(card.getByText(/membres/).textContent).toBe('1\u202f204 membres');
  expect(card.getByText('Vous êtes déjà membre')).toBeDefined();
  expect(card.queryByRole('button')).toBeNull();
  await userEvent.click(card.getByRole('link'));
  expect(await screen.findByText('Le salon')).toBeDefined();
  expect(router.state.location.pathname).toBe('/workspace/atelier/channel/general');
});

test('The card of another workspace names its owner and joins it, which leads to the welcome channel', async () => {
  let join = (_with: Response) => {};
  const joined = new Promise<Response>(done => {
    join = done;
  });
  serve([atelier, ecole, { ...ecole, _id: 'fanfare', title: 'Fanfare' }], {
    'PUT /api/workspace/ecole/join': () => joined as never,
  });
  const router = open();
  const card = await cardOf('École du Code');
  expect(card.getByText('par Yann Riou').title).toBe('Yann Riou');
  expect(withoutDirection('École du Code', 'Atelier Tilleul')).toEqual([]);
  expect(card.getByRole('heading', { name: 'École du Code' }).title).toBe('École du Code');
  const logo = screen.getByText('École du Code').closest('article')?.querySelector('img');
  expect(logo?.getAttribute('src')).toBe('/files/ecole.png');
  expect(card.getByText('1 membre')).toBeDefined();
  await userEvent.click(card.getByRole('button', { name: 'Rejoindre École du Code' }));
  const waits = screen.getAllByRole('button', { name: /^Rejoindre/ }).map(one => one.getAttribute('aria-busy'));
  expect(waits).toEqual(['true', null]);
  join(json(200, { workspace: { _id: 'ecole', welcomeChannel: 'accueil' } }));
  expect(await screen.findByText('Le salon')).toBeDefined();
  expect(router.state.location.pathname).toBe('/workspace/ecole/channel/accueil');
});

test('The card of a workspace says what it is for and all who own it, and nothing that is not known', async () => {
  const owners = [...ecole.owners, ...atelier.owners];
  const bare = { ...ecole, _id: 'nue', title: 'Nue', description: '', owners: [], tags: [] };
  serve([{ ...ecole, owner: ['yann', 'leonie'], owners }, bare], {
    'GET /api/user/camille/workspaces': () => json(200, { workspaces: [] }),
  });
  open();
  const card = await cardOf('École du Code');
  expect(card.getByText('Chantiers, appels d’offres')).toBeDefined();
  expect(card.getByText('par Yann Riou et Camille Moreau')).toBeDefined();
  const other = await cardOf('Nue');
  expect([other.queryByText(/^par/), other.queryByRole('list')]).toEqual([null, null]);
  expect(screen.queryByText('Restreint')).toBeNull();
});

test.each([
  ['a list', ['architecture', '"chantier"']],
  ['a text', 'architecture, chantier'],
  ['a list written in JSON', '["architecture","chantier"]'],
])('Tags are shown clean from %s', async (_form, tags) => {
  serve([{ ...atelier, tags }]);
  open();
  const card = await cardOf('Atelier Tilleul');
  const shown = within(card.getByRole('list', { name: 'Étiquettes' })).getAllByRole('listitem');
  expect(shown.map(item => item.textContent)).toEqual(['architecture', 'chantier']);
});

test('The discovery filter of the address keeps the user’s own workspaces', async () => {
  serve([atelier, ecole]);
  open('/workspaces?filter=mine');
  await cardOf('Atelier Tilleul');
  expect(screen.queryByText('École du Code')).toBeNull();
});

test('The discovery page shows the user’s workspaces first, restricted ones too, last visited first; the others follow, each once', async () => {
  const direction = { ...atelier, _id: 'direction', title: 'Direction', restricted: true };
  serve([atelier, direction, ecole], {
    'GET /api/user/camille/workspaces': () => json(200, { workspaces: [atelier, direction] }),
  });
  localStorage.setItem(keptKey('visits', 'camille'), JSON.stringify([{ placeId: 'bureau', workspaceId: 'direction' }]));
  open();
  const mine = within(await screen.findByRole('region', { name: 'Reprendre' }));
  expect(mine.getAllByRole('article').map(card => within(card).getByRole('link').textContent)).toEqual([
    'Direction',
    'Atelier Tilleul',
  ]);
  expect(screen.getByRole('heading', { name: 'À découvrir' })).toBeDefined();
  expect(screen.getAllByText('Atelier Tilleul')).toHaveLength(1);
  expect((await cardOf('École du Code')).getByRole('button', { name: 'Rejoindre École du Code' })).toBeDefined();
});

test('The discovery page never shows its empty state to a user with workspaces', async () => {
  const direction = { ...atelier, title: 'Direction', restricted: true };
  serve([direction], { 'GET /api/user/camille/workspaces': () => json(200, { workspaces: [direction] }) });
  open();
  expect(await screen.findByRole('region', { name: 'Reprendre' })).toBeDefined();
  expect(screen.queryByText(/Aucun workspace public/)).toBeNull();
  // Nor a heading of nothing.
  expect(screen.queryByRole('heading', { name: 'À découvrir' })).toBeNull();
});

test('The society filter queries the server, whatever page its workspaces would be on', async () => {
  endSession('logout');
  login('a.b.c', { _id: 'camille', societyId: 'tilleul' });
  const ours = { ...ecole, _id: 'ours', title: 'Zone interne', societyId: 'tilleul', restricted: true };
  serve([], {
    'GET /api/workspace': () => json(200, { workspaces: [atelier, ecole], nextCursor: 'suite' }),
    'GET /api/workspace?society=true': () => json(200, { workspaces: [ours], nextCursor: null }),
    'GET /api/workspace?search=zone&society=true': () => json(200, { workspaces: [ours], nextCursor: null }),
  });
  open('/workspaces?filter=society');
  await cardOf('Zone interne');
  expect(screen.queryByText('École du Code')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Voir plus de workspaces' })).toBeNull();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Rechercher un workspace' }), 'zone');
  await vi.waitFor(() =>
    expect(request).toHaveBeenCalledWith('/api/workspace?search=zone&society=true', expect.anything()),
  );
  await cardOf('Zone interne');
});

test('The discovery search queries the server, and loads the next page on demand', async () => {
  const second = { ...ecole, _id: 'second', title: 'Fanfare' };
  let fails = true;
  let answer = () => {};
  const held = new Promise<void>(resolve => {
    answer = resolve;
  });
  serve([atelier], {
    'GET /api/workspace': () => json(200, { workspaces: [atelier, ecole], nextCursor: 'suite' }),
    'GET /api/workspace?cursor=suite': async () => {
      await held;
      if (fails) return json(403, { code: 'forbidden', message: 'Pas la suite.' });
      return json(200, { workspaces: [second], nextCursor: null });
    },
    'GET /api/workspace?search=fan': () => json(200, { workspaces: [second], nextCursor: null }),
    'GET /api/workspace?search=fanz': () => json(200, { workspaces: [], nextCursor: null }),
  });
  open();
  await cardOf('École du Code');
  const more = () => screen.getByRole('button', { name: 'Voir plus de workspaces' });
  await userEvent.click(more());
  await vi.waitFor(() => expect(more().getAttribute('aria-busy')).toBe('true'));
  answer();
  // A page that failed says so, and is requested again.
  expect(await screen.findByText('Pas la suite.')).toBeDefined();
  fails = false;
  await vi.waitFor(() => expect(more().getAttribute('aria-busy')).toBeNull());
  await userEvent.click(more());
  await cardOf('Fanfare');
  expect(screen.getByText('École du Code')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Voir plus de workspaces' })).toBeNull();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Rechercher un workspace' }), 'fan');
  await vi.waitFor(() => expect(screen.queryByText('École du Code')).toBeNull());
  await cardOf('Fanfare');
  await userEvent.type(screen.getByRole('searchbox'), 'z');
  await userEvent.click(await screen.findByRole('button', { name: 'Tout afficher' }));
  expect(request.mock.calls.map(([url]) => String(url)).filter(url => /search.*cursor/.test(url))).toEqual([]);
  await cardOf('École du Code');
});

test('The discovery page without workspaces says what to do, and retries a failure', async () => {
  const hidden = { ...ecole, restricted: true };
  serve([], {
    'GET /api/workspace': () => json(200, { workspaces: [hidden], nextCursor: 'suite' }),
    'GET /api/workspace?cursor=suite': () => json(200, { workspaces: [], nextCursor: null }),
  });
  open();
  const more = await screen.findByRole('button', { name: 'Voir plus de workspaces' });
  // There may be some further on.
  expect(screen.queryByRole('button', { name: 'Créer un workspace' })).toBeNull();
  await userEvent.click(more);
  expect(await screen.findByRole('button', { name: 'Créer un workspace' })).toBeDefined();
  cleanup();
  request.mockImplementation(async () => json(500, { code: 'internal', message: 'Une erreur est survenue' }));
  open();
  expect(await screen.findByText('Les workspaces n’ont pas pu être chargés')).toBeDefined();
  expect(screen.getAllByText('Une erreur est survenue').length).toBeGreaterThan(0);
  serve([atelier]);
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Atelier Tilleul')).toBeDefined();
  // A fetched list stays when its refetch fails.
  request.mockImplementation(async () => json(403, { code: 'forbidden', message: 'Non.' }));
  await readAgain(client, api.workspaces.list.path);
  expect(screen.queryByText('Atelier Tilleul')).not.toBeNull();
  expect(screen.queryByText('Les workspaces n’ont pas pu être chargés')).toBeNull();
});

test('The invitation code is required; a wrong code is reported in the prompt and kept', async () => {
  serve([atelier], {
    'PUT /api/invite/accept/ABCD1234': () => json(404, { code: 'invite_not_found', message: 'Introuvable.' }),
  });
  open();
  await cardOf('Atelier Tilleul');
  await userEvent.click(screen.getByRole('button', { name: "Entrer un code d'invitation" }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Rejoindre un Workspace' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Rejoindre' }));
  expect(await dialog.findByText("Veuillez entrer un code d'invitation !")).toBeDefined();
  await userEvent.type(dialog.getByPlaceholderText('ABCD1234'), ' ABCD1234 {Enter}');
  const said = await dialog.findByText(/Impossible de rejoindre le workspace. Vérifiez le code d'invitation\./);
  expect(said.closest('[role=alert]')?.textContent).toContain('Erreur');
  expect(dialog.getByPlaceholderText('ABCD1234')).toHaveProperty('value', ' ABCD1234 ');
  expect(document.activeElement).toBe(dialog.getByPlaceholderText('ABCD1234'));
  await userEvent.click(dialog.getByRole('button', { name: 'Annuler' }));
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('The title of another workspace joins it once that is confirmed; a refusal says why and leaves one there', async () => {
  let refuses = true;
  serve([ecole], {
    'PUT /api/workspace/ecole/join': () =>
      refuses
        ? json(403, { code: 'forbidden', message: 'Pas vous.' })
        : json(200, { workspace: { _id: 'ecole', welcomeChannel: 'accueil' } }),
  });
  const router = open();
  const joins = () => request.mock.calls.filter(([, init]) => init?.method === 'PUT');
  const ask = async (answer: string) => {
    // The page is hidden from readers until the last dialog is gone.
    fireEvent.click(await (await cardOf('École du Code')).findByRole('button', { name: 'École du Code' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: /^Rejoindre École du Code/ }));
    expect(dialog.getByText(/^Vous verrez ses salons/)).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: answer }));
    await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  };
  await ask('Annuler');
  expect(joins()).toEqual([]);
  await ask('Rejoindre');
  expect(await screen.findByText('Pas vous.')).toBeDefined();
  expect(router.state.location.pathname).toBe('/workspaces');
  refuses = false;
  await ask('Rejoindre');
  expect(await screen.findByText('Le salon')).toBeDefined();
  expect(screen.getByText('Vous avez rejoint le workspace avec succès !')).toBeDefined();
});

test('The discovery page shows no restricted workspace to who is not in it, nor one of another society', async () => {
  const secret = { ...ecole, _id: 'secret', title: 'Secret', restricted: true, societyId: 'tilleul' };
  const none = { 'GET /api/user/camille/workspaces': () => json(200, { workspaces: [] }) };
  serve([secret, ecole], none);
  open();
  await cardOf('École du Code');
  expect(screen.queryByText('Secret')).toBeNull();
  cleanup();
  endSession('logout');
  login('a.b.c', { _id: 'camille', societyId: 'chene' });
  serve([{ ...secret, _id: 'chene', societyId: 'chene', title: 'Chêne' }, secret]);
  open('/workspaces?filter=society');
  expect((await cardOf('Chêne')).getByText('Restreint')).toBeDefined();
  expect(screen.queryByText('Secret')).toBeNull();
  cleanup();
  endSession('logout');
  // Before the page knows the user's own society, it shows the server's answer.
  login('a.b.c', { _id: 'camille' });
  open('/workspaces?filter=society');
  expect(await cardOf('Chêne')).toBeDefined();
});

test.each([
  ['', null, 'Trouvez où on en parle', 'Aucun workspace public pour l’instant', 'Créer un workspace'],
  ['?filter=mine', null, 'Vos workspaces', 'Vous n’avez pas encore de workspace', 'Créer un workspace'],
  ['?filter=society', null, 'Ceux de votre société', 'Vous ne faites partie d’aucune société', 'Voir les sociétés'],
  ['?filter=society', 'tilleul', 'Ceux de votre société', 'Aucun workspace de votre société', 'Créer un workspace'],
] as const)(
  'The discovery page without workspaces says why, and what to do: « %s », of society %s',
  async (filter, societyId, heading, title, action) => {
    endSession('logout');
    login('a.b.c', { _id: 'camille', societyId });
    serve([]);
    const router = open(`/workspaces${filter}`);
    expect(await screen.findByText(title)).toBeDefined();
    expect(screen.getByRole('heading', { name: heading, level: 2 })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: action }));
    if (action === 'Voir les sociétés')
      await vi.waitFor(() => expect(router.state.location.pathname).toBe('/societies'));
    else expect(useCreateWorkspaceDialog.getState().open).toBe(true);
    cleanup();
    usePlace.setState({ settings: { workspaceMakers: 'administrators' } as never });
    open(`/workspaces${filter}`);
    await screen.findByText(title);
    expect(screen.queryByRole('button', { name: action }) !== null).toBe(action === 'Voir les sociétés');
  },
);

test('The discovery page shows four of the user’s workspaces, leads to them all, and searches among all', async () => {
  const many = ['Un', 'Deux', 'Trois', 'Quatre', 'Cinq'].map(title => ({ ...atelier, _id: title, title }));
  const mine = (workspaces: unknown[]) => ({ 'GET /api/user/camille/workspaces': () => json(200, { workspaces }) });
  serve([], mine(many));
  open();
  const resumed = within(await screen.findByRole('region', { name: 'Reprendre' }));
  expect(resumed.getAllByRole('article')).toHaveLength(4);
  expect(resumed.getByRole('link', { name: 'Tous vos workspaces' }).getAttribute('href')).toBe(
    '/workspaces?filter=mine',
  );
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'zzz' } });
  expect(await screen.findByText(/^Aucun workspace pour «\s?zzz/)).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Reprendre' })).toBeNull();
  cleanup();
  serve([], mine(many.slice(1)));
  open();
  await screen.findByRole('region', { name: 'Reprendre' });
  expect(screen.queryByRole('link', { name: 'Tous vos workspaces' })).toBeNull();
});
