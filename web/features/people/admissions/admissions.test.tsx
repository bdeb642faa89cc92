// @vitest-environment jsdom
import type { AdmissionRequest } from '@palabre/common/contract/people/admissions.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { endSession, useSession } from '../../../platform/session/session.ts';
import { camille, json, open, serve, yann } from '../../../test/settings-world.tsx';
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
    await userEvent.type(screen.getByLabelText(/^Domaines/), '@exemple.fr, exemple.org');
    await userEvent.type(screen.getByLabelText(/^Texte pour qui/), 'Écrivez à Agathe.');
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    expect(await screen.findByText('Le choix est enregistré.')).toBeDefined();
    expect(calls.find(({ asked }) => asked.startsWith('PUT'))?.body).toEqual({
      who: 'domains',
      domains: ['exemple.fr', 'exemple.org'],
      text: 'Écrivez à Agathe.',
    });
  });

  test('warns that nobody could come by a provider that is not there', async () => {
    show();
    await userEvent.click(await screen.findByRole('radio', { name: 'Par le fournisseur d’identité seul' }));
    expect(screen.getByText(/Aucun fournisseur d’identité n’est configuré/)).toBeDefined();
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
    await userEvent.click(screen.getByRole('button', { name: 'Accepter la demande d’a@x.fr' }));
    expect(await screen.findByText('1 demande')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Refuser la demande de b@x.fr' }));
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
    const calls = serve(camille, {
      'GET /registration/jeton': () => json(200, { pass: { email: 'yann@x.fr', firstName: 'Yann', lastName: 'Riou' } }),
      'POST /registration/jeton': () => json(201, { token: 'x.y.z', newUser: yann }),
    });
    endSession('logout');
    page();
    expect(await screen.findByLabelText('Adresse e-mail')).toHaveProperty('value', 'yann@x.fr');
    expect(screen.getByLabelText('Prénom')).toHaveProperty('value', 'Yann');
    await userEvent.type(screen.getByLabelText('Mot de passe'), 'un mot de passe sûr');
    await userEvent.type(screen.getByLabelText('Confirmer le mot de passe'), 'un mot de passe sûr');
    await userEvent.click(screen.getByRole('button', { name: 'Créer mon compte' }));
    await waitFor(() => expect(useSession.getState().token).toBe('x.y.z'));
    const body = { firstName: 'Yann', lastName: 'Riou', password: 'un mot de passe sûr' };
    expect(calls.find(({ asked }) => asked.startsWith('POST'))?.body).toEqual(body);
  });

  test('that is over says so, and leads to another', async () => {
    serve(camille, { 'GET /registration/jeton': () => json(404, { code: 'registration_link', message: 'Fini.' }) });
    endSession('logout');
    page();
    expect(await screen.findByRole('heading', { name: 'Ce lien n’est plus valable' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Demander un lien' }).getAttribute('href')).toBe('/register');
  });
});
