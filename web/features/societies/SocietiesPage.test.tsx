// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Society, SocietyCard } from '@palabre/common/contract/societies.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { usePlace } from '../../platform/place-settings.ts';
import { endedHere } from '../../platform/server/ended.ts';
import { setUser, useSession } from '../../platform/session/session.ts';
import { readAgain } from '../../test/read-again.ts';
import { camille, json, open, refused, serve } from '../../test/settings-world.tsx';
import { SocietiesPage } from './SocietiesPage.tsx';
import { SocietyPage } from './SocietyPage.tsx';
import './societies.texts.ts';
import { withoutDirection } from '../../test/own-direction.ts';

// Loaded before, so that no test waits for the icons’ many files.
beforeAll(() => import('../../ui/dialogs/PendingDialog.tsx'));
afterEach(cleanup);

const card = (_id: string, membership: SocietyCard['membership'] = 'none'): SocietyCard => ({
  ...{ _id, name: `Société ${_id}`, logo: null, usersCount: 3, membership },
});
const society = (membership: Society['membership']): Society => ({
  ...card('tilleul', membership),
  ...{ owners: [], users: [] },
});

function show(at: string, answers: Parameters<typeof serve>[1], mine: Society | null = null) {
  const calls = serve(camille, { 'GET /user/camille/society': () => json(200, { society: mine }), ...answers });
  setUser({ ...useSession.getState().user, ...camille } as never);
  const { client, router } = open(
    [
      { path: '/societies', Component: SocietiesPage },
      { path: '/society/:societyId', Component: SocietyPage },
      { path: '/userSociety', element: <p>la mienne</p> },
    ],
    at,
  );
  const asked = (method: string) => calls.filter(call => call.asked.startsWith(method));
  return { asked, client, path: () => router.state.location.pathname };
}
const button = (name: string) => screen.findByRole('button', { name });
const list = (societies: SocietyCard[], nextCursor: string | null = null) => json(200, { societies, nextCursor });

it('The societies are listed page by page; one’s own says so, and leads to one’s own page', async () => {
  let fails = true;
  show('/societies', {
    'GET /society': (_body, url) => {
      const first = [{ ...card('a', 'member'), logo: '/api/a' }, card('b')];
      if (url.searchParams.get('cursor') !== 'suite') return list(first, 'suite');
      return fails ? refused(403, 'Pas la suite.') : list([card('b'), card('c', 'pending')]);
    },
  });
  const links = () => screen.getAllByRole('link').map(link => [link.textContent, link.getAttribute('href')]);
  expect(screen.getByText('Chargement…')).toBeDefined();
  await screen.findByText('Société a');
  expect(screen.queryByText('Chargement…')).toBeNull();
  expect(links()).toEqual([
    ['Société a', '/userSociety'],
    ['Société b', '/society/b'],
  ]);
  const cards = within(screen.getByRole('list', { name: 'Sociétés' }));
  expect(withoutDirection('Société a')).toEqual([]);
  // A name that is cut short can still be read.
  expect(cards.getAllByRole('link').map(({ title }) => title)).toEqual(['Société a', 'Société b']);
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/api/a');
  expect(screen.getAllByText('Membre')).toHaveLength(1);
  expect(screen.getAllByText('3 membres')).toHaveLength(2);
  fireEvent.click(await button('Voir plus de sociétés'));
  // A page that failed says so, and is requested again.
  expect(await screen.findByText('Pas la suite.')).toBeDefined();
  fails = false;
  const more = await button('Voir plus de sociétés');
  await waitFor(() => expect(more.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(more);
  await screen.findByText('Société c');
  expect(links()).toEqual([
    ['Société a', '/userSociety'],
    ['Société b', '/society/b'],
    ['Société c', '/userSociety'],
  ]);
  expect(screen.getAllByText('Demande envoyée')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Voir plus de sociétés' })).toBeNull();
});

it('A search of societies is sent trimmed, says when nothing is found, and is dropped by « Tout afficher »', async () => {
  const { asked } = show('/societies', {
    'GET /society': (_body, url) => list(url.searchParams.has('search') ? [] : [card('a')]),
  });
  await screen.findByText('Société a');
  fireEvent.change(screen.getByLabelText('Rechercher une société'), { target: { value: ' chêne ' } });
  expect(await screen.findByText(/^Aucune société pour «\schêne\s»$/)).toBeDefined();
  expect(screen.getByText('Essayez un autre mot de son nom.')).toBeDefined();
  expect(asked('GET /society').at(-1)?.query).toEqual({ search: 'chêne' });
  fireEvent.click(await button('Tout afficher'));
  expect(await screen.findByText('Société a')).toBeDefined();
});

it('Societies that could not be loaded say why, and are asked for again', async () => {
  let fails = true;
  let cards: SocietyCard[] = [];
  const { client } = show('/societies', {
    'GET /society': () => (fails ? refused(403, 'Pas maintenant.') : list(cards)),
  });
  expect(await screen.findByText('Pas maintenant.')).toBeDefined();
  expect(screen.getByText('Les sociétés n’ont pas pu être chargées')).toBeDefined();
  fails = false;
  fireEvent.click(await button('Réessayer'));
  expect(await screen.findByText('Aucune société pour l’instant')).toBeDefined();
  expect(screen.getAllByRole('button', { name: 'Créer une société' })).toHaveLength(2);
  const again = () => readAgain(client, api.societies.list.path);
  cards = [card('a')];
  await again();
  await screen.findByText('Société a');
  fails = true;
  await again();
  // A fetched list stays when its refetch fails.
  expect(screen.getByText('Société a')).toBeDefined();
  expect(screen.queryByText('Pas maintenant.')).toBeNull();
});

it('A person who has a society is told so instead of being asked for a new one’s name', async () => {
  show('/societies', { 'GET /society': () => list([card('tilleul', 'member')]) }, society('member'));
  await screen.findByText('Société tilleul');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(await button('Créer une société'));
  expect(await screen.findByText('Vous faites déjà partie d’une société.')).toBeDefined();
  expect(screen.getByText(/on n’est que d’une société à la fois/)).toBeDefined();
});

it('A society is created with a name, which is trimmed, and its page opens', async () => {
  const { asked, path } = show('/societies', {
    'GET /society': () => list([card('a')]),
    'POST /society': () => json(201, { message: '', society: society('owner') }),
  });
  await screen.findByText('Société a');
  fireEvent.click(await button('Créer une société'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Nouvelle société' }));
  expect(dialog.getByRole('button', { name: 'Créer' })).toHaveProperty('disabled', true);
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(/^Nom/)));
  expect(dialog.getByLabelText(/^Nom/)).toHaveProperty('maxLength', limits.title);
  expect(dialog.getByLabelText(/^Nom/)).toHaveProperty('required', true);
  expect(dialog.getByText('Vous en serez propriétaire et membre.')).toBeDefined();
  fireEvent.change(dialog.getByLabelText(/^Nom/), { target: { value: '  ' } });
  expect(dialog.getByRole('button', { name: 'Créer' })).toHaveProperty('disabled', true);
  fireEvent.change(dialog.getByLabelText(/^Nom/), { target: { value: ' Chêne ' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Créer' }));
  await waitFor(() => expect(path()).toBe('/userSociety'));
  expect((await screen.findByText('La société a été créée.')).closest('li')?.textContent).toContain('Ajouté !');
  expect(asked('POST').map(({ body }) => body)).toEqual([{ name: 'Chêne' }]);
});

it('A society that could not be created keeps its form, and says why in it, once', async () => {
  let answer = () => refused(409, 'Nom déjà pris.');
  show('/societies', {
    'GET /society': () => list([card('a')]),
    'POST /society': () => answer(),
  });
  await screen.findByText('Société a');
  fireEvent.click(await button('Créer une société'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Nouvelle société' }));
  fireEvent.change(dialog.getByLabelText(/^Nom/), { target: { value: 'Chêne' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Créer' }));
  expect(await dialog.findByText('Nom déjà pris.')).toBeDefined();
  expect(dialog.getByLabelText<HTMLInputElement>(/^Nom/).value).toBe('Chêne');
  const issues = [{ path: 'name', message: 'Ce nom est réservé.' }];
  answer = () => json(400, { code: 'invalid', message: 'Nom refusé.', issues });
  const create = dialog.getByRole('button', { name: 'Créer' });
  await waitFor(() => expect(create.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(create);
  expect(await dialog.findByText('Ce nom est réservé.')).toBeDefined();
  expect(dialog.queryByText('Nom refusé.')).toBeNull();
  // Typed text is not lost without a question.
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  const asked = within(await screen.findByRole('alertdialog', { name: /^Quitter sans enregistrer/ }));
  fireEvent.click(asked.getByRole('button', { name: 'Continuer à modifier' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  fireEvent.click(dialog.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('A society is made by those who may alone', async () => {
  usePlace.setState({ settings: { societyMakers: 'administrators' } as never });
  show('/societies', { 'GET /society': () => list([]) });
  expect(await screen.findByText('Aucune société pour l’instant')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Créer une société' })).toBeNull();
  act(() => setUser({ ...useSession.getState().user, admin: true } as never));
  expect(screen.getAllByRole('button', { name: 'Créer une société' })).toHaveLength(2);
  act(() => usePlace.setState({ settings: null }));
});

it('A request to join is withdrawn from the society’s page once confirmed; what fails is told', async () => {
  const answers = [
    () => refused(409, 'Déjà acceptée.'),
    () => json(200, { message: 'Fait.', society: society('none') }),
  ];
  const { asked, path } = show(
    '/society/tilleul',
    {
      'GET /society/tilleul': () => json(200, { society: society('pending') }),
      'PUT /society/tilleul': () => answers.shift()?.() ?? json(500, {}),
    },
    society('pending'),
  );
  const withdraw = async (name: string) => {
    fireEvent.click(await button('Annuler la demande'));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText('Société tilleul n’aura plus à y répondre.')).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name }));
    await waitFor(() => expect(screen.queryByText('Annuler votre demande\u202f?')).toBeNull());
  };
  await withdraw('Garder');
  expect(asked('PUT')).toEqual([]);
  await withdraw('Annuler la demande');
  expect(await screen.findByText('Déjà acceptée.')).toBeDefined();
  expect(screen.getByRole('alertdialog', { name: 'Erreur' }).textContent).toContain('l’annulation de la demande');
  expect(screen.getByText('Demande envoyée')).toBeDefined();
  expect(endedHere('tilleul')).toBe(false);
  fireEvent.click(await button('OK'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await withdraw('Annuler la demande');
  await waitFor(() => expect(path()).toBe('/societies'));
  expect(endedHere('tilleul')).toBe(true);
  expect(asked('PUT').map(({ body }) => body)).toEqual(Array(2).fill({ action: 'removePendingUser' }));
});

it('A society is joined from its page, which says whether one is in or waits, and leads to one’s own; a refusal says why', async () => {
  const answers = [
    () => refused(409, 'Trop de demandes.'),
    () => json(200, { message: 'Elle attend.', society: society('pending') }),
    () => json(200, { message: 'Bienvenue.', society: society('member') }),
  ];
  const given = {
    'GET /society/tilleul': () => json(200, { society: society('none') }),
    'PUT /society/tilleul': () => answers.shift()?.() ?? json(500, {}),
  };
  const { asked, path } = show('/society/tilleul', given);
  const join = async () => {
    await waitFor(async () => expect(await button('Demander à rejoindre')).toHaveProperty('disabled', false));
    fireEvent.click(await button('Demander à rejoindre'));
  };
  await join();
  expect(await screen.findByText('Trop de demandes.')).toBeDefined();
  expect(screen.getByText("Une erreur est survenue lors de l'envoi de la demande.")).toBeDefined();
  expect(path()).toBe('/society/tilleul');
  fireEvent.click(await button('OK'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await join();
  await waitFor(() => expect(path()).toBe('/userSociety'));
  expect((await screen.findByText('Elle attend.')).closest('li')?.textContent).toContain('Demande envoyée !');
  expect(asked('PUT').map(({ body }) => body)).toEqual(Array(2).fill({ action: 'join' }));
  cleanup();
  const admitted = show('/society/tilleul', given);
  await join();
  await waitFor(() => expect(admitted.path()).toBe('/userSociety'));
  expect((await screen.findByText('Bienvenue.')).closest('li')?.textContent).toContain('Ajouté !');
});

it('A society’s page says its members and what one is in it, and leads to one’s own and to the list', async () => {
  const logo = '/api/tilleul';
  const given = { 'GET /society/tilleul': () => json(200, { society: { ...society('owner'), logo } }) };
  const { path } = show('/society/tilleul', given, society('owner'));
  await screen.findByRole('heading', { name: 'Société tilleul' });
  expect([screen.queryByText('3 membres'), screen.queryByText('Propriétaire')]).not.toContain(null);
  expect(document.querySelector('img')?.getAttribute('src')).toBe(logo);
  expect(withoutDirection('Société tilleul')).toEqual([]);
  expect(screen.getByRole('link', { name: 'Toutes les sociétés' }).getAttribute('href')).toBe('/societies');
  fireEvent.click(await button('Voir votre société'));
  await waitFor(() => expect(path()).toBe('/userSociety'));
});

it.each([
  ['a stranger asks to join', 'none', null, 'Demander à rejoindre', 'Ses propriétaires recevront'],
  ['a member goes to it', 'member', 'member', 'Voir votre société', ''],
  ['a person of another society goes to theirs', 'none', 'member', 'Voir votre société', 'que d’une société à la fois'],
  ['one who waits withdraws', 'pending', 'pending', 'Annuler la demande', 'attend la réponse d’un propriétaire'],
] as const)('A society’s page offers one action, and says why: %s', async (_who, membership, mine, offered, why) => {
  const answers = { 'GET /society/tilleul': () => json(200, { society: society(membership) }) };
  show('/society/tilleul', answers, mine && society(mine));
  await waitFor(() => expect(screen.queryAllByRole('button').map(one => one.textContent)).toEqual([offered]));
  expect(document.body.textContent).toContain(why);
});

it('A society is not asked to join before it is known that one has none', async () => {
  let known = (_with: Response) => {};
  const held = new Promise<Response>(done => {
    known = done;
  });
  show('/society/tilleul', {
    'GET /society/tilleul': () => json(200, { society: society('none') }),
    'GET /user/camille/society': () => held as never,
  });
  expect(await button('Demander à rejoindre')).toHaveProperty('disabled', true);
  known(json(200, { society: null }));
  await waitFor(async () => expect(await button('Demander à rejoindre')).toHaveProperty('disabled', false));
});

it('A society that does not exist leads back to the list; one that could not be loaded is asked for again', async () => {
  let [status, name] = [404, 'Société tilleul'];
  const answer = () =>
    status === 200
      ? json(200, { society: { ...society('none'), name } })
      : json(status, { code: 'not_found', message: 'Raison.' });
  show('/society/tilleul', { 'GET /society/tilleul': answer });
  expect(screen.getByText('Chargement…')).toBeDefined();
  expect(await screen.findByText('Cette société est introuvable')).toBeDefined();
  expect(screen.getByText(/^Elle a été supprimée, ou/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Toutes les sociétés' }).getAttribute('href')).toBe('/societies');
  cleanup();
  status = 403;
  const { client } = show('/society/tilleul', { 'GET /society/tilleul': answer });
  expect(await screen.findByText('Raison.')).toBeDefined();
  expect(screen.getByText('La société n’a pas pu être chargée')).toBeDefined();
  status = 200;
  fireEvent.click(await button('Réessayer'));
  const heading = await screen.findByRole('heading', { name });
  // A fetched society stays when its refetch fails, unless it is no more.
  const again = () => readAgain(client, api.societies.one.path);
  status = 403;
  await again();
  [status, name] = [200, 'Les Tilleuls'];
  await again();
  expect(await screen.findByRole('heading', { name })).toBe(heading);
  status = 404;
  await again();
  expect(await screen.findByText('Cette société est introuvable')).toBeDefined();
});

it('A society that is being made is not lost by Escape without a question, and is by « Annuler »', async () => {
  show('/societies', { 'GET /society': () => list([card('a')]) });
  const begin = async () => {
    fireEvent.click(await button('Créer une société'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Nouvelle société' }));
    fireEvent.change(dialog.getByLabelText(/^Nom/), { target: { value: 'Chêne' } });
    return dialog;
  };
  const dialog = await begin();
  fireEvent.keyDown(dialog.getByLabelText(/^Nom/), { key: 'Escape' });
  const question = await screen.findByRole('alertdialog');
  fireEvent.keyDown(question, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(dialog.getByLabelText(/^Nom/)).toHaveProperty('value', 'Chêne');
  fireEvent.click(dialog.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
