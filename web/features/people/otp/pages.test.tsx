// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { cached } from '../../../platform/server/query.ts';
import { endSession, setUser, useSession } from '../../../platform/session/session.ts';
import { camille, json, open, refused, serve } from '../../../test/settings-world.tsx';
import { forgetPending, keepPending, readPending } from './open/pending.ts';
import { RequiredTwoStep } from './RequiredTwoStep.tsx';
import { ResetPage } from './ResetPage.tsx';
import { TwoStepPage } from './TwoStepPage.tsx';
import { VerifyPage } from './VerifyPage.tsx';

beforeAll(() => {
  // Asked by the code field, and not known to jsdom.
  document.elementFromPoint = () => null;
});
afterEach(() => {
  cleanup();
  forgetPending();
});

const elsewhere = { path: '*', element: <p>Ailleurs</p> };
const at = (address: string) =>
  open(
    [
      { path: '/reset-password', Component: ResetPage },
      { path: '/enable-2fa', Component: TwoStepPage },
      { path: '/verify-otp', Component: VerifyPage },
      elsewhere,
    ],
    address,
  );
const leadsTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
const verified = { ...camille, doubleAuthentification: true, verification: true };
const off = { ...verified, doubleAuthentification: false };
/** A login that waits for its code. */
const waiting = {
  user: { _id: 'camille', email: 'camille@atelier.fr', firstName: 'Camille', doubleAuthentification: true },
  ...{ token: null, pending: 'preuve' },
} as const;

/** Shows the page of two-step to a user who has it on, and holds the response that turns it off. */
function turningOff() {
  let answer = () => {};
  const held = new Promise<void>(done => {
    answer = done;
  });
  const calls = serve(camille, {
    'GET /user/me': () => json(200, { user: verified }),
    'PUT /user/camille': async () => {
      await held;
      return json(200, { user: off });
    },
  });
  setUser(verified as never);
  const isAsked = () => waitFor(() => expect(calls.map(({ asked }) => asked)).toContain('PUT /user/camille'));
  return { ...at('/enable-2fa'), answer, isAsked };
}

test('Two-step that is turned off is off at once, in the session and in the profile to which the page leads', async () => {
  const { client, answer } = turningOff();
  const button = await screen.findByRole('button', { name: 'Désactiver la 2FA' });
  expect([document.title, leadsTo('Retour au profil')]).toEqual([
    ...[expect.stringMatching(/^Double authentification · /), '/settings/profile'],
  ]);
  await waitFor(() => expect(cached(client, api.users.me)?.user.doubleAuthentification).toBe(true));
  fireEvent.click(button);
  answer();
  expect(await screen.findByText('Ailleurs')).toBeDefined();
  expect(cached(client, api.users.me)?.user.doubleAuthentification).toBe(false);
  expect(useSession.getState().user?.doubleAuthentification).toBe(false);
});

test('Two-step whose answer comes after the session has ended brings nobody back', async () => {
  const { answer, isAsked } = turningOff();
  fireEvent.click(await screen.findByRole('button', { name: 'Désactiver la 2FA' }));
  await isAsked();
  endSession('logout');
  answer();
  expect(await screen.findByText('Double authentification désactivée !')).toBeDefined();
  expect(useSession.getState()).toMatchObject({ user: null, isLoggedIn: false });
});

test('Two-step that is required of everybody is shown without a way to turn it off', async () => {
  const kept = { ...verified, twoStepRequired: true };
  serve(camille, { 'GET /user/me': () => json(200, { user: kept }) });
  setUser(kept as never);
  at('/enable-2fa');
  expect(await screen.findByText(/Elle est demandée ici à chaque compte\s: elle ne se désactive pas\.$/)).toBeDefined();
  expect(screen.queryByRole('button', { name: /2FA|authentification/ })).toBeNull();
  expect(leadsTo('Retour au profil')).toBe('/settings/profile');
});

test('A reset of an address without an account names it, and leads back to the login', async () => {
  serve(camille, {
    'GET /user/email': () => json(404, { code: 'user_not_found', message: 'Utilisateur introuvable.' }),
  });
  endSession('logout');
  at('/reset-password?email=personne@exemple.fr');
  expect(await screen.findByText('Aucun compte n’a l’adresse personne@exemple.fr.')).toBeDefined();
  expect([document.title, leadsTo('Revenir à la connexion')]).toEqual([
    ...[expect.stringMatching(/^Mot de passe oublié · /), '/login'],
  ]);
});

test('A reset begins with a code, by a link whose secret is none too, which waits for the account and is then said to leave', async () => {
  let found = () => {};
  const account = new Promise<void>(done => {
    found = done;
  });
  let sent = () => {};
  const mailed = new Promise<void>(done => {
    sent = done;
  });
  const calls = serve(camille, {
    'GET /user/email': () => account.then(() => json(200, { user: { _id: 'camille' } })),
    'POST /otp/sent': () => mailed.then(() => json(200, { message: 'Fait.' })),
  });
  endSession('logout');
  at('/reset-password?email=camille@atelier.fr#recovery=court');
  expect(screen.getByText('Étape 1 sur 2 · Prouvez que cette adresse est la vôtre.')).toBeDefined();
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Valider le code' });
  fireEvent.change(screen.getByLabelText('Code à six chiffres'), { target: { value: '123456' } });
  expect(submit.disabled).toBe(true);
  found();
  await waitFor(() => expect(submit.disabled).toBe(false));
  await waitFor(() => expect(calls.map(({ asked }) => asked)).toContain('POST /otp/sent'));
  expect(screen.getByText('Envoi du code…').getAttribute('role')).toBe('status');
  sent();
  expect(await screen.findByText(/^Un code a été envoyé par e-mail à camille@atelier\.fr/)).toBeDefined();
  expect(screen.getByText(/Regardez dans les indésirables/)).toBeDefined();
});

test('A login whose time is over is forgotten, and one step back does not lead to it', async () => {
  serve(camille, { 'POST /otp/sent': () => json(401, { code: 'unauthorized', message: 'Votre session a expiré.' }) });
  endSession('logout');
  keepPending(waiting);
  const { router } = at('/verify-otp');
  expect([document.title, leadsTo('Revenir à la connexion')]).toEqual([
    ...[expect.stringMatching(/^Vérification · /), '/login'],
  ]);
  expect(await screen.findByText('Ailleurs')).toBeDefined();
  expect([router.state.location.pathname, router.state.historyAction, readPending()]).toEqual([
    ...['/login', 'REPLACE', null],
  ]);
});

test('A login whose code is refused without being wrong says why, and marks no field', async () => {
  serve(camille, {
    'POST /otp/sent': () => json(200, { message: 'Fait.' }),
    'POST /otp/check': () => json(429, { code: 'too_many_requests', message: 'Trop de tentatives.' }),
  });
  endSession('logout');
  keepPending(waiting);
  at('/verify-otp');
  const code = await screen.findByLabelText('Code à six chiffres');
  fireEvent.change(code, { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Valider le code' }));
  expect(await screen.findByText('Trop de tentatives.')).toBeDefined();
  expect(code.getAttribute('aria-invalid')).not.toBe('true');
});

test('Who lacks the two-step that is required is told why it could not be turned on, and a page that is hidden asks nothing', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const seen = vi.spyOn(document, 'visibilityState', 'get');
  onTestFinished(() => {
    seen.mockRestore();
    logged.mockRestore();
  });
  let fails = false;
  const lacking = { ...camille, twoStepRequired: true, doubleAuthentification: false };
  const calls = serve(lacking as never, {
    'GET /user/me': () => (fails ? refused(503, 'Un instant.') : json(200, { user: lacking })),
    'PUT /user/camille': () => refused(403, 'Pas maintenant.'),
  });
  setUser(lacking as never);
  open([{ path: '*', element: <RequiredTwoStep onLogout={async () => {}} /> }], '/');
  const reads = () => calls.filter(({ asked }) => asked === 'GET /user/me').length;
  await waitFor(() => expect(reads()).toBe(1));
  const turn = (visibility: DocumentVisibilityState) => {
    seen.mockReturnValue(visibility);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  turn('hidden');
  fails = true;
  turn('visible');
  await waitFor(() =>
    expect(logged.mock.calls.map(([what]) => what)).toEqual(['Whether two-step is lacking cannot be read']),
  );
  expect(reads()).toBe(2);
  fireEvent.click(screen.getByRole('button', { name: 'Activer la double authentification' }));
  expect(await screen.findByText('Pas maintenant.')).toBeDefined();
  cleanup();
  // A page that is left reads nothing more.
  turn('visible');
  expect(reads()).toBe(2);
});

test('The page of a code has the focus in its field, and sends no other code while the first one is on its way', async () => {
  let answer = () => {};
  const held = new Promise<void>(done => {
    answer = done;
  });
  serve(camille, {
    'POST /otp/sent': async () => {
      await held;
      return json(503, { code: 'unavailable', message: 'Le courrier ne part pas.' });
    },
  });
  endSession('logout');
  keepPending(waiting);
  at('/verify-otp');
  const field = await screen.findByLabelText('Code à six chiffres');
  await waitFor(() => expect(document.activeElement).toBe(field));
  const again = screen.getByRole<HTMLButtonElement>('button', { name: 'Renvoyer le code' });
  expect(again.disabled).toBe(true);
  answer();
  await screen.findByText(/Le courrier ne part pas/);
  expect(again.disabled).toBe(false);
});
