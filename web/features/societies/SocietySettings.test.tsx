// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import type { Society } from '@palabre/common/contract/societies.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { endedHere, forgetEnd } from '../../platform/server/ended.ts';
import { camille, json, open, refused, serve } from '../../test/settings-world.tsx';
import { useDialogs } from '../../ui/dialogs/dialogs.ts';
import buttons from '../../ui/fields/Button.module.css';
import { SocietySettings } from './SocietySettings.tsx';
import './societies.texts.ts';

// Loaded before, so that no test waits for the icons’ many files.
beforeAll(() => import('../../ui/dialogs/PendingDialog.tsx'));
afterEach(cleanup);

const tilleul: Society = {
  ...{ _id: 'tilleul', name: 'Tilleul et fils', logo: null, owners: ['camille'], users: ['camille'] },
  ...{ usersCount: 1, membership: 'owner', whitelist: ['a@tilleul.fr'] },
};
let told: (society: Society) => void;

function Settings() {
  const [society, setSociety] = useState(tilleul);
  told = setSociety;
  return <SocietySettings society={society} />;
}

function show(answers: Parameters<typeof serve>[1] = {}) {
  const calls = serve(camille, answers);
  const { router } = open(
    [
      { path: '/userSociety', Component: Settings },
      { path: '/societies', element: <p>la liste des sociétés</p> },
    ],
    '/userSociety',
  );
  const asked = (method: string) => calls.filter(call => call.asked.startsWith(method));
  return { asked, path: () => router.state.location.pathname, move: () => router.state.historyAction };
}
const name = () => screen.getByLabelText<HTMLInputElement>(/^Nom/, { selector: 'input[name="name"]' });
const type = (value: string) => fireEvent.change(name(), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));

it('A society’s name follows other owners’ changes while it is untouched, and comes back on « Annuler »', () => {
  show();
  act(() => told({ ...tilleul, name: 'Tilleul' }));
  expect([name().value, name().maxLength, name().required]).toEqual(['Tilleul', limits.title, true]);
  expect(screen.queryByRole('button', { name: 'Enregistrer' })).toBeNull();
  expect(name().getAttribute('aria-invalid')).not.toBe('true');
  type('Tilleuls');
  act(() => told({ ...tilleul, name: 'Tilleul père' }));
  expect(name().value).toBe('Tilleuls');
  // A newer version of the page waits for unsaved changes only.
  const isKept = () => name().closest('[data-kept]') !== null;
  expect(isKept()).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  expect(name().value).toBe('Tilleul père');
  expect(isKept()).toBe(true);
  // The name that it has already is no change.
  type('Tilleul');
  expect(screen.queryByRole('button', { name: 'Enregistrer' })).not.toBeNull();
  type('Tilleul père');
  expect(screen.queryByRole('button', { name: 'Enregistrer' })).toBeNull();
});

it('A name that the server finds wrong says so in its field; a society that could not be deleted stays, and says why', async () => {
  const { path } = show({
    'PUT /society/tilleul': () =>
      json(400, {
        code: 'invalid',
        message: 'Nom refusé.',
        issues: [{ path: 'name', message: 'Ce nom est réservé.' }],
      }),
    'DELETE /society/tilleul': () => refused(409, 'Elle a encore des workspaces.'),
  });
  type('Palabre');
  save();
  expect(await screen.findByText('Ce nom est réservé.')).toBeDefined();
  expect(useDialogs.getState().pending).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Supprimer la société' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: /Supprimer Tilleul et fils/ }));
  fireEvent.change(dialog.getByLabelText('Nom de la société'), { target: { value: 'Tilleul et fils' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Supprimer' }));
  expect(await screen.findByText('Elle a encore des workspaces.')).toBeDefined();
  expect(screen.getByText('Une erreur est survenue lors de la suppression.')).toBeDefined();
  expect([path(), endedHere('tilleul')]).toEqual(['/userSociety', false]);
});

it('A society’s name cannot be blank, and is sent trimmed', async () => {
  const { asked } = show({
    'PUT /society/tilleul': () => json(200, { message: 'Société modifiée.', society: tilleul }),
  });
  type('  ');
  save();
  expect(await screen.findByText('Donnez un nom à cette société.')).toBeDefined();
  const undo = screen.getByRole('button', { name: 'Annuler' });
  await waitFor(() => expect(undo).toHaveProperty('disabled', false));
  fireEvent.click(undo);
  expect(screen.queryByText('Donnez un nom à cette société.')).toBeNull();
  type('  ');
  save();
  expect(await screen.findByText('Donnez un nom à cette société.')).toBeDefined();
  expect(document.activeElement).toBe(name());
  expect(asked('PUT')).toEqual([]);
  type(' Tilleuls ');
  expect(screen.queryByText('Donnez un nom à cette société.')).toBeNull();
  save();
  expect((await screen.findByText('Société modifiée.')).closest('li')?.textContent).toContain('Modifié !');
  expect(asked('PUT')).toHaveLength(1);
  expect(JSON.stringify(asked('PUT')[0]?.body)).toContain('Tilleuls"');
});

it('A society that could not be changed keeps what was typed, and says why', async () => {
  show({ 'PUT /society/tilleul': () => refused(409, 'Ce nom est déjà pris.') });
  type('Chênes');
  save();
  expect(await screen.findByText('Ce nom est déjà pris.')).toBeDefined();
  expect(screen.getByText('Une erreur est survenue lors de la modification.')).toBeDefined();
  expect(name().value).toBe('Chênes');
});

it('A society is deleted once its exact name is typed, and its page is left', async () => {
  let answer = () => {};
  const held = new Promise<void>(done => {
    answer = done;
  });
  const { asked, path, move } = show({
    'DELETE /society/tilleul': async () => {
      await held;
      return json(200, { message: 'Société supprimée.' });
    },
  });
  expect(screen.getByText(/^Supprimer la société la retire à tous ses membres/)).toBeDefined();
  forgetEnd('tilleul');
  const ask = async () => {
    // The button does nothing until the dialog before it has been answered.
    await waitFor(() => {
      fireEvent.click(screen.getByRole('button', { name: 'Supprimer la société' }));
      expect(useDialogs.getState().pending).toHaveLength(1);
    });
    const dialog = within(await screen.findByRole('alertdialog', { name: /Supprimer Tilleul et fils/ }));
    expect(dialog.getByText(/^Cette action est irréversible.*Tilleul et fils$/)).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Supprimer' }).className).toContain(buttons.danger);
    const field = dialog.getByLabelText('Nom de la société');
    const confirm = (value: string) => {
      fireEvent.change(field, { target: { value } });
      fireEvent.click(dialog.getByRole('button', { name: 'Supprimer' }));
    };
    return { dialog, confirm };
  };
  const first = await ask();
  first.confirm('');
  expect(await first.dialog.findByText('Le nom de la société est requis')).toBeDefined();
  first.confirm('tilleul et fils');
  expect(await first.dialog.findByText('Le nom de la société ne correspond pas')).toBeDefined();
  fireEvent.click(first.dialog.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(useDialogs.getState().pending).toEqual([]));
  const second = await ask();
  expect(asked('DELETE')).toEqual([]);
  second.confirm('Tilleul et fils');
  const busy = () => screen.getByRole('button', { name: 'Supprimer la société' }).getAttribute('aria-busy');
  await waitFor(() => expect(busy()).toBe('true'));
  answer();
  expect(await screen.findByText('la liste des sociétés')).toBeDefined();
  expect((await screen.findByText('Société supprimée.')).closest('li')?.textContent).toContain('Supprimé !');
  expect(asked('DELETE').map(({ body }) => body)).toEqual([{ name: 'Tilleul et fils' }]);
  // « Back » leads to no page of it.
  expect([path(), move()]).toEqual(['/societies', 'REPLACE']);
  // The event of its end is no news to the person who ended it.
  expect(endedHere('tilleul')).toBe(true);
  forgetEnd('tilleul');
});

it('A whitelist is exported once it has addresses, loses one by its button, and says why it could not', async () => {
  let answer = () => refused(403, 'Pas vous.');
  const { asked } = show({ 'PUT /society/tilleul': () => answer() });
  const saved = vi.fn();
  const made: string[] = [];
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:liste', revokeObjectURL: saved }));
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    made.push(`${this.download} ${this.href}`);
  });
  fireEvent.click(screen.getByRole('button', { name: 'Exporter' }));
  expect([made, saved.mock.calls]).toEqual([['liste-blanche.csv blob:liste'], [['blob:liste']]]);
  click.mockRestore();
  fireEvent.click(screen.getByRole('button', { name: 'Retirer a@tilleul.fr' }));
  expect(await screen.findByText('Pas vous.')).toBeDefined();
  answer = () => json(200, { message: 'Adresse retirée.', society: tilleul });
  fireEvent.click(screen.getByRole('button', { name: 'Retirer a@tilleul.fr' }));
  expect(await screen.findByText('Retiré ! Adresse retirée.')).toBeDefined();
  expect(asked('PUT').at(-1)?.body).toEqual({ action: 'removeWhitelist', email: 'a@tilleul.fr' });
  act(() => told({ ...tilleul, whitelist: [] }));
  expect(screen.queryByRole('button', { name: 'Exporter' })).toBeNull();
  expect(screen.getByText('Aucune adresse pour l’instant.')).toBeDefined();
});

it('A file of addresses says what it adds and which lines hold none, and is sent once confirmed', async () => {
  const { asked } = show({ 'PUT /society/tilleul': () => json(200, { message: 'Ajoutées.', society: tilleul }) });
  const input = document.querySelector('input[accept*="csv"]') as HTMLInputElement;
  const choose = (text: string) => {
    // The page's files have no contents here.
    const arrayBuffer = async () => new TextEncoder().encode(text).buffer;
    const file = Object.assign(new File([text], 'liste.csv', { type: 'text/csv' }), { arrayBuffer });
    fireEvent.change(input, { target: { files: [file] } });
  };
  for (const [text, said] of [
    ['rien\n', 'Aucun email valide trouvé dans le fichier.'],
    ['b@tilleul.fr\0', 'Le fichier CSV est invalide.'],
    ['b'.repeat(1024 * 1024 + 1), /^Le fichier pèse plus de 1\sMo\.$/],
    [
      Array.from({ length: 5_001 }, (_, n) => `p${n}@tilleul.fr`).join('\n'),
      /^Le fichier a plus de 5\s000 adresses\.$/,
    ],
  ] as const) {
    choose(text);
    expect(await screen.findByText(said)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(useDialogs.getState().pending).toEqual([]));
  }
  choose('b@tilleul.fr\n');
  const left = within(await screen.findByRole('dialog', { name: 'Importer des adresses' }));
  expect([left.queryByRole('list'), input.accept]).toEqual([null, '.csv,.txt,text/csv,text/plain']);
  fireEvent.click(left.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const broken = new File([], 'liste.csv');
  Object.assign(broken, { arrayBuffer: () => Promise.reject(new Error('Le fichier a disparu.')) });
  fireEvent.change(input, { target: { files: [broken] } });
  expect(await screen.findByText('Le fichier a disparu.')).toBeDefined();
  choose('email\nb@tilleul.fr\nC@tilleul.fr\n');
  const dialog = within(await screen.findByRole('dialog', { name: 'Importer des adresses' }));
  expect(dialog.getByText('2 adresses seront ajoutées à la liste blanche.')).toBeDefined();
  expect(dialog.getByText(/^1 ligne sans adresse valide/)).toBeDefined();
  expect(dialog.getAllByRole('listitem').map(line => line.textContent)).toEqual(['Ligne 1email']);
  // A long list scrolls, by keyboard too.
  expect(dialog.getByRole('list', { name: /^1 ligne/ }).tabIndex).toBe(0);
  expect(asked('PUT')).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Importer' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await screen.findByText('Ajoutées.')).closest('li')?.textContent).toContain('Importé !');
  expect(asked('PUT').map(({ body }) => body)).toEqual([
    { action: 'addWhitelistBulk', emails: '["b@tilleul.fr","c@tilleul.fr"]' },
  ]);
});

it('A file of addresses that could not be added says why, and may be sent again', async () => {
  show({ 'PUT /society/tilleul': () => refused(409, 'La liste est pleine.') });
  const text = 'b@tilleul.fr\n';
  const arrayBuffer = async () => new TextEncoder().encode(text).buffer;
  const file = Object.assign(new File([text], 'liste.csv', { type: 'text/csv' }), { arrayBuffer });
  fireEvent.change(document.querySelector('input[accept*="csv"]') as HTMLInputElement, { target: { files: [file] } });
  const dialog = within(await screen.findByRole('dialog', { name: 'Importer des adresses' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Importer' }));
  expect(await screen.findByText('La liste est pleine.')).toBeDefined();
  expect(screen.getByText('Une erreur est survenue lors de l’importation.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(useDialogs.getState().pending).toEqual([]));
  expect(screen.getByRole('dialog', { name: 'Importer des adresses' })).toBeDefined();
});

it('A name that is typed while another one is being saved waits to be saved next', async () => {
  const { asked } = show({
    'PUT /society/tilleul': () => {
      type('Tilleul et filles');
      return json(200, { message: 'C’est fait.', society: { ...tilleul, name: 'Tilleul' } });
    },
  });
  type('Tilleul');
  save();
  expect(await screen.findByText('C’est fait.')).toBeDefined();
  expect([name().value, asked('PUT').length]).toEqual(['Tilleul et filles', 1]);
  expect(screen.queryByRole('button', { name: 'Enregistrer' })).not.toBeNull();
});
