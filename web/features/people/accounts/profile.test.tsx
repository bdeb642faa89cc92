// @vitest-environment jsdom
import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, login, useSession } from '../../../platform/session/session.ts';
import { heardAlerts } from '../../../test/heard-alerts.ts';
import { alerts, useAlerts } from '../../../ui/alerts/alerts.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { UiHost } from '../../../ui/overlays/UiHost.tsx';
import { ProfilePage } from './ProfilePage.tsx';

const camille: SelfUser = {
  _id: 'camille',
  firstName: 'Camille',
  lastName: 'Riou',
  email: 'camille@exemple.fr',
  avatar: null,
  status: 'online',
  admin: false,
  doubleAuthentification: false,
  verification: false,
  emailProven: true,
  otherAccounts: [],
  pendingEmail: null,
  societyId: null,
  jobTitle: 'Maçonne',
  jobLocation: null,
  manager: 'Hélène',
  startHour: null,
  endHour: null,
  vacationReferee: null,
  contacts: { manager: null, vacationReferee: null },
  linkedinProfile: null,
  githubProfile: null,
  notificationMail: false,
};
const elsewhere = {
  ...{ _id: 'there', device: 'Firefox · Windows', address: '192.0.2.10', current: false },
  ...{ createdAt: '2026-11-02T09:00:00.000Z', seenAt: '2026-11-20T18:04:00.000Z' },
};

/** Change requests the server received, in order. */
let asked: { path: string; body: unknown }[];
let user: SelfUser;
let sessionReads: number;
/** Whether the server cannot tell the profile. */
let isLost: boolean;
let refuse: { status: number; body: object } | null;

const answer = (body: object, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

function serve(address: string, { method = 'GET', body }: RequestInit = {}): Response {
  const path = `${method} ${new URL(address, 'http://palabre').pathname}`;
  if (path === 'GET /api/user/me')
    return isLost ? answer({ code: 'internal', message: 'Panne.' }, 500) : answer({ user });
  if (path === 'GET /api/user/me/sessions') {
    sessionReads += 1;
    return answer({ sessions: [{ ...elsewhere, _id: 'here', current: true, device: null }, elsewhere] });
  }
  if (path === 'GET /api/user/me/export/prepared') return answer({ export: null });
  if (path === 'GET /api/disconnection') return answer({ charter: null });
  if (path === 'GET /api/availability/own') return answer({ own: null });
  if (path === 'GET /api/user') return answer({ users: [] });
  const given = typeof body === 'string' ? JSON.parse(body) : {};
  asked.push({ path, body: given });
  if (refuse) return answer(refuse.body, refuse.status);
  if (path.startsWith('POST /api/otp/check')) user = { ...user, verification: true };
  if (path === 'POST /api/user/me/address') user = { ...user, email: user.pendingEmail ?? '', pendingEmail: null };
  if (path === 'PUT /api/user/camille') user = { ...user, ...given };
  return answer({ user, status: 'success', message: 'C’est fait.' });
}

function open(Page: () => React.ReactNode) {
  const router = createMemoryRouter([{ path: '*', element: <Page /> }]);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <UiHost>
        <RouterProvider router={router} />
      </UiHost>
    </QueryClientProvider>,
  );
  return router;
}

/** Saves of the profile; a test before may still be asking for something else. */
const saves = () => asked.filter(({ path }) => path.startsWith('PUT /api/user/'));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const fill = (label: string | RegExp, value: string) => fireEvent.change(field(label), { target: { value } });

beforeEach(() => {
  asked = [];
  user = camille;
  [refuse, sessionReads, isLost] = [null, 0, false];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => serve(address, init));
  endSession('logout');
  alerts.clear();
  useDialogs.setState({ pending: [] });
  login('token', camille);
});
afterEach(cleanup);

test('The profile form shows the saved profile, sends only the changed fields, and confirms the save', async () => {
  open(ProfilePage);
  await screen.findByRole('heading', { name: 'Mon Profil' });
  expect((await screen.findByLabelText<HTMLInputElement>('Poste')).value).toBe('Maçonne');
  expect(field('E-mail').readOnly).toBe(true);
  expect(screen.queryByRole('button', { name: 'Enregistrer' })).toBeNull();
  // Enter in a form without a change.
  fireEvent.submit(field('Poste'));
  fill(/^Prénom/, '  Camille-Rose ');
  fill('Responsable', '');
  fill('Début de journée', '09:00');
  await userEvent.click(await screen.findByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText('Profil mis à jour avec succès')).toBeDefined();
  expect(saves()).toEqual([
    { path: 'PUT /api/user/camille', body: { firstName: 'Camille-Rose', manager: '', startHour: '09:00' } },
  ]);
  expect(useSession.getState().user).toMatchObject({ firstName: 'Camille-Rose' });
});

test('A profile that could not be loaded says so, changes no password, and is asked for again', async () => {
  isLost = true;
  open(ProfilePage);
  expect(await screen.findByText('Votre profil n’a pas pu être chargé.')).toBeDefined();
  for (const label of ['Ancien mot de passe', 'Nouveau mot de passe', 'Confirmer le mot de passe'])
    fill(label, 'huit car');
  await press('Changer le mot de passe');
  expect(await screen.findByText('Utilisateur non trouvé.')).toBeDefined();
  expect(asked).toEqual([]);
  isLost = false;
  await press('Réessayer');
  expect(await screen.findByLabelText('Poste')).toBeDefined();
});

test('The profile form reports a missing name at its field and sends nothing', async () => {
  open(ProfilePage);
  await screen.findByLabelText('Poste');
  fill(/^Nom/, ' ');
  await press('Enregistrer');
  expect(field(/^Nom/).getAttribute('aria-invalid')).toBe('true');
  expect(field(/^Prénom/).getAttribute('aria-invalid')).not.toBe('true');
  expect(saves()).toEqual([]);
  fill(/^Nom/, 'R');
  expect(field(/^Nom/).getAttribute('aria-invalid')).not.toBe('true');
  fill(/^Prénom/, ' ');
  await press('Enregistrer');
  expect(field(/^Prénom/).getAttribute('aria-invalid')).toBe('true');
  expect(saves()).toEqual([]);
  await press('Annuler');
  expect(field(/^Prénom/).getAttribute('aria-invalid')).not.toBe('true');
});

test('The profile form reports a refused save and keeps the typed text', async () => {
  refuse = { status: 429, body: { code: 'too_many_requests', message: 'Trop de tentatives.' } };
  open(ProfilePage);
  await screen.findByLabelText('Poste');
  fill('Poste', 'Grutière');
  await press('Enregistrer');
  expect(await screen.findByText('Erreur lors de la mise à jour du profil')).toBeDefined();
  expect(field('Poste').value).toBe('Grutière');
});

test.each([
  ['LinkedIn', 'https://exemple.fr/in/camille', 'Lien LinkedIn invalide', 'Veuillez entrer un lien LinkedIn valide.'],
  ['GitHub', 'https://gitlab.com/camille', 'Lien GitHub invalide', 'Veuillez entrer un lien GitHub valide.'],
])('The %s field clears an invalid link on blur and says why', async (label, link, title, text) => {
  open(ProfilePage);
  await screen.findByLabelText('Poste');
  fill(label, link);
  fireEvent.blur(field(label));
  expect(await screen.findByRole('heading', { name: title, hidden: true })).toBeDefined();
  expect(screen.getByText(text)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe('');
});

test('Two-step turned on in the profile leads to the page of its code', async () => {
  const router = open(ProfilePage);
  await screen.findByLabelText('Poste');
  expect(screen.getByText('Désactivée')).toBeDefined();
  await userEvent.click(screen.getByRole('switch', { name: 'Double authentification' }));
  expect(screen.getByText('Activée').closest('p')?.getAttribute('role')).toBe('status');
  expect(screen.getByText(/En l’activant, vous déconnectez vos autres appareils/)).toBeDefined();
  expect(screen.getByText('Non vérifié')).toBeDefined();
  await press('Enregistrer');
  await waitFor(() => expect(router.state.location.pathname).toBe('/enable-2fa'));
  expect(screen.getByText('Profil mis à jour avec succès')).toBeDefined();
  expect(asked).toEqual([{ path: 'PUT /api/user/camille', body: { doubleAuthentification: true } }]);
});

test('Verified two-step asks for no code, as the profile is shown and as it is saved', async () => {
  user = { ...camille, doubleAuthentification: true, verification: true };
  const router = open(ProfilePage);
  await screen.findByLabelText('Poste');
  expect(screen.queryByLabelText('Code à six chiffres')).toBeNull();
  for (const said of ['DésactivéeNon vérifié', 'ActivéeVérifié']) {
    await userEvent.click(screen.getByRole('switch', { name: 'Double authentification' }));
    expect(screen.getByText(/^(Act|Désact)ivée$/).parentElement?.textContent).toBe(said);
  }
  const isKept = () => field('Poste').closest('[data-kept]') !== null;
  expect(isKept()).toBe(true);
  fill('Poste', 'Grutière');
  // A newer version of the page waits for unsaved changes only.
  expect(isKept()).toBe(false);
  await press('Enregistrer');
  expect(await screen.findByText('Profil mis à jour avec succès')).toBeDefined();
  await waitFor(() => expect(isKept()).toBe(true));
  expect(router.state.location.pathname).toBe('/');
});

test('Unverified two-step sends a code, and is verified by it', async () => {
  user = { ...camille, doubleAuthentification: true };
  open(ProfilePage);
  const code = await screen.findByLabelText<HTMLInputElement>('Code à six chiffres');
  expect(code.getAttribute('aria-invalid')).not.toBe('true');
  fireEvent.change(code, { target: { value: '99' } });
  await press('Envoyer un code');
  expect(asked).toEqual([{ path: 'POST /api/otp/sent', body: { p_id: 'camille', p_email: 'camille@exemple.fr' } }]);
  await waitFor(() => expect(code.value).toBe(''));
  expect(useAlerts.getState().alerts.map(({ message }) => message)).toEqual(['C’est fait.']);
  const check = screen.getByRole<HTMLButtonElement>('button', { name: 'Valider le code' });
  const isOpen = ['123', '1234'].map(value => {
    fireEvent.change(code, { target: { value } });
    return !check.disabled;
  });
  expect(isOpen).toEqual([false, true]);
  refuse = { status: 429, body: { code: 'too_many_requests', message: 'Trop de tentatives.' } };
  await userEvent.click(check);
  expect(await screen.findByText('Trop de tentatives.')).toBeDefined();
  refuse = { status: 400, body: { code: 'otp_incorrect', message: 'Code incorrect ou expiré.' } };
  fireEvent.change(code, { target: { value: '123456' } });
  await userEvent.click(check);
  expect(await screen.findByText('Code incorrect ou expiré.')).toBeDefined();
  // The wrong code is cleared, so that the next code starts from an empty field.
  expect(code.value).toBe('');
  expect(document.activeElement).toBe(code);
  refuse = null;
  await userEvent.type(code, '654321');
  expect(screen.queryByText('Code incorrect ou expiré.')).toBeNull();
  await userEvent.click(check);
  expect(await screen.findByText('Vérifié')).toBeDefined();
  expect(await screen.findByText('Double authentification activée avec succès')).toBeDefined();
  expect(useSession.getState().user).toMatchObject({ verification: true });
  expect(asked.at(-1)).toEqual({
    path: 'POST /api/otp/check',
    body: { p_id: 'camille', p_otp: '654321', p_option: '2FA' },
  });
});

test('The password form saves when both new passwords match, reports a wrong old password at its field, and hides the length rule until it is broken', async () => {
  open(ProfilePage);
  await screen.findByLabelText('Poste');
  // For password managers, which keep a password with its account.
  expect(document.querySelector<HTMLInputElement>('input[autocomplete=username]')?.value).toBe('camille@exemple.fr');
  await press('Changer le mot de passe');
  expect(screen.queryByText('8 caractères au moins.')).toBeNull();
  expect(screen.getByText('Tous les champs doivent être remplis.')).toBeDefined();
  fill('Ancien mot de passe', 'l’ancien mot');
  fill('Nouveau mot de passe', 'un nouveau mot');
  fill('Confirmer le mot de passe', 'un autre');
  await press('Changer le mot de passe');
  expect(screen.getByText('Les mots de passe ne correspondent pas.')).toBeDefined();
  fill('Confirmer le mot de passe', 'un nouveau mot');
  refuse = { status: 403, body: { code: 'wrong_password', message: 'Ce mot de passe n’est pas le bon.' } };
  const told = heardAlerts();
  await press('Changer le mot de passe');
  expect(await screen.findByText('Ce mot de passe n’est pas le bon.')).toBeDefined();
  expect(told()).toEqual([]);
  refuse = { status: 503, body: { code: 'unavailable', message: 'Palabre redémarre.' } };
  await press('Changer le mot de passe');
  await waitFor(() => expect(useAlerts.getState().alerts[0]?.message).toBe('Palabre redémarre.'));
  expect(field('Nouveau mot de passe').value).toBe('un nouveau mot');
  refuse = null;
  await press('Changer le mot de passe');
  expect(await screen.findByText('Mot de passe changé avec succès.')).toBeDefined();
  expect(field('Ancien mot de passe').value).toBe('');
  expect(asked).toHaveLength(3);
  // The other sessions are closed by it.
  await waitFor(() => expect(sessionReads).toBe(2));
});

test('An account without a password gets one by a code', async () => {
  user = { ...camille, passwordless: true };
  open(ProfilePage);
  await screen.findByRole('heading', { name: 'Définir un mot de passe' });
  expect(screen.queryByLabelText('Ancien mot de passe')).toBeNull();
  expect(screen.getByText('8 caractères au moins.')).toBeDefined();
  fill('Code à six chiffres', '111111');
  await press('Envoyer un code');
  // A new code makes the typed code useless.
  await waitFor(() => expect(field('Code à six chiffres').value).toBe(''));
  expect(await screen.findByText('C’est fait.')).toBeDefined();
  expect(asked).toEqual([{ path: 'POST /api/otp/sent', body: { p_id: 'camille', p_email: 'camille@exemple.fr' } }]);
  await press('Définir un mot de passe');
  expect(screen.getByText('Tous les champs doivent être remplis.')).toBeDefined();
  fill('Code à six chiffres', '123456');
  fill('Nouveau mot de passe', 'un premier mot');
  fill('Confirmer le mot de passe', 'un premier mot');
  refuse = { status: 400, body: { code: 'otp_incorrect', message: 'Code incorrect ou expiré.' } };
  await press('Définir un mot de passe');
  expect(await screen.findByText('Code incorrect ou expiré.')).toBeDefined();
  expect(field('Code à six chiffres').value).toBe('');
  expect(document.activeElement).toBe(field('Code à six chiffres'));
  expect(field('Nouveau mot de passe').value).toBe('un premier mot');
  refuse = null;
  user = camille;
  await userEvent.type(field('Code à six chiffres'), '654321');
  await press('Définir un mot de passe');
  expect(await screen.findByLabelText('Ancien mot de passe')).toBeDefined();
  // The other sessions are closed by it.
  await waitFor(() => expect(sessionReads).toBe(2));
  expect(asked.at(-1)).toEqual({
    path: 'PUT /api/user/camille/change-password',
    body: { code: '654321', newPassword: 'un premier mot' },
  });
});

test.each([
  ['9', '09:00'],
  ['17h30', '17:30'],
  ['0815', '08:15'],
])('The hour field reads %s as %s, whatever the language of the browser', async (typed, kept) => {
  open(ProfilePage);
  await userEvent.type(await screen.findByLabelText('Début de journée'), typed);
  expect(field('Début de journée').value).toBe(typed);
  await userEvent.tab();
  expect(field('Début de journée').value).toBe(kept);
  await press('Enregistrer');
  await waitFor(() => expect(asked.at(-1)?.body).toEqual({ startHour: kept }));
});

test('The hour field reports an invalid hour', async () => {
  open(ProfilePage);
  await userEvent.type(await screen.findByLabelText('Fin de journée'), '25:00');
  await userEvent.tab();
  expect(screen.getByText('Indiquez une heure comme 09:00.')).toBeDefined();
  expect(field('Fin de journée').value).toBe('25:00');
});

test('The sessions card shows where each session is, and ends one session or all but this one', async () => {
  open(ProfilePage);
  const list = await screen.findByRole('list', { name: 'Mes sessions' });
  const [here, there] = within(list).getAllByRole('listitem');
  expect(here?.textContent).toContain('Appareil inconnuCet appareil');
  expect(there?.textContent).toContain('192.0.2.10');
  expect(within(here as HTMLElement).queryByRole('button')).toBeNull();
  await press('Déconnecter Firefox · Windows');
  await waitFor(() => expect(asked.at(-1)?.path).toBe('DELETE /api/user/me/sessions/there'));
  await press('Déconnecter les autres sessions');
  await press('Annuler');
  expect(asked).toHaveLength(1);
  alerts.clear();
  await press('Déconnecter les autres sessions');
  await userEvent.click(await screen.findByRole('button', { name: 'Déconnecter', hidden: true }));
  await waitFor(() => expect(asked.at(-1)?.path).toBe('DELETE /api/user/me/sessions'));
  expect(await screen.findByText('C’est fait.')).toBeDefined();
  await waitFor(() => expect(sessionReads).toBe(3));
});

test('The user’s address is changed by the code mailed to the new one', async () => {
  open(ProfilePage);
  await screen.findByRole('heading', { name: 'Mon Profil' });
  await userEvent.click(await screen.findByRole('button', { name: 'Changer d’adresse…' }));
  fill(/Nouvelle adresse/, 'camille@nouvelle.fr');
  user = { ...user, pendingEmail: 'camille@nouvelle.fr' };
  await press('Envoyer le code');
  fireEvent.change(await screen.findByLabelText(/Code à six chiffres/), { target: { value: '482913' } });
  await press('Changer l’adresse');
  await vi.waitFor(() => expect(field('E-mail').value).toBe('camille@nouvelle.fr'));
  expect(asked.map(({ path, body }) => [path, body])).toEqual([
    ['PUT /api/user/me/address', { email: 'camille@nouvelle.fr' }],
    ['POST /api/user/me/address', { otp: '482913' }],
  ]);
});

test('An address whose code is to be typed later is said to wait as soon as its dialog is closed', async () => {
  open(ProfilePage);
  await userEvent.click(await screen.findByRole('button', { name: 'Changer d’adresse…' }));
  fill(/Nouvelle adresse/, 'camille@nouvelle.fr');
  user = { ...user, pendingEmail: 'camille@nouvelle.fr' };
  await press('Envoyer le code');
  await screen.findByLabelText(/Code à six chiffres/);
  await userEvent.click(within(screen.getByRole('dialog')).getByText('Fermer'));
  expect(await screen.findByText(/camille@nouvelle\.fr deviendra la vôtre/)).toBeDefined();
});

test('A refused address is told at its field; one that waits for its code is given up', async () => {
  open(ProfilePage);
  await userEvent.click(await screen.findByRole('button', { name: 'Changer d’adresse…' }));
  const codes = ['same_address', 'address_not_accepted', 'address_change_refused', 'email_taken', 'banned'];
  for (const code of codes) {
    refuse = { status: 400, body: { code, message: `Refusée (${code}).` } };
    fill(/Nouvelle adresse/, `${code}@atelier.fr`);
    expect(field(/Nouvelle adresse/).getAttribute('aria-invalid')).not.toBe('true');
    await press('Envoyer le code');
    await screen.findByText(`Refusée (${code}).`);
    expect(field(/Nouvelle adresse/).getAttribute('aria-invalid')).toBe('true');
  }
  cleanup();
  refuse = null;
  user = { ...camille, pendingEmail: 'camille@nouvelle.fr' };
  open(ProfilePage);
  await screen.findByText(/camille@nouvelle\.fr deviendra la vôtre/);
  user = camille;
  await press('Abandonner');
  await screen.findByRole('button', { name: 'Changer d’adresse…' });
  expect(asked.at(-1)?.path).toBe('DELETE /api/user/me/address');
});
