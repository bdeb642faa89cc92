// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useCreatingConversation } from '../../features/conversations/create.store.ts';
import { type } from '../../features/messages/outbox/open/writing.ts';
import { useCreateWorkspaceDialog } from '../../features/workspaces/workspaces/create.store.ts';
import { keep, keptKey } from '../../platform/device/local-storage.ts';
import { usePlace } from '../../platform/place-settings.ts';
import { setUser } from '../../platform/session/session.ts';
import { withoutDirection } from '../../test/own-direction.ts';
import { atelier, camille, channels, json, karim, open, serve } from '../../test/settings-world.tsx';
import { useAlerts } from '../../ui/alerts/alerts.ts';
import { HomePage } from './HomePage.tsx';

// A day of its own: the greeting follows the hour.
vi.hoisted(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 22, 12) }));

const { bans: _bans, members: _members, channels: _channels, ...card } = atelier;
const state = (channelId: string, mentions: number) => ({
  ...{ channelId, conversationId: null, workspaceId: 'atelier', seq: 9, read: 2, mentions, messages: mentions },
  ...{ first: { _id: 'm3', position: 3 }, level: 'all', muted: false },
});

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  act(() => {
    useCreatingConversation.setState({ open: false });
    useCreateWorkspaceDialog.setState({ open: false });
  });
});

interface World {
  workspaces?: object[];
  visited?: string[];
  unread?: object[];
  notifications?: object[];
  me?: object;
  conversations?: object[];
  answers?: Parameters<typeof serve>[1];
}

/** Shows the page to Camille, who last visited these channels. */
function show({ workspaces = [], visited = [], unread = [], notifications = [], me = {}, ...has }: World = {}) {
  const { conversations = [] } = has;
  const calls = serve(camille, {
    'GET /user/camille/workspaces': () => json(200, { workspaces }),
    'GET /user/camille/conversations': () => json(200, { conversations, nextCursor: null }),
    'GET /channel': () => json(200, { channels: workspaces.length > 0 ? channels : [] }),
    'GET /unread': () => json(200, { unread, threads: [] }),
    'GET /notifications': () => json(200, { notifications }),
    'POST /notifications': () => json(200, { notifications: [] }),
    ...has.answers,
  });
  const places = new Set(conversations.map(({ _id }: { _id?: string }) => _id));
  const visits = visited.map(placeId => ({ placeId, ...(!places.has(placeId) && { workspaceId: 'atelier' }) }));
  keep(keptKey('visits', 'camille'), JSON.stringify(visits));
  setUser({ ...camille, ...me } as never);
  const { router, client } = open(
    [
      { path: '/home', Component: HomePage },
      { path: '*', element: null },
    ],
    '/home',
  );
  return { calls, client, path: () => router.state.location.pathname };
}
const mine = [{ ...card, owners: [], isMember: true }];
const talk = {
  _id: 'midi',
  title: null,
  users: [camille, karim],
  lastMessage: null,
  createdAt: '2026-11-20T10:00:00.000Z',
};
const isIllustrated = () => document.querySelector('header > svg') !== null;
const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const linksUnder = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('link')
    .map(link => link.getAttribute('href'));

test('The home page welcomes a person who has nothing yet with the first steps', async () => {
  const { path, calls } = show();
  expect(await screen.findByText('Bienvenue sous l’arbre. Voici par où commencer.')).toBeDefined();
  expect(screen.getByRole('button', { name: /^Rechercher/ })).toBeDefined();
  // Where nothing is unread, no list of all channels is requested.
  expect(calls.map(({ asked }) => asked)).not.toContain('GET /channel');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Bonjour Camille');
  expect(headings()).toEqual(['Pour commencer']);
  const steps = within(screen.getByRole('region', { name: 'Pour commencer' })).getAllByRole('button');
  expect(steps.map(({ textContent }) => textContent?.slice(0, 9))).toEqual([
    ...['J’ai un c', 'Découvrir', 'Créer un ', 'Écrire à '],
  ]);
  expect(steps[0]?.textContent).toBe('J’ai un code d’invitationIl ouvre le workspace de votre équipe.');
  expect(isIllustrated()).toBe(true);
  expect(document.title).toBe('Accueil · Palabre');
  fireEvent.click(screen.getByRole('button', { name: /^Créer un workspace/ }));
  expect(useCreateWorkspaceDialog.getState().open).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: /^Écrire à quelqu’un/ }));
  expect(useCreatingConversation.getState().open).toBe(true);
  await waitFor(() => expect(path()).toBe('/conversation'));
});

test.each([
  [17, 'Bonjour Camille'],
  [18, 'Bonsoir Camille'],
])('The home page greets by the hour: at %i h, « %s »', async (hour, said) => {
  vi.setSystemTime(new Date(2026, 10, 22, hour));
  show();
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(said);
});

test('The home page of a device that visited nothing yet leads to the workspaces', async () => {
  show({ workspaces: [{ ...mine[0], logo: '/files/atelier.png' }] });
  expect(await screen.findByText('Reprenez où vous en étiez.')).toBeDefined();
  await waitFor(() => expect(headings()).toEqual(['Vos workspaces', 'Aller plus loin']));
  expect(isIllustrated()).toBe(false);
  expect(linksUnder('Vos workspaces')).toEqual(['/workspace/atelier/channel/general']);
  expect(screen.getByRole('region', { name: 'Vos workspaces' }).textContent).toMatch(/Atelier Tilleul3 membres$/);
  expect(document.querySelector('li img')?.getAttribute('src')).toBe('/files/atelier.png');
});

test('The home page leads to the last places, of which the unread ones stand above with their count', async () => {
  const pictured = [{ ...mine[0], logo: '/files/atelier.png' }];
  show({ workspaces: pictured, visited: ['general', 'annonces'], unread: [state('annonces', 2)] });
  await waitFor(() => expect(headings()).toEqual(['Non lus', 'Reprendre', 'Aller plus loin']));
  expect([...document.querySelectorAll('li img')].map(face => face.getAttribute('src'))).toEqual([
    ...['/files/atelier.png', '/files/atelier.png'],
  ]);
  expect(linksUnder('Non lus')).toEqual(['/workspace/atelier/channel/annonces']);
  expect(screen.getByRole('region', { name: 'Non lus' }).textContent).toMatch(/2 mentions/);
  expect(linksUnder('Reprendre')).toEqual(['/workspace/atelier/channel/general']);
  const signs = [...document.querySelectorAll<HTMLElement>('[data-visibility]')];
  expect(signs.map(({ dataset }) => dataset.visibility)).toEqual(['protected', 'public']);
  expect(withoutDirection('annonces', 'Atelier Tilleul')).toEqual([]);
  cleanup();
  // A workspace without a logo has its initials.
  show({ workspaces: mine, visited: ['general'] });
  await waitFor(() => expect(headings()).toEqual(['Reprendre', 'Aller plus loin']));
  expect(screen.getByRole('region', { name: 'Reprendre' }).textContent).toBe('ReprendreATgeneralAtelier Tilleul');
  cleanup();
  show({ workspaces: mine });
  await waitFor(() => expect(headings()).toEqual(['Vos workspaces', 'Aller plus loin']));
  expect(screen.getByRole('region', { name: 'Vos workspaces' }).textContent).toMatch(/^Vos workspacesATAtelier/);
  cleanup();
  // Where all of them are unread, there are none to go back to, and the workspaces are not listed in their stead.
  show({ workspaces: mine, visited: ['annonces'], unread: [state('annonces', 2)] });
  await waitFor(() => expect(headings()).toEqual(['Non lus', 'Aller plus loin']));
});

test('The home page shows five unread notifications at most, and marks all that are unread as read', async () => {
  const otherKarim = { ...karim, _id: 'other', lastName: 'Diallo' };
  const notifications = Array.from({ length: 7 }, (_, n) => ({
    ...{ _id: `n${n}`, content: `Avis ${n}.`, createdAt: '2026-11-22T10:00:00.000Z', isRead: n === 0, type: 'society' },
    ...{ link: '/userSociety', actor: n === 1 ? karim : n === 2 ? otherKarim : null, about: null },
  }));
  let answer = (_response: Response) => {};
  const answers = { 'POST /notifications': () => new Promise<Response>(done => (answer = done)) };
  const { calls } = show({ notifications, answers });
  const waiting = within(await screen.findByRole('region', { name: 'À lire' }));
  // Two authors of the same first name are told apart, as everywhere.
  expect(waiting.getAllByText(/^Karim/).map(({ textContent }) => textContent)).toEqual(['Karim B.', 'Karim D.']);
  expect(waiting.getAllByText(/^Avis \d\.$/).map(({ textContent }) => textContent)).toEqual([
    ...['Avis 1.', 'Avis 2.', 'Avis 3.', 'Avis 4.', 'Avis 5.'],
  ]);
  const markAll = waiting.getByRole('button', { name: 'Tout marquer comme lu' });
  fireEvent.click(markAll);
  await waitFor(() => expect(calls.some(({ asked }) => asked === 'POST /notifications')).toBe(true));
  expect(markAll.getAttribute('aria-busy')).toBe('true');
  expect(JSON.stringify(calls.find(({ asked }) => asked === 'POST /notifications')?.body)).toContain(
    '"n1","n2","n3","n4","n5","n6"',
  );
  answer(json(200, { notifications: [] }));
  await waitFor(() => expect(markAll.getAttribute('aria-busy')).toBeNull());
});

test.each([
  [{ doubleAuthentification: true, verification: false }, true],
  [{ doubleAuthentification: true, verification: true }, false],
  [{ doubleAuthentification: false, verification: false }, false],
])('The home page offers to finish two-step sign-in where it was begun: %j, %s', async (me, offered) => {
  show({ me });
  await screen.findByText('Bienvenue sous l’arbre. Voici par où commencer.');
  expect(screen.queryByText('Double authentification à terminer.') !== null).toBe(offered);
  const way = document.querySelector('a[href="/enable-2fa"]');
  expect(way !== null).toBe(offered);
  expect(screen.queryByText(/Elle protégera votre compte/) !== null).toBe(offered);
});

test('The home page offers a guest one first step, and whoever may not make a workspace all but that', async () => {
  const steps = () => within(screen.getByRole('region', { name: 'Pour commencer' })).getAllByRole('button');
  show({ me: { guest: true } });
  expect(await screen.findByText(/^Aucun salon ne vous est ouvert pour l’instant/)).toBeDefined();
  expect(steps().map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Écrire à quelqu’un/)]);
  cleanup();
  const before = usePlace.getState();
  usePlace.setState({ settings: { workspaceMakers: 'administrators' } } as never);
  const { path } = show();
  await screen.findByText('Bienvenue sous l’arbre. Voici par où commencer.');
  expect(steps().map(({ textContent }) => textContent?.slice(0, 9))).toEqual(['J’ai un c', 'Découvrir', 'Écrire à ']);
  act(() => usePlace.setState(before, true));
  fireEvent.click(screen.getByRole('button', { name: /^J’ai un code/ }));
  expect(await screen.findByRole('alertdialog', { name: 'Rejoindre un Workspace' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  fireEvent.click(screen.getByRole('button', { name: /^Découvrir/ }));
  await waitFor(() => expect(path()).toBe('/workspaces'));
});

test('The home page shows a conversation by who is in it, its unread messages, and what was begun there', async () => {
  const unread = { ...state('', 0), channelId: null, conversationId: 'midi', workspaceId: null, messages: 4 };
  show({ workspaces: mine, conversations: [talk], visited: ['midi', 'general'], unread: [unread] });
  type('general', '  À demain\n matin ');
  await waitFor(() => expect(headings()).toEqual(['Non lus', 'Reprendre', 'Aller plus loin']));
  expect(linksUnder('Non lus')).toEqual(['/conversation/midi']);
  const text = (name: string) => screen.getByRole('region', { name }).textContent;
  expect(text('Non lus')).toMatch(/Karim.*Conversation.*4 messages non lus/);
  expect(text('Reprendre')).toMatch(/general.*Brouillon.*À demain matin$/);
  expect(withoutDirection('À demain matin')).toEqual([]);
  cleanup();
  show({ workspaces: mine, conversations: [talk], visited: ['midi'] });
  type('midi', 'À plus');
  await waitFor(() => expect(headings()).toEqual(['Reprendre', 'Aller plus loin']));
  expect(text('Reprendre')).toBe('ReprendreKBHors ligneKarim BenaliBrouillon\u00a0: À plus');
  expect(linksUnder('Reprendre')).toEqual(['/conversation/midi']);
  cleanup();
  // A conversation that this device never visited.
  show({ conversations: [talk], unread: [unread] });
  await waitFor(() => expect(headings()).toContain('Non lus'));
  expect(linksUnder('Non lus')).toEqual(['/conversation/midi']);
});

test('The home page of a phone has no inbox of its own: the bar has it', async () => {
  show();
  expect(await screen.findByRole('button', { name: /^Boîte de réception/ })).toBeDefined();
  cleanup();
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  show();
  expect(await screen.findByRole('heading', { level: 1 })).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Boîte de réception/ })).toBeNull();
});

test('The home page says nothing of first steps before it knows where one has been', async () => {
  let answer = (_response: Response) => {};
  const { calls } = show({
    answers: { 'GET /user/camille/workspaces': () => new Promise<Response>(done => (answer = done)) },
  });
  await waitFor(() => expect(calls.some(({ asked }) => asked === 'GET /user/camille/workspaces')).toBe(true));
  expect([screen.queryAllByRole('heading', { level: 2 }), screen.queryByText(/Bienvenue|Reprenez/)]).toEqual([
    [],
    null,
  ]);
  expect(screen.getAllByText('Chargement…').length).toBeGreaterThan(0);
  answer(json(200, { workspaces: mine }));
  await waitFor(() => expect(headings()).toEqual(['Vos workspaces', 'Aller plus loin']));
});

test.each([
  ['a channel', 'GET /workspace/atelier/channels', { channels }],
  ['a conversation', 'GET /user/camille/conversations', { conversations: [talk], nextCursor: null }],
])(
  'The home page offers no list of workspaces before it knows whether %s is a last place',
  async (_which, asked, body) => {
    let answer = (_response: Response) => {};
    const { client } = show({
      workspaces: mine,
      visited: ['midi', 'general'],
      conversations: [talk],
      answers: {
        'GET /workspace/atelier/channels': () => json(200, { channels: [] }),
        'GET /user/camille/conversations': () => json(200, { conversations: [], nextCursor: null }),
        [asked]: () => new Promise<Response>(done => (answer = done)),
      },
    });
    // All the page's requests are answered, but this.
    await waitFor(() => expect(client.isFetching()).toBe(1));
    expect(screen.queryAllByRole('heading', { level: 2 })).toEqual([]);
    answer(json(200, body));
    await waitFor(() => expect(headings()).toEqual(['Reprendre', 'Aller plus loin']));
  },
);

test('The home page welcomes nobody as new whose workspaces it could not read', async () => {
  const { client } = show({
    unread: [state('annonces', 2)],
    answers: {
      'GET /user/camille/workspaces': () => json(403, { code: 'forbidden', message: 'Non.' }),
      'GET /channel': () => json(200, { channels }),
    },
  });
  await waitFor(() => expect(client.isFetching()).toBe(0));
  await waitFor(() => expect(headings()).toEqual(['Aller plus loin']));
  expect(screen.getByText('Reprenez où vous en étiez.')).toBeDefined();
});

test('The home page says nothing of what it could not read, and asks for nothing of a workspace that one is no longer in', async () => {
  const never = () => json(403, { code: 'forbidden', message: 'Non.' });
  const { calls, client } = show({
    workspaces: mine,
    visited: ['general'],
    unread: [state('annonces', 2)],
    me: { firstName: undefined },
    answers: { 'GET /workspace/atelier/channels': never, 'GET /channel': never },
  });
  await waitFor(() => expect(headings()).toEqual(['Vos workspaces', 'Aller plus loin']));
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(calls.map(({ asked }) => asked)).toContain('GET /channel');
  expect(useAlerts.getState().alerts).toEqual([]);
  // The greeting names nobody before the user is known.
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Bon(jour|soir)$/);
  cleanup();
  const left = show({ visited: ['general'], answers: { 'GET /unread': never } });
  await waitFor(() => expect(headings()).toEqual(['Pour commencer']));
  await waitFor(() => expect(left.client.isFetching()).toBe(0));
  expect(left.calls.map(({ asked }) => asked)).not.toContain('GET /workspace/atelier/channels');
  expect(left.calls.map(({ asked }) => asked)).toContain('GET /unread');
  expect(useAlerts.getState().alerts).toEqual([]);
});
