// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ApiError, call } from '../../../../platform/server/api.ts';
import { tellingCaches } from '../../../../platform/server/query-client.ts';
import { endSession, login, useSession } from '../../../../platform/session/session.ts';
import { answered } from '../../../../test/answered.ts';
import { alerts, useAlerts } from '../../../../ui/alerts/alerts.ts';
import { UiHost } from '../../../../ui/overlays/UiHost.tsx';
import { useSetMails } from '../open/accounts.queries.ts';
import { ProfilePage } from '../ProfilePage.tsx';
import { useAskedProof } from './asked-proof.ts';
import { ProofHost } from './ProofHost.tsx';

const camille: SelfUser = {
  ...{ _id: 'camille', firstName: 'Camille', lastName: 'Riou', email: 'camille@exemple.fr', avatar: null },
  ...{ status: 'online', admin: false, doubleAuthentification: false, verification: false, emailProven: true },
  ...{
    otherAccounts: [],
    pendingEmail: null,
    societyId: null,
    jobTitle: null,
    jobLocation: null,
    manager: null,
    startHour: null,
  },
  ...{
    endHour: null,
    vacationReferee: null,
    contacts: { manager: null, vacationReferee: null },
    linkedinProfile: null,
    githubProfile: null,
    notificationMail: false,
  },
};
const json = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const refusal = (status: number, code: string, message: string) => () => json(status, { code, message });
const stale = refusal(403, 'reauthentication_required', 'Confirmez votre mot de passe pour continuer.');
const unproven = refusal(403, 'address_unproven', 'Confirmez d’abord que cette adresse e-mail est la vôtre.');
const wrongCode = refusal(400, 'otp_incorrect', 'Code incorrect ou expiré.');

let user: SelfUser;
let answers: Record<string, () => Response | Promise<Response>>;
let asked: { path: string; body: unknown; bearer: string | null }[];
const askedAt = (path: string) => asked.filter(one => one.path === path);

async function serve(address: string, { method = 'GET', body, headers }: RequestInit = {}): Promise<Response> {
  const path = `${method} ${new URL(address, 'http://palabre').pathname.replace('/api', '')}`;
  if (path === 'GET /user/me') return answers[path]?.() ?? json(200, { user });
  if (method === 'GET') return json(200, { sessions: [], export: null, society: null });
  asked.push({ path, body: body && JSON.parse(String(body)), bearer: new Headers(headers).get('authorization') });
  return answers[path]?.() ?? json(200, { message: 'Fait.', user, status: 'success' });
}

function Mails() {
  const set = useSetMails('camille');
  return (
    <button type="button" onClick={() => set.mutate(true)}>
      Recevoir les mails
    </button>
  );
}

function open(Page: () => React.ReactNode) {
  const router = createMemoryRouter([{ path: '*', element: <Page /> }]);
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } }, ...tellingCaches() })}
    >
      <UiHost>
        <RouterProvider router={router} />
        <ProofHost />
      </UiHost>
    </QueryClientProvider>,
  );
}

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const press = async (name: string) => userEvent.click(await button(name));
const codeField = async () =>
  within(await screen.findByRole('dialog')).findByLabelText<HTMLInputElement>('Code à six chiffres');
const typeCode = async (code: string) => userEvent.type(await codeField(), code);
const dialog = (name: string) => screen.findByRole('dialog', { name });
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const join = () => call(api.societies.update, { params: { id: 'atelier' }, body: { action: 'join' } });

beforeEach(() => {
  user = camille;
  answers = {};
  asked = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('fetch', serve);
  document.elementFromPoint ??= () => null;
  endSession('logout');
  alerts.clear();
  login('a.b.c', camille);
});
afterEach(cleanup);

describe('A request refused until the user proves their identity', () => {
  const confirmed = () => {
    delete answers['PUT /user/camille'];
    return json(200, { message: 'C’est bien vous.' });
  };

  test('A request that needs the identity is retried once the password is given, and the focus returns', async () => {
    answers = { 'PUT /user/camille': stale, 'POST /user/me/reauthenticate': confirmed };
    open(Mails);
    await press('Recevoir les mails');
    await dialog('Confirmez que c’est vous');
    const password = await screen.findByLabelText('Mot de passe');
    await waitFor(() => expect(document.activeElement).toBe(password));
    await userEvent.type(password, 'un mot de passe{Enter}');
    await gone();
    await waitFor(() => expect(askedAt('PUT /user/camille')).toHaveLength(2));
    expect(askedAt('POST /user/me/reauthenticate')).toEqual([
      { path: 'POST /user/me/reauthenticate', body: { password: 'un mot de passe' }, bearer: 'Bearer a.b.c' },
    ]);
    expect(askedAt('PUT /user/camille')[1]?.body).toEqual({ notificationMail: true });
    expect(useAlerts.getState().alerts).toEqual([]);
    await waitFor(async () => expect(document.activeElement).toBe(await button('Recevoir les mails')));
  });

  test('A request refused once the page’s dialogs are gone is refused, and waits for nobody', async () => {
    answers = { 'PUT /society/atelier': stale };
    open(Mails);
    cleanup();
    let code = '';
    join().catch((cause: ApiError) => {
      ({ code } = cause);
    });
    await waitFor(() => expect(code).toBe('reauthentication_required'));
    expect(useAskedProof.getState().asked).toBeNull();
  });

  test('A request that waits for the identity is declined as the page’s dialogs go', async () => {
    answers = { 'PUT /society/atelier': stale };
    open(Mails);
    const refused = join().catch((cause: ApiError) => cause.declined);
    await dialog('Confirmez que c’est vous');
    cleanup();
    expect(useAskedProof.getState().asked).toBeNull();
    expect(await answered(refused)).toBe(true);
  });

  test('The identity dialog whose account could not be loaded says so alone, and asks for it again', async () => {
    answers = { 'PUT /user/camille': stale, 'GET /user/me': refusal(403, 'forbidden', 'Non.') };
    open(Mails);
    await press('Recevoir les mails');
    const shown = within(await dialog('Confirmez que c’est vous'));
    expect(await shown.findByText('Votre compte n’a pas pu être chargé.')).toBeDefined();
    expect(shown.queryByRole('status')).toBeNull();
    expect(shown.queryByLabelText('Mot de passe')).toBeNull();
    delete answers['GET /user/me'];
    await userEvent.click(shown.getByRole('button', { name: 'Réessayer' }));
    expect(await shown.findByLabelText('Mot de passe')).toBeDefined();
    await press('Annuler');
    await gone();
  });

  test('The identity dialog stays open on a wrong or empty password, reported at its field', async () => {
    answers = {
      'PUT /user/camille': stale,
      'POST /user/me/reauthenticate': refusal(403, 'wrong_password', 'Ce mot de passe n’est pas le bon.'),
    };
    open(Mails);
    await press('Recevoir les mails');
    await press('Confirmer');
    expect(screen.getByText('Tapez votre mot de passe.')).toBeDefined();
    expect(askedAt('POST /user/me/reauthenticate')).toEqual([]);
    const password = screen.getByLabelText<HTMLInputElement>('Mot de passe');
    expect(document.activeElement).toBe(password);
    await userEvent.type(password, 'pas le bon');
    expect(screen.queryByText('Tapez votre mot de passe.')).toBeNull();
    await userEvent.type(password, '{Enter}');
    expect(await screen.findByText('Ce mot de passe n’est pas le bon.')).toBeDefined();
    expect([password.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', password]);
    expect([password.selectionStart, password.selectionEnd, useAlerts.getState().alerts]).toEqual([0, 10, []]);
    expect(askedAt('PUT /user/camille')).toHaveLength(1);
  });

  test('The identity dialog reports a lost connection, and retries', async () => {
    answers = {
      'PUT /user/camille': stale,
      'POST /user/me/reauthenticate': () => {
        throw new TypeError('Failed to fetch');
      },
    };
    open(Mails);
    await press('Recevoir les mails');
    await userEvent.type(await screen.findByLabelText('Mot de passe'), 'un mot de passe{Enter}');
    expect((await screen.findAllByText(/Impossible de joindre Palabre/)).length).toBeGreaterThan(0);
    answers['POST /user/me/reauthenticate'] = confirmed;
    await press('Confirmer');
    await gone();
  });

  test('A declined identity proof shows no error, and keeps the typed changes', async () => {
    answers = { 'PUT /user/camille': stale };
    open(ProfilePage);
    const job = await screen.findByLabelText<HTMLInputElement>('Poste');
    await userEvent.type(job, 'Grutière');
    await press('Enregistrer');
    await dialog('Confirmez que c’est vous');
    await userEvent.keyboard('{Escape}');
    await gone();
    await waitFor(async () => expect((await button('Enregistrer')).getAttribute('aria-busy')).toBeNull());
    expect([job.value, useAlerts.getState().alerts]).toEqual(['Grutière', []]);
    expect(askedAt('PUT /user/camille')).toHaveLength(1);
  });

  test('A request retried after an identity proof is not retried twice: a second refusal is shown', async () => {
    answers = { 'PUT /user/camille': stale };
    open(Mails);
    await expect(
      Promise.all([
        call(api.accounts.update, { params: { id: 'camille' }, body: { notificationMail: true } }),
        userEvent.type(await screen.findByLabelText('Mot de passe'), 'un mot de passe{Enter}'),
      ]),
    ).rejects.toMatchObject({ code: 'reauthentication_required', declined: false });
    expect(askedAt('PUT /user/camille')).toHaveLength(2);
    expect(useAskedProof.getState().asked).toBeNull();
  });

  test('One identity dialog serves all the requests that wait for the proof', async () => {
    answers = { 'PUT /user/camille': stale, 'POST /user/me/reauthenticate': confirmed };
    open(Mails);
    const both = [true, false].map(notificationMail =>
      call(api.accounts.update, { params: { id: 'camille' }, body: { notificationMail } }),
    );
    await userEvent.type(await screen.findByLabelText('Mot de passe'), 'un mot de passe{Enter}');
    const served = vi.fn();
    void Promise.all(both).then(served);
    await waitFor(() => expect(served).toHaveBeenCalled());
    expect(askedAt('POST /user/me/reauthenticate')).toHaveLength(1);
  });

  test('The identity dialog closes when the session ends', async () => {
    answers = { 'PUT /user/camille': stale };
    open(Mails);
    const refused = vi.fn();
    void call(api.accounts.update, { params: { id: 'camille' }, body: {} }).catch(refused);
    await dialog('Confirmez que c’est vous');
    endSession('elsewhere');
    await waitFor(() => expect(refused).toHaveBeenCalledWith(expect.objectContaining({ declined: true })));
    await gone();
  });

  test('The identity dialog asks for a code when the account has no password', async () => {
    user = { ...camille, passwordless: true };
    answers = { 'PUT /user/camille': stale, 'POST /user/me/reauthenticate': wrongCode };
    let send = (_answer: Response) => {};
    const held = new Promise<Response>(done => {
      send = done;
    });
    answers['POST /otp/sent'] = () => held;
    open(Mails);
    await press('Recevoir les mails');
    await dialog('Confirmez que c’est vous');
    // No other code is requested while the first is on its way.
    await waitFor(() => expect(askedAt('POST /otp/sent')).toHaveLength(1));
    expect((await button('Renvoyer le code')).disabled).toBe(true);
    send(json(200, { message: 'Fait.' }));
    expect(await screen.findByText(/Un code a été envoyé par e-mail à camille@exemple.fr/)).toBeDefined();
    expect((await button('Confirmer')).disabled).toBe(true);
    expect(askedAt('POST /otp/sent')[0]).toMatchObject({ bearer: 'Bearer a.b.c' });
    await typeCode('111');
    fireEvent.submit(await codeField());
    expect(askedAt('POST /user/me/reauthenticate')).toEqual([]);
    await typeCode('111{Enter}');
    expect((await screen.findAllByText('Code incorrect ou expiré.')).length).toBeGreaterThan(0);
    expect((await codeField()).value).toBe('');
    answers['POST /user/me/reauthenticate'] = confirmed;
    await typeCode('222222{Enter}');
    await gone();
    expect(askedAt('POST /user/me/reauthenticate').at(-1)?.body).toEqual({ code: '222222' });
    await waitFor(() => expect(askedAt('PUT /user/camille')).toHaveLength(2));
  });
});

test('An account without password is deleted by its code', async () => {
  user = { ...camille, passwordless: true };
  login('a.b.c', user);
  answers = { 'DELETE /user/camille': stale };
  open(ProfilePage);
  await press('Supprimer mon compte');
  await press('Supprimer');
  await dialog('Confirmez que c’est vous');
  answers['POST /user/me/reauthenticate'] = () => {
    delete answers['DELETE /user/camille'];
    return json(200, { message: 'C’est bien vous.' });
  };
  await typeCode('222222{Enter}');
  await waitFor(() => expect(useSession.getState().token).toBeNull());
  expect(askedAt('DELETE /user/camille').map(({ body }) => body)).toEqual([{ messages: 'keep' }, { messages: 'keep' }]);
});

test('A wrong password for the deletion of an account is told at its field, and no other proof is asked for', async () => {
  answers = { 'DELETE /user/camille': stale };
  open(ProfilePage);
  await press('Supprimer mon compte');
  const sure = within(await screen.findByRole('alertdialog'));
  await userEvent.type(sure.getByLabelText('Mot de passe'), 'pas le bon');
  await userEvent.click(sure.getByRole('button', { name: 'Supprimer' }));
  expect(await sure.findByText('Confirmez votre mot de passe pour continuer.')).toBeDefined();
  expect(useAskedProof.getState().asked).toBeNull();
  await userEvent.click(sure.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

describe('An unproven e-mail address', () => {
  test('An unproven e-mail address shows a note beside it, and is proved in one step', async () => {
    user = { ...camille, emailProven: false };
    answers['POST /otp/check'] = wrongCode;
    open(ProfilePage);
    expect(await screen.findByText('Adresse à confirmer.')).toBeDefined();
    expect(askedAt('POST /otp/sent')).toEqual([]);
    await press('Recevoir un code');
    await dialog('Confirmez votre adresse');
    await typeCode('111111{Enter}');
    expect((await screen.findAllByText('Code incorrect ou expiré.')).length).toBeGreaterThan(0);
    expect((await codeField()).value).toBe('');
    answers['POST /otp/check'] = () => json(200, { status: 'success', user: { ...camille, admin: true } });
    await typeCode('222222{Enter}');
    await gone();
    expect(askedAt('POST /otp/check').at(-1)).toEqual({
      path: 'POST /otp/check',
      body: { p_id: 'camille', p_otp: '222222', p_option: 'email' },
      bearer: 'Bearer a.b.c',
    });
    expect(await screen.findByText('Votre adresse est confirmée.')).toBeDefined();
    await waitFor(() => expect(screen.queryByText('Adresse à confirmer.')).toBeNull());
    expect(useSession.getState().user).toMatchObject({ emailProven: true, admin: true });
  });

  test('A proven e-mail address shows no note', async () => {
    open(ProfilePage);
    await screen.findByLabelText('Poste');
    expect(screen.queryByText('Adresse à confirmer.')).toBeNull();
  });

  test('An unproven e-mail address is proved first where a request needs it, and the request is retried', async () => {
    user = { ...camille, emailProven: false };
    answers['PUT /society/atelier'] = unproven;
    open(Mails);
    const joined = join();
    await dialog('Confirmez d’abord votre adresse');
    answers['POST /otp/check'] = () => {
      delete answers['PUT /society/atelier'];
      return json(200, { status: 'success', user: camille });
    };
    await typeCode('222222{Enter}');
    expect(await joined).toMatchObject({ message: 'Fait.' });
    expect(askedAt('PUT /society/atelier')).toHaveLength(2);
  });

  test('A proof of identity and one of the address are asked for one after the other', async () => {
    answers = { 'PUT /user/camille': stale, 'PUT /society/atelier': unproven };
    open(Mails);
    const changed = call(api.accounts.update, { params: { id: 'camille' }, body: {} });
    const joined = join();
    await dialog('Confirmez que c’est vous');
    answers['POST /user/me/reauthenticate'] = () => {
      delete answers['PUT /user/camille'];
      return json(200, { message: 'C’est bien vous.' });
    };
    await userEvent.type(await screen.findByLabelText('Mot de passe'), 'un mot de passe{Enter}');
    await changed;
    await dialog('Confirmez d’abord votre adresse');
    answers['POST /otp/check'] = () => {
      delete answers['PUT /society/atelier'];
      return json(200, { status: 'success', user: camille });
    };
    await typeCode('222222{Enter}');
    expect(await joined).toMatchObject({ message: 'Fait.' });
  });

  test('A proof that is declined declines the other that waits for it', async () => {
    answers = { 'PUT /user/camille': stale, 'PUT /society/atelier': unproven };
    open(Mails);
    const failed = (cause: unknown) => cause;
    const changed = call(api.accounts.update, { params: { id: 'camille' }, body: {} }).catch(failed);
    const joined = join().catch(failed);
    await dialog('Confirmez que c’est vous');
    await waitFor(() => expect(askedAt('PUT /society/atelier')).toHaveLength(1));
    await press('Annuler');
    await gone();
    expect([await changed, await joined]).toMatchObject([
      { code: 'reauthentication_required', declined: true },
      { code: 'address_unproven', declined: true },
    ]);
  });

  test('An unproven e-mail address stays unproven when the user declines, and the request is not retried', async () => {
    answers['PUT /society/atelier'] = unproven;
    open(Mails);
    const joined = join().catch((cause: unknown) => cause);
    await dialog('Confirmez d’abord votre adresse');
    await press('Annuler');
    expect(await joined).toMatchObject({ code: 'address_unproven', declined: true });
    expect(askedAt('PUT /society/atelier')).toHaveLength(1);
  });
});
