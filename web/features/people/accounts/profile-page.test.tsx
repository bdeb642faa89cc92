// @vitest-environment jsdom
import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { setUser } from '../../../platform/session/session.ts';
import { heardAlerts } from '../../../test/heard-alerts.ts';
import { json, open, camille as person, serve } from '../../../test/settings-world.tsx';
import { ProfilePage } from './ProfilePage.tsx';

// Loaded before, so that no test waits for the icons’ many files.
beforeAll(() => import('../../../ui/dialogs/PendingDialog.tsx'));
afterEach(cleanup);

const nobody = { manager: null, vacationReferee: null };
const camille = { ...person, emailProven: true, otherAccounts: [], ...nobody, contacts: nobody } as unknown as SelfUser;
const own = {
  ...{ _id: 'camille', hours: null, source: 'none', zone: 'Europe/Paris', absences: [], quietUntil: null },
  urgentLeft: 3,
};
const refusal = (status: number, code: string, message: string) => () => json(status, { code, message });

function show(user: SelfUser, answers: Parameters<typeof serve>[1] = {}) {
  const calls = serve(user, {
    'GET /user/me': () => json(200, { user }),
    'GET /user/me/sessions': () => json(200, { sessions: [] }),
    'GET /user/me/export/prepared': () => json(200, { export: null }),
    'GET /disconnection': () => json(200, { charter: null }),
    'GET /availability/own': () => json(200, { own }),
    ...answers,
  });
  setUser(user);
  open([{ path: '*', Component: ProfilePage }], '/');
  return calls;
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
/** Tokens of the requests to an address. */
const bearersTo = (path: string) =>
  vi
    .mocked(fetch)
    .mock.calls.flatMap(([address, init]) =>
      String(address).endsWith(path) ? [new Headers(init?.headers).get('authorization')] : [],
    );

test('The profile page waits for the profile, then shows hours, absences, sessions and data beside it', async () => {
  let answer = () => {};
  const held = new Promise<void>(done => {
    answer = done;
  });
  show(camille, {
    'GET /user/me': async () => {
      await held;
      return json(200, { user: camille });
    },
  });
  expect(document.title).toMatch(/^Mon Profil · /);
  expect(screen.getAllByRole('status').map(one => one.textContent)).toContain('Chargement…');
  expect(screen.queryByText('Votre profil n’a pas pu être chargé.')).toBeNull();
  answer();
  for (const name of ['Vos horaires', 'Vos absences', 'Ne pas déranger', 'Mes sessions', 'Vos données'])
    expect(await screen.findByRole('region', { name })).toBeDefined();
});

test('The profile page says what is refused once: a save, a password, a code, and one that could not be sent', async () => {
  show({ ...camille, doubleAuthentification: true } as SelfUser, {
    'PUT /user/camille': refusal(429, 'too_many_requests', 'Trop de changements.'),
    'PUT /user/camille/change-password': refusal(503, 'unavailable', 'Palabre redémarre.'),
    'POST /otp/check': refusal(429, 'too_many_requests', 'Trop de tentatives.'),
    'POST /otp/sent': refusal(429, 'too_many_requests', 'Trop de codes.'),
  });
  expect(await screen.findByText(/^Tapez le code envoyé par e-mail à camille@atelier\.fr/)).toBeDefined();
  const said = heardAlerts();
  const all: string[] = [];
  const says = (message: string) => {
    all.push(message);
    return waitFor(() => expect(said()).toEqual(all));
  };
  fill('Poste', 'Grutière');
  await press('Enregistrer');
  await says('Erreur lors de la mise à jour du profil');
  for (const label of ['Ancien mot de passe', 'Nouveau mot de passe', 'Confirmer le mot de passe'])
    fill(label, 'huit car');
  await press('Changer le mot de passe');
  await says('Palabre redémarre.');
  fill('Code à six chiffres', '123456');
  await press('Valider le code');
  await says('Trop de tentatives.');
  await press('Envoyer un code');
  await says('Trop de codes.');
  // The server wants a session as proof of identity: both requests carry its token.
  expect([bearersTo('/otp/check'), bearersTo('/otp/sent')]).toEqual([['Bearer a.b.c'], ['Bearer a.b.c']]);
});

test('A first password is set by a code mailed to the address that is shown, and the page says so', async () => {
  show({ ...camille, passwordless: true } as SelfUser, {
    'PUT /user/camille/change-password': () => json(200, { message: '' }),
  });
  expect(await screen.findByText(/il est envoyé par e-mail à camille@atelier\.fr\.$/)).toBeDefined();
  for (const [label, value] of [
    ['Code à six chiffres', '123456'],
    ['Nouveau mot de passe', 'un premier mot'],
    ['Confirmer le mot de passe', 'un premier mot'],
  ] as const)
    fill(label, value);
  await press('Définir un mot de passe');
  expect(await screen.findByText('Mot de passe défini avec succès.')).toBeDefined();
});

test('The fields of the profile tell phones and password managers what they hold', async () => {
  show(camille);
  const fields = [
    ...['Prénom', 'Nom', 'Poste', 'Lieu de travail', 'LinkedIn', 'GitHub', 'Ancien mot de passe'],
    ...['Nouveau mot de passe', 'Confirmer le mot de passe'],
  ];
  await screen.findByLabelText('Poste');
  const control = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}\\b`));
  expect(fields.map(label => [label, control(label).autocomplete])).toEqual([
    ['Prénom', 'given-name'],
    ['Nom', 'family-name'],
    ['Poste', 'organization-title'],
    ['Lieu de travail', 'off'],
    ['LinkedIn', 'off'],
    ['GitHub', 'off'],
    ['Ancien mot de passe', 'current-password'],
    ['Nouveau mot de passe', 'new-password'],
    ['Confirmer le mot de passe', 'new-password'],
  ]);
  expect(['LinkedIn', 'GitHub'].map(label => [control(label).inputMode, control(label).placeholder])).toEqual([
    ['url', 'https://www.linkedin.com/in/votre-nom'],
    ['url', 'https://github.com/votre-nom'],
  ]);
});

test('The profile offers no way to turn off the two-step that is required of everybody, and says why', async () => {
  const switchOf = () => screen.findByRole<HTMLButtonElement>('switch', { name: 'Double authentification' });
  const on = { ...camille, doubleAuthentification: true, verification: true } as const;
  show(on);
  expect((await switchOf()).disabled).toBe(false);
  cleanup();
  show({ ...on, twoStepRequired: true });
  expect((await switchOf()).disabled).toBe(true);
  expect(screen.getByText(/Elle est demandée ici à chaque compte\s: elle ne se désactive pas\.$/)).toBeDefined();
});

const session = (_id: string) => ({
  ...{ _id, device: _id, address: null, current: _id === 'ici' },
  ...{ createdAt: '2026-11-02T09:00:00.000Z', seenAt: '2026-11-20T18:04:00.000Z' },
});

test.each<[string, string, object, string?]>([
  ['Envoyer un code', 'POST /otp/sent', { doubleAuthentification: true }],
  ['Envoyer un code', 'POST /otp/sent', { passwordless: true }],
  ['Préparer l’export', 'POST /user/me/export', {}],
  ['Déconnecter les autres sessions', 'DELETE /user/me/sessions', {}, 'Déconnecter'],
  ['Supprimer mon compte', 'DELETE /user/camille', { passwordless: true }, 'Supprimer'],
])(
  'The button « %s » shows that it waits for the answer to %s, of an account with %j',
  async (name, asked, fields, sure) => {
    let answer = () => {};
    const held = new Promise<void>(done => {
      answer = done;
    });
    show({ ...camille, ...fields } as SelfUser, {
      'GET /user/me/sessions': () => json(200, { sessions: ['ici', 'ailleurs'].map(session) }),
      [asked]: () => held.then(refusal(503, 'unavailable', 'Un instant.')),
    });
    const button = await screen.findByRole('button', { name });
    fireEvent.click(button);
    if (sure) fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: sure }));
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
    answer();
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  },
);
