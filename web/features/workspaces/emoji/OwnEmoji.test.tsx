// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { QueryClient } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { speak } from '../../../platform/words/translator.ts';
import { readAgain } from '../../../test/read-again.ts';
import { camille, json, open, refused, serve } from '../../../test/settings-world.tsx';
import { OwnEmoji } from './open/OwnEmoji.tsx';

// Loaded before, so that no test waits for the icons’ many files.
beforeAll(() => import('../../../ui/dialogs/PendingDialog.tsx'));
beforeEach(() => {
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => {};
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const emoji = (name: string) => ({ _id: name, workspaceId: 'atelier', name, url: `/api/file/${name}.webp` });

let client: QueryClient;
function show(names: string[], answers: Parameters<typeof serve>[1] = {}) {
  const calls = serve(camille, {
    'GET /workspace/atelier/emojis': () => json(200, { emojis: names.map(emoji) }),
    ...answers,
  });
  client = open([{ path: '*', element: <OwnEmoji workspaceId="atelier" /> }], '/').client;
  return (method: string) => calls.filter(({ asked }) => asked.startsWith(method));
}
const add = () => screen.getByRole('button', { name: 'Ajouter' });
const name = () => screen.getByLabelText<HTMLInputElement>(/^Nom/);
const choose = (file: string) => {
  const input = document.querySelector('input[type="file"]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File(['x'], file, { type: 'image/png' })] } });
};

test('The emoji of a workspace are listed and counted; none, and a failure, are said', async () => {
  show(['tilleul', 'chene']);
  const list = within(await screen.findByRole('list', { name: 'Emojis du serveur' }));
  expect((await list.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    ':tilleul:',
    ':chene:',
  ]);
  expect(screen.getByText(/^2 sur \d+$/).textContent).toBe(`2 sur ${limits.emojiPerWorkspace}`);
  const pictures = list.getAllByRole('listitem').map(item => item.querySelector('img')?.getAttribute('src'));
  expect(pictures).toEqual(['/api/file/tilleul.webp', '/api/file/chene.webp']);
  const input = document.querySelector('input[type="file"]') as HTMLInputElement;
  expect(input.accept).toBe('image/png,image/webp,image/gif');
  cleanup();
  show([]);
  expect(await screen.findByText(/^Aucun emoji pour l’instant/)).toBeDefined();
  // A change of language shows at once.
  onTestFinished(() => speak('fr'));
  act(() => speak('en'));
  expect([screen.queryByText(/^No emoji yet/), screen.queryByLabelText(/^Name/)]).not.toContain(null);
  act(() => speak('fr'));
  expect(screen.queryByText(/^0 sur/)).toBeNull();
  cleanup();
  show([], { 'GET /workspace/atelier/emojis': () => refused(403, 'Non.') });
  expect(await screen.findByText('Les emojis n’ont pas pu être chargés.')).toBeDefined();
  cleanup();
  // A fetched list stays when its refetch fails.
  let answer = () => json(200, { emojis: [emoji('tilleul')] });
  show([], { 'GET /workspace/atelier/emojis': () => answer() });
  expect(await screen.findByText(':tilleul:')).toBeDefined();
  answer = () => refused(403, 'Non.');
  await readAgain(client, api.emoji.list.path);
  expect(screen.queryByText(':tilleul:')).not.toBeNull();
  expect(screen.queryByText('Les emojis n’ont pas pu être chargés.')).toBeNull();
});

test.each([
  ['Mon Logo.png', 'mon_logo'],
  ['Été à Nantes (2).v2.webp', 'ete_a_nantes_2_v2'],
  ['__déjà__.gif', 'deja'],
  [`${'a'.repeat(60)}.png`, 'a'.repeat(30)],
])('A new emoji is named after its file, « %s », unless it has a name: %s', (file, expected) => {
  show([]);
  choose(file);
  expect([name().value, name().maxLength]).toEqual([expected, limits.emojiName]);
  choose('autre.png');
  expect(name().value).toBe(expected);
});

test('A new emoji needs a picture and a name of what names are made of', async () => {
  const asked = show([], { 'POST /workspace/atelier/emojis': () => json(201, { message: '', emoji: emoji('ok') }) });
  const type = (value: string) => fireEvent.change(name(), { target: { value } });
  expect(add()).toHaveProperty('disabled', true);
  expect(screen.queryByText(/^Ce nom doit avoir/)).toBeNull();
  type('tilleul');
  expect(add()).toHaveProperty('disabled', true);
  choose('tilleul.png');
  type(' ');
  expect(add()).toHaveProperty('disabled', true);
  for (const wrong of ['a', 'é', 'deux mots']) {
    type(wrong);
    await waitFor(() => expect(screen.queryByText(/^Ce nom doit avoir/)).toBeNull());
    fireEvent.click(add());
    expect(await screen.findByText(/^Ce nom doit avoir/)).toBeDefined();
    expect(document.activeElement).toBe(name());
    await waitFor(() => expect(add().getAttribute('aria-busy')).toBeNull());
  }
  expect(asked('POST')).toEqual([]);
  type(' TILLEUL ');
  fireEvent.click(add());
  await waitFor(() => expect(name().value).toBe(''));
  const { body } = asked('POST')[0] as { body: FormData };
  expect(JSON.stringify([...body.values()].filter(value => typeof value === 'string'))).toContain('tilleul');
  expect([...body.values()].flatMap(value => (value instanceof File ? [value.name] : []))).toEqual(['tilleul.png']);
  expect(screen.getByRole('button', { name: 'Choisir une image' })).toBeDefined();
});

test('An emoji that is chosen while another one is being added waits to be added next', async () => {
  show([], {
    'POST /workspace/atelier/emojis': () => {
      choose('chene.png');
      fireEvent.change(name(), { target: { value: 'chene' } });
      return json(201, { message: '', emoji: emoji('tilleul') });
    },
  });
  choose('tilleul.png');
  fireEvent.click(add());
  await waitFor(() => expect(name().value).toBe('chene'));
  await screen.findByRole('button', { name: 'Ajouter', busy: false });
  expect([name().value, add().hasAttribute('disabled')]).toEqual(['chene', false]);
});

test('A new emoji whose name is taken says so at its name, and keeps its picture', async () => {
  const taken = () => json(409, { code: 'emoji_taken', message: 'Ce nom est déjà pris.' });
  show([], { 'POST /workspace/atelier/emojis': taken });
  choose('tilleul.png');
  fireEvent.click(add());
  expect((await screen.findByText('Ce nom est déjà pris.')).closest('[role="alert"]')).not.toBeNull();
  expect(screen.getByRole('button', { name: 'Changer d’image' })).toBeDefined();
  expect(name().value).toBe('tilleul');
});

test('An emoji of the workspace is deleted once that is confirmed, and a refusal is said', async () => {
  const answers = [refused(403, 'Pas vous.'), json(200, { message: '' })];
  const asked = show(['tilleul'], {
    'DELETE /workspace/atelier/emojis/tilleul': () => answers.shift() ?? refused(500, 'Encore ?'),
  });
  const remove = async (answer: string) => {
    fireEvent.click(await screen.findByRole('button', { name: 'Supprimer :tilleul:' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: /^Supprimer :tilleul:/ }));
    expect(dialog.getByText('Là où il est écrit, on lira son nom.')).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: answer }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  };
  await remove('Annuler');
  expect(asked('DELETE')).toEqual([]);
  await remove('Supprimer');
  await waitFor(() => expect(asked('DELETE')).toHaveLength(1));
  expect(await screen.findByText('Pas vous.')).toBeDefined();
  await remove('Supprimer');
  await waitFor(() => expect(asked('DELETE')).toHaveLength(2));
  expect(screen.queryByText('Encore ?')).toBeNull();
});

test('The picture of a new emoji is shown until it is another or the page is left, and a failure keeps it', async () => {
  const [made, revoked]: [string[], string[]] = [[], []];
  URL.createObjectURL = () => `blob:${made.push('')}`;
  URL.revokeObjectURL = address => void revoked.push(address);
  show([], { 'POST /workspace/atelier/emojis': () => refused(413, 'Image trop lourde.') });
  choose('tilleul.png');
  const picture = () => document.querySelector('form img')?.getAttribute('src');
  await waitFor(() => expect(picture()).toBe('blob:1'));
  choose('chene.png');
  await waitFor(() => expect(picture()).toBe('blob:2'));
  expect(revoked).toEqual(['blob:1']);
  fireEvent.click(add());
  expect(await screen.findByText('Image trop lourde.')).toBeDefined();
  expect([picture(), name().value]).toEqual(['blob:2', 'tilleul']);
  cleanup();
  expect(revoked).toEqual(['blob:1', 'blob:2']);
});

test('The emoji of a workspace are asked for inside it alone', async () => {
  const asked = show([], { 'GET /user/camille/workspaces': () => json(200, { workspaces: [] }) });
  await waitFor(() => expect(asked('GET /user/camille/workspaces')).toHaveLength(1));
  await waitFor(() => expect(asked('GET /workspace')).toEqual([]));
});
