// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Outlet } from 'react-router';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { useLostPlace } from '../../../../app/places/useLostPlace.ts';
import { endedHere, forgetEnd } from '../../../../platform/server/ended.ts';
import { readAgain } from '../../../../test/read-again.ts';
import {
  atelier,
  camille,
  json,
  karim,
  leonie,
  open,
  refused,
  roles,
  serve,
} from '../../../../test/settings-world.tsx';
import { GeneralSection } from './GeneralSection.tsx';
import { SettingsGate } from './SettingsGate.tsx';

beforeAll(() => import('../../../../ui/dialogs/PendingDialog.tsx'));
afterEach(() => {
  cleanup();
  forgetEnd('atelier');
});

const Frame = () => (useLostPlace() ? null : <Outlet />);

const routes = [
  {
    Component: Frame,
    children: [
      {
        path: '/settings/workspace/:workspaceId',
        element: <SettingsGate />,
        children: [
          { index: true, Component: GeneralSection },
          { path: 'members', element: <input aria-label="Recherche" autoComplete="off" /> },
        ],
      },
      { path: '/workspaces', element: <p>Découvrir</p> },
      { path: '/workspace/:workspaceId', element: <p>Le salon d’accueil</p> },
    ],
  },
];
const show = () => open(routes, '/settings/workspace/atelier');

async function ask(title: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Supprimer le serveur' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  const type = async (text: string) => {
    const field = dialog.getByLabelText('Nom du serveur');
    fireEvent.change(field, { target: { value: text } });
    await userEvent.click(dialog.getByRole('button', { name: 'Supprimer le serveur' }));
  };
  await type(title);
  return { dialog, type };
}

test('The workspace is deleted only once its exact title has been typed', async () => {
  const calls = serve(camille, {
    'DELETE /workspace/atelier': () => json(200, { message: 'La société a été supprimée.' }),
  });
  const { router } = show();
  const { dialog, type } = await ask('');
  expect(document.title).toMatch(/^Général · .+ · Atelier Tilleul · Palabre$/);
  expect(await dialog.findByText('Le nom de la société est requis')).toBeDefined();
  await type('atelier tilleul');
  expect(await dialog.findByText('Le nom de la société ne correspond pas')).toBeDefined();
  expect(calls.filter(call => call.asked.startsWith('DELETE'))).toEqual([]);
  await type(atelier.title);
  expect(await screen.findByText('Supprimé !')).toBeDefined();
  expect(screen.getByText('La société a été supprimée.')).toBeDefined();
  expect(router.state.location.pathname).toBe('/workspaces');
  // The person who deleted it is not told of its loss again.
  expect(endedHere('atelier')).toBe(true);
  expect(calls.find(call => call.asked === 'DELETE /workspace/atelier')?.body).toEqual({ title: atelier.title });
});

test('A refused deletion of a workspace is reported, and stays on the page', async () => {
  serve(camille, { 'DELETE /workspace/atelier': () => refused(403, 'Non.') });
  const { router } = show();
  await userEvent.click(await screen.findByRole('button', { name: 'Supprimer le serveur' }));
  const given = within(await screen.findByRole('alertdialog', { name: /^Supprimer Atelier Tilleul/ }));
  expect(given.getByText(/tapez le nom exact du serveur.*Atelier Tilleul$/)).toBeDefined();
  fireEvent.click(given.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await ask(atelier.title);
  const said = within(await screen.findByRole('alertdialog', { name: 'Erreur' }));
  expect(said.getByText(/Une erreur est survenue lors de la suppression de la société\./)).toBeDefined();
  expect(said.getByText('Échec de la suppression du workspace')).toBeDefined();
  expect(said.getByText('Non.')).toBeDefined();
  expect(document.querySelectorAll('[data-alerts] li')).toHaveLength(0);
  expect(router.state.location.pathname).toBe('/settings/workspace/atelier');
});

test('A workspace that is being deleted shows that it is, until the answer', async () => {
  let answer = () => {};
  const held = new Promise<void>(done => {
    answer = done;
  });
  serve(camille, { 'DELETE /workspace/atelier': () => held.then(() => refused(403, 'Non.')) });
  show();
  await ask(atelier.title);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  const button = screen.getByRole('button', { name: 'Supprimer le serveur' });
  expect(button.getAttribute('aria-busy')).toBe('true');
  answer();
  fireEvent.click(within(await screen.findByRole('alertdialog', { name: 'Erreur' })).getByRole('button'));
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
});

test('The index of a workspace’s settings has the title of them all', async () => {
  serve(camille);
  const index = '/settings/workspace/:workspaceId/sections';
  open([{ path: index, Component: SettingsGate }], index.replace(':workspaceId', 'atelier'));
  await waitFor(() => expect(document.title).toBe('Paramètres · Atelier Tilleul · Palabre'));
});

test('The settings let a holder of a creator role save, but hide the danger zone', async () => {
  const calls = serve(leonie, { 'PUT /workspace/atelier': () => json(200, { workspace: atelier }) });
  show();
  const tags = await screen.findByLabelText('Étiquettes', { selector: 'input' });
  expect(screen.queryByText('Zone dangereuse')).toBeNull();
  fireEvent.change(tags, { target: { value: 'architecture,  chantier ,' } });
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText('Les paramètres ont été enregistrés.')).toBeDefined();
  expect(calls.find(call => call.asked.startsWith('PUT'))?.body).toEqual({ tags: ['architecture', 'chantier'] });
  // The page then refetches the workspace.
  const asked = calls.map(({ asked }) => asked);
  expect(asked.lastIndexOf('GET /workspace/atelier')).toBeGreaterThan(asked.indexOf('PUT /workspace/atelier'));
});

test('The danger zone goes once one no longer owns the workspace', async () => {
  let owner = ['camille'];
  const card = () => ({ ...atelier, owner, owners: [], isMember: true });
  serve(camille, { 'GET /user/camille/workspaces': () => json(200, { workspaces: [card()] }) });
  const { client } = show();
  expect(await screen.findByText('Zone dangereuse')).toBeDefined();
  owner = ['leonie'];
  await readAgain(client, '/user/:id/workspaces');
  expect(screen.queryByText('Zone dangereuse')).toBeNull();
  expect(screen.getByLabelText('Étiquettes', { selector: 'input' })).toBeDefined();
});

test('The settings report a failed save, and keep the typed text', async () => {
  serve(camille, { 'PUT /workspace/atelier': () => refused(403, 'Non.') });
  show();
  const name = await screen.findByLabelText(/Nom du serveur/);
  fireEvent.change(name, { target: { value: 'Atelier Tilleul 2' } });
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText(/Impossible de sauvegarder les paramètres\./)).toBeDefined();
  expect(screen.getByText('Non.')).toBeDefined();
  expect(name).toHaveProperty('value', 'Atelier Tilleul 2');
});

test('The settings show the server’s field errors at their field', async () => {
  serve(camille, {
    'PUT /workspace/atelier': () =>
      json(400, { code: 'invalid_input', message: 'Non.', issues: [{ path: 'title', message: 'Trop long.' }] }),
  });
  show();
  const name = await screen.findByLabelText(/Nom du serveur/);
  fireEvent.change(name, { target: { value: 'Atelier Tilleul 2' } });
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText('Trop long.')).toBeDefined();
  expect(document.activeElement).toBe(name);
});

test('The settings lead out a member without the right, and say why', async () => {
  serve(karim);
  const { router } = show();
  expect(await screen.findByText('Vous n’avez pas accès aux paramètres de ce workspace.')).toBeDefined();
  expect(router.state.location.pathname).toBe('/workspace/atelier');
});

test('The settings whose reader’s roles could not be loaded are asked for again', async () => {
  let fails = true;
  const mine = () => json(200, { roles: roles.filter(({ users }) => users.includes('leonie')) });
  serve(leonie, { 'GET /workspace/atelier/user-roles': () => (fails ? refused(403, 'Non.') : mine()) });
  show();
  await screen.findByText('Les paramètres n’ont pas pu être chargés.');
  fails = false;
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByRole('heading', { name: 'Paramètres Généraux' })).toBeDefined();
});

test('The settings that could not be loaded are asked for again, and welcome people in no private channel', async () => {
  let fails = 'GET /user/camille/workspaces';
  const { bans: _bans, members: _members, channels: _channels, ...card } = atelier;
  const unless = (asked: string, body: object) => () => (fails === asked ? refused(403, 'Non.') : json(200, body));
  const answers = {
    'GET /user/camille/workspaces': { workspaces: [{ ...card, owners: [], isMember: true }] },
    'GET /workspace/atelier/user-roles': { roles: [] },
    'GET /workspace/atelier': { workspace: atelier },
  };
  serve(camille, Object.fromEntries(Object.entries(answers).map(([asked, body]) => [asked, unless(asked, body)])));
  show();
  const again = async () => {
    await screen.findByText('Les paramètres n’ont pas pu être chargés.');
    return screen.getByRole('button', { name: 'Réessayer' });
  };
  const first = await again();
  fails = 'GET /workspace/atelier';
  fireEvent.click(first);
  await screen.findByRole('heading', { name: 'Paramètres Généraux' });
  const second = await again();
  fails = '';
  fireEvent.click(second);
  await userEvent.click(await screen.findByRole('combobox', { name: 'Salon des messages système' }));
  const options = (await screen.findAllByRole('option')).filter(({ tagName }) => tagName !== 'OPTION');
  expect(options.map(({ textContent }) => textContent)).toEqual(['general', 'annonces']);
});

test('The settings of another workspace begin anew: what was searched in those of the first is not searched in them', async () => {
  const riviere = { ...atelier, _id: 'riviere', title: 'Rivière' };
  const inside = (one: typeof atelier) => ({ ...one, owners: [], isMember: true });
  serve(camille, {
    'GET /user/camille/workspaces': () => json(200, { workspaces: [atelier, riviere].map(inside) }),
    'GET /workspace/riviere': () => json(200, { workspace: riviere }),
    'GET /workspace/riviere/user-roles': () => json(200, { roles: [] }),
  });
  const { router, client } = open(routes, '/settings/workspace/riviere/members');
  const search = () => screen.findByLabelText<HTMLInputElement>('Recherche');
  await search();
  await act(() => router.navigate('/settings/workspace/atelier/members'));
  fireEvent.change(await search(), { target: { value: 'karim' } });
  // The rights in both are known: nothing stands between the two pages.
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect((await search()).value).toBe('karim');
  await act(() => router.navigate('/settings/workspace/riviere/members'));
  expect((await search()).value).toBe('');
});
