// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { usePlace } from '../../../platform/place-settings.ts';
import { setUser } from '../../../platform/session/session.ts';
import { atelier, camille, json, open, refused, serve } from '../../../test/settings-world.tsx';
import type { PicturePicker } from '../../../ui/fields/PicturePicker.tsx';
import { CreateWorkspaceDialog } from './CreateWorkspaceDialog.tsx';
import { useCreateWorkspaceDialog } from './create.store.ts';

afterEach(() => {
  cleanup();
  usePlace.setState({ settings: null });
});

// Crops nothing, which needs a canvas: a press is a picture, cropped.
vi.mock('../../../ui/fields/PicturePicker.tsx', async original => ({
  ...(await original<object>()),
  PicturePicker: ({ fileName, onChange }: ComponentProps<typeof PicturePicker>) => (
    <button type="button" onClick={() => onChange(new File(['x'], fileName))}>
      choisir
    </button>
  ),
}));

function Shell() {
  return useCreateWorkspaceDialog(state => state.open) ? <CreateWorkspaceDialog /> : <p>fermé</p>;
}

function show(answers: Parameters<typeof serve>[1] = {}, societyId: string | null = null) {
  const calls = serve(camille, { 'POST /workspace': () => json(201, { message: '', workspace: atelier }), ...answers });
  setUser({ ...camille, societyId } as never);
  useCreateWorkspaceDialog.getState().setOpen(true);
  const { router } = open([{ path: '*', Component: Shell }], '/workspaces');
  const created = () => calls.filter(({ asked }) => asked === 'POST /workspace').map(({ body }) => body);
  return { created, where: () => router.state.location.pathname };
}
const fill = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const create = () => userEvent.click(screen.getByRole('button', { name: 'Créer' }));
const days = /^Âge du dernier message/;

test('A new workspace needs a name, and an age of its messages within bounds, before the server is asked', async () => {
  const { created, where } = show();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Créer' });
  expect(button.disabled).toBe(true);
  const longest = [/^Nom/, /^Description/].map(label => screen.getByLabelText<HTMLInputElement>(label).maxLength);
  expect(longest).toEqual([limits.title, limits.description]);
  expect(screen.getByLabelText(/^Nom/)).toHaveProperty('required', true);
  expect(screen.getByLabelText(/^Nom/).getAttribute('aria-invalid')).not.toBe('true');
  fill(/^Nom/, '   ');
  expect(button.disabled).toBe(true);
  expect(screen.getByText('Donnez un nom à ce workspace.')).toBeDefined();
  expect(screen.getByLabelText(/^Nom/).getAttribute('aria-invalid')).toBe('true');
  fill(/^Nom/, ' Atelier ');
  expect(screen.queryByText(/^Indiquez un nombre de jours entre 1 et/)).toBeNull();
  for (const wrong of ['0', '', '1,5']) {
    fill(days, wrong);
    await create();
    expect(screen.getByText(/^Indiquez un nombre de jours entre 1 et/)).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText(days));
  }
  expect(created()).toEqual([]);
  fill(days, '30');
  expect(screen.queryByText(/^Indiquez un nombre de jours entre 1 et/)).toBeNull();
  await create();
  await waitFor(() => expect(where()).toBe('/workspace/atelier/channel/general'));
  expect(created()).toMatchObject([{ title: 'Atelier', autoDelete: true, autoDeleteDays: 30, societyId: null }]);
});

test('A new workspace that keeps its messages is created whatever age was typed before', async () => {
  const { created } = show();
  fill(/^Nom/, 'Atelier');
  fill(days, '0');
  await userEvent.click(screen.getByRole('switch', { name: 'Suppression automatique' }));
  await create();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(created()).toMatchObject([{ autoDelete: false }]);
  expect(created()[0]).not.toHaveProperty('autoDeleteDays');
});

test('A new workspace is sent with all that was chosen for it, in one’s own society where one has one', async () => {
  const { created } = show({}, 'tilleul');
  expect(document.activeElement).toBe(screen.getByLabelText(/^Nom/));
  fill(/^Nom/, 'Atelier');
  fill(/^Description/, ' Nos chantiers ');
  fill(/^Étiquettes/, 'bois, bois, pierre,');
  expect(screen.getByRole('list', { name: 'Étiquettes' }).textContent).toBe('boispierre');
  fireEvent.click(screen.getByRole('switch', { name: 'Restreint' }));
  expect(screen.getByText('On n’y entre que sur invitation, et il n’apparaît pas dans la découverte.')).toBeDefined();
  await userEvent.click(screen.getByRole('combobox', { name: 'Société' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Votre société', hidden: false }));
  expect(screen.getByText('Seuls les membres de votre société le voient et peuvent le rejoindre.')).toBeDefined();
  await create();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(created()).toMatchObject([
    { description: 'Nos chantiers', tags: ['bois', 'pierre'], restricted: true, societyId: 'tilleul' },
  ]);
});

test('A new workspace that is refused stays in the form, with the reason; « Annuler » leaves, and Escape', async () => {
  const { created, where } = show({ 'POST /workspace': () => refused(403, 'Pas vous.') });
  expect(screen.queryByRole('combobox', { name: 'Société' })).toBeNull();
  fill(/^Nom/, 'Atelier');
  await create();
  expect(await screen.findByText('Pas vous.')).toBeDefined();
  expect(screen.getByLabelText(/^Nom/)).toHaveProperty('value', 'Atelier');
  fireEvent.click(screen.getByText('choisir'));
  await create();
  await waitFor(() => expect(created()).toHaveLength(2));
  const form = created()[1] as FormData;
  expect([form.get('title'), (form.get('logo') as File).name]).toEqual(['Atelier', 'cropped-logo.png']);
  fireEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  expect(await screen.findByText('fermé')).toBeDefined();
  expect(where()).toBe('/workspaces');
  expect(document.querySelectorAll('[data-alerts] li')).toHaveLength(0);
  act(() => useCreateWorkspaceDialog.getState().setOpen(true));
  fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' });
  expect(await screen.findByText('fermé')).toBeDefined();
});

test('A new workspace whose name the server refuses says so at the name, and once', async () => {
  const issues = [{ path: 'title', message: 'Trop long.' }];
  show({ 'POST /workspace': () => json(400, { code: 'invalid_input', message: 'Non.', issues }) });
  fill(/^Nom/, 'Atelier');
  expect(screen.queryByRole('list', { name: 'Étiquettes' })).toBeNull();
  await create();
  expect(await screen.findByText('Trop long.')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText(/^Nom/));
  expect(screen.queryByText('Non.')).toBeNull();
});

test.each([
  [{ autoDeleteDays: 12 }, 'true', '12'],
  [{ autoDeleteDays: 0 }, 'false', undefined],
])('A new workspace deletes its messages as this Palabre does: %j', (settings, checked, value) => {
  usePlace.setState({ settings: settings as never });
  show();
  expect(screen.getByRole('switch', { name: 'Suppression automatique' }).getAttribute('aria-checked')).toBe(checked);
  expect(screen.queryByLabelText<HTMLInputElement>(days)?.value).toBe(value);
});
