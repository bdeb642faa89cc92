// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import type { AdmissionRequest } from '@palabre/common/contract/people/admissions.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { endSession, useSession } from '../../../platform/session/session.ts';
import { camille, json, open, serve, yann } from '../../../test/settings-world.tsx';
import { useAlerts } from '../../../ui/alerts/alerts.ts';
import { RegisterPage } from '../sign-in/RegisterPage.tsx';
import { RegistrationTab } from './open/RegistrationTab.tsx';
import { RegisterLinkPage } from './RegisterLinkPage.tsx';

beforeAll(() => import('../../../ui/dialogs/PendingDialog.tsx'));
afterEach(cleanup);

describe('The tab of registration', () => {
  const show = (answers: Parameters<typeof serve>[1] = {}) => {
    const calls = serve(camille, {
      'GET /admin/registration': () => json(200, { registration: { who: 'everybody', domains: [], text: '' } }),
      'GET /admin/registration-requests': () => json(200, { requests: [], nextCursor: null }),
      'GET /auth/providers': () => json(200, { providers: [] }),
      'PUT /admin/registration': body => json(200, { registration: body }),
      ...answers,
    });
    open([{ path: '*', element: <RegistrationTab /> }], '/');
    return calls;
  };

  test('saves who may register, with the domains that are typed', async () => {
    const calls = show();
    expect((await screen.findByRole('radio', { name: 'Tout le monde' })).getAttribute('aria-checked')).toBe('true');
    await userEvent.click(screen.getByRole('radio', { name: 'Adresses de certains domaines' }));
    expect(screen.getByLabelText(/^Domaines/)).toHaveProperty('required', true);
    await userEvent.type(screen.getByLabelText(/^Domaines/), '@exemple.fr, exemple.org');
    await userEvent.type(screen.getByLabelText(/^Texte pour qui/), 'Écrivez à Agathe.');
    // Typed text stays, whatever else is chosen meanwhile.
    await userEvent.click(screen.getByRole('radio', { name: 'Sur invitation' }));
    expect(screen.getByLabelText(/^Texte pour qui/)).toHaveProperty('value', 'Écrivez à Agathe.');
    await userEvent.click(screen.getByRole('radio', { name: 'Adresses de certains domaines' }));
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    expect(await screen.findByText('Le choix est enregistré.')).toBeDefined();
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Enregistrer' }).disabled).toBe(true),
    );
    // A newer version of the page waits for unsaved changes only.
    const text = screen.getByLabelText(/^Texte pour qui/);
    expect(text).toHaveProperty('maxLength', limits.registrationText);
    expect(text.closest('[data-kept]')).not.toBeNull();
    await userEvent.type(text, ' Merci.');
    expect(text.closest('[data-kept]')).toBeNull();
    expect(calls.find(({ asked }) => asked.startsWith('PUT'))?.body).toEqual({
      who: 'domains',
      domains: ['exemple.fr', 'exemple.org'],
      text: 'Écrivez à Agathe.',
    });
  });

  test('sends no domains but where they decide, and keeps what is chosen when the server refuses it', async () => {
    const kept = { who: 'domains', domains: ['exemple.fr'], text: '' };
    let answer = (_body: unknown) => json(429, { code: 'too_many_requests', message: 'Trop de changements.' });
    const calls = show({
      'GET /admin/registration': () => json(200, { registration: kept }),
      'PUT /admin/registration': body => answer(body),
    });
    const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Enregistrer' }));
    const chosen = async () => screen.findByRole('radio', { name: 'Sur invitation' });
    await chosen();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Enregistrer' }).disabled).toBe(true);
    await userEvent.click(await chosen());
    await save();
    expect(await screen.findByText('Trop de changements.')).toBeDefined();
    expect((await chosen()).getAttribute('aria-checked')).toBe('true');
    answer = body => json(200, { registration: body });
    await save();
    expect(await screen.findByText('Le choix est enregistré.')).toBeDefined();
    expect(calls.findLast(({ asked }) => asked.startsWith('PUT'))?.body).toEqual({
      ...kept,
      who: 'invitation',
      domains: [],
    });
    await userEvent.click(screen.getByRole('radio', { name: 'Tout le monde' }));
    expect(screen.queryByLabelText(/^Texte pour qui/)).toBeNull();
  });

  test('reads anew what others may have chosen and asked for, each time it is opened', async () => {
    const calls = serve(camille, {
      'GET /admin/registration': () => json(200, { registration: { who: 'everybody', domains: [], text: '' } }),
      'GET /admin/registration-requests': () => json(200, { requests: [], nextCursor: null }),
      'GET /auth/providers': () => json(200, { providers: [] }),
    });
    const elsewhere = { path: '/elsewhere', element: <p>ailleurs</p> };
    const { router } = open([{ path: '/', Component: RegistrationTab }, elsewhere], '/');
    await screen.findByText('Aucune demande n’attend de réponse.');
    await screen.findByRole('radio', { name: 'Tout le monde' });
    for (const to of ['/elsewhere', '/']) await act(() => router.navigate(to));
    const times = (path: string) => calls.filter(({ asked }) => asked === `GET /admin/${path}`).length;
    await waitFor(() => expect([times('registration'), times('registration-requests')]).toEqual([2, 2]));
  });

  test('says at its field what is wrong with the domains, and in no alert', async () => {
    const issues = [{ path: 'domains', message: 'Ce domaine n’en est pas un.' }];
    show({
      'GET /admin/registration': () =>
        json(200, { registration: { who: 'domains', domains: ['exemple.fr'], text: '' } }),
      'PUT /admin/registration': () => json(400, { code: 'invalid_input', message: 'Non.', issues }),
    });
    const domains = await screen.findByLabelText(/^Domaines/);
    fireEvent.change(domains, { target: { value: 'exemple' } });
    fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    expect(await screen.findByText('Ce domaine n’en est pas un.')).toBeDefined();
    expect([domains.getAttribute('aria-invalid'), useAlerts.getState().alerts]).toEqual(['true', []]);
  });

  test('warns that nobody could come by a provider that is not there', async () => {
    show();
    await userEvent.click(await screen.findByRole('radio', { name: 'Par le fournisseur d’identité seul' }));
    expect(screen.getByText(/Aucun fournisseur d’identité n’est configuré/)).toBeDefined();
    cleanup();
    show({ 'GET /auth/providers': () => json(200, { providers: [{ id: 'oidc', name: 'Keycloak' }] }) });
    await userEvent.click(await screen.findByRole('radio', { name: 'Par le fournisseur d’identité seul' }));
    await waitFor(() => expect(screen.queryByText(/Aucun fournisseur d’identité n’est configuré/)).toBeNull());
  });

  test('finds requests by name or address, page by page, and says when they could not be loaded', async () => {
    const one = (email: string): AdmissionRequest => ({
      ...{ _id: email, email, firstName: 'Zoé', lastName: 'Lambert', message: '' },
      createdAt: '2026-11-21T10:00:00.000Z',
    });
    let isLost = true;
    show({
      'GET /admin/registration-requests': (_body, { searchParams }) => {
        if (isLost) return json(500, { code: 'internal', message: 'Panne.' });
        if (searchParams.get('search')) return json(200, { requests: [], nextCursor: null });
        const requests = [one(searchParams.get('cursor') === 'plus' ? 'b@x.fr' : 'a@x.fr')];
        return json(200, { requests, nextCursor: searchParams.has('cursor') ? null : 'plus' });
      },
    });
    expect(await screen.findByText('Les demandes n’ont pas pu être chargées')).toBeDefined();
    isLost = false;
    fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByText(/a@x\.fr/)).toBeDefined();
    // One page of several says no number: it would be taken for that of all.
    expect(screen.queryByText('1 demande')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Page suivante' }));
    expect(await screen.findByText(/b@x\.fr/)).toBeDefined();
    fireEvent.change(screen.getByLabelText('Rechercher par nom ou adresse'), { target: { value: 'zz' } });
    expect(await screen.findByText('Aucune demande ne correspond à cette recherche.')).toBeDefined();
  });

  test('shows which request is being decided, and reads the requests again when somebody else has decided it', async () => {
    const request = (email: string): AdmissionRequest => ({
      ...{ _id: email, email, firstName: 'Zoé', lastName: 'Lambert', message: '' },
      createdAt: '2026-11-21T10:00:00.000Z',
    });
    let requests = [request('a@x.fr'), request('b@x.fr')];
    let answer = () => {};
    const held = new Promise<void>(resolve => {
      answer = resolve;
    });
    show({
      'GET /admin/registration-requests': () => json(200, { requests, nextCursor: null }),
      'PUT /admin/registration-request/a@x.fr': async () => {
        await held;
        requests = requests.slice(1);
        return json(404, { code: 'not_found', message: 'Quelqu’un a déjà répondu.' });
      },
    });
    const accept = (of: string) => screen.getByRole('button', { name: `Accepter la demande ${of}` });
    await screen.findByText('2 demandes');
    fireEvent.click(accept('d’a@x.fr'));
    await waitFor(() => expect(accept('d’a@x.fr').getAttribute('aria-busy')).toBe('true'));
    expect(accept('de b@x.fr').getAttribute('aria-busy')).toBeNull();
    answer();
    expect(await screen.findByText('Quelqu’un a déjà répondu.')).toBeDefined();
    expect(await screen.findByText('1 demande')).toBeDefined();
  });

  test('approves a request, and refuses one once that is confirmed', async () => {
    const request = (email: string): AdmissionRequest => ({
      ...{ _id: email, email, firstName: 'Zoé', lastName: 'Lambert', message: 'Chantier nord' },
      createdAt: '2026-11-21T10:00:00.000Z',
    });
    let requests = [request('a@x.fr'), request('b@x.fr')];
    const decide = (email: string) => () => {
      requests = requests.filter(one => one.email !== email);
      return json(200, { message: 'C’est fait.' });
    };
    const calls = show({
      'GET /admin/registration-requests': () => json(200, { requests, nextCursor: null }),
      'PUT /admin/registration-request/a@x.fr': decide('a@x.fr'),
      'PUT /admin/registration-request/b@x.fr': decide('b@x.fr'),
    });
    expect(await screen.findByText('2 demandes')).toBeDefined();
    expect(screen.getAllByText(/ · Chantier nord$/)).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Accepter la demande d’a@x.fr' }));
    expect(await screen.findByText('1 demande')).toBeDefined();
    expect(await screen.findByText('C’est fait.')).toBeDefined();
    const refuse = () => fireEvent.click(screen.getByRole('button', { name: 'Refuser la demande de b@x.fr' }));
    refuse();
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Annuler' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(calls.filter(({ asked }) => asked.startsWith('PUT'))).toHaveLength(1);
    refuse();
    const sure = within(await screen.findByRole('alertdialog'));
    expect(sure.getByText('b@x.fr en est informé par e-mail.')).toBeDefined();
    fireEvent.click(sure.getByRole('button', { name: 'Refuser' }));
    expect(await screen.findByText('Aucune demande n’attend de réponse.')).toBeDefined();
    const decided = calls.filter(({ asked }) => asked.startsWith('PUT')).map(({ body }) => body);
    expect(decided).toEqual([{ approve: true }, { approve: false }]);
  });
});

describe('The link that lets an address register', () => {
  const page = () => open([{ path: '/register/:token', Component: RegisterLinkPage }], '/register/jeton');

  test('makes the account with its address as it is, and opens its session', async () => {
    let answer = () => json(409, { code: 'email_taken', message: 'Cette adresse est prise.' });
    const calls = serve(camille, {
      'GET /registration/jeton': () => json(200, { pass: { email: 'yann@x.fr', firstName: 'Yann', lastName: 'Riou' } }),
      'POST /registration/jeton': () => answer(),
    });
    endSession('logout');
    page();
    // Nothing is said of the link until it is read.
    expect([screen.getByRole('status').textContent, screen.queryByRole('heading')]).toEqual(['Chargement…', null]);
    const email = await screen.findByLabelText('Adresse e-mail');
    expect([email]).toMatchObject([{ value: 'yann@x.fr', readOnly: true }]);
    expect(document.title).toMatch(/^Créer mon compte · /);
    expect(screen.getByRole('link', { name: 'Se connecter' }).getAttribute('href')).toBe('/login');
    expect(screen.getByLabelText('Prénom')).toHaveProperty('value', 'Yann');
    expect(document.activeElement).toBe(screen.getByLabelText('Prénom'));
    const longest = ['Prénom', 'Nom', 'Mot de passe', 'Confirmer le mot de passe'].map(
      label => screen.getByLabelText<HTMLInputElement>(label).maxLength,
    );
    expect(longest).toEqual([limits.name, limits.name, limits.passwordMax, limits.passwordMax]);
    expect(screen.getByText('8 caractères au moins.')).toBeDefined();
    const button = () => screen.getByRole('button', { name: 'Créer mon compte' });
    const make = async () => {
      await waitFor(() => expect(button().getAttribute('aria-busy')).toBeNull());
      fireEvent.click(button());
    };
    await make();
    expect(await screen.findByText('Veuillez remplir tous les champs')).toBeDefined();
    for (const label of ['Mot de passe', 'Confirmer le mot de passe'])
      fireEvent.change(screen.getByLabelText(label), { target: { value: 'un mot de passe sûr' } });
    await make();
    expect(await screen.findByText('Cette adresse est prise.')).toBeDefined();
    expect(useSession.getState().token).toBeNull();
    answer = () => json(201, { token: 'x.y.z', newUser: yann });
    await make();
    await waitFor(() => expect(useSession.getState().token).toBe('x.y.z'));
    const body = { firstName: 'Yann', lastName: 'Riou', password: 'un mot de passe sûr' };
    const made = calls.filter(({ asked }) => asked.startsWith('POST')).map(one => one.body);
    expect(made).toEqual([body, body]);
    expect(await screen.findByText('Inscription réussie')).toBeDefined();
  });

  test('that is over says so, and leads to another', async () => {
    serve(camille, { 'GET /registration/jeton': () => json(404, { code: 'registration_link', message: 'Fini.' }) });
    endSession('logout');
    page();
    expect(await screen.findByRole('heading', { name: 'Ce lien n’est plus valable' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Demander un lien' }).getAttribute('href')).toBe('/register');
  });

  test('that could not be read says why, and is read again', async () => {
    let answer = () => json(429, { code: 'too_many_requests', message: 'Trop de demandes.' });
    serve(camille, { 'GET /registration/jeton': () => answer() });
    endSession('logout');
    page();
    expect((await screen.findByRole('alert')).textContent).toBe('Trop de demandes.');
    expect(screen.getByRole('heading', { name: 'Le lien n’a pas pu être lu' })).toBeDefined();
    answer = () => json(200, { pass: { email: 'yann@x.fr', firstName: '', lastName: '' } });
    fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByLabelText('Adresse e-mail')).toHaveProperty('value', 'yann@x.fr');
  });
});

test('The page of registration shows what administrators have just chosen', async () => {
  let registration: unknown = { who: 'everybody', domains: [], text: '' };
  serve(camille, {
    'GET /admin/registration': () => json(200, { registration }),
    'GET /registration': () => json(200, { registration }),
    'GET /admin/registration-requests': () => json(200, { requests: [], nextCursor: null }),
    'GET /auth/providers': () => json(200, { providers: [] }),
    'PUT /admin/registration': body => {
      registration = body;
      return json(200, { registration });
    },
  });
  const both = [<RegistrationTab key="tab" />, <RegisterPage key="page" />];
  open([{ path: '*', element: both }], '/');
  expect(await screen.findByLabelText('Prénom')).toBeDefined();
  await userEvent.click(await screen.findByRole('radio', { name: 'Sur invitation' }));
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText(/on crée un compte sur invitation/)).toBeDefined();
});
