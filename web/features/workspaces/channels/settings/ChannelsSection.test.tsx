// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { endedHere } from '../../../../platform/server/ended.ts';
import { camille, channels, json, karim, open, refused, serve } from '../../../../test/settings-world.tsx';
import { channelsLive } from '../channels.live.ts';
import { ChannelsSection } from './ChannelsSection.tsx';

afterEach(cleanup);

const [general, annonces] = channels as [Channel, Channel];

// Loaded before, so that no test waits for the icons’ many files.
beforeAll(() => import('../../../../ui/dialogs/PendingDialog.tsx'));

function show(listed: readonly Channel[] = channels, answers: Parameters<typeof serve>[1] = {}, me = camille) {
  const calls = serve(me, {
    'GET /workspace/atelier/channels': () => json(200, { channels: listed }),
    'PUT /channel/annonces': () => json(200, { message: '', channel: annonces }),
    ...answers,
  });
  const { client } = open(
    [{ path: '/settings/workspace/:workspaceId/channels', Component: ChannelsSection }],
    '/settings/workspace/atelier/channels',
  );
  const sent = (method: string) => calls.filter(({ asked }) => asked.startsWith(method)).map(({ body }) => body);
  return { client, sent, saved: () => sent('PUT') };
}
// By their labels: roles of so many rows and their menus would take the most of these tests.
const edit = async () => {
  await waitFor(() => expect(screen.getByLabelText('Modifier annonces')).toHaveProperty('disabled', false));
  fireEvent.click(screen.getByLabelText('Modifier annonces'));
  return within(await screen.findByRole('dialog', { name: 'Modifier le salon' }));
};

test('A channel’s dialog sends what was changed in it alone, and says that someone else changed the channel', async () => {
  const { client, saved } = show();
  const dialog = await edit();
  act(() => channelsLive.updateChannel({ ...annonces, title: 'nouvelles' }, client));
  expect(await dialog.findByText('Quelqu’un vient de modifier ce salon.')).toBeDefined();
  fireEvent.click(dialog.getByRole('radio', { name: /^Public/ }));
  fireEvent.click(dialog.getByText('Enregistrer'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(saved()).toEqual([{ visibility: 'public' }]);
});

test('A channel’s dialog says who may see it now, if someone else changes that, and takes its own change for no other’s', async () => {
  let answer = () => {};
  const held = new Promise<void>(done => {
    answer = done;
  });
  const { client } = show(channels, {
    'PUT /channel/annonces': async () => {
      await held;
      return json(200, { message: '', channel: annonces });
    },
  });
  const dialog = await edit();
  fireEvent.change(dialog.getByLabelText(/^Nom du salon/), { target: { value: 'nouvelles' } });
  fireEvent.click(dialog.getByText('Enregistrer'));
  const save = dialog.getByRole('button', { name: 'Enregistrer' });
  await waitFor(() => expect(save.getAttribute('aria-busy')).toBe('true'));
  act(() => channelsLive.updateChannel({ ...annonces, title: 'nouvelles' }, client));
  // Once the page shows the change.
  await screen.findByLabelText('Modifier nouvelles');
  expect(dialog.queryByText('Quelqu’un vient de modifier ce salon.')).toBeNull();
  answer();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  act(() => channelsLive.updateChannel(annonces, client));
  const again = await edit();
  act(() => channelsLive.updateChannel({ ...annonces, visibility: 'public' }, client));
  expect(await again.findByText('Quelqu’un vient de modifier ce salon.')).toBeDefined();
});

test('A channel’s dialog waits for a name to create it, and says that an emptied name is required', async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Créer un salon' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Créer un salon' }));
  const submit = dialog.getByRole('button', { name: 'Créer' });
  const name = dialog.getByLabelText(/^Nom du salon/);
  expect(name).toMatchObject({ maxLength: limits.title, required: true });
  expect(submit).toHaveProperty('disabled', true);
  expect(dialog.queryByText('Le nom du canal est requis')).toBeNull();
  fireEvent.change(name, { target: { value: 'Chantier' } });
  expect(submit).toHaveProperty('disabled', false);
  fireEvent.change(name, { target: { value: ' ' } });
  expect(submit).toHaveProperty('disabled', true);
  expect(dialog.getByText('Le nom du canal est requis')).toBeDefined();
});

test('A channel’s dialog can no longer save once the channel is deleted, and asks nothing where nothing changed', async () => {
  const { client, saved } = show();
  fireEvent.click((await edit()).getByText('Enregistrer'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const dialog = await edit();
  fireEvent.change(dialog.getByLabelText(/^Nom du salon/), { target: { value: 'nouvelles' } });
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  const asked = within(await screen.findByRole('alertdialog', { name: /^Quitter sans enregistrer/ }));
  fireEvent.click(asked.getByRole('button', { name: 'Continuer à modifier' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  act(() => channelsLive.deleteChannel({ _id: 'annonces', workspaceId: 'atelier' }, client));
  expect(await screen.findByText('Ce salon vient d’être supprimé.')).toBeDefined();
  expect(dialog.getByRole('button', { name: 'Enregistrer' })).toHaveProperty('disabled', true);
  // There is nothing left to lose.
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(saved()).toEqual([]);
});

test('Channels found by a search cannot be moved: their place among the found is none among all', async () => {
  const many = Array.from({ length: 9 }, (_, n) => ({ ...general, _id: `c${n}`, title: `Chantier ${n}`, position: n }));
  show(many);
  expect(await screen.findByLabelText('Descendre Chantier 1')).toBeDefined();
  fireEvent.change(screen.getByLabelText('Rechercher un salon'), { target: { value: 'CHANTIER' } });
  expect(screen.getAllByRole('listitem')).toHaveLength(9);
  expect(screen.getByRole('list', { name: 'Salons du workspace' })).toBeDefined();
  expect(screen.queryAllByLabelText(/^(Monter|Descendre)/)).toHaveLength(0);
  fireEvent.change(screen.getByLabelText('Rechercher un salon'), { target: { value: ' ' } });
  expect(screen.getByLabelText('Descendre Chantier 1')).toBeDefined();
});

test('A channel’s row offers what one may do with it, and says why the channel of arrival stays', async () => {
  show();
  await waitFor(() => expect(screen.getByLabelText('Modifier general')).toHaveProperty('disabled', false));
  const arrival = screen.getByLabelText('Supprimer general');
  expect(arrival).toHaveProperty('disabled', true);
  expect(arrival.title).toBe('Le salon des messages système ne peut être ni supprimé ni rendu privé.');
  expect(screen.getByText('Salon des messages système').closest('li')?.textContent).toContain('# general');
  expect(screen.getByLabelText('Supprimer annonces')).toHaveProperty('disabled', false);
  expect(screen.getByLabelText('Supprimer annonces').title).not.toMatch(/messages système/);
  const protectedOne = screen.getByText('# annonces').closest('li')?.textContent;
  expect(protectedOne).toMatch(/# annonces \(Protégé\)Requiert une autorisation pour accéder\./);
  expect(screen.getAllByLabelText(/^Ajouter des personnes/)).toHaveLength(1);
  fireEvent.click(screen.getByLabelText('Ajouter des personnes à #direction'));
  const people = await screen.findByRole('dialog', { name: 'Personnes de #direction' });
  fireEvent.keyDown(people, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog'), 'closed by Escape').toBeNull());
  cleanup();
  const { client } = show(channels, {}, karim);
  await screen.findByLabelText('Modifier annonces');
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.getByLabelText('Modifier annonces')).toHaveProperty('disabled', true);
  expect(screen.getByLabelText('Supprimer annonces')).toHaveProperty('disabled', true);
  expect(screen.queryAllByLabelText(/^(Ajouter des personnes|Monter|Descendre)/)).toEqual([]);
});

test('Channels are ordered by hand for everybody; a refused move gives the server’s order back', async () => {
  let refuses = false;
  const { sent } = show(channels, {
    'PUT /workspace/atelier/channels': () =>
      refuses ? refused(403, 'Pas vous.') : json(200, { message: '', channels }),
  });
  const order = () => [...document.querySelectorAll<HTMLElement>('li[data-row]')].map(row => row.dataset.row);
  fireEvent.click(await screen.findByLabelText('Descendre general'));
  expect(order()).toEqual(['annonces', 'general', 'direction']);
  await waitFor(() => expect(sent('PUT')).toEqual([{ channels: ['annonces', 'general', 'direction'] }]));
  // As the server tells it.
  await waitFor(() => expect(order()).toEqual(['general', 'annonces', 'direction']));
  expect(sent('GET /workspace/atelier/channels').length).toBeGreaterThan(1);
  refuses = true;
  fireEvent.click(screen.getByLabelText('Descendre general'));
  expect(await screen.findByText('Pas vous.')).toBeDefined();
  await waitFor(() => expect(order()).toEqual(['general', 'annonces', 'direction']));
});

test('A channel is deleted in the settings once that is confirmed, and a refusal says why', async () => {
  let refuses = true;
  const { sent } = show(channels, {
    'DELETE /channel/direction': () => (refuses ? refused(403, 'Pas vous.') : json(200, { message: '' })),
  });
  const remove = async (answer: string) => {
    await waitFor(() => expect(screen.getByLabelText('Supprimer direction')).toHaveProperty('disabled', false));
    fireEvent.click(screen.getByLabelText('Supprimer direction'));
    const dialog = within(await screen.findByRole('alertdialog', { name: /^Êtes-vous sûr/ }));
    expect(dialog.getByText('Cette action est irréversible !')).toBeDefined();
    fireEvent.click(dialog.getByText(answer));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  };
  await remove('Annuler');
  expect(sent('DELETE')).toEqual([]);
  await remove('Oui, supprimer');
  expect(await screen.findByText('Impossible de supprimer le canal.')).toBeDefined();
  expect(screen.getByText('Pas vous.')).toBeDefined();
  refuses = false;
  await remove('Oui, supprimer');
  expect(await screen.findByText('Le canal a été supprimé.')).toBeDefined();
  expect(endedHere('direction')).toBe(true);
});

test('A channel is created in the settings, public unless chosen otherwise; a refusal keeps the dialog as it is', async () => {
  let refuses = true;
  const { sent } = show(channels, {
    'POST /channel': () =>
      refuses ? refused(409, 'Ce nom est déjà pris.') : json(201, { message: '', channel: general }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Créer un salon' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Créer un salon' }));
  const name = dialog.getByLabelText<HTMLInputElement>(/^Nom du salon/);
  expect(document.activeElement).toBe(name);
  expect(dialog.getByRole('radio', { name: /^Privé/ })).toHaveProperty('disabled', false);
  fireEvent.change(name, { target: { value: ' Chantier ' } });
  const create = dialog.getByRole('button', { name: 'Créer' });
  fireEvent.click(create);
  expect(await screen.findByText('Impossible de créer le canal.')).toBeDefined();
  expect(name.value).toBe(' Chantier ');
  refuses = false;
  await waitFor(() => expect(create.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(create);
  expect(await screen.findByText('Canal créé avec succès !')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('POST').at(-1)).toEqual({ title: 'Chantier', visibility: 'public', workspaceId: 'atelier' });
});

test('A channel that could not be changed stays in its dialog as typed, with the reason; one that was is told', async () => {
  let refuses = true;
  const { saved } = show(channels, {
    'PUT /channel/annonces': () =>
      refuses ? refused(409, 'Ce nom est déjà pris.') : json(200, { message: '', channel: annonces }),
  });
  const dialog = await edit();
  const name = dialog.getByLabelText<HTMLInputElement>(/^Nom du salon/);
  fireEvent.change(name, { target: { value: ' nouvelles ' } });
  const save = dialog.getByRole('button', { name: 'Enregistrer' });
  fireEvent.click(save);
  expect(await screen.findByText('Ce nom est déjà pris.')).toBeDefined();
  expect(screen.getByText('Impossible de modifier le canal.')).toBeDefined();
  expect(name.value).toBe(' nouvelles ');
  refuses = false;
  await waitFor(() => expect(save.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(save);
  expect(await screen.findByText('Canal modifié avec succès !')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(saved()).toEqual(Array(2).fill({ title: 'nouvelles' }));
});

test('The channel of arrival cannot be made private in its dialog, which is not left unasked once it is changed', async () => {
  show();
  await edit().then(dialog => {
    expect(dialog.queryByText(/^Le salon des messages système/)).toBeNull();
    expect(document.activeElement).toBe(dialog.getByLabelText(/^Nom du salon/));
    fireEvent.click(dialog.getByText('Annuler'));
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByLabelText('Modifier general'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Le salon des messages système ne peut être ni supprimé ni rendu privé.')).toBeDefined();
  const visible = (name: RegExp) => dialog.getByRole('radio', { name });
  expect(visible(/^Privé/)).toHaveProperty('disabled', true);
  expect(visible(/^Protégé/)).toHaveProperty('disabled', false);
  fireEvent.click(visible(/^Protégé/));
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(await screen.findByRole('alertdialog', { name: /^Quitter sans enregistrer/ })).toBeDefined();
});

test('Channels have a search above eight, whose nothing is not the lack of channels; a failure is asked for again', async () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ ...general, _id: `c${n}`, title: `Chantier ${n}`, position: n }));
  show(many(8));
  await screen.findByText('8 salons');
  expect(screen.queryByLabelText('Rechercher un salon')).toBeNull();
  cleanup();
  show(many(9));
  fireEvent.change(await screen.findByLabelText('Rechercher un salon'), { target: { value: 'jardin' } });
  expect(screen.getByText('Aucun salon de ce nom.')).toBeDefined();
  fireEvent.change(screen.getByLabelText('Rechercher un salon'), { target: { value: 'chantier 3' } });
  expect(screen.getByText('1 salon')).toBeDefined();
  cleanup();
  let fails = true;
  show([], { 'GET /workspace/atelier/channels': () => (fails ? refused(403, 'Non.') : json(200, { channels: [] })) });
  const again = await screen.findByRole('button', { name: 'Réessayer' });
  expect(screen.getByText('Les salons n’ont pas pu être chargés.')).toBeDefined();
  fails = false;
  fireEvent.click(again);
  expect(await screen.findByText('Aucun salon')).toBeDefined();
  // An empty list says what to do.
  const create = screen.getAllByRole('button', { name: 'Créer un salon' });
  expect(create).toHaveLength(2);
  fireEvent.click(create[1] as HTMLElement);
  expect(await screen.findByRole('dialog', { name: 'Créer un salon' })).toBeDefined();
});
