// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { endedHere } from '../../../platform/server/ended.ts';
import { withoutDirection } from '../../../test/own-direction.ts';
import { camille, channels, json, karim, open, refused, role, serve } from '../../../test/settings-world.tsx';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { endDraft, type } from '../../messages/outbox/open/writing.ts';
import { ChannelList } from './ChannelList.tsx';

// Loaded before, so that no test waits for the icons’ many files.
beforeAll(() =>
  Promise.all([
    import('../../../ui/dialogs/PendingDialog.tsx'),
    import('../../../ui/overlays/overlays.ts'),
    import('./CreateChannelDialog.tsx'),
    import('./ChannelPeopleDialog.tsx'),
  ]),
);
afterEach(cleanup);

const pathOf = (id: string) => `/workspace/atelier/channel/${id}`;

/** Shows the list beside a channel, once all its requests are answered. */
async function show(me = camille, answers: Parameters<typeof serve>[1] = {}, here = 'general') {
  const calls = serve(me, { 'GET /unread': () => json(200, { unread: [], threads: [] }), ...answers });
  const shown = open([{ path: '*', element: <ChannelList workspaceId="atelier" /> }], pathOf(here));
  await screen.findByRole('link', { name: 'general' });
  await waitFor(() => expect(shown.client.isFetching()).toBe(0));
  const asked = (method: string) => calls.filter(call => call.asked.startsWith(method));
  return { ...shown, asked, path: () => shown.router.state.location.pathname };
}
const row = (name: string | RegExp) => screen.getByRole('link', { name });
/** Presses a key in a row; tells whether a dialog asks something. */
const asks = (name: string | RegExp, key: string) => {
  fireEvent.keyDown(row(name), { key });
  return useDialogs.getState().pending.length > 0;
};
async function menuOf(name: string | RegExp) {
  fireEvent.contextMenu(row(name), { clientX: 9, clientY: 9 });
  return within(await screen.findByRole('menu'));
}
const offered = (menu: { getAllByRole: (role: string) => HTMLElement[] }) =>
  menu.getAllByRole('menuitem').map(item => item.textContent);

test('A channel list offers to add, rename, order and delete channels to those who may, by keys as by menu', async () => {
  await show(karim);
  expect(screen.queryByRole('button', { name: 'Créer un salon' })).toBeNull();
  expect(asks(/^annonces/, 'F2')).toBe(false);
  expect(asks(/^annonces/, 'Delete')).toBe(false);
  expect(offered(await menuOf(/^annonces/)).join()).not.toMatch(/Renommer|Monter|Supprimer|Ajouter/);
  cleanup();
  await show();
  expect(screen.getByRole('button', { name: 'Créer un salon' })).toBeDefined();
  // The channel where people arrive stays.
  expect(asks('general', 'Delete')).toBe(false);
  expect(offered(await menuOf(/^direction/)).join()).toMatch(
    /^RenommerF2,Ajouter des personnes,Monter,Descendre,.*,SupprimerSuppr$/,
  );
  cleanup();
  // So it does for a person who may add channels and nothing else.
  const adding = role('Salons', 4, { addChannels: true, users: ['karim'] });
  await show(karim, { 'GET /workspace/atelier/user-roles': () => json(200, { roles: [adding] }) });
  expect(offered(await menuOf(/^annonces/)).join()).toMatch(/^RenommerF2,Monter,Descendre,.*,SupprimerSuppr$/);
});

test('A channel of the list is renamed by F2, and a refusal says why', async () => {
  const { asked } = await show(camille, { 'PUT /channel/annonces': () => refused(409, 'Ce nom est déjà pris.') });
  fireEvent.keyDown(row(/^annonces/), { key: 'F2' });
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Renommer le salon' }));
  const name = dialog.getByLabelText<HTMLInputElement>('Nom du salon');
  expect(name.value).toBe('annonces');
  fireEvent.change(name, { target: { value: ' nouvelles ' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText('Ce nom est déjà pris.')).toBeDefined();
  expect(screen.getByText('Impossible de modifier le salon.')).toBeDefined();
  expect(asked('PUT').map(({ body }) => body)).toEqual([{ title: 'nouvelles' }]);
});

test('A channel of the list is deleted once that is confirmed, and is left for the channel of arrival if it was open', async () => {
  const answers = { 'DELETE /channel/annonces': () => json(200, { message: 'Le salon a été supprimé.' }) };
  const { asked, path } = await show(camille, answers, 'annonces');
  fireEvent.keyDown(row(/^annonces/), { key: 'Delete' });
  const cancelled = within(await screen.findByRole('alertdialog', { name: /^Êtes-vous sûr/ }));
  expect(cancelled.getByText('Cette action est irréversible !')).toBeDefined();
  fireEvent.click(cancelled.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  fireEvent.keyDown(row(/^annonces/), { key: 'Delete' });
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Oui, supprimer' }));
  await waitFor(() => expect(path()).toBe(pathOf('general')));
  expect(asked('DELETE')).toHaveLength(1);
  expect(await screen.findByText('Supprimé !')).toBeDefined();
  expect(screen.getByText('Le salon a été supprimé.')).toBeDefined();
  // The person who deleted it is not told of its loss again.
  expect(endedHere('annonces')).toBe(true);
});

test('A channel that is not the open one is deleted without leaving the page', async () => {
  const answers = { 'DELETE /channel/direction': () => json(200, { message: 'Le salon a été supprimé.' }) };
  const { path } = await show(camille, answers, 'annonces');
  fireEvent.keyDown(row(/^direction/), { key: 'Delete' });
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Oui, supprimer' }));
  expect(await screen.findByText('Le salon a été supprimé.')).toBeDefined();
  expect(path()).toBe(pathOf('annonces'));
});

test('A channel of the list opens by a plain click, which alone is not left to the browser', async () => {
  const { path, router } = await show();
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])
    expect(fireEvent.click(row(/^annonces/), held)).toBe(true);
  expect(path()).toBe(pathOf('general'));
  expect(row('general').getAttribute('aria-current')).toBe('page');
  expect(withoutDirection('general', 'annonces')).toEqual([]);
  expect(fireEvent.click(row(/^annonces/))).toBe(false);
  await waitFor(() => expect(path()).toBe(pathOf('annonces')));
  expect(router.state.historyAction).toBe('PUSH');
  expect(row(/^annonces/).getAttribute('aria-current')).toBe('page');
  fireEvent.click(row(/^annonces/));
  await waitFor(() => expect(router.state.historyAction).toBe('REPLACE'));
});

test('A channel of the list is asked for as it is pressed, unless it is open or another button presses', async () => {
  const { asked } = await show();
  const pages = () => asked('GET /message').map(({ query }) => query.channelId);
  fireEvent.pointerDown(row('general'), { button: 0 });
  fireEvent.pointerDown(row(/^annonces/), { button: 2 });
  expect(pages()).toEqual([]);
  fireEvent.pointerDown(row(/^annonces/), { button: 0 });
  await waitFor(() => expect(pages()).toEqual(['annonces']));
});

test('A channel list says who sees each channel, and what waits in it', async () => {
  const state = { conversationId: null, workspaceId: 'atelier', seq: 9, read: 2, first: { _id: 'm3', position: 3 } };
  const heard = { messages: 3, level: 'all', muted: false };
  const unread = [
    { ...state, ...heard, channelId: 'annonces', mentions: 2 },
    { ...state, ...heard, channelId: 'direction', mentions: 0, muted: true },
  ];
  await show(camille, { 'GET /unread': () => json(200, { unread, threads: [] }) });
  expect(row(/^annonces/).getAttribute('aria-label')).toBe('annonces (Protégé, 2 mentions)');
  expect(row(/^direction/).getAttribute('aria-label')).toBe('direction (Privé, en sourdine)');
  expect(row('general').getAttribute('aria-label')).toBeNull();
  expect(within(row(/^annonces/)).getByText('2')).toBeDefined();
  expect([/^annonces/, /^direction/].map(name => row(name).dataset.muted)).toEqual([undefined, 'true']);
  // Truncated text is whole in its tooltip.
  expect([row(/^annonces/).title, row(/^annonces/).getAttribute('href')]).toEqual(['annonces', pathOf('annonces')]);
  const seen = ['general', /^annonces/, /^direction/].map(name => row(name).dataset.visibility);
  expect(seen).toEqual(['public', 'protected', 'private']);
});

test('A channel list says that something is unread, threads too, and where a draft waits but the open channel', async () => {
  const state = { conversationId: null, workspaceId: 'atelier', seq: 9, read: 2, first: { _id: 'm3', position: 3 } };
  const heard = { ...state, messages: 3, mentions: 0, level: 'all', muted: false };
  const unread = [{ ...heard, channelId: 'annonces' }];
  const parent = { channelId: 'direction', conversationId: null };
  const threads = [{ ...heard, channelId: null, workspaceId: 'atelier', threadId: 'fil', parent }];
  await show(camille, { 'GET /unread': () => json(200, { unread, threads }) });
  expect(row(/^annonces/).getAttribute('aria-label')).toBe('annonces (Protégé, non lu)');
  expect(row(/^annonces/).dataset.unread).toBe('true');
  expect(row(/^direction/).getAttribute('aria-label')).toBe('direction (Privé, fils non lus)');
  expect(row(/^direction/).dataset.unread).toBeUndefined();
  act(() => ['general', 'direction'].map(id => type(id, 'À suivre')));
  expect(row(/^direction/).getAttribute('aria-label')).toBe('direction (Privé, fils non lus, brouillon)');
  expect(row('general').getAttribute('aria-label')).toBeNull();
  act(() => ['general', 'direction'].map(endDraft));
});

test('A channel list is one tab stop, entered at the open channel, in which arrows move', async () => {
  await show();
  const stops = () => screen.getAllByRole('link').filter(link => link.tabIndex === 0);
  expect(stops()).toEqual([row('general')]);
  row('general').focus();
  fireEvent.keyDown(row('general'), { key: 'ArrowDown' });
  expect(document.activeElement).toBe(row(/^annonces/));
});

test('A channel’s menu moves it, and opens who is in a private one; what one hears of it is there for everybody', async () => {
  const { asked } = await show(camille, {
    'PUT /workspace/atelier/channels': () => json(200, { message: '', channels }),
  });
  const first = await menuOf('general');
  expect(first.getByRole('menuitem', { name: 'Monter' }).getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(first.getByRole('menuitem', { name: 'Descendre' }));
  await waitFor(() =>
    expect(asked('PUT').map(({ body }) => body)).toEqual([{ channels: ['annonces', 'general', 'direction'] }]),
  );
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  fireEvent.click((await menuOf(/^direction/)).getByText('Ajouter des personnes'));
  expect(await screen.findByText('Personnes de #direction')).toBeDefined();
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  for (const [what, asks] of [
    ['Renommer', /^Renommer le salon/],
    ['Supprimer', /^(Supprimer|Êtes-vous sûr)/],
  ] as const) {
    fireEvent.click((await menuOf(/^annonces/)).getByText(what));
    const dialog = within(await screen.findByRole('alertdialog', { name: asks }));
    fireEvent.click(dialog.getByRole('button', { name: 'Annuler' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  }
  cleanup();
  await show(karim);
  expect(offered(await menuOf(/^annonces/)).join()).toMatch(/Me notifier.*Mettre en sourdine/);
});

test('A channel that could not be created keeps its name in the dialog, and a cancelled one leaves nothing', async () => {
  await show(camille, { 'POST /channel': () => refused(409, 'Ce nom est déjà pris.') });
  fireEvent.click(screen.getByRole('button', { name: 'Créer un salon' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Créer un salon' }));
  const name = dialog.getByLabelText<HTMLInputElement>('Nom du salon');
  await waitFor(() => expect(document.activeElement).toBe(name));
  expect(name.maxLength).toBe(limits.title);
  fireEvent.change(name, { target: { value: 'chantier' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Créer' }));
  expect(await screen.findByText('Ce nom est déjà pris.')).toBeDefined();
  expect(name.value).toBe('chantier');
  fireEvent.click(dialog.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Créer un salon' }));
  const next = within(await screen.findByRole('dialog', { name: 'Créer un salon' }));
  expect(next.getByLabelText<HTMLInputElement>('Nom du salon').value).toBe('');
});

test('A channel that could not be deleted stays open, and the refusal is said', async () => {
  const { path } = await show(camille, { 'DELETE /channel/annonces': () => refused(403, 'Pas vous.') }, 'annonces');
  fireEvent.keyDown(row(/^annonces/), { key: 'Delete' });
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Oui, supprimer' }));
  expect(await screen.findByText('Pas vous.')).toBeDefined();
  expect(path()).toBe(pathOf('annonces'));
  expect(endedHere('annonces')).toBe(false);
});

test('A channel is created from the list with a name and who sees it, then opened', async () => {
  const made = { ...channels[0], _id: 'chantier', title: 'chantier', visibility: 'private' };
  const { asked, path } = await show(camille, {
    'POST /channel': () => json(201, { message: 'Le salon a été créé.', channel: made }),
  });
  fireEvent.click(screen.getByRole('button', { name: 'Créer un salon' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Créer un salon' }));
  const submit = dialog.getByRole('button', { name: 'Créer' });
  // Radix adds a native radio to each, for forms only.
  const radios = dialog.getAllByRole('radio').map(({ textContent }) => textContent);
  expect(radios.filter(Boolean)).toEqual([
    'PublicAccessible à tous les membres.',
    'ProtégéRequiert une autorisation pour accéder.',
    'PrivéVisible uniquement par les membres invités.',
  ]);
  expect(dialog.getByRole('radio', { name: /^Public/ }).getAttribute('aria-checked')).toBe('true');
  expect(submit).toHaveProperty('disabled', true);
  fireEvent.change(dialog.getByLabelText('Nom du salon'), { target: { value: '  ' } });
  expect(submit).toHaveProperty('disabled', true);
  fireEvent.change(dialog.getByLabelText('Nom du salon'), { target: { value: ' chantier ' } });
  fireEvent.click(dialog.getByRole('radio', { name: /^Privé/ }));
  fireEvent.click(submit);
  await waitFor(() => expect(path()).toBe(pathOf('chantier')));
  expect(await screen.findByText('Le salon a été créé.')).toBeDefined();
  expect(asked('POST /channel').map(({ body }) => body)).toEqual([
    { title: 'chantier', visibility: 'private', workspaceId: 'atelier' },
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Créer un salon' }));
  const next = within(await screen.findByRole('dialog', { name: 'Créer un salon' }));
  expect(next.getByLabelText<HTMLInputElement>('Nom du salon').value).toBe('');
  expect(next.getByRole('radio', { name: /^Public/ }).getAttribute('aria-checked')).toBe('true');
});

test('A channel list that could not be loaded is asked for again', async () => {
  let fails = true;
  serve(camille, {
    'GET /unread': () => json(200, { unread: [], threads: [] }),
    'GET /workspace/atelier/channels': () => (fails ? refused(403, 'Non.') : json(200, { channels })),
  });
  open([{ path: '*', element: <ChannelList workspaceId="atelier" /> }], pathOf('general'));
  const again = await screen.findByRole('button', { name: 'Réessayer' });
  const list = within(screen.getByRole('region', { name: 'Salons' }));
  expect(list.getByText('Les salons n’ont pas pu être chargés.')).toBeDefined();
  expect(document.querySelectorAll('[data-alerts] li')).toHaveLength(0);
  fails = false;
  fireEvent.click(again);
  expect(await screen.findByRole('link', { name: 'general' })).toBeDefined();
});
