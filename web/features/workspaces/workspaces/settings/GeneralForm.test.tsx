// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import type { Workspace } from '@palabre/common/contract/workspaces/workspaces.ts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentProps, useState } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { setUser, useSession } from '../../../../platform/session/session.ts';
import { atelier, camille, channels, json, open, refused, serve } from '../../../../test/settings-world.tsx';
import type { PicturePicker } from '../../../../ui/fields/PicturePicker.tsx';
import { GeneralForm } from './GeneralForm.tsx';
import { GeneralSection } from './GeneralSection.tsx';

// Crops nothing, which needs a canvas: a press is a picture, cropped.
vi.mock('../../../../ui/fields/PicturePicker.tsx', async original => ({
  ...(await original<object>()),
  PicturePicker: ({
    label,
    hint,
    words,
    picture,
    fileName,
    onChange,
    preview,
  }: ComponentProps<typeof PicturePicker>) => (
    <fieldset aria-label={label} title={hint}>
      {preview(picture && 'blob:nouveau')}
      <button
        type="button"
        title={picture ? words?.remove : words?.choose}
        onClick={() => onChange(picture ? null : new File(['x'], fileName))}
      >
        {picture ? 'avec logo' : 'sans logo'}
      </button>
    </fieldset>
  ),
}));

// Loaded before, so that no test waits for the icons’ many files.
beforeAll(() => import('../../../../ui/dialogs/PendingDialog.tsx'));
afterEach(cleanup);

let told: (workspace: Workspace) => void;

/** The form of a workspace that `told` changes, as another owner’s change does. */
function Form({ first }: { first: Workspace }) {
  const [workspace, setWorkspace] = useState(first);
  told = setWorkspace;
  return <GeneralForm workspace={workspace} welcomes={channels.slice(0, 2)} />;
}

/** Shows the form to Camille, of this society; `answer` responds to its save. */
function show(answer = () => json(200, { workspace: atelier }), first = atelier, societyId: string | null = null) {
  const calls = serve(camille, { 'PUT /workspace/atelier': answer });
  setUser({ ...useSession.getState().user, ...camille, societyId } as never);
  open([{ path: '*', element: <Form first={first} /> }], '/');
  return () => calls.filter(({ asked }) => asked === 'PUT /workspace/atelier').map(({ body }) => body);
}
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input, textarea' });
const name = () => field(/^Nom du serveur/);
const type = (into: HTMLInputElement, value: string) => fireEvent.change(into, { target: { value } });
const save = () => screen.queryByRole('button', { name: 'Enregistrer' });
/** Opens a list, and returns its options, without the native options that Radix adds for forms. */
async function optionsOf(label: string) {
  await userEvent.click(screen.getByRole('combobox', { name: label }));
  return (await screen.findAllByRole('option')).filter(({ tagName }) => tagName !== 'OPTION');
}
const choose = async (label: string, option: string) =>
  userEvent.click((await optionsOf(label)).find(({ textContent }) => textContent === option) as HTMLElement);
const toggle = (label: string) => fireEvent.click(screen.getByRole('switch', { name: label }));

test('Settings are saved once something differs, and undone whole', () => {
  show();
  expect(save()).toBeNull();
  expect([name(), field(/^Description/)].map(one => [one.maxLength, one.required])).toEqual([
    [limits.title, true],
    [limits.description, false],
  ]);
  // A newer version of the page waits for unsaved changes only.
  const isKept = () => name().closest('[data-kept]') !== null;
  expect(isKept()).toBe(true);
  type(name(), 'Atelier');
  expect(isKept()).toBe(false);
  expect(save()).not.toBeNull();
  type(name(), 'Atelier Tilleul');
  expect(save()).toBeNull();
  type(name(), '');
  toggle('Restreint');
  fireEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  expect(name().value).toBe('Atelier Tilleul');
  expect(screen.getByRole('switch', { name: 'Restreint' }).getAttribute('aria-checked')).toBe('false');
  expect(save()).toBeNull();
});

test('Settings that are saved show at once as the server has them, whenever the event of them comes', async () => {
  let workspace = atelier;
  serve(camille, {
    'GET /workspace/atelier': () => json(200, { workspace }),
    'PUT /workspace/atelier': () => {
      workspace = { ...atelier, title: 'Atelier Chêne' };
      return json(200, { workspace });
    },
  });
  open([{ path: '/settings/workspace/:workspaceId', Component: GeneralSection }], '/settings/workspace/atelier');
  await waitFor(() => expect(name().value).toBe('Atelier Tilleul'));
  type(name(), ' Atelier Chêne ');
  fireEvent.click(save()!);
  await waitFor(() => expect(save()).toBeNull());
  expect(name().value).toBe('Atelier Chêne');
});

test('Settings that another owner changes show in the fields left untouched, and only edited ones are sent', async () => {
  const sent = show();
  type(field(/^Description/), ' Nos chantiers ');
  act(() => told({ ...atelier, title: 'Atelier Chêne', description: 'Autre chose' }));
  expect(name().value).toBe('Atelier Chêne');
  expect(field(/^Description/).value).toBe(' Nos chantiers ');
  fireEvent.click(save()!);
  const said = await screen.findByText('Les paramètres ont été enregistrés.');
  expect(said.closest('li')?.querySelector('strong')?.textContent).toBe('Succès');
  expect(sent()).toEqual([{ description: 'Nos chantiers' }]);
  await waitFor(() => expect(save()).toBeNull());
});

test('Each setting is sent as what it is', async () => {
  const sent = show(undefined, atelier, 'tilleul');
  type(name(), ' Atelier ');
  type(field(/^Étiquettes/), 'bois, Bois , pierre,');
  expect(screen.getByRole('list', { name: 'Étiquettes' }).textContent).toMatch(/^bois/);
  toggle('Restreint');
  toggle('Annoncer les arrivées et les départs');
  const welcomes = await optionsOf('Salon des messages système');
  expect(
    welcomes.map(one => [one.textContent, one.querySelector<HTMLElement>('[data-visibility]')?.dataset.visibility]),
  ).toEqual([
    ['general', 'public'],
    ['annonces', 'protected'],
  ]);
  await userEvent.click(welcomes[1] as HTMLElement);
  await choose('Société', 'Votre société');
  expect(screen.getByText('Seuls les membres de sa société le voient et peuvent le rejoindre.')).toBeDefined();
  type(field(/^Âge du dernier message/), '30');
  fireEvent.click(save()!);
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({
    ...{ title: 'Atelier', restricted: true, announceMoves: false, welcomeChannel: 'annonces' },
    ...{ societyId: 'tilleul', autoDeleteDays: 30 },
  });
});

test('A society is offered to those who have one, or where the workspace has, which may be given up', async () => {
  show();
  expect(screen.queryByRole('combobox', { name: 'Société' })).toBeNull();
  cleanup();
  const sent = show(undefined, { ...atelier, societyId: 'chene' });
  const options = await optionsOf('Société');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Aucune', 'Une autre société']);
  await userEvent.click(options[0] as HTMLElement);
  fireEvent.click(save()!);
  await waitFor(() => expect(sent()).toEqual([{ societyId: '' }]));
  cleanup();
  // One’s own that is the workspace’s too is offered once.
  show(undefined, { ...atelier, societyId: 'chene' }, 'chene');
  const own = await optionsOf('Société');
  expect(own.map(({ textContent }) => textContent)).toEqual(['Aucune', 'Votre société']);
});

test('A workspace needs a name, and a number of days that messages may have, which gets the focus', async () => {
  const sent = show();
  for (const one of [name(), field(/^Âge du dernier message/)])
    expect(one.getAttribute('aria-invalid')).not.toBe('true');
  type(name(), '  ');
  fireEvent.click(save()!);
  expect(await screen.findByText('Donnez un nom à ce workspace.')).toBeDefined();
  expect(document.activeElement).toBe(name());
  type(name(), 'Atelier');
  expect(screen.queryByText('Donnez un nom à ce workspace.')).toBeNull();
  for (const days of ['0', '', '2.5', '999999']) {
    type(field(/^Âge du dernier message/), days);
    await waitFor(() => expect(screen.queryByText(/^Indiquez un nombre de jours/)).toBeNull());
    await userEvent.click(save()!);
    expect(await screen.findByText(/^Indiquez un nombre de jours/)).toBeDefined();
    expect(document.activeElement).toBe(field(/^Âge du dernier message/));
  }
  expect(sent()).toEqual([]);
  // Days that no longer hold are no matter.
  toggle('Suppression automatique');
  expect(screen.queryByLabelText(/^Âge du dernier message/)).toBeNull();
  await userEvent.click(save()!);
  await waitFor(() => expect(sent()).toEqual([{ title: 'Atelier', autoDelete: false }]));
});

test('What was wrong in settings is said no more once they are undone', async () => {
  show();
  type(field(/^Âge du dernier message/), '0');
  fireEvent.click(save()!);
  expect(await screen.findByText(/^Indiquez un nombre de jours/)).toBeDefined();
  type(name(), ' ');
  await waitFor(() => expect(save()?.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(save()!);
  expect(await screen.findByText('Donnez un nom à ce workspace.')).toBeDefined();
  await waitFor(() => expect(save()?.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  expect(screen.queryByText('Donnez un nom à ce workspace.')).toBeNull();
  expect(screen.queryByText(/^Indiquez un nombre de jours/)).toBeNull();
  expect(field(/^Âge du dernier message/).value).toBe('7');
});

test('Settings that could not be saved stay as typed, with the reason', async () => {
  show(() => refused(403, 'Pas vous.'));
  type(name(), 'Atelier');
  fireEvent.click(save()!);
  expect(await screen.findByText('Pas vous.')).toBeDefined();
  expect(screen.getByText('Impossible de sauvegarder les paramètres.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByText('Pas vous.')).toBeNull());
  await waitFor(() => expect(save()?.getAttribute('aria-busy')).toBeNull());
  expect(screen.queryByText('Les paramètres ont été enregistrés.')).toBeNull();
  expect(name().value).toBe('Atelier');
});

test('A new logo is sent with what else changed, a society that is given up too, and may be taken back before', async () => {
  const sent = show(undefined, { ...atelier, societyId: 'chene' });
  const press = (text: string) => fireEvent.click(screen.getByText(text));
  press('sans logo');
  expect(save()).not.toBeNull();
  press('avec logo');
  expect(save()).toBeNull();
  press('sans logo');
  fireEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  expect(screen.getByText('sans logo')).toBeDefined();
  press('sans logo');
  await choose('Société', 'Aucune');
  fireEvent.click(save()!);
  await waitFor(() => expect(sent()).toHaveLength(1));
  const form = sent()[0] as FormData;
  expect([...form.keys()].sort()).toEqual(['logo', 'societyId']);
  expect(form.get('societyId')).toBe('');
  expect((form.get('logo') as File).name).toBe('cropped-logo.png');
  await waitFor(() => expect(save()).toBeNull());
  expect(screen.getByText('sans logo')).toBeDefined();
});

test('A new logo shows instead of the one that there was, which is back once it is given up', () => {
  show(undefined, { ...atelier, logo: '/api/file/ancien' });
  const shown = () => document.querySelector('img')?.getAttribute('src');
  expect(shown()).toBe('/api/file/ancien');
  expect(screen.getByRole('group', { name: 'Logo' }).title).toBe('Une image, recadrée au carré.');
  expect(screen.getByText('sans logo').title).toBe('Modifier le logo');
  fireEvent.click(screen.getByText('sans logo'));
  expect(shown()).toBe('blob:nouveau');
  expect(screen.getByText('avec logo').title).toBe('Garder l’actuel');
  fireEvent.click(screen.getByText('avec logo'));
  expect(shown()).toBe('/api/file/ancien');
});

test('What was typed in the settings of one workspace is not in those of the next', async () => {
  const inside = (answer: typeof atelier) => {
    const { bans: _bans, members: _members, channels: _channels, ...card } = answer;
    return { ...card, owners: [], isMember: true };
  };
  const riviere = { ...atelier, _id: 'riviere', title: 'Rivière' };
  serve(camille, {
    'GET /user/camille/workspaces': () => json(200, { workspaces: [atelier, riviere].map(inside) }),
    'GET /workspace/riviere': () => json(200, { workspace: riviere }),
    'GET /workspace/riviere/channels': () => json(200, { channels: [] }),
    'GET /workspace/riviere/roles': () => json(200, { roles: [] }),
    'GET /workspace/riviere/user-roles': () => json(200, { roles: [] }),
  });
  const { router } = open(
    [{ path: '/settings/workspace/:workspaceId', Component: GeneralSection }],
    '/settings/workspace/riviere',
  );
  await waitFor(() => expect(name().value).toBe('Rivière'));
  await act(() => router.navigate('/settings/workspace/atelier'));
  await waitFor(() => expect(name().value).toBe('Atelier Tilleul'));
  type(name(), 'Atelier Chêne');
  const emoji = () => screen.getByLabelText<HTMLInputElement>(/^Nom$/);
  type(emoji(), 'tilleul');
  // The settings of the other are known: nothing stands between the two forms.
  act(() => void router.navigate('/settings/workspace/riviere'));
  fireEvent.click(await screen.findByRole('button', { name: 'Quitter' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings/workspace/riviere'));
  await waitFor(() => expect([name().value, save()]).toEqual(['Rivière', null]));
  expect(emoji().value).toBe('');
});

test('What is typed or chosen while settings are being saved waits to be saved next', async () => {
  const asked = show(() => {
    type(field(/^Description/), 'Charpente');
    type(name(), 'Atelier et fils');
    fireEvent.click(screen.getByRole('button', { name: 'sans logo' }));
    return json(200, { workspace: { ...atelier, title: 'Atelier' } });
  });
  type(name(), 'Atelier');
  fireEvent.click(save() as HTMLElement);
  await screen.findByRole('button', { name: 'Enregistrer', busy: false });
  expect(asked()).toEqual([{ title: 'Atelier' }]);
  expect([name().value, field(/^Description/).value]).toEqual(['Atelier et fils', 'Charpente']);
  expect(screen.getByRole('button', { name: 'avec logo' })).toBeDefined();
});
