// @vitest-environment jsdom
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { camille, channels, json, open, serve } from '../../../../test/settings-world.tsx';
import { channelsLive } from '../channels.live.ts';
import { ChannelsSection } from './ChannelsSection.tsx';

afterEach(cleanup);

const [general, annonces] = channels as [Channel, Channel];

function show(listed: readonly Channel[] = channels) {
  const calls = serve(camille, {
    'GET /workspace/atelier/channels': () => json(200, { channels: listed }),
    'PUT /channel/annonces': () => json(200, { message: '', channel: annonces }),
  });
  const { client } = open(
    [{ path: '/settings/workspace/:workspaceId/channels', Component: ChannelsSection }],
    '/settings/workspace/atelier/channels',
  );
  return { client, saved: () => calls.filter(({ asked }) => asked.startsWith('PUT')).map(({ body }) => body) };
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

test('A channel’s dialog waits for a name to create it, and says that an emptied name is required', async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Créer un salon' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Créer un salon' }));
  const submit = dialog.getByRole('button', { name: 'Créer' });
  const name = dialog.getByLabelText(/^Nom du salon/);
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
  act(() => channelsLive.deleteChannel({ _id: 'annonces', workspaceId: 'atelier' }, client));
  expect(await screen.findByText('Ce salon vient d’être supprimé.')).toBeDefined();
  expect(dialog.getByRole('button', { name: 'Enregistrer' })).toHaveProperty('disabled', true);
  expect(saved()).toEqual([]);
});

test('Channels found by a search cannot be moved: their place among the found is none among all', async () => {
  const many = Array.from({ length: 9 }, (_, n) => ({ ...general, _id: `c${n}`, title: `Chantier ${n}`, position: n }));
  show(many);
  expect(await screen.findByLabelText('Descendre Chantier 1')).toBeDefined();
  fireEvent.change(screen.getByLabelText('Rechercher un salon'), { target: { value: 'CHANTIER' } });
  expect(screen.getAllByRole('listitem')).toHaveLength(9);
  expect(screen.queryAllByLabelText(/^(Monter|Descendre)/)).toHaveLength(0);
  fireEvent.change(screen.getByLabelText('Rechercher un salon'), { target: { value: ' ' } });
  expect(screen.getByLabelText('Descendre Chantier 1')).toBeDefined();
});
