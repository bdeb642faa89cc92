// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { usePlace } from '../../../platform/place-settings.ts';
import { endSession, login, type SessionEnd } from '../../../platform/session/session.ts';
import { heardAlerts } from '../../../test/heard-alerts.ts';
import { camille, json, open, serve } from '../../../test/settings-world.tsx';
import { LoginPage } from './LoginPage.tsx';
import { RegisterPage } from './RegisterPage.tsx';

afterEach(cleanup);

/** Shows a page to a visitor without a session: the previous session ended as `ended` says. */
function show(Page: () => React.ReactNode, answers: Parameters<typeof serve>[1] = {}, ended: SessionEnd = 'logout') {
  const calls = serve(camille, { 'GET /auth/providers': () => json(200, { providers: [] }), ...answers });
  endSession(ended);
  open([{ path: '*', Component: Page }], '/');
  return calls;
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const fill = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('The login page begins at its first field, and says that the stay of a guest is over', () => {
  show(LoginPage, {}, 'stay-over');
  expect(document.title).toMatch(/^Se connecter · /);
  expect(document.activeElement).toBe(field('E-mail'));
  expect(screen.getByText('Votre séjour d’invité est terminé.')).toBeDefined();
  expect(screen.getByText(/La personne qui vous a invité peut prolonger votre séjour\.$/)).toBeDefined();
  const leads = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect([leads('Confidentialité'), leads('Données')]).toEqual(['/privacy', '/data']);
  expect(screen.queryByText('Mentions légales')).toBeNull();
});

test('The login page says that a session with time left was unused or closed, where sessions end unused', () => {
  serve(camille, { 'GET /auth/providers': () => json(200, { providers: [] }) });
  usePlace.setState({ settings: { idleSessionDays: 7, links: [] } as never });
  onTestFinished(() => usePlace.setState({ settings: null }));
  login(`a.${btoa(JSON.stringify({ id: 'camille', exp: Date.now() / 1_000 + 60 }))}.c`);
  endSession('expired');
  open([{ path: '*', Component: LoginPage }], '/');
  expect(screen.getByText('Cette session est terminée.')).toBeDefined();
  expect(screen.getByText(/^Elle est restée trop longtemps sans servir, ou a été fermée depuis/)).toBeDefined();
  expect(screen.queryByText('Cette session a été fermée depuis un autre appareil.')).toBeNull();
});

test('The login page ties what it says of the whole form to the fields concerned, and marks a refused password to be typed over', async () => {
  show(LoginPage, { 'POST /user/login': () => json(403, { code: 'banned', message: 'Cette adresse est bannie.' }) });
  const told = heardAlerts();
  await press('Se connecter');
  const said = screen.getByRole('alert');
  expect(['E-mail', 'Mot de passe'].map(label => field(label).getAttribute('aria-describedby'))).toEqual([
    ...[said.id, said.id],
  ]);
  fill('E-mail', 'camille@atelier.fr');
  fill('Mot de passe', 'pas le bon');
  await press('Se connecter');
  expect(await screen.findByText('Cette adresse est bannie.')).toBeDefined();
  await waitFor(() =>
    expect([field('Mot de passe').selectionStart, field('Mot de passe').selectionEnd]).toEqual([0, 10]),
  );
  // One alert for all failures.
  expect(told()).toEqual(['Erreur d’authentification']);
});

test('The title of an account page stays where it is as its form is sent', async () => {
  const style = document.head.appendChild(document.createElement('style'));
  style.textContent = 'main { margin-top: 40px }';
  onTestFinished(() => style.remove());
  show(LoginPage);
  await press('Se connecter');
  expect(screen.getByRole('main').style.marginTop).toBe('40px');
});

test('The fields of registration take no more than the server does, and tell phones and password managers what they hold', async () => {
  show(RegisterPage);
  const labels = ['Prénom', 'Nom', 'E-mail', 'Mot de passe', 'Confirmer le mot de passe'];
  await screen.findByLabelText('Prénom');
  expect(document.title).toMatch(/^Créer un compte · /);
  expect(document.activeElement).toBe(field('Prénom'));
  expect(labels.map(label => [field(label).autocomplete, field(label).maxLength])).toEqual([
    ['given-name', limits.name],
    ['family-name', limits.name],
    ['username', limits.email],
    ['new-password', limits.passwordMax],
    ['new-password', limits.passwordMax],
  ]);
  expect(screen.getByText('8 caractères au moins.')).toBeDefined();
});

test('A request for an account takes no more than the server does, and shows no form once it is sent', async () => {
  show(RegisterPage, {
    'GET /registration': () => json(200, { registration: { who: 'approval', text: '' } }),
    'POST /registration': () => json(200, { message: 'Votre demande est transmise.' }),
  });
  const labels = ['Prénom', 'Nom', 'E-mail', 'Un mot pour l’administrateur'];
  await screen.findByLabelText('Prénom');
  expect(screen.getByRole('heading', { name: 'Demander un compte' })).toBeDefined();
  expect(labels.map(label => field(label).maxLength)).toEqual([
    limits.name,
    limits.name,
    limits.email,
    limits.description,
  ]);
  for (const [label, value] of [
    ['Prénom', 'Zoé'],
    ['Nom', 'Lambert'],
    ['E-mail', 'zoe@exemple.fr'],
  ] as const)
    fill(label, value);
  await press('Envoyer la demande');
  expect(await screen.findByText('Votre demande est transmise.')).toBeDefined();
  expect(screen.getByRole('heading', { name: 'C’est envoyé' })).toBeDefined();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByRole('link', { name: 'Se connecter' }).getAttribute('href')).toBe('/login');
});

test('Registration on invitation alone has no form, and leads who has an account to the login', async () => {
  show(RegisterPage, { 'GET /registration': () => json(200, { registration: { who: 'invitation', text: '' } }) });
  expect(await screen.findByText(/on crée un compte sur invitation/)).toBeDefined();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByRole('link', { name: 'Se connecter' }).getAttribute('href')).toBe('/login');
});

test('The button of registration that goes on to onboarding shows that the account is being made', async () => {
  let answer = () => {};
  const held = new Promise<void>(done => {
    answer = done;
  });
  show(RegisterPage, {
    'GET /registration': () => json(200, { registration: { who: 'everybody', text: '' } }),
    'POST /user/register': () =>
      held.then(() => json(409, { code: 'email_taken', message: 'Cette adresse est prise.' })),
  });
  await screen.findByLabelText('Prénom');
  for (const [label, value] of [
    ['Prénom', 'Camille'],
    ['Nom', 'Moreau'],
    ['E-mail', 'camille@atelier.fr'],
    ['Mot de passe', 'assez long pour cela'],
    ['Confirmer le mot de passe', 'assez long pour cela'],
  ] as const)
    fill(label, value);
  const goOn = screen.getByRole('button', { name: 'Continuer vers l’onboarding' });
  fireEvent.click(goOn);
  await waitFor(() => expect(goOn.getAttribute('aria-busy')).toBe('true'));
  answer();
  await waitFor(() => expect(goOn.getAttribute('aria-busy')).toBeNull());
});
