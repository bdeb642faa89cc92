// @vitest-environment jsdom
import { pageWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, login, useSession } from '../../../platform/session/session.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { UiHost } from '../../../ui/overlays/UiHost.tsx';
import { LoginPage } from './LoginPage.tsx';
import { RegisterPage } from './RegisterPage.tsx';

let shown = { who: 'everybody', text: '' };
const request = vi.fn<typeof fetch>();
const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

function open(Page: () => React.ReactNode) {
  const router = createMemoryRouter([{ path: '*', element: <Page /> }]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UiHost>
        <RouterProvider router={router} />
      </UiHost>
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  // The page itself asks for the providers.
  vi.stubGlobal('fetch', async (...[address, init]: Parameters<typeof fetch>) =>
    String(address) === '/api/auth/providers'
      ? answer(200, { providers: [] })
      : String(address) === '/api/registration' && init?.method !== 'POST'
        ? answer(200, { registration: shown })
        : request(address, init),
  );
  shown = { who: 'everybody', text: '' };
  request.mockReset();
  endSession('logout');
  alerts.clear();
});
afterEach(cleanup);

test('The login page says which fields are missing, and asks the server nothing', async () => {
  open(LoginPage);
  await press('Se connecter');
  expect(screen.getByText('Vous devez remplir tous les champs.')).toBeDefined();
  fill('Mot de passe', 'motdepasse');
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

test('A refused login says « Erreur d’authentification » and opens no session', async () => {
  request.mockResolvedValue(answer(401, { code: 'bad_credentials', message: 'Erreur d’authentification' }));
  open(LoginPage);
  fill('E-mail', 'camille@atelier.fr');
  fill('Mot de passe', 'pas le bon');
  await press('Se connecter');
  expect(await screen.findByText('Erreur d’authentification')).toBeDefined();
  expect(useSession.getState().isLoggedIn).toBe(false);
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
  expect(useSession.getState()).toMatchObject({ token: 'a.b.c', user: { _id: 'camille' }, isLoggedIn: true });
  expect(request.mock.calls[0]?.[1]?.body).toBe('{"email":"camille@atelier.fr","password":"motdepasse"}');
});

test('Registration checks its fields in the order in which they stand', async () => {
  open(RegisterPage);
  await screen.findByLabelText('Prénom');
  const submit = () => press('Créer mon compte');
  await submit();
  expect(screen.getByText('Veuillez remplir tous les champs')).toBeDefined();
  fill('Prénom', 'Camille');
  fill('Nom', 'Moreau');
  fill('E-mail', 'camille');
  fill('Mot de passe', 'court');
  fill('Confirmer le mot de passe', 'autre');
  await submit();
  expect(screen.getByText('Les mots de passe ne correspondent pas')).toBeDefined();
  fill('Confirmer le mot de passe', 'court');
  await submit();
  expect(screen.getByText('Le mot de passe doit contenir au moins 8 caractères')).toBeDefined();
  fill('Mot de passe', 'devenu assez long');
  fill('Confirmer le mot de passe', 'devenu assez long');
  for (const email of ['camille', 'camille@', '@atelier.fr', 'camille moreau@atelier.fr']) {
    fill('E-mail', email);
    await submit();
    expect(screen.getByText('Veuillez entrer une adresse e-mail valide')).toBeDefined();
  }
  expect(request).not.toHaveBeenCalled();

  request.mockResolvedValue(answer(201, { token: 'a.b.c', newUser: { _id: 'camille' } }));
  fill('E-mail', 'camille@atelier.fr');
  await submit();
  expect(await screen.findByText('Inscription réussie')).toBeDefined();
  expect(useSession.getState().isLoggedIn).toBe(true);
  expect(JSON.parse(String(request.mock.calls[0]?.[1]?.body))).toEqual({
    firstName: 'Camille',
    lastName: 'Moreau',
    email: 'camille@atelier.fr',
    password: 'devenu assez long',
  });
});

async function register() {
  open(RegisterPage);
  await screen.findByLabelText('Prénom');
  fill('Prénom', 'Camille');
  fill('Nom', 'Moreau');
  fill('E-mail', 'camille@atelier.fr');
  fill('Mot de passe', 'assez long pour cela');
  fill('Confirmer le mot de passe', 'assez long pour cela');
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

test('A picture that is none is refused, and said to be', async () => {
  open(RegisterPage);
  await screen.findByLabelText('Prénom');
  const file = new File(['rien'], 'notes.txt', { type: 'text/plain' });
  fireEvent.change(document.querySelector('input[type=file]') as HTMLInputElement, { target: { files: [file] } });
  expect(await screen.findByText('Veuillez sélectionner une image valide.')).toBeDefined();
});

test('Registration by invitation says so, with the administrators’ text, and takes who comes by a code', async () => {
  shown = { who: 'invitation', text: 'Écrivez à Agathe.' };
  open(RegisterPage);
  expect(await screen.findByText(/on crée un compte sur invitation/)).toBeDefined();
  expect(screen.getByText('Écrivez à Agathe.')).toBeDefined();
  expect(screen.queryByLabelText('Mot de passe')).toBeNull();
  cleanup();
  sessionStorage.setItem('palabre.wanted', '/invite/ABCD2345');
  request.mockResolvedValue(answer(404, { code: 'invite_not_found', message: 'Vérifiez le code.' }));
  open(RegisterPage);
  await screen.findByLabelText('Prénom');
  fill('Prénom', 'Zoé');
  fill('Nom', 'Lambert');
  fill('E-mail', 'zoe@exemple.fr');
  fill('Mot de passe', 'un mot de passe sûr');
  fill('Confirmer le mot de passe', 'un mot de passe sûr');
  await press('Créer mon compte');
  await waitFor(() => expect(request).toHaveBeenCalled());
  expect(String(request.mock.calls[0]?.[0])).toBe('/api/invite/accept/ABCD2345');
  sessionStorage.clear();
});

test('Registration by domains asks for the address alone, and says what the server answers', async () => {
  shown = { who: 'domains', text: '' };
  request.mockResolvedValue(
    answer(200, { message: 'Si cette adresse peut s’inscrire, un lien vient d’y être envoyé.' }),
  );
  open(RegisterPage);
  await screen.findByRole('button', { name: 'Recevoir un lien' });
  await press('Recevoir un lien');
  expect(screen.getByText('Veuillez remplir tous les champs')).toBeDefined();
  fill('E-mail', 'zoe@exemple.fr');
  await press('Recevoir un lien');
  expect(await screen.findByText(/un lien vient d’y être envoyé/)).toBeDefined();
  expect(JSON.parse(String(request.mock.calls[0]?.[1]?.body))).toEqual({ email: 'zoe@exemple.fr' });
});

test('Registration after approval asks for a name and a word', async () => {
  shown = { who: 'approval', text: 'Réponse sous deux jours.' };
  request.mockResolvedValue(answer(200, { message: 'Votre demande est transmise.' }));
  open(RegisterPage);
  expect(await screen.findByText('Réponse sous deux jours.')).toBeDefined();
  fill('Prénom', 'Zoé');
  fill('Nom', 'Lambert');
  fill('E-mail', 'zoe@exemple.fr');
  fill('Un mot pour l’administrateur', 'Chantier nord');
  await press('Envoyer la demande');
  expect(await screen.findByText('Votre demande est transmise.')).toBeDefined();
  const body = { firstName: 'Zoé', lastName: 'Lambert', email: 'zoe@exemple.fr', message: 'Chantier nord' };
  expect(JSON.parse(String(request.mock.calls[0]?.[1]?.body))).toEqual(body);
});
