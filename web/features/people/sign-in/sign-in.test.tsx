// @vitest-environment jsdom
import { pageWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { usePlace } from '../../../platform/place-settings.ts';
import { endSession, login, useSession } from '../../../platform/session/session.ts';
import { setLanguage } from '../../../platform/words/i18n.ts';
import { alerts, useAlerts } from '../../../ui/alerts/alerts.ts';
import { UiHost } from '../../../ui/overlays/UiHost.tsx';
import { arrive } from '../social-login/open/arrival.ts';
import { takeWanted } from '../users/open/session-flow.ts';
import { LoginPage } from './LoginPage.tsx';
import { RegisterPage } from './RegisterPage.tsx';

vi.mock('../../../ui/fields/CropDialog.tsx', () => ({
  CropDialog: ({ file, fileName, onCrop }: { file: File | null; fileName: string; onCrop: (cut: File) => void }) =>
    file && (
      <button type="button" onClick={() => onCrop(new File(['x'], fileName, { type: 'image/png' }))}>
        Recadrer
      </button>
    ),
}));

let providers: { id: string; name: string }[] = [];
let shown = { who: 'everybody', text: '' };
const request = vi.fn<typeof fetch>();
const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** Body of the first request to an address, whatever else is requested meanwhile. */
const bodyTo = (address: string) => request.mock.calls.find(([asked]) => String(asked) === address)?.[1]?.body;

function open(Page: () => React.ReactNode) {
  const router = createMemoryRouter([{ path: '*', element: <Page /> }]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UiHost>
        <RouterProvider router={router} />
      </UiHost>
    </QueryClientProvider>,
  );
  return router;
}

beforeEach(() => {
  // The page itself requests the providers.
  vi.stubGlobal('fetch', async (...[address, init]: Parameters<typeof fetch>) =>
    String(address) === '/api/auth/providers'
      ? answer(200, { providers })
      : String(address) === '/api/registration' && init?.method !== 'POST'
        ? answer(200, { registration: shown })
        : request(address, init),
  );
  [shown, providers] = [{ who: 'everybody', text: '' }, []];
  usePlace.setState({ settings: null });
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:', revokeObjectURL() {} }));
  sessionStorage.clear();
  request.mockReset();
  endSession('logout');
  alerts.clear();
});
afterEach(cleanup);

test('The login page says which fields are missing, and asks the server nothing', async () => {
  open(LoginPage);
  await press('Se connecter');
  expect(screen.getByRole('alert').textContent).toBe('Vous devez remplir tous les champs.');
  const fields = ['E-mail', 'Mot de passe'].map(label => screen.getByLabelText(label));
  expect(fields.map(one => one.getAttribute('aria-invalid'))).toEqual(['true', 'true']);
  expect(document.activeElement).toBe(fields[0]);
  // A password of blanks is a password.
  fill('Mot de passe', '  ');
  expect(screen.queryByRole('alert')).toBeNull();
  fill('E-mail', '  ');
  await press('Se connecter');
  expect(screen.getByText('Vous devez renseigner votre e-mail.')).toBeDefined();
  fill('Mot de passe', '');
  fill('E-mail', 'camille@atelier.fr');
  await press('Se connecter');
  expect(screen.getByText('Vous devez renseigner votre mot de passe.')).toBeDefined();
  expect(request).not.toHaveBeenCalled();
});

test.each([
  ['that had time left was closed from elsewhere, which the login page says', 60, 1],
  ['whose time was over was not', -60, 0],
])('A session %s', (_what, secondsLeft, notes) => {
  const payload = btoa(JSON.stringify({ id: 'camille', exp: Math.floor(Date.now() / 1_000) + secondsLeft }));
  login(`a.${payload}.c`);
  endSession('expired');
  open(LoginPage);
  expect(screen.queryAllByText('Cette session a été fermée depuis un autre appareil.')).toHaveLength(notes);
});

test('A session that ended with the suspension of its account says so, and whom to ask', () => {
  login('a.b.c');
  endSession('suspended');
  open(LoginPage);
  expect(screen.getByText('Votre compte est suspendu.')).toBeDefined();
  expect(screen.getByText(/adressez-vous à une personne qui administre Palabre/)).toBeDefined();
});

test('A login by a provider that was refused says why on the page, until another is tried', async () => {
  await arrive({ token: null, error: 'google', reason: 'banned', half: null });
  onTestFinished(() => arrive({ token: null, error: null, reason: null, half: null }).then(() => {}));
  open(LoginPage);
  expect(screen.getByText('Cette adresse e-mail est bannie.')).toBeDefined();
  await press('Se connecter');
  expect(screen.queryByText('Cette adresse e-mail est bannie.')).toBeNull();
});

test('A refused login says « Erreur d’authentification » and opens no session', async () => {
  const told = vi.spyOn(alerts, 'error');
  onTestFinished(() => told.mockRestore());
  request.mockResolvedValue(answer(401, { code: 'bad_credentials', message: 'Erreur d’authentification' }));
  open(LoginPage);
  fill('E-mail', 'camille@atelier.fr');
  fill('Mot de passe', 'pas le bon');
  await press('Se connecter');
  expect(await screen.findByText('Erreur d’authentification')).toBeDefined();
  expect(useSession.getState().isLoggedIn).toBe(false);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Mot de passe')));
  // Why, where another attempt would fail as well.
  expect(document.getElementById('auth-error')).toBeNull();
  request.mockResolvedValue(answer(400, { code: 'invalid_input', message: 'Ces informations ne sont pas valides.' }));
  await press('Se connecter');
  await waitFor(() => expect(request).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Mot de passe')));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Se connecter' }).getAttribute('aria-busy')).toBeNull(),
  );
  expect(document.getElementById('auth-error')).toBeNull();
  request.mockResolvedValue(answer(403, { code: 'banned', message: 'Cette adresse e-mail est bannie.' }));
  await press('Se connecter');
  expect(await screen.findByText('Cette adresse e-mail est bannie.')).toBeDefined();
  // One attempt's error is not shown for the next attempt.
  let refuse = (_with: Response) => {};
  request.mockReturnValue(new Promise(done => (refuse = done)));
  await press('Se connecter');
  await waitFor(() => expect(request).toHaveBeenCalledTimes(4));
  expect(document.getElementById('auth-error')).toBeNull();
  refuse(answer(429, { code: 'too_many_requests', message: 'Trop de tentatives.' }));
  expect(await screen.findByText('Trop de tentatives.')).toBeDefined();
  // The alert is the same, whatever the reason.
  expect(told.mock.calls).toEqual(Array(4).fill(['Erreur d’authentification']));
});

test('The login page leads to a new password with the e-mail that is typed, to each provider, and to registration', async () => {
  providers = ['google', 'facebook', 'oidc'].map(id => ({ id, name: id.toUpperCase() }));
  const router = open(LoginPage);
  await screen.findByRole('link', { name: 'Continuer avec OIDC' });
  const leads = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(['GOOGLE', 'FACEBOOK', 'OIDC'].map(name => leads(`Continuer avec ${name}`))).toEqual([
    ...['/auth/google', '/auth/facebook', '/auth/oidc'],
  ]);
  // Each has a mark of its own.
  const markOf = (name: string) => screen.getByRole('link', { name }).querySelector('svg')?.innerHTML;
  expect(new Set(['GOOGLE', 'FACEBOOK', 'OIDC'].map(name => markOf(`Continuer avec ${name}`))).size).toBe(3);
  expect(leads('Créer un compte')).toBe('/register');
  fill('E-mail', ' camille@atelier.fr ');
  const forgotten = screen.getByRole('link', { name: /Mot de passe oublié/ });
  expect(forgotten.getAttribute('href')).toBe('/reset-password?email=camille%40atelier.fr');
  expect(fireEvent.click(forgotten)).toBe(false);
  expect(screen.queryByText(/Veuillez entrer votre adresse e-mail/)).toBeNull();
  // Without an address, its field is to be filled in.
  await router.navigate('/login');
  fill('E-mail', ' ');
  screen.getByLabelText('Mot de passe').focus();
  fireEvent.click(forgotten);
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail'));
  const warning = 'Veuillez entrer votre adresse e-mail pour réinitialiser votre mot de passe.';
  expect(useAlerts.getState().alerts).toMatchObject([{ type: 'warning', message: warning }]);
  expect(router.state.location.pathname).toBe('/login');
});

test('The pages without a session show the links, help and legal notice of this Palabre, and change language', async () => {
  const links = [{ label: 'Charte', url: 'https://exemple.fr/charte' }];
  usePlace.setState({
    settings: { links, supportEmail: 'aide@exemple.fr', legalNotice: 'Atelier Tilleul, Rennes' } as never,
  });
  onTestFinished(() => setLanguage('fr'));
  open(LoginPage);
  const hrefs = ['Charte', 'Aide'].map(name => screen.getByRole('link', { name }).getAttribute('href'));
  expect(hrefs).toEqual(['https://exemple.fr/charte', 'mailto:aide@exemple.fr']);
  expect(screen.getByText('Atelier Tilleul, Rennes')).toBeDefined();
  const english = screen.getByRole('button', { name: 'English' });
  expect(english.getAttribute('aria-pressed')).toBe('false');
  fireEvent.click(english);
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'English' }).getAttribute('aria-pressed')).toBe('true');
});

test('The title of an account page stays where it is as its form grows, until the window has another size', () => {
  const style = document.head.appendChild(document.createElement('style'));
  style.textContent = 'main { margin-top: 40px }';
  open(LoginPage);
  fireEvent.input(screen.getByLabelText('E-mail'), { target: { value: 'c' } });
  const main = screen.getByRole('main');
  expect(main.style.marginTop).toBe('40px');
  fireEvent(window, new Event('resize'));
  expect(main.style.marginTop).toBe('');
  // An error makes it grow as well, of fields in which nothing was typed.
  fireEvent.submit(main.querySelector('form') as HTMLElement);
  expect(main.style.marginTop).toBe('40px');
  style.remove();
});

test('A login without a token is a failure as well', async () => {
  request.mockResolvedValue(answer(200, { token: null, user: { _id: 'camille' } }));
  open(LoginPage);
  fill('E-mail', 'camille@atelier.fr');
  fill('Mot de passe', 'motdepasse');
  await press('Se connecter');
  expect((await screen.findAllByText('Erreur d’authentification')).length).toBe(1);
  expect(useSession.getState().isLoggedIn).toBe(false);
});

test('A login opens the session and says so', async () => {
  request.mockResolvedValue(answer(200, { token: 'a.b.c', user: { _id: 'camille' } }));
  open(LoginPage);
  fill('E-mail', ' camille@atelier.fr ');
  fill('Mot de passe', 'motdepasse');
  await userEvent.type(screen.getByLabelText('Mot de passe'), '{Enter}');
  expect(await screen.findByText('Vous êtes connecté avec succès !')).toBeDefined();
  expect(useAlerts.getState().alerts.map(({ type }) => type)).toEqual(['success']);
  expect(useSession.getState()).toMatchObject({ token: 'a.b.c', user: { _id: 'camille' }, isLoggedIn: true });
  expect(bodyTo('/api/user/login')).toBe('{"email":"camille@atelier.fr","password":"motdepasse"}');
});

test('Registration checks its fields in the order in which they stand', async () => {
  open(RegisterPage);
  await screen.findByLabelText('Prénom');
  const submit = () => press('Créer mon compte');
  const leadsOn = () => screen.queryByRole('button', { name: 'Continuer vers l’onboarding' }) !== null;
  await submit();
  expect(screen.getByText('Veuillez remplir tous les champs')).toBeDefined();
  fill('Prénom', 'Camille');
  fill('Nom', '  ');
  fill('E-mail', 'camille');
  fill('Mot de passe', 'sept ca');
  fill('Confirmer le mot de passe', 'autre');
  await submit();
  expect(screen.getByText('Veuillez remplir tous les champs')).toBeDefined();
  fill('Nom', 'Moreau');
  fill('Confirmer le mot de passe', '');
  await submit();
  expect(screen.getByText('Veuillez remplir tous les champs')).toBeDefined();
  fill('Confirmer le mot de passe', 'autre');
  await submit();
  expect(screen.getByText('Les mots de passe ne correspondent pas')).toBeDefined();
  expect(leadsOn(), 'onboarding with two passwords').toBe(false);
  fill('Confirmer le mot de passe', 'sept ca');
  await submit();
  expect(screen.getByText('Le mot de passe doit contenir au moins 8 caractères')).toBeDefined();
  expect(leadsOn(), 'onboarding with a short password').toBe(false);
  fill('Mot de passe', 'huit car');
  fill('Confirmer le mot de passe', 'huit car');
  for (const email of ['camille', 'camille@', '@atelier.fr', 'camille moreau@atelier.fr']) {
    fill('E-mail', email);
    await submit();
    expect(screen.getByText('Veuillez entrer une adresse e-mail valide')).toBeDefined();
    expect(leadsOn(), `onboarding with the address ${email}`).toBe(false);
  }
  expect(request).not.toHaveBeenCalled();

  request.mockResolvedValue(answer(201, { token: 'a.b.c', newUser: { _id: 'camille' } }));
  fill('E-mail', 'camille@atelier.fr');
  await submit();
  expect(await screen.findByText('Inscription réussie')).toBeDefined();
  expect([useSession.getState().isLoggedIn, takeWanted()]).toEqual([true, '/workspaces']);
  expect(JSON.parse(String(bodyTo('/api/user/register')))).toEqual({
    firstName: 'Camille',
    lastName: 'Moreau',
    email: 'camille@atelier.fr',
    password: 'huit car',
  });
});

async function choosePicture() {
  const file = new File(['x'], 'moi.png', { type: 'image/png' });
  fireEvent.change(document.querySelector('input[type=file]') as HTMLInputElement, { target: { files: [file] } });
  await userEvent.click(await screen.findByRole('button', { name: 'Recadrer' }));
}

async function register({ picture = false } = {}) {
  open(RegisterPage);
  await screen.findByLabelText('Prénom');
  fill('Prénom', 'Camille');
  fill('Nom', 'Moreau');
  fill('E-mail', 'camille@atelier.fr');
  fill('Mot de passe', 'assez long pour cela');
  fill('Confirmer le mot de passe', 'assez long pour cela');
  if (picture) await choosePicture();
  await press('Créer mon compte');
}

test('A refused registration says so in an alert, and why once, at the field it is about', async () => {
  request.mockResolvedValue(answer(409, { code: 'email_taken', message: 'Cette adresse e-mail est déjà utilisée.' }));
  await register();
  expect(await screen.findByText("Erreur lors de la création de l'utilisateur")).toBeDefined();
  expect(await screen.findByText('Cette adresse e-mail est déjà utilisée.')).toBeDefined();
  const email = screen.getByLabelText('E-mail');
  expect(email.getAttribute('aria-invalid')).toBe('true');
  await vi.waitFor(() => expect(document.activeElement).toBe(email), pageWaitTimeoutMs);
});

test('What the server finds wrong with a registration is said at each field', async () => {
  const issues = [{ path: 'lastName', message: 'Il faut au plus 80 caractères.' }];
  request.mockResolvedValue(answer(400, { code: 'invalid_input', message: 'Non.', issues }));
  await register();
  expect(await screen.findByText('Il faut au plus 80 caractères.')).toBeDefined();
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Nom')), pageWaitTimeoutMs);
});

test('Registration goes on to onboarding once its fields are complete, and sends the picture', async () => {
  request.mockResolvedValue(answer(201, { token: 'a.b.c', newUser: { _id: 'camille' } }));
  open(RegisterPage);
  expect(await screen.findByText(/Merci de compléter tous les champs/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Continuer vers l’onboarding' })).toBeNull();
  fill('Prénom', 'Camille');
  fill('Nom', 'Moreau');
  fill('E-mail', 'camille@atelier.fr');
  fill('Mot de passe', 'assez long pour cela');
  fill('Confirmer le mot de passe', 'assez long pour cela');
  await choosePicture();
  await press('Continuer vers l’onboarding');
  await waitFor(() => expect(useSession.getState().token).toBe('a.b.c'));
  expect((bodyTo('/api/user/register') as FormData).get('avatar')).toMatchObject({ name: 'avatar.png' });
  expect(sessionStorage.getItem('palabre.wanted')).toBe('/onboarding');
});

test('The registration form comes once the server has said who may register, or where it does not say', async () => {
  let told = (_answer: Response) => {};
  const asking = new Promise<Response>(resolve => {
    told = resolve;
  });
  vi.stubGlobal('fetch', async () => asking);
  open(RegisterPage);
  expect(screen.getByRole('heading', { name: 'Créer un compte' })).toBeDefined();
  expect(screen.queryByLabelText('Prénom')).toBeNull();
  told(answer(500, { code: 'internal', message: 'Panne.' }));
  expect(await screen.findByLabelText('Prénom')).toBeDefined();
});

test('A banned address is told at its field', async () => {
  request.mockResolvedValue(answer(403, { code: 'banned', message: 'Cette adresse e-mail est bannie.' }));
  await register();
  await waitFor(() => expect(screen.getByLabelText('E-mail').getAttribute('aria-invalid')).toBe('true'));
});

test('A picture that is none is refused, and said to be', async () => {
  open(RegisterPage);
  await screen.findByLabelText('Prénom');
  const file = new File(['rien'], 'notes.txt', { type: 'text/plain' });
  fireEvent.change(document.querySelector('input[type=file]') as HTMLInputElement, { target: { files: [file] } });
  expect(await screen.findByText('Veuillez sélectionner une image valide.')).toBeDefined();
});

test('Registration by invitation says so, with the administrators’ text, and takes who comes by a code', async () => {
  shown = { who: 'invitation', text: 'Écrivez à Agathe.' };
  providers = [{ id: 'google', name: 'Google' }];
  open(RegisterPage);
  expect(await screen.findByText(/on crée un compte sur invitation/)).toBeDefined();
  expect(screen.getByText('Écrivez à Agathe.')).toBeDefined();
  expect(screen.queryByLabelText('Mot de passe')).toBeNull();
  expect(await screen.findByRole('link', { name: 'Continuer avec Google' })).toBeDefined();
  cleanup();
  sessionStorage.setItem('palabre.wanted', '/invite/ABCD2345');
  request.mockResolvedValue(answer(404, { code: 'invite_not_found', message: 'Vérifiez le code.' }));
  await register({ picture: true });
  await waitFor(() => expect(request).toHaveBeenCalled());
  expect((bodyTo('/api/invite/accept/ABCD2345') as FormData).get('avatar')).toMatchObject({ name: 'avatar.png' });
});

test('Registration by domains asks for the address alone, and says what the server answers', async () => {
  shown = { who: 'domains', text: '' };
  providers = [{ id: 'google', name: 'Google' }];
  request.mockResolvedValueOnce(answer(429, { code: 'too_many_requests', message: 'Trop de demandes.' }));
  request.mockResolvedValue(
    answer(200, { message: 'Si cette adresse peut s’inscrire, un lien vient d’y être envoyé.' }),
  );
  // A visitor who has seen an invitation makes no account by it here.
  sessionStorage.setItem('palabre.wanted', '/invite/ABCD2345');
  open(RegisterPage);
  await screen.findByRole('button', { name: 'Recevoir un lien' });
  await press('Recevoir un lien');
  expect(screen.getByText('Veuillez remplir tous les champs')).toBeDefined();
  fill('E-mail', 'zoe@');
  await press('Recevoir un lien');
  expect(screen.getByText('Veuillez entrer une adresse e-mail valide')).toBeDefined();
  expect(await screen.findByRole('link', { name: 'Continuer avec Google' })).toBeDefined();
  fill('E-mail', 'zoe@exemple.fr');
  await press('Recevoir un lien');
  expect(await screen.findByText('Trop de demandes.')).toBeDefined();
  await press('Recevoir un lien');
  expect(await screen.findByText(/un lien vient d’y être envoyé/)).toBeDefined();
  expect(JSON.parse(String(bodyTo('/api/registration')))).toEqual({ email: 'zoe@exemple.fr' });
});

test('Registration after approval asks for a name and a word', async () => {
  shown = { who: 'approval', text: 'Réponse sous deux jours.' };
  request.mockResolvedValue(answer(200, { message: 'Votre demande est transmise.' }));
  open(RegisterPage);
  expect(await screen.findByText('Réponse sous deux jours.')).toBeDefined();
  fill('E-mail', 'zoe@exemple.fr');
  await press('Envoyer la demande');
  expect(screen.getByText('Veuillez remplir tous les champs')).toBeDefined();
  fill('Prénom', 'Zoé');
  fill('Nom', 'Lambert');
  fill('Un mot pour l’administrateur', 'Chantier nord');
  await press('Envoyer la demande');
  expect(await screen.findByText('Votre demande est transmise.')).toBeDefined();
  const body = { firstName: 'Zoé', lastName: 'Lambert', email: 'zoe@exemple.fr', message: 'Chantier nord' };
  expect(JSON.parse(String(bodyTo('/api/registration')))).toEqual(body);
});
