// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { RegisterLinkPage } from '../../features/people/admissions/RegisterLinkPage.tsx';
import { LinkAccountPage } from '../../features/people/linked-accounts/LinkAccountPage.tsx';
import { NewPassword } from '../../features/people/otp/NewPassword.tsx';
import { forgetPending, keepPending } from '../../features/people/otp/open/pending.ts';
import { ResetPage } from '../../features/people/otp/ResetPage.tsx';
import { VerifyPage } from '../../features/people/otp/VerifyPage.tsx';
import { LoginPage } from '../../features/people/sign-in/LoginPage.tsx';
import { RegisterPage } from '../../features/people/sign-in/RegisterPage.tsx';
import { endSession } from '../../platform/session/session.ts';
import { camille, json, open, refused, serve } from '../../test/settings-world.tsx';
import { useAlerts } from '../../ui/alerts/alerts.ts';

const email = 'camille@atelier.fr';
const expired = () => json(401, { code: 'unauthorized', message: 'Trop tard.' });

/** Shows a page to a visitor without a session; returns the router. */
function show(Component: ComponentType, at = '/page', answers: Parameters<typeof serve>[1] = {}) {
  serve(camille, {
    'GET /auth/providers': () => json(200, { providers: [] }),
    'GET /registration': () => json(200, { registration: { who: 'everybody', text: '' } }),
    'GET /registration/jeton': () => json(200, { pass: { email, firstName: '', lastName: '' } }),
    ...answers,
  });
  endSession('logout');
  const routes = [
    { path: '/login', element: <p>Connexion</p> },
    { path: '/register/:token', Component },
    { path: '*', Component },
  ];
  return open(routes, at).router;
}

const ChoosePassword = () => <NewPassword id="camille" email={email} resetToken="jeton" />;

beforeEach(() =>
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} })),
);
afterEach(() => {
  cleanup();
  forgetPending();
});

const twice = {
  'Mot de passe': ['new-password', limits.passwordMax],
  'Confirmer le mot de passe': ['new-password', limits.passwordMax],
};
const named = { Prénom: ['given-name', limits.name], Nom: ['family-name', limits.name] };

test.each<[string, ComponentType, string, Record<string, (string | number)[]>]>([
  ['/signin', LoginPage, 'E-mail', { 'E-mail': ['username', -1], 'Mot de passe': ['current-password', -1] }],
  ['/signup', RegisterPage, 'Prénom', { ...named, 'E-mail': ['username', limits.email], ...twice }],
  ['/register/jeton', RegisterLinkPage, 'Prénom', { ...named, ...twice }],
  [
    '/reset-password',
    ChoosePassword,
    'Nouveau mot de passe',
    {
      'Nouveau mot de passe': ['new-password', limits.passwordMax],
      'Confirmer le mot de passe': ['new-password', limits.passwordMax],
    },
  ],
  // The typed account is another account: no password manager is to fill it in.
  [
    '/link-account',
    LinkAccountPage,
    'E-mail de l’autre compte',
    { 'E-mail de l’autre compte': ['off', limits.email], 'Mot de passe de l’autre compte': ['off', -1] },
  ],
])(
  'The fields at %s say what they hold to password managers and how long it may be, and the first has the focus',
  async (at, page, first, fields) => {
    show(page, at);
    await screen.findByLabelText(first);
    const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
    const told = Object.keys(fields).map(label => [label, field(label).autocomplete, field(label).maxLength]);
    expect(told).toEqual(Object.entries(fields).map(([label, told]) => [label, ...told]));
    expect(document.activeElement).toBe(field(first));
  },
);

test('A new password names its account to password managers', () => {
  show(ChoosePassword);
  expect(document.querySelector<HTMLInputElement>('input[autocomplete=username]')?.value).toBe(email);
});

test('A login that is refused has the password selected, to be typed again', async () => {
  show(LoginPage, '/signin', {
    'POST /user/login': () => json(401, { code: 'bad_credentials', message: 'Non.' }),
  });
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  fireEvent.change(field('E-mail'), { target: { value: email } });
  fireEvent.change(field('Mot de passe'), { target: { value: 'pas le bon' } });
  fireEvent.click(screen.getByRole('button', { name: 'Se connecter' }));
  await waitFor(() => expect(useAlerts.getState().alerts.map(({ type }) => type)).toEqual(['error']));
  const { selectionStart, selectionEnd } = field('Mot de passe');
  expect(document.activeElement).toBe(field('Mot de passe'));
  expect([selectionStart, selectionEnd]).toEqual([0, 'pas le bon'.length]);
});

const pending = { token: null, pending: 'preuve', user: { _id: 'camille', email } };

test.each<[string, ComponentType, string, Parameters<typeof serve>[1]]>([
  ['that awaits a code without its first step', VerifyPage, '/verify-otp', {}],
  ['whose first step is too long ago', VerifyPage, '/verify-otp?late', { 'POST /otp/sent': expired }],
  ['of a reset without an address', ResetPage, '/reset-password', {}],
])(
  'A page %s leads to the login, from which « back » does not lead into it again',
  async (_which, page, at, answers) => {
    if (at.endsWith('late')) keepPending(pending as never);
    const router = show(page, at, answers);
    expect(await screen.findByText('Connexion')).toBeDefined();
    expect([router.state.location.pathname, router.state.historyAction]).toEqual(['/login', 'REPLACE']);
  },
);

test('A password that is set leads to the login, from which « back » does not lead to the code that is used', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const router = show(ChoosePassword, '/reset-password', {
    'PUT /user/camille/reset-password': () => json(200, { message: 'Fait.' }),
  });
  for (const label of ['Nouveau mot de passe', 'Confirmer le mot de passe'])
    fireEvent.change(screen.getByLabelText(label), { target: { value: 'un mot de passe' } });
  fireEvent.click(screen.getByRole('button', { name: 'Changer le mot de passe' }));
  await waitFor(() => expect(useAlerts.getState().alerts.map(({ type }) => type)).toEqual(['success']));
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect(await screen.findByText('Connexion')).toBeDefined();
  expect(router.state.historyAction).toBe('REPLACE');
});

test('A login page whose providers could not be read offers none, and says nothing of it', async () => {
  let isAsked = false;
  show(LoginPage, '/signin', {
    'GET /auth/providers': () => {
      isAsked = true;
      return refused(403, 'Non.');
    },
  });
  await waitFor(() => expect(isAsked).toBe(true));
  await act(async () => undefined);
  expect(screen.queryAllByRole('link', { name: /^Continuer avec/ })).toEqual([]);
  expect(useAlerts.getState().alerts).toEqual([]);
});
