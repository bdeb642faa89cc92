// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { endSession, login, useSession } from '../../../platform/session/session.ts';
import { alerts, useAlerts } from '../../../ui/alerts/alerts.ts';
import { UiHost } from '../../../ui/overlays/UiHost.tsx';
import { LoginPage } from '../sign-in/LoginPage.tsx';
import { forgetPending, keepPending, readPending } from './open/pending.ts';
import { ResetPage } from './ResetPage.tsx';
import { TwoStepPage } from './TwoStepPage.tsx';
import { VerifyPage } from './VerifyPage.tsx';

const request = vi.fn<typeof fetch>();
const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
type Answers = Record<string, () => Response>;
/** Answers of the server, by the end of the address. */
let answers: Answers;
/** Returns the body and bearer of each request to this path. */
const asked = (path: string) =>
  request.mock.calls
    .filter(([address]) => String(address).split('?')[0]?.endsWith(path))
    .map(([, init]) => ({
      body: JSON.parse(String(init?.body ?? 'null')),
      bearer: new Headers(init?.headers).get('authorization'),
    }));
const named = { _id: 'camille', email: 'camille@atelier.fr', firstName: 'Camille' };
const user = { ...named, doubleAuthentification: true as const };
const waiting = { token: null, user, pending: 'preuve' } as const;
const self = { ...user, lastName: 'Moreau', verification: false, admin: false };
const wrongCode = (message: string) => () => answer(400, { code: 'otp_invalid', status: 'error', message });

beforeAll(() => {
  // Stubs the ResizeObserver that jsdom lacks and the code field needs.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  document.elementFromPoint = () => null;
});
beforeEach(() => {
  // The page itself requests the providers.
  vi.stubGlobal('fetch', async (...[address, init]: Parameters<typeof fetch>) =>
    String(address) === '/api/auth/providers' ? answer(200, { providers: [] }) : request(address, init),
  );
  request.mockReset();
  answers = { '/otp/sent': () => answer(200, { message: 'Un code vous a été envoyé par e-mail.' }) };
  request.mockImplementation(async address => {
    const path = String(address).split('?')[0] ?? '';
    const found = Object.entries(answers).find(([end]) => path.endsWith(end));
    return found ? found[1]() : answer(404, { code: 'not_found', message: 'Introuvable.' });
  });
  endSession('logout');
  forgetPending();
  alerts.clear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function open(path: string) {
  const router = createMemoryRouter(
    [
      { path: '/login', element: <LoginPage /> },
      { path: '/verify-otp', element: <VerifyPage /> },
      { path: '/reset-password', element: <ResetPage /> },
      { path: '/enable-2fa', element: <TwoStepPage /> },
      { path: '*', element: <p>Ailleurs</p> },
    ],
    { initialEntries: [path] },
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <UiHost>
        <RouterProvider router={router} />
      </UiHost>
    </QueryClientProvider>,
  );
  return router;
}
const where = ({ state }: ReturnType<typeof open>) => state.location.pathname;
const field = () => screen.findByLabelText<HTMLInputElement>('Code à six chiffres');
const typeCode = async (code: string) => fireEvent.change(await field(), { target: { value: code } });
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Valider le code' });
const isOpenAt = (code: string) => typeCode(code).then(() => !submit().disabled);
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('Login by code', () => {
  test('Login with two-step leads to the code, which is sent once and opens the session', async () => {
    answers['/user/login'] = () => answer(200, { token: null, user, pending: 'preuve' });
    answers['/otp/check'] = () => answer(200, { status: 'success', token: 'a.b.c', user: self });
    open('/login');
    fill('E-mail', user.email);
    fill('Mot de passe', 'motdepasse');
    fireEvent.click(screen.getByRole('button', { name: 'Se connecter' }));
    expect(await screen.findByText(/Un code a été envoyé par e-mail à camille@atelier\.fr/)).toBeDefined();
    expect(asked('/otp/sent')).toEqual([{ body: { p_id: 'camille', p_email: user.email }, bearer: 'Bearer preuve' }]);
    expect([await isOpenAt('1234'), await isOpenAt('123')]).toEqual([true, false]);
    fireEvent.submit(await field());
    // A reload of the page keeps the login that waits for its code.
    expect(JSON.parse(String(sessionStorage.getItem('palabre.pending')))).toEqual(waiting);
    await typeCode('123456');
    fireEvent.click(submit());
    expect(await screen.findByText('Connexion sécurisée avec succès !')).toBeDefined();
    expect([readPending(), sessionStorage.getItem('palabre.pending')]).toEqual([null, null]);
    expect(asked('/otp/check')).toEqual([
      { body: { p_id: 'camille', p_otp: '123456', p_option: '2FA' }, bearer: 'Bearer preuve' },
    ]);
    expect(useSession.getState()).toMatchObject({ token: 'a.b.c', isLoggedIn: true });
  });

  test('Login with a wrong code reports it, empties the code field and keeps its focus', async () => {
    answers['/otp/check'] = wrongCode('Code invalide ou expiré');
    keepPending({ token: null, user, pending: 'preuve' });
    open('/verify-otp');
    await typeCode('123456');
    fireEvent.click(submit());
    expect(await screen.findByText('Code invalide ou expiré')).toBeDefined();
    // Said once: the field says what to do.
    expect(screen.getByText('Relisez le dernier code reçu, ou demandez-en un autre.')).toBeDefined();
    const input = await field();
    await waitFor(() => expect([input.value, input.getAttribute('aria-invalid')]).toEqual(['', 'true']));
    await waitFor(() => expect(document.activeElement).toBe(input));
    expect(useSession.getState().isLoggedIn).toBe(false);
    await typeCode('1');
    expect((await field()).getAttribute('aria-invalid')).not.toBe('true');
  });

  test('Login whose answer has no session is a failure', async () => {
    answers['/otp/check'] = () => answer(200, { status: 'success', token: null, user: self });
    keepPending({ token: null, user, pending: 'preuve' });
    open('/verify-otp');
    await typeCode('123456');
    fireEvent.click(submit());
    expect(await screen.findByText("Impossible d'authentifier l'utilisateur")).toBeDefined();
    expect(useSession.getState().isLoggedIn).toBe(false);
  });

  test('Login whose code comes too late starts again', async () => {
    answers['/otp/check'] = () =>
      answer(401, { code: 'unauthorized', message: 'Votre session a expiré. Reconnectez-vous.' });
    keepPending({ token: null, user, pending: 'preuve' });
    open('/verify-otp');
    await typeCode('123456');
    fireEvent.click(submit());
    expect(await screen.findByText('Votre session a expiré. Reconnectez-vous.')).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Se connecter' })).toBeDefined();
    expect(readPending()).toBeNull();
  });

  test('Login that took too long starts again', async () => {
    answers['/otp/sent'] = () =>
      answer(401, { code: 'unauthorized', message: 'Votre session a expiré. Reconnectez-vous.' });
    keepPending({ token: null, user, pending: 'preuve' });
    open('/verify-otp');
    expect(await screen.findByText('Votre session a expiré. Reconnectez-vous.')).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Se connecter' })).toBeDefined();
  });

  test('Login without its first step leads back to the login page', async () => {
    open('/verify-otp');
    expect(await screen.findByRole('button', { name: 'Se connecter' })).toBeDefined();
    expect(request).not.toHaveBeenCalled();
  });
});

describe('OTP code', () => {
  const minutes: Record<string, string>[] = [{ 'retry-after': '60' }, {}];
  test.each(minutes)('OTP code sent less than a minute ago stays valid; the next one says its wait: %j', async said => {
    // The clock stands still, or a slow machine would already count down.
    vi.useFakeTimers({ toFake: ['Date'] });
    answers['/otp/sent'] = () => answer(429, { code: 'too_many_requests', message: 'Trop' }, said);
    keepPending({ token: null, user, pending: 'preuve' });
    open('/verify-otp');
    expect(await screen.findByText(/Un code a été envoyé par e-mail/)).toBeDefined();
    const again = screen.getByRole<HTMLButtonElement>('button', { name: 'Renvoyer le code dans 60 s' });
    expect(again.disabled).toBe(true);
  });

  test('OTP code requested too often is refused, and the page says when to retry', async () => {
    answers['/otp/sent'] = () => answer(429, { code: 'too_many_requests', message: 'Trop' }, { 'retry-after': '61' });
    keepPending({ token: null, user, pending: 'preuve' });
    open('/verify-otp');
    expect(await screen.findByText(/Le prochain pourra partir dans 2 min/)).toBeDefined();
    const again = screen.getByRole<HTMLButtonElement>('button', { name: 'Renvoyer le code' });
    expect(again.disabled).toBe(true);
  });

  test('OTP code is sent again a minute after the last one, and says that it takes its place', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    keepPending({ token: null, user, pending: 'preuve' });
    open('/verify-otp');
    const again = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Renvoyer le code/ });
    await screen.findByText(/Un code a été envoyé par e-mail/);
    expect((await again()).textContent).toBe('Renvoyer le code dans 60 s');
    act(() => void vi.advanceTimersByTime(59_000));
    expect([(await again()).textContent, (await again()).disabled]).toEqual(['Renvoyer le code dans 1 s', true]);
    act(() => void vi.advanceTimersByTime(1_000));
    expect([(await again()).textContent, vi.getTimerCount()]).toEqual(['Renvoyer le code', 0]);
    fireEvent.click(await again());
    expect((await again()).disabled).toBe(true);
    expect(await screen.findByText(/^Un nouveau code est parti/)).toBeDefined();
    expect(asked('/otp/sent')).toHaveLength(2);
    expect((await again()).textContent).toBe('Renvoyer le code dans 60 s');
    // A code requested elsewhere meanwhile is the latest: this press leaves none.
    answers['/otp/sent'] = () => answer(429, { code: 'too_many_requests', message: 'Trop' }, { 'retry-after': '20' });
    act(() => void vi.advanceTimersByTime(60_000));
    fireEvent.click(await again());
    await waitFor(async () => expect((await again()).textContent).toBe('Renvoyer le code dans 20 s'));
    expect([screen.queryByText(/^Un nouveau code est parti/), screen.queryByText(/^Un code a été envoyé/)]).toEqual([
      ...[null, expect.anything()],
    ]);
    cleanup();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('OTP code that could not be sent says why', async () => {
    answers['/otp/sent'] = () => answer(503, { code: 'unavailable', message: 'Le courrier ne part pas.' });
    keepPending({ token: null, user, pending: 'preuve' });
    open('/verify-otp');
    expect(await screen.findByText(/Le courrier ne part pas/)).toBeDefined();
    expect(screen.queryByText(/Un code a été envoyé/)).toBeNull();
  });

  test('OTP code is pasted with its spaces, and offered by the phone', async () => {
    keepPending({ token: null, user, pending: 'preuve' });
    open('/verify-otp');
    const input = await field();
    expect([input.autocomplete, input.inputMode, input.maxLength]).toEqual(['one-time-code', 'numeric', 6]);
    fireEvent.paste(input, { clipboardData: { getData: () => ' 48 29-13 ' } });
    await waitFor(async () => expect((await field()).value).toBe('482913'));
  });
});

describe('Password reset', () => {
  const found = () => answer(200, { user: { _id: 'camille' } });

  test('Password reset without an e-mail leads back, and says why', async () => {
    open('/reset-password');
    expect(await screen.findByText('Aucune adresse e-mail fournie.')).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Se connecter' })).toBeDefined();
  });

  test('Password reset of an unknown e-mail says « Utilisateur introuvable. »', async () => {
    answers['/user/email'] = () => answer(404, { code: 'user_not_found', message: 'Utilisateur introuvable.' });
    open('/reset-password?email=personne@exemple.fr');
    expect(await screen.findByText('Utilisateur introuvable.')).toBeDefined();
    expect(asked('/otp/sent')).toEqual([]);
  });

  test('Password reset of an account that could not be read says why, and not that there is none', async () => {
    answers['/user/email'] = () => answer(429, { code: 'too_many_requests', message: 'Trop de demandes.' });
    open('/reset-password?email=camille@atelier.fr');
    expect((await screen.findAllByText('Trop de demandes.')).length).toBeGreaterThan(1);
    expect(screen.queryByText(/Aucun compte n’a l’adresse/)).toBeNull();
  });

  test('Password reset by an administrator’s link asks for no code, and forgets the secret of the address', async () => {
    answers['/user/email'] = found;
    answers['/reset-password'] = () => answer(200, { message: 'Mot de passe réinitialisé avec succès.' });
    const proof = 'p'.repeat(43);
    const at = open(`/reset-password?email=camille@atelier.fr#recovery=${proof}`);
    expect(await screen.findByLabelText('Nouveau mot de passe')).toBeDefined();
    expect(screen.queryByText(/Étape 2/)).toBeNull();
    fill('Nouveau mot de passe', 'un mot de passe');
    fill('Confirmer le mot de passe', 'un mot de passe');
    await userEvent.click(screen.getByRole('button', { name: 'Changer le mot de passe' }));
    const sent = { newPassword: 'un mot de passe', resetToken: proof };
    await waitFor(() => expect(asked('/reset-password').map(({ body }) => body)).toEqual([sent]));
    expect(asked('/otp/sent')).toEqual([]);
    expect([at.state.historyAction, at.state.location]).toMatchObject([
      'REPLACE',
      { hash: '', search: '?email=camille%40atelier.fr' },
    ]);
  });

  test('Password reset asks for a code, then the password twice, and leads to the login after a second and a half', async () => {
    answers['/user/email'] = found;
    answers['/otp/check'] = wrongCode('Code OTP incorrect ou expiré.');
    const router = open('/reset-password?email=Camille@Atelier.fr');
    expect(await screen.findByText(/Un code a été envoyé par e-mail à camille@atelier\.fr/)).toBeDefined();
    expect(await isOpenAt('111')).toBe(false);
    fireEvent.submit(await field());
    await typeCode('111111');
    await waitFor(() => expect(submit().disabled).toBe(false));
    fireEvent.click(submit());
    expect(await screen.findByText('Code OTP incorrect ou expiré.')).toBeDefined();
    expect(screen.getByText('Relisez le dernier code reçu, ou demandez-en un autre.')).toBeDefined();
    answers['/otp/check'] = () => answer(200, { status: 'success' });
    await typeCode('333333');
    fireEvent.click(submit());
    expect(await screen.findByText('Erreur lors de la réinitialisation du mot de passe.')).toBeDefined();
    alerts.clear();
    answers['/otp/check'] = () => answer(200, { status: 'success', resetToken: 'jeton' });
    await typeCode('222222');
    fireEvent.click(submit());
    expect(await screen.findByText('Code validé, vous pouvez choisir un nouveau mot de passe.')).toBeDefined();
    expect(asked('/otp/check').map(({ body }) => body.p_otp)).toEqual(['111111', '333333', '222222']);
    expect(asked('/otp/check')[0]).toMatchObject({ body: { p_option: 'email' }, bearer: null });
    const save = () => userEvent.click(screen.getByRole('button', { name: 'Changer le mot de passe' }));
    await save();
    expect(screen.getByText('Veuillez remplir tous les champs')).toBeDefined();
    fill('Nouveau mot de passe', 'un mot de passe');
    fill('Confirmer le mot de passe', 'un autre');
    await save();
    expect(screen.getByText('Les mots de passe ne correspondent pas.')).toBeDefined();
    fill('Nouveau mot de passe', 'sept ca');
    fill('Confirmer le mot de passe', 'sept ca');
    await save();
    expect(screen.getByText('Le mot de passe doit contenir au moins 8 caractères')).toBeDefined();
    fill('Nouveau mot de passe', 'huit car');
    fill('Confirmer le mot de passe', 'huit car');
    answers['/reset-password'] = () => answer(403, { code: 'reset_refused', message: 'x' });
    await save();
    expect(await screen.findByText('Erreur lors de la réinitialisation du mot de passe.')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Nouveau mot de passe')));
    answers['/reset-password'] = () => answer(200, { message: 'Mot de passe réinitialisé avec succès.' });
    // Holds the second and a half: a slow machine might look only after it.
    let leave = () => {};
    const really = globalThis.setTimeout;
    const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((call: () => void, ms?: number) => {
      if (ms !== 1_500) return really(call, ms);
      leave = call;
      return 0;
    }) as typeof setTimeout);
    onTestFinished(() => timers.mockRestore());
    await save();
    expect((await screen.findAllByText('Mot de passe réinitialisé avec succès.')).length).toBeGreaterThan(0);
    expect(asked('/camille/reset-password').at(-1)?.body).toEqual({
      newPassword: 'huit car',
      resetToken: 'jeton',
    });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Changer le mot de passe' }).disabled).toBe(true);
    fireEvent.submit(screen.getByLabelText('Nouveau mot de passe'));
    await waitFor(() => expect(timers.mock.calls.some(([, ms]) => ms === 1_500)).toBe(true));
    expect(where(router)).toBe('/reset-password');
    leave();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Se connecter' })).toBeDefined());
    expect(asked('/camille/reset-password')).toHaveLength(2);
  });
});

describe('Two-step page', () => {
  beforeEach(() => {
    answers['/user/me'] = () => answer(200, { user: self });
  });

  test('Two-step page sends a code on arrival, verifies it, and leads to the profile', async () => {
    answers['/otp/check'] = wrongCode('Code incorrect ou expiré.');
    login('a.b.c', self);
    const router = open('/enable-2fa');
    expect(await screen.findByText(/Un code a été envoyé par e-mail/)).toBeDefined();
    expect(asked('/otp/sent')[0]?.bearer).toBe('Bearer a.b.c');
    expect(await isOpenAt('123')).toBe(false);
    fireEvent.submit(await field());
    expect(await isOpenAt('1234')).toBe(true);
    fireEvent.click(submit());
    expect(await screen.findByText('Code incorrect ou expiré.')).toBeDefined();
    expect(asked('/otp/check').map(({ body }) => body.p_otp)).toEqual(['1234']);
    answers['/otp/check'] = () => answer(200, { status: 'success', user: { ...self, verification: true } });
    await typeCode('123456');
    fireEvent.click(submit());
    expect(await screen.findByText('Double authentification activée !')).toBeDefined();
    expect(useAlerts.getState().alerts.at(-1)?.type).toBe('success');
    expect(asked('/otp/check').at(-1)).toMatchObject({ body: { p_option: '2FA' }, bearer: 'Bearer a.b.c' });
    expect(await screen.findByText('Ailleurs')).toBeDefined();
    expect(where(router)).toBe('/settings/profile');
    expect(useSession.getState().user).toMatchObject({ verification: true });
  });

  test('Two-step page turns two-step off, and reports a failure', async () => {
    answers['/user/camille'] = () => answer(503, { code: 'unavailable', message: 'Plus tard.' });
    login('a.b.c', self);
    open('/enable-2fa');
    const off = () => screen.findByRole('button', { name: 'Désactiver la 2FA' });
    fireEvent.click(await off());
    expect(await screen.findByText('Erreur lors de la désactivation.')).toBeDefined();
    answers['/user/camille'] = () => answer(200, { user: { ...self, doubleAuthentification: false } });
    fireEvent.click(await off());
    expect(await screen.findByText('Double authentification désactivée !')).toBeDefined();
    expect(await screen.findByText('Ailleurs')).toBeDefined();
    expect(asked('/user/camille').at(-1)?.body).toEqual({ doubleAuthentification: false });
  });

  test('Two-step page of who has verified it asks for no code, and offers to turn it off', async () => {
    const verified = { ...self, verification: true };
    answers['/user/me'] = () => answer(200, { user: verified });
    answers['/user/camille'] = () => answer(200, { user: { ...verified, doubleAuthentification: false } });
    login('a.b.c', verified);
    open('/enable-2fa');
    expect(await screen.findByText(/La double authentification est activée et vérifiée/)).toBeDefined();
    expect(asked('/otp/sent')).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Désactiver la 2FA' }));
    await waitFor(() => expect(asked('/user/camille')[0]?.body).toEqual({ doubleAuthentification: false }));
    expect(await screen.findByText('Ailleurs')).toBeDefined();
  });

  test('Two-step page turns two-step on, then asks for its code', async () => {
    answers['/user/me'] = () => answer(200, { user: { ...self, doubleAuthentification: false, jobTitle: 'Maçonne' } });
    login('a.b.c', { ...self, doubleAuthentification: false });
    open('/enable-2fa');
    // Waits for the profile, so that the next answer is the newer one.
    await waitFor(() => expect(useSession.getState().user?.jobTitle).toBe('Maçonne'));
    const activate = await screen.findByRole('button', { name: 'Activer la double authentification' });
    answers['/user/camille'] = () => answer(429, { code: 'too_many_requests', message: 'Trop de changements.' });
    fireEvent.click(activate);
    expect(await screen.findByText('Trop de changements.')).toBeDefined();
    answers['/user/camille'] = () => answer(200, { user: self });
    fireEvent.click(await screen.findByRole('button', { name: 'Activer la double authentification', busy: false }));
    expect(await screen.findByText(/Un code a été envoyé par e-mail/)).toBeDefined();
  });
});
