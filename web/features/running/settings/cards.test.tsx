// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { ChosenSettings, PlaceSettings } from '@palabre/common/contract/running/settings.ts';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePlace } from '../../../platform/place-settings.ts';
import { keyOf } from '../../../platform/server/query.ts';
import { camille, json, open, serve } from '../../../test/settings-world.tsx';
import { UnsavedScope } from '../../../ui/pages/UnsavedScope.tsx';
import { SettingsTab } from './open/SettingsTab.tsx';

vi.mock('../../../ui/fields/CropDialog.tsx', () => ({
  CropDialog: ({ file, onCrop }: { file: File | null; onCrop: (cut: File) => void }) =>
    file && (
      <button type="button" onClick={() => onCrop(new File(['x'], 'logo.png', { type: 'image/png' }))}>
        Recadrer
      </button>
    ),
}));

afterEach(cleanup);
beforeEach(() => usePlace.setState({ settings: null }));

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

/**
 * Shows the tab; returns its requests and its last word on unsaved changes. `meanwhile` runs during a save; `refuse` answers
 * a logo before the server would.
 */
function show(
  chosen: Partial<ChosenSettings> = {},
  meanwhile = () => {},
  refuse: () => Response | undefined = () => undefined,
) {
  const server = { settings: { ...unset, ...chosen } as ChosenSettings, version: 3 };
  const onUnsaved = vi.fn<(unsaved: boolean) => void>();
  const save = (changes: object) => {
    meanwhile();
    Object.assign(server.settings, changes);
    server.version += 1;
    return json(200, server);
  };
  const calls = serve(camille, {
    'GET /admin/settings': () => json(200, server),
    'PUT /admin/settings': body => save({ ...(body as object), version: undefined }),
    'PUT /admin/settings/logo': () => refuse() ?? save({ logo: '/api/settings/logo/deux' }),
    'GET /settings': () => json(200, { settings: { ...shown, name: server.settings.name } }),
    'GET /admin/settings/history': () => json(200, { changes: [], nextCursor: null }),
  });
  const { client } = open(
    [
      {
        path: '*',
        element: (
          <UnsavedScope onUnsaved={onUnsaved}>
            <SettingsTab />
          </UnsavedScope>
        ),
      },
    ],
    '/',
  );
  return {
    client,
    server,
    sent: () => calls.filter(({ asked }) => asked.startsWith('PUT')).map(({ asked, body }) => [asked, body]),
    isUnsaved: () => onUnsaved.mock.lastCall?.[0],
  };
}
const card = async (name: string) => within((await screen.findByText(name)).closest('section') as HTMLElement);
const type = (into: HTMLElement, value: string) => fireEvent.change(into, { target: { value } });
const save = (of: Awaited<ReturnType<typeof card>>) => userEvent.click(of.getByText('Enregistrer'));

test('Unsaved changes of one card are still told once another card is saved', async () => {
  const { sent, isUnsaved } = show();
  const [identity, bounds] = [await card('Identité'), await card('Fichiers et messages')];
  expect(identity.getByLabelText('Nom de ce lieu')).toHaveProperty('maxLength', limits.placeName);
  type(bounds.getByLabelText(/^Plus grand fichier/), '12');
  type(identity.getByLabelText('Nom de ce lieu'), 'Tilleul');
  await save(identity);
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  await screen.findByText('Les réglages sont enregistrés.');
  expect(isUnsaved()).toBe(true);
  await save(bounds);
  await vi.waitFor(() => expect(isUnsaved()).toBe(false));
});

test('What is typed while a card is being saved stays, and is saved next over what was saved', async () => {
  let typed: string | null = 'Tilleul et fils';
  const name = () => screen.getByLabelText<HTMLInputElement>('Nom de ce lieu');
  const { sent, isUnsaved } = show({}, () => {
    if (typed !== null) type(name(), typed);
    typed = null;
  });
  const identity = await card('Identité');
  type(name(), 'Tilleul');
  await save(identity);
  await screen.findByText('Les réglages sont enregistrés.');
  expect([name().value, isUnsaved()]).toEqual(['Tilleul et fils', true]);
  await save(identity);
  await vi.waitFor(() => expect(isUnsaved()).toBe(false));
  expect(sent().map(([, body]) => body)).toEqual([
    { version: 3, name: 'Tilleul' },
    { version: 4, name: 'Tilleul et fils' },
  ]);
});

test('A wrong number of days is no obstacle once messages are never deleted; what is typed after a save is not judged at once', async () => {
  const { sent } = show({ autoDeleteDays: 30 });
  const bounds = await card('Fichiers et messages');
  const days = bounds.getByLabelText<HTMLInputElement>(/^Nombre de jours/, {
    selector: 'input[name="autoDeleteDays"]',
  });
  const { autoDeleteDaysMin: least, autoDeleteDaysMax: most } = limits;
  // The field's own buttons stop where the server does.
  expect([days.min, days.max]).toEqual([least, most].map(String));
  type(days, 'zéro');
  // Nor is text typed before the save.
  expect(bounds.queryByText(/^Indiquez un nombre de jours/)).toBeNull();
  await save(bounds);
  expect(await bounds.findByText(/^Indiquez un nombre de jours/)).toBeDefined();
  fireEvent.click(bounds.getByRole('radio', { name: 'Jamais' }));
  await save(bounds);
  await vi.waitFor(() => expect(sent()).toEqual([['PUT /admin/settings', { version: 3, autoDeleteDays: 0 }]]));
  await screen.findByText('Les réglages sont enregistrés.');
  type(bounds.getByLabelText(/^Plus grand fichier/), '');
  expect(bounds.queryByText(/^Indiquez un nombre entier/)).toBeNull();
});

test('A logo that is taken away for another is replaced in one go', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:', revokeObjectURL() {} }));
  const { sent } = show({ logo: '/api/settings/logo/un' });
  const identity = await card('Identité');
  fireEvent.click(identity.getByRole('button', { name: 'Retirer' }));
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File(['x'], 'logo.png', { type: 'image/png' })] } });
  fireEvent.click(await screen.findByRole('button', { name: 'Recadrer' }));
  await save(identity);
  await screen.findByText('Les réglages sont enregistrés.');
  expect(sent().map(([asked]) => asked)).toEqual(['PUT /admin/settings/logo']);
});

test('A logo that is cut out while another one is being saved waits to be saved next', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:', revokeObjectURL() {} }));
  const choose = () =>
    fireEvent.change(document.querySelector('input[type=file]') as HTMLInputElement, {
      target: { files: [new File(['x'], 'logo.png', { type: 'image/png' })] },
    });
  let isFirst = true;
  const { sent, isUnsaved } = show({}, () => {
    if (!isFirst) return;
    isFirst = false;
    choose();
    fireEvent.click(screen.getByRole('button', { name: 'Recadrer' }));
  });
  const identity = await card('Identité');
  choose();
  fireEvent.click(await screen.findByRole('button', { name: 'Recadrer' }));
  await save(identity);
  await screen.findByText('Les réglages sont enregistrés.');
  expect(isUnsaved()).toBe(true);
  await save(identity);
  await vi.waitFor(() => expect(isUnsaved()).toBe(false));
  expect(sent().map(([asked]) => asked)).toEqual(Array(2).fill('PUT /admin/settings/logo'));
});

test('A logo that is refused is sent again alone, over what was saved before it and what somebody else changed meanwhile', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:', revokeObjectURL() {} }));
  const refusals = [
    () => json(413, { code: 'file_too_large', message: 'Trop lourd.' }),
    () => {
      server.version = 9;
      return json(409, { code: 'settings_changed', message: 'Une autre personne vient de changer ces réglages.' });
    },
  ];
  const { sent, server, isUnsaved } = show({}, undefined, () => refusals.shift()?.());
  const identity = await card('Identité');
  type(identity.getByLabelText('Nom de ce lieu'), 'Tilleul');
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File(['x'], 'logo.png', { type: 'image/png' })] } });
  fireEvent.click(await screen.findByRole('button', { name: 'Recadrer' }));
  await save(identity);
  expect(await screen.findByText('Trop lourd.')).toBeDefined();
  const again = identity.getByRole('button', { name: 'Enregistrer' });
  await vi.waitFor(() => expect(again.getAttribute('aria-busy')).toBeNull());
  await save(identity);
  expect(await screen.findByText('Une autre personne vient de changer ces réglages.')).toBeDefined();
  await vi.waitFor(() => expect(again.getAttribute('aria-busy')).toBeNull());
  await save(identity);
  await vi.waitFor(() => expect(isUnsaved()).toBe(false));
  const versions = sent().map(([, body]) => (body instanceof FormData ? body.get('version') : body));
  expect(versions).toEqual([{ version: 3, name: 'Tilleul' }, '4', '4', '9']);
});

test('A logo that is chosen shows instead of the one that there was, which is back once it is given up', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:', revokeObjectURL() {} }));
  show({ logo: '/api/settings/logo/un' });
  const identity = await card('Identité');
  const seen = () => identity.getByRole('group', { name: /^Logo/ }).querySelector('img')?.getAttribute('src');
  expect(seen()).toBe('/api/settings/logo/un');
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File(['x'], 'logo.png', { type: 'image/png' })] } });
  fireEvent.click(await screen.findByRole('button', { name: 'Recadrer' }));
  expect(seen()).toBe('blob:');
  fireEvent.click(identity.getByRole('button', { name: 'Retirer' }));
  expect(seen()).toBe('/api/settings/logo/un');
});

test('A field of settings holds up a newer page until it is saved', async () => {
  show();
  const identity = await card('Identité');
  const isKept = () => identity.getByLabelText('Nom de ce lieu').closest('[data-kept]') !== null;
  expect(isKept()).toBe(true);
  type(identity.getByLabelText('Nom de ce lieu'), 'Tilleul');
  expect(isKept()).toBe(false);
  await save(identity);
  await vi.waitFor(() => expect(isKept()).toBe(true));
});

test('A colour that is pasted with blanks around it is read, shown and sent without them', async () => {
  const { sent } = show();
  const identity = await card('Identité');
  fireEvent.click(identity.getByRole('switch', { name: 'Une couleur à nous' }));
  const colour = identity.getByLabelText<HTMLInputElement>('Couleur', { selector: 'input:not([type=color])' });
  await userEvent.clear(colour);
  await userEvent.click(colour);
  await userEvent.paste(' #7A1F5C ');
  expect(colour.getAttribute('aria-invalid')).not.toBe('true');
  expect(identity.getByLabelText<HTMLInputElement>('Couleur', { selector: '[type=color]' }).value).toBe('#7a1f5c');
  expect(identity.getByRole('group', { name: 'Aperçu dans les deux thèmes' })).toBeDefined();
  await save(identity);
  await vi.waitFor(() => expect(sent()[0]?.[1]).toMatchObject({ accent: '#7A1F5C' }));
});

test('What one changes shows at once to who changes it, however lately the page had read it', async () => {
  const { client } = show();
  const identity = await card('Identité');
  client.setQueryData(keyOf(api.settings.shown), { settings: shown });
  type(identity.getByLabelText('Nom de ce lieu'), 'Tilleul');
  await save(identity);
  await vi.waitFor(() => expect(usePlace.getState().settings?.name).toBe('Tilleul'));
});

test('A link among several is edited and taken away alone, as long as a link may be', async () => {
  const links = ['a', 'b', 'c'].map(label => ({ label, url: `https://${label}.fr` }));
  const { sent } = show({ links });
  expect(screen.getByText('Chargement…')).toBeDefined();
  const help = await card('Aide et mentions');
  expect(help.getByRole('group', { name: 'Liens de la page de connexion' })).toBeDefined();
  const field = (name: string) => help.getByLabelText<HTMLInputElement>(name, { selector: 'input' });
  expect([field('Texte du lien 2').maxLength, field('Adresse du lien 2').maxLength]).toEqual([
    ...[limits.linkLabel, limits.link],
  ]);
  expect([field('Texte du lien 2').value, field('Adresse du lien 2').value]).toEqual(['b', 'https://b.fr']);
  expect(help.getByLabelText('Mentions légales')).toHaveProperty('maxLength', limits.legalNotice);
  type(field('Texte du lien 2'), 'Charte');
  type(field('Adresse du lien 3'), 'https://d.fr');
  expect([field('Texte du lien 2').value, field('Adresse du lien 3').value]).toEqual(['Charte', 'https://d.fr']);
  fireEvent.click(help.getByRole('button', { name: 'Retirer le lien 1' }));
  await save(help);
  const kept = [
    { label: 'Charte', url: 'https://b.fr' },
    { label: 'c', url: 'https://d.fr' },
  ];
  await vi.waitFor(() => expect(sent()[0]?.[1]).toEqual({ version: 3, links: kept }));
});

test('The largest file stops at the bounds of Palabre, which its hint says, and the preview of a colour has its tones', async () => {
  show({ accent: '#7a1f5c' });
  const bounds = await card('Fichiers et messages');
  const megabytes = bounds.getByLabelText<HTMLInputElement>(/^Plus grand fichier/);
  expect([megabytes.min, megabytes.max]).toEqual(['1', '50']);
  expect(bounds.getByText(/^De 1 à 50\sMo\.$/)).toBeDefined();
  const identity = await card('Identité');
  const samples = [...identity.getByRole('group', { name: 'Aperçu dans les deux thèmes' }).children] as HTMLElement[];
  const tones = samples.map(({ dataset, style }) => [dataset.theme, style.getPropertyValue('--brand')]);
  expect(tones).toEqual([
    ['light', '#7a1f5c'],
    ['dark', expect.not.stringMatching('#7a1f5c')],
  ]);
});

test('Sessions end unused once one says so, after as many days as one lasts at most, and no more once that is taken back', async () => {
  const { sent, isUnsaved } = show();
  const sessions = await card('Sessions');
  const end = sessions.getByRole('switch', { name: 'Terminer les sessions inutilisées' });
  expect([end.getAttribute('aria-checked'), sessions.queryByRole('spinbutton')]).toEqual(['false', null]);
  fireEvent.click(end);
  await vi.waitFor(() => expect(isUnsaved()).toBe(true));
  const days = sessions.getByLabelText<HTMLInputElement>(/^Nombre de jours sans utilisation/);
  expect([days.value, days.min, days.max]).toEqual(['7', '1', '30']);
  type(days, '31');
  // Not judged while it is typed.
  expect(sessions.queryByText(/^Indiquez/)).toBeNull();
  await save(sessions);
  expect(await sessions.findByText('Indiquez un nombre de jours de 1 à 30.')).toBeDefined();
  type(days, '14');
  await save(sessions);
  await vi.waitFor(() => expect(isUnsaved()).toBe(false));
  fireEvent.click(end);
  await save(sessions);
  await vi.waitFor(() =>
    expect(sent()).toEqual([
      ['PUT /admin/settings', { version: 3, idleSessionDays: 14 }],
      ['PUT /admin/settings', { version: 4, idleSessionDays: null }],
    ]),
  );
});

test('Common passwords are refused once one says so, and taken again', async () => {
  const { sent, isUnsaved } = show();
  const passwords = await card('Mots de passe');
  const refuse = passwords.getByRole('switch', { name: 'Refuser les mots de passe les plus courants' });
  expect(refuse.getAttribute('aria-checked')).toBe('false');
  fireEvent.click(refuse);
  await vi.waitFor(() => expect(isUnsaved()).toBe(true));
  await save(passwords);
  await vi.waitFor(() => expect(isUnsaved()).toBe(false));
  expect(refuse.getAttribute('aria-checked')).toBe('true');
  fireEvent.click(refuse);
  await save(passwords);
  await vi.waitFor(() =>
    expect(sent()).toEqual([
      ['PUT /admin/settings', { version: 3, commonPasswords: 'refused' }],
      ['PUT /admin/settings', { version: 4, commonPasswords: 'allowed' }],
    ]),
  );
});

test('Files whose extension is false are refused once one says so, and taken again; nothing else of their card is sent', async () => {
  const { sent, isUnsaved } = show();
  const bounds = await card('Fichiers et messages');
  fireEvent.click(bounds.getByRole('switch', { name: 'Refuser les fichiers dont l’extension ment' }));
  await save(bounds);
  await vi.waitFor(() => expect(sent()).toEqual([['PUT /admin/settings', { version: 3, misnamedFiles: 'refused' }]]));
  await vi.waitFor(() => expect(isUnsaved()).toBe(false));
  fireEvent.click(bounds.getByRole('switch', { name: 'Refuser les fichiers dont l’extension ment' }));
  await save(bounds);
  await vi.waitFor(() => expect(sent()[1]?.[1]).toEqual({ version: 4, misnamedFiles: 'allowed' }));
});

test('A name that is emptied and a colour that is switched off are taken back', async () => {
  const { sent } = show({ name: 'Tilleul', accent: '#7a1f5c' });
  const identity = await card('Identité');
  type(identity.getByLabelText('Nom de ce lieu'), ' ');
  fireEvent.click(identity.getByRole('switch', { name: 'Une couleur à nous' }));
  expect(identity.queryByRole('group', { name: 'Aperçu dans les deux thèmes' })).toBeNull();
  await save(identity);
  await vi.waitFor(() => expect(sent()).toEqual([['PUT /admin/settings', { version: 3, name: null, accent: null }]]));
});

test('Two-step is required of every account once one says so, and offered again', async () => {
  const { sent, isUnsaved } = show();
  const twoStep = await card('Double authentification');
  const required = twoStep.getByRole('switch', { name: 'La demander à chaque compte' });
  expect(required.getAttribute('aria-checked')).toBe('false');
  fireEvent.click(required);
  await vi.waitFor(() => expect(isUnsaved()).toBe(true));
  await save(twoStep);
  await vi.waitFor(() => expect(isUnsaved()).toBe(false));
  expect(required.getAttribute('aria-checked')).toBe('true');
  fireEvent.click(required);
  await save(twoStep);
  await vi.waitFor(() =>
    expect(sent()).toEqual([
      ['PUT /admin/settings', { version: 3, twoStepRequired: true }],
      ['PUT /admin/settings', { version: 4, twoStepRequired: false }],
    ]),
  );
});
