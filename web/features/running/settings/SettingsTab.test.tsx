// @vitest-environment jsdom
import type { ChosenSettings, PlaceSettings } from '@palabre/common/contract/running/settings.ts';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useTitle } from '../../../platform/address/title.ts';
import { takePlace, usePlace } from '../../../platform/place-settings.ts';
import { currentLanguage, followLanguage } from '../../../platform/words/i18n.ts';
import { camille, json, open, serve } from '../../../test/settings-world.tsx';
import { Wordmark } from '../../../ui/pages/Logo.tsx';
import { SettingsTab } from './open/SettingsTab.tsx';

afterEach(cleanup);

const unset = {
  ...{ name: null, logo: null, accent: null, supportEmail: null, legalNotice: null, links: null, language: null },
  ...{ workspaceMakers: null, societyMakers: null, fileBytes: null, autoDeleteDays: null },
} satisfies ChosenSettings;
const shown = {
  ...{ name: null, logo: null, palette: null, supportEmail: null, legalNotice: null, links: [], language: null },
  ...{ workspaceMakers: 'everybody', societyMakers: 'everybody', fileBytes: 52_428_800, autoDeleteDays: null },
} satisfies PlaceSettings;

beforeEach(() => {
  localStorage.clear();
  usePlace.setState({ settings: null });
});

let onUnsaved: ReturnType<typeof vi.fn<(unsaved: boolean) => void>>;

/** Shows the tab; `refuse` answers a change before the server would. */
function show({ refuse }: { refuse?: () => Response | undefined } = {}) {
  const server = { settings: { ...unset } as ChosenSettings, version: 3 };
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
    'GET /settings': () => json(200, { settings: { ...shown, name: server.settings.name } }),
    'GET /admin/settings/history': (_body, url) =>
      json(200, {
        changes:
          url.searchParams.get('name') === 'language'
            ? []
            : [
                {
                  ...{ _id: 'un', createdAt: '2026-11-20T09:00:00.000Z', name: 'autoDeleteDays' },
                  ...{ by: { _id: 'karim', firstName: 'Karim', lastName: 'Benali' }, before: null, after: '0' },
                },
              ],
        nextCursor: null,
      }),
  });
  open([{ path: '*', element: <SettingsTab onUnsaved={onUnsaved} /> }], '/');
  return { server, sent: () => calls.filter(({ asked }) => asked === 'PUT /admin/settings').map(({ body }) => body) };
}
function Page() {
  useTitle('Connexion');
  return <Wordmark />;
}
const card = async (name: string) => within((await screen.findByText(name)).closest('section') as HTMLElement);
const type = (into: HTMLElement, value: string) => fireEvent.change(into, { target: { value } });
const save = (of: Awaited<ReturnType<typeof card>>) => userEvent.click(of.getByText('Enregistrer'));

test('A card sends what was touched in it, with the version that was read, and is saved on its own', async () => {
  const { sent } = show();
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

test('The history says who changed what in words, and narrows to one setting', async () => {
  show();
  const history = await card('Historique des réglages');
  expect(await history.findByText('Suppression par défaut')).toBeDefined();
  expect(history.getByText('non réglé → Jamais')).toBeDefined();
  await userEvent.click(history.getByRole('combobox', { name: 'Réglage' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Langue par défaut', hidden: false }));
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
  // Somebody who has chosen keeps their language.
  localStorage.setItem('palabre.language', 'fr');
  await followLanguage();
  expect(currentLanguage()).toBe('fr');
  takePlace(shown);
  expect(document.getElementById('place-style')).toBeNull();
});
