// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { ChosenSettings, PlaceSettings } from '@palabre/common/contract/running/settings.ts';
import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useTitle } from '../../../platform/address/title.ts';
import { takePlace, usePlace } from '../../../platform/place-settings.ts';
import { cached, keyOf } from '../../../platform/server/query.ts';
import { endSession } from '../../../platform/session/session.ts';
import { currentLanguage, followLanguage } from '../../../platform/words/i18n.ts';
import { camille, json, open, refused, serve } from '../../../test/settings-world.tsx';
import { Wordmark } from '../../../ui/pages/Logo.tsx';
import { UnsavedScope } from '../../../ui/pages/UnsavedScope.tsx';
import { PlaceSource } from './open/PlaceSource.tsx';
import { SettingsTab } from './open/SettingsTab.tsx';
import { settingsLive } from './settings.live.ts';

vi.mock('../../../ui/fields/CropDialog.tsx', () => ({
  CropDialog: ({ file, onCrop }: { file: File | null; onCrop: (cut: File) => void }) =>
    file && (
      <button type="button" onClick={() => onCrop(new File(['x'], 'logo.png', { type: 'image/png' }))}>
        Recadrer
      </button>
    ),
}));

afterEach(cleanup);

const unset = {
  twoStepRequired: null,
  idleSessionDays: null,
  ...{ name: null, logo: null, accent: null, supportEmail: null, legalNotice: null, links: null, language: null },
  ...{ workspaceMakers: null, societyMakers: null, fileBytes: null, autoDeleteDays: null, commonPasswords: null },
  ...{ misnamedFiles: null },
} satisfies ChosenSettings;
const shown = {
  idleSessionDays: null,
  ...{ name: null, logo: null, palette: null, supportEmail: null, legalNotice: null, links: [], language: null },
  ...{ workspaceMakers: 'everybody', societyMakers: 'everybody', fileBytes: 52_428_800, autoDeleteDays: null },
} satisfies PlaceSettings;

beforeEach(() => {
  localStorage.clear();
  usePlace.setState({ settings: null });
});

const settingsIn = (onUnsaved: (unsaved: boolean) => void) => (
  <UnsavedScope onUnsaved={onUnsaved}>
    <SettingsTab />
  </UnsavedScope>
);
let onUnsaved: ReturnType<typeof vi.fn<(unsaved: boolean) => void>>;

/** Shows the tab; `refuse` answers a change before the server would. */
function show({ refuse, chosen }: { refuse?: () => Response | undefined; chosen?: Partial<ChosenSettings> } = {}) {
  const server = { settings: { ...unset, ...chosen } as ChosenSettings, version: 3 };
  onUnsaved = vi.fn<(unsaved: boolean) => void>();
  const calls = serve(camille, {
    'GET /admin/settings': () => json(200, server),
    'PUT /admin/settings': body => {
      const refused = refuse?.();
      if (refused) return refused;
      const { version: _seen, ...changes } = body as { version: number };
      Object.assign(server.settings, changes);
      server.version += 1;
      return json(200, server);
    },
    'PUT /admin/settings/logo': () => {
      server.settings.logo = '/api/settings/logo/deux';
      server.version += 1;
      return json(200, server);
    },
    'GET /settings': () => json(200, { settings: { ...shown, name: server.settings.name } }),
    'GET /admin/settings/history': (_body, url) =>
      json(200, {
        changes:
          url.searchParams.get('name') === 'language' && !url.searchParams.has('cursor')
            ? []
            : [
                {
                  ...{ _id: 'un', createdAt: '2026-11-20T09:00:00.000Z', name: 'autoDeleteDays' },
                  ...{ by: { _id: 'karim', firstName: 'Karim', lastName: 'Benali' }, before: null, after: '0' },
                },
              ],
        nextCursor: url.searchParams.size > 0 ? null : 'suite',
      }),
  });
  const { client } = open([{ path: '*', element: settingsIn(onUnsaved) }], '/');
  return {
    client,
    server,
    logos: () =>
      calls.filter(({ asked }) => asked.endsWith('logo')).map(({ body }) => Object.fromEntries(body as FormData)),
    sent: () => calls.filter(({ asked }) => asked === 'PUT /admin/settings').map(({ body }) => body),
    histories: () => calls.filter(({ asked }) => asked === 'GET /admin/settings/history').length,
  };
}
function Page() {
  useTitle('Connexion');
  return <Wordmark />;
}
const card = async (name: string) => within((await screen.findByText(name)).closest('section') as HTMLElement);
const type = (into: HTMLElement, value: string) => fireEvent.change(into, { target: { value } });
const save = (of: Awaited<ReturnType<typeof card>>) => userEvent.click(of.getByText('Enregistrer'));

test('A card sends what was touched in it, with the version that was read, and is saved on its own', async () => {
  const { sent, histories } = show();
  const identity = await card('Identité');
  expect(identity.getByRole<HTMLButtonElement>('button', { name: 'Enregistrer' }).disabled).toBe(true);
  type(
    identity.getByLabelText('Nom de ce lieu', { selector: 'input:not([type=color]), textarea' }),
    ' Atelier Tilleul ',
  );
  await vi.waitFor(() => expect(onUnsaved).toHaveBeenLastCalledWith(true));
  await save(identity);
  await vi.waitFor(() => expect(sent()).toEqual([{ version: 3, name: 'Atelier Tilleul' }]));
  await vi.waitFor(() => expect(onUnsaved).toHaveBeenLastCalledWith(false));
  expect(identity.getByLabelText<HTMLInputElement>('Nom de ce lieu').value).toBe('Atelier Tilleul');
  await vi.waitFor(() => expect(histories()).toBe(2));
  expect(await screen.findByText('Les réglages sont enregistrés.')).toBeDefined();
  expect(usePlace.getState().settings?.name).toBe('Atelier Tilleul');
});

test('A colour in which nothing is read is refused as it is typed; one that is read shows in both themes', async () => {
  const { sent } = show();
  const identity = await card('Identité');
  fireEvent.click(identity.getByRole('switch', { name: 'Une couleur à nous' }));
  const colour = identity.getByLabelText('Couleur', { selector: 'input:not([type=color]), textarea' });
  type(colour, '#ffd400');
  expect(identity.getByText(/trop claire/)).toBeDefined();
  await save(identity);
  type(colour, '#7a1f5c');
  expect(identity.queryByText(/trop claire/)).toBeNull();
  expect(identity.getByRole('group', { name: 'Aperçu dans les deux thèmes' }).textContent).toMatch(/clair.*sombre/);
  await save(identity);
  await vi.waitFor(() => expect(sent()).toEqual([{ version: 3, accent: '#7a1f5c' }]));
});

test('A logo is sent once it is cut out, after what was typed beside it, with the version that this made', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:', revokeObjectURL() {} }));
  const { logos, sent } = show();
  const identity = await card('Identité');
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File(['x'], 'logo.png', { type: 'image/png' })] } });
  fireEvent.click(await screen.findByRole('button', { name: 'Recadrer' }));
  await vi.waitFor(() => expect(onUnsaved).toHaveBeenLastCalledWith(true));
  type(identity.getByLabelText('Nom de ce lieu'), 'Atelier');
  await save(identity);
  await vi.waitFor(() =>
    expect(logos()).toEqual([{ version: '4', logo: expect.objectContaining({ name: 'logo.png' }) }]),
  );
  expect(sent()).toEqual([{ version: 3, name: 'Atelier' }]);
  await vi.waitFor(() => expect(onUnsaved).toHaveBeenLastCalledWith(false));
  expect(identity.getByRole('group', { name: 'Logo' }).querySelector('img')?.getAttribute('src')).toBe(
    '/api/settings/logo/deux',
  );
});

test('Links are added, taken away, and sent without the empty ones', async () => {
  const { sent } = show();
  const help = await card('Aide et mentions');
  const add = () => userEvent.click(help.getByText('Ajouter un lien'));
  await add();
  type(help.getByLabelText('Texte du lien 1', { selector: 'input:not([type=color]), textarea' }), 'Charte');
  type(
    help.getByLabelText('Adresse du lien 1', { selector: 'input:not([type=color]), textarea' }),
    'https://exemple.fr',
  );
  await add();
  await add();
  fireEvent.click(help.getByRole('button', { name: 'Retirer le lien 3' }));
  await save(help);
  await vi.waitFor(() =>
    expect(sent()).toEqual([{ version: 3, links: [{ label: 'Charte', url: 'https://exemple.fr' }] }]),
  );
});

test('Somebody else’s change is told, and shows in the fields left alone; the next save goes over what was seen', async () => {
  let first = true;
  const { sent, server } = show({
    refuse: () => {
      if (!first) return undefined;
      first = false;
      Object.assign(server.settings, { name: 'Atelier Orme', legalNotice: 'Édité à Nantes.' });
      server.version = 4;
      return json(409, { code: 'settings_changed', message: 'Une autre personne vient de changer ces réglages.' });
    },
  });
  const help = await card('Aide et mentions');
  type(help.getByLabelText('Adresse d’aide', { selector: 'input:not([type=color]), textarea' }), 'aide@exemple.fr');
  await save(help);
  expect(await screen.findByText('Une autre personne vient de changer ces réglages.')).toBeDefined();
  await vi.waitFor(() =>
    expect(help.getByLabelText<HTMLTextAreaElement>('Mentions légales').value).toBe('Édité à Nantes.'),
  );
  await save(help);
  await vi.waitFor(() => expect(sent()[1]).toEqual({ version: 4, supportEmail: 'aide@exemple.fr' }));
});

test('Settings that somebody else changed while one typed are not written over unseen', async () => {
  const { client, sent, server } = show();
  const help = await card('Aide et mentions');
  const field = (name: string) => help.getByLabelText(name, { selector: 'input:not([type=color]), textarea' });
  type(field('Adresse d’aide'), 'aide@exemple.fr');
  Object.assign(server, { settings: { ...server.settings, legalNotice: 'Édité à Nantes.' }, version: 4 });
  await act(() => client.refetchQueries({ queryKey: keyOf(api.settings.read) }));
  await vi.waitFor(() => expect((field('Mentions légales') as HTMLTextAreaElement).value).toBe('Édité à Nantes.'));
  type(field('Adresse d’aide'), 'secours@exemple.fr');
  await save(help);
  await vi.waitFor(() => expect(sent()).toEqual([{ version: 3, supportEmail: 'secours@exemple.fr' }]));
});

test('Bounds are numbers within those of Palabre, and the usual ones are taken back', async () => {
  const { sent } = show();
  const bounds = await card('Fichiers et messages');
  const megabytes = bounds.getByLabelText('Plus grand fichier, en Mo');
  type(megabytes, '51');
  await save(bounds);
  expect(await bounds.findByText('Indiquez un nombre entier de 1 à 50.')).toBeDefined();
  type(megabytes, '10');
  fireEvent.click(bounds.getByRole('radio', { name: 'Jamais' }));
  await save(bounds);
  await vi.waitFor(() => expect(sent()).toEqual([{ version: 3, fileBytes: 10_485_760, autoDeleteDays: 0 }]));
});

test('The largest file of Palabre is no bound, a number of days is one within limits, and none is the usual one', async () => {
  const { sent } = show({ chosen: { fileBytes: 5_242_880 } });
  const bounds = await card('Fichiers et messages');
  type(bounds.getByLabelText('Plus grand fichier, en Mo'), '50');
  fireEvent.click(bounds.getByRole('radio', { name: /^Après un nombre de jours/ }));
  type(bounds.getByLabelText('Nombre de jours'), '0');
  await save(bounds);
  expect(await bounds.findByText(/^Indiquez un nombre de jours de 1 à/)).toBeDefined();
  expect(sent()).toEqual([]);
  type(bounds.getByLabelText('Nombre de jours'), '12');
  await save(bounds);
  await vi.waitFor(() => expect(sent()).toEqual([{ version: 3, fileBytes: null, autoDeleteDays: 12 }]));
  await vi.waitFor(() => expect(onUnsaved).toHaveBeenLastCalledWith(false));
  fireEvent.click(bounds.getByRole('radio', { name: /comme prévu par Palabre/ }));
  await save(bounds);
  await vi.waitFor(() => expect(sent()[1]).toEqual({ version: 4, autoDeleteDays: null }));
});

test('Bounds and makers that were chosen are shown as they are, and what one chooses is sent', async () => {
  const { sent } = show({ chosen: { autoDeleteDays: 30, fileBytes: 5_242_880, societyMakers: 'administrators' } });
  const bounds = await card('Fichiers et messages');
  expect(bounds.getByLabelText<HTMLInputElement>('Nombre de jours').value).toBe('30');
  expect(bounds.getByLabelText<HTMLInputElement>('Plus grand fichier, en Mo').value).toBe('5');
  const creation = await card('Langue et créations');
  const choice = (name: string) => creation.getByRole('combobox', { name });
  expect([choice('Qui crée des workspaces'), choice('Qui crée des sociétés')].map(one => one.textContent)).toEqual([
    ...['Tout le monde', 'L’administration seule'],
  ]);
  const choose = async (name: string, option: string) => {
    await userEvent.click(choice(name));
    await userEvent.click(await screen.findByRole('option', { name: option, hidden: false }));
  };
  await choose('Qui crée des workspaces', 'L’administration seule');
  await choose('Qui crée des sociétés', 'Tout le monde');
  await choose('Langue par défaut', 'Anglais');
  await save(creation);
  const makers = { workspaceMakers: 'administrators', societyMakers: 'everybody' };
  await vi.waitFor(() => expect(sent()).toEqual([{ version: 3, ...makers, language: 'en' }]));
  await vi.waitFor(() => expect(onUnsaved).toHaveBeenLastCalledWith(false));
});

test('Somebody else’s change is told over bounds and sessions too, and the next save goes over it', async () => {
  let first = true;
  const { sent, server } = show({
    refuse: () => {
      if (!first) return undefined;
      first = false;
      server.version += 1;
      return json(409, { code: 'settings_changed', message: 'Une autre personne vient de changer ces réglages.' });
    },
  });
  const bounds = await card('Fichiers et messages');
  fireEvent.click(bounds.getByRole('radio', { name: 'Jamais' }));
  await save(bounds);
  expect(await screen.findByText('Une autre personne vient de changer ces réglages.')).toBeDefined();
  await save(bounds);
  await vi.waitFor(() => expect(sent()[1]).toEqual({ version: 4, autoDeleteDays: 0 }));
  first = true;
  const sessions = await card('Sessions');
  fireEvent.click(sessions.getByRole('switch', { name: 'Terminer les sessions inutilisées' }));
  await save(sessions);
  await vi.waitFor(() => expect(sent()[2]).toEqual({ version: 5, idleSessionDays: 7 }));
  await save(sessions);
  await vi.waitFor(() => expect(sent()[3]).toEqual({ version: 6, idleSessionDays: 7 }));
});

test('Help and links that are emptied are taken back; five links are all', async () => {
  const links = Array.from({ length: 5 }, (_, n) => ({ label: `L${n}`, url: `https://exemple.fr/${n}` }));
  const { sent } = show({ chosen: { supportEmail: 'aide@exemple.fr', legalNotice: 'Nantes', links } });
  const help = await card('Aide et mentions');
  expect(help.queryByText('Ajouter un lien')).toBeNull();
  for (let left = 5; left > 0; left -= 1) fireEvent.click(help.getByRole('button', { name: 'Retirer le lien 1' }));
  expect(help.getByText('Ajouter un lien')).toBeDefined();
  type(help.getByLabelText('Adresse d’aide', { selector: 'input' }), ' ');
  type(help.getByLabelText('Mentions légales'), '');
  await save(help);
  await vi.waitFor(() => expect(sent()).toEqual([{ version: 3, supportEmail: null, legalNotice: null, links: null }]));
});

test('A colour of one’s own is begun with the one that was chosen before, and a logo that is taken away is sent so', async () => {
  const { sent } = show({ chosen: { accent: '#7a1f5c', logo: '/api/settings/logo/un' } });
  const identity = await card('Identité');
  const own = identity.getByRole('switch', { name: 'Une couleur à nous' });
  fireEvent.click(own);
  fireEvent.click(own);
  const colour = identity.getByLabelText<HTMLInputElement>('Couleur', { selector: 'input:not([type=color])' });
  expect(colour.value).toBe('#7a1f5c');
  type(colour, '#7a1');
  expect(identity.getByText('Écrivez une couleur comme #1d6a51.')).toBeDefined();
  await save(identity);
  type(identity.getByLabelText('Couleur', { selector: 'input[type=color]' }), '#20603f');
  fireEvent.click(identity.getByRole('button', { name: 'Retirer' }));
  expect(identity.getByRole('group', { name: 'Logo' }).querySelector('img')).toBeNull();
  await save(identity);
  await vi.waitFor(() => expect(sent()).toEqual([{ version: 3, accent: '#20603f', logo: null }]));
});

test('Settings that could not be read say so, and are read again; a page that goes has nothing unsaved', async () => {
  let fails = true;
  const told = vi.fn<(unsaved: boolean) => void>();
  serve(camille, {
    'GET /admin/settings': () => (fails ? refused(403, 'Non.') : json(200, { settings: unset, version: 1 })),
  });
  open([{ path: '*', element: settingsIn(told) }], '/');
  expect(await screen.findByText('Les réglages n’ont pas pu être chargés.')).toBeDefined();
  fails = false;
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  const identity = await card('Identité');
  type(identity.getByLabelText('Nom de ce lieu'), 'Atelier');
  await vi.waitFor(() => expect(told).toHaveBeenLastCalledWith(true));
  cleanup();
  expect(told).toHaveBeenLastCalledWith(false);
});

test('Events of settings show what everybody sees at once, and have what an administrator has open read again', () => {
  const client = new QueryClient();
  const keys = [api.settings.shown, api.settings.read, api.settings.history].map(endpoint => keyOf(endpoint));
  for (const key of keys) client.setQueryData(key, { settings: shown });
  settingsLive.updateSettings({ settings: { ...shown, name: 'Atelier' }, twoStepRequired: false }, client);
  expect(cached(client, api.settings.shown)?.settings.name).toBe('Atelier');
  expect(keys.map(key => client.getQueryState(key)?.isInvalidated)).toEqual([false, true, true]);
});

test('The settings of the place are read at once before sign-in, and once the page is idle in a session', async () => {
  let idle = () => {};
  vi.stubGlobal('requestIdleCallback', (call: () => void) => {
    idle = call;
    return 0;
  });
  const answers = { 'GET /settings': () => json(200, { settings: { ...shown, name: 'Atelier' } }) };
  const calls = serve(camille, answers);
  open([{ path: '*', element: <PlaceSource /> }], '/');
  expect(calls).toEqual([]);
  act(() => endSession('logout'));
  await vi.waitFor(() => expect(usePlace.getState().settings?.name).toBe('Atelier'));
  cleanup();
  const later = serve(camille, answers);
  open([{ path: '*', element: <PlaceSource /> }], '/');
  expect(later).toEqual([]);
  act(() => idle());
  await vi.waitFor(() => expect(later.map(({ asked }) => asked)).toEqual(['GET /settings']));
  vi.stubGlobal('requestIdleCallback', undefined);
});

test('The history says who changed what in words, and narrows to one setting from its first page on', async () => {
  show();
  const history = await card('Historique des réglages');
  expect(await history.findByText('Suppression par défaut')).toBeDefined();
  expect(history.getByText('non réglé → Jamais')).toBeDefined();
  expect(document.querySelector('time')?.dateTime).toBe('2026-11-20T09:00:00.000Z');
  await userEvent.click(history.getByRole('button', { name: 'Page suivante' }));
  expect(await history.findByText('Page 2')).toBeDefined();
  await userEvent.click(history.getByRole('combobox', { name: 'Réglage' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Langue par défaut', hidden: false }));
  expect(history.queryByText('Page 2')).toBeNull();
  expect(await history.findByText('Ce réglage n’a jamais changé.')).toBeDefined();
});

test('The name, the logo, the colours and the default language of the place show where Palabre’s would', async () => {
  const { rerender } = render(<Page />);
  expect(document.title).toBe('Connexion · Palabre');
  const tones = { brand: '#7a1f5c', brandHover: '#661a4d', brandSoft: '#f2e9ef', brandSoftHover: '#eadbe5' };
  const palette = { light: { ...tones, onBrand: '#ffffff' }, dark: { ...tones, onBrand: '#000000' } };
  takePlace({ ...shown, name: 'Atelier Tilleul', logo: '/api/settings/logo/un', palette, language: 'en' });
  rerender(<Page />);
  expect(await screen.findByText('Atelier Tilleul')).toBeDefined();
  expect(document.title).toBe('Connexion · Atelier Tilleul');
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/api/settings/logo/un');
  expect(document.getElementById('place-style')?.textContent).toContain('html[data-theme="dark"]{--brand:#7a1f5c');
  await followLanguage();
  expect(currentLanguage()).toBe('en');
  // A person who has chosen a language keeps it.
  localStorage.setItem('palabre.language', 'fr');
  await followLanguage();
  expect(currentLanguage()).toBe('fr');
  takePlace(shown);
  expect(document.getElementById('place-style')).toBeNull();
});

test('Two-step that its administrator lacks is not required: the card says why, and stays to be saved', async () => {
  const message = 'Activez d’abord la double authentification de votre propre compte.';
  const { server } = show({ refuse: () => json(409, { code: 'two_step_own_first', message }) });
  const twoStep = await card('Double authentification');
  fireEvent.click(twoStep.getByRole('switch', { name: 'La demander à chaque compte' }));
  await save(twoStep);
  expect(await screen.findByText(message)).toBeDefined();
  expect(onUnsaved).toHaveBeenLastCalledWith(true);
  expect(server.settings.twoStepRequired).toBeNull();
});
