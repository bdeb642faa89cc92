// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { encode } from 'uqr';
import { afterEach, describe, expect, test } from 'vitest';
import { endSession, setUser, useSession } from '../../../platform/session/session.ts';
import { camille, json, karim, open, refused, serve, yann } from '../../../test/settings-world.tsx';
import { InviteModal } from '../invites/open/InviteModal.tsx';
import { InvitedPage } from './InvitedPage.tsx';

afterEach(cleanup);

describe('Addresses to invite', () => {
  const show = async (answers = {}, me = camille) => {
    const calls = serve(me, answers);
    const { client } = open(
      [{ path: '*', element: <InviteModal workspaceId="atelier" open onOpenChange={() => {}} first="mail" /> }],
      '/',
    );
    return { calls, client, field: await screen.findByLabelText('Adresses e-mail') };
  };
  const chips = () => screen.queryAllByRole('button', { name: /^Retirer/ }).map(one => one.textContent);

  test('become chips as they are typed or pasted, whatever stands between them', async () => {
    const { field } = await show();
    expect(document.activeElement).toBe(field);
    const attributes = () =>
      ['placeholder', 'autocapitalize', 'spellcheck', 'rows'].map(one => field.getAttribute(one));
    expect(attributes()).toEqual(['zoe@exemple.fr, yann@exemple.fr', 'off', 'false', '3']);
    await userEvent.type(field, 'a@x.fr b@x.fr,c@x.fr;d@x.fr{Enter}');
    expect(attributes()).toEqual([null, 'off', 'false', '1']);
    expect(screen.getByRole('list', { name: '4 adresses' })).toBeDefined();
    expect(chips()).toEqual(['a@x.fr', 'b@x.fr', 'c@x.fr', 'd@x.fr']);
    await userEvent.type(field, 'e@x.fr');
    await userEvent.paste('Zoé Lambert <zoe@x.fr>\n"Riou, Yann" <yann@x.fr>, a@x.fr');
    expect(chips()).toEqual(['a@x.fr', 'b@x.fr', 'c@x.fr', 'd@x.fr', 'e@x.fr', 'zoe@x.fr', 'yann@x.fr']);
    await userEvent.click(screen.getByRole('button', { name: 'Retirer b@x.fr' }));
    expect(chips()).not.toContain('b@x.fr');
    expect(document.activeElement).toBe(field);
  });

  test('that are still being typed stay in place as the field is left by a press, and become chips by Tab', async () => {
    const { field } = await show();
    await userEvent.type(field, 'a@x.fr b@x.fr');
    fireEvent.blur(field);
    expect(chips()).toEqual(['a@x.fr']);
    // Backspace corrects the typed text, not the address before it.
    expect([fireEvent.keyDown(field, { key: 'Backspace' }), chips()]).toEqual([true, ['a@x.fr']]);
    expect(field).toHaveProperty('value', 'b@x.fr');
    await userEvent.tab();
    expect(chips()).toEqual(['a@x.fr', 'b@x.fr']);
    // A space ends an address, not a name.
    fireEvent.change(field, { target: { value: 'Zoé' } });
    expect(fireEvent.keyDown(field, { key: ' ' })).toBe(true);
    expect(chips()).toEqual(['a@x.fr', 'b@x.fr']);
  });

  test('that are none are named, and nothing is sent until they are corrected', async () => {
    const { calls, field } = await show({
      'POST /workspace/atelier/email-invites': () =>
        json(201, {
          outcomes: [
            { email: 'a@x.fr', outcome: 'sent' },
            { email: 'zoe@x.fr', outcome: 'refused' },
            { email: 'camille@atelier.fr', outcome: 'member' },
          ],
        }),
    });
    const posts = () => calls.filter(({ asked }) => asked.startsWith('POST'));
    await userEvent.type(field, 'a@x.fr, zoe');
    await userEvent.click(screen.getByRole('button', { name: 'Envoyer les invitations' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Une adresse n’est pas valide');
    expect(screen.getByRole('button', { name: 'Retirer zoe, adresse non valide' })).toBeDefined();
    expect(posts()).toEqual([]);
    await userEvent.type(field, '{Backspace}@x.fr');
    await userEvent.click(screen.getByRole('button', { name: 'Envoyer les invitations' }));
    expect((await screen.findByText('1 invitation est partie.')).getAttribute('role')).toBe('status');
    expect(posts()[0]?.body).toEqual({ emails: ['a@x.fr', 'zoe@x.fr'] });
    const said = within(screen.getByRole('list', { name: 'Invitations' })).getAllByRole('listitem');
    expect(said.map(one => one.textContent)).toEqual([
      'a@x.frEnvoyée',
      'zoe@x.frNon envoyée',
      'camille@atelier.frDéjà membre',
    ]);
  });

  test('that are longer than an address may be are none', async () => {
    const { field } = await show();
    const long = `camille@${'a.'.repeat(122)}fr`;
    fireEvent.change(field, { target: { value: `${long} a${long}` } });
    fireEvent.keyDown(field, { key: 'Enter' });
    const chip = (name: string) => screen.queryByRole('button', { name });
    expect([chip(`Retirer ${long}`), chip(`Retirer a${long}, adresse non valide`)]).not.toContain(null);
  });

  test('are asked for where there are none, and are so many at most; what is wrong is said until it is changed', async () => {
    const { calls, field } = await show();
    const send = () => fireEvent.click(screen.getByRole('button', { name: 'Envoyer les invitations' }));
    fireEvent.change(field, { target: { value: '  ' } });
    expect(screen.getByRole('button', { name: 'Envoyer les invitations' })).toHaveProperty('disabled', true);
    const many = Array.from({ length: limits.invitedEmails + 1 }, (_, n) => `p${n}@x.fr`);
    fireEvent.change(field, { target: { value: many.join(' ') } });
    send();
    expect((await screen.findByRole('alert')).textContent).toContain(
      `${limits.invitedEmails} adresses au plus à la fois.`,
    );
    expect(document.activeElement).toBe(field);
    fireEvent.keyDown(field, { key: 'Backspace' });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(field).toHaveProperty('value', many.at(-1));
    fireEvent.change(field, { target: { value: '' } });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Envoyer les invitations' }).ariaBusy).toBeNull());
    send();
    await waitFor(() => expect(calls.filter(({ asked }) => asked.startsWith('POST'))).toHaveLength(1));
  });

  test('are sent as soon as they are just so many', async () => {
    const { calls, field } = await show();
    const most = Array.from({ length: limits.invitedEmails }, (_, n) => `p${n}@x.fr`);
    fireEvent.change(field, { target: { value: most.join(' ') } });
    fireEvent.click(screen.getByRole('button', { name: 'Envoyer les invitations' }));
    expect(screen.queryByRole('alert')).toBeNull();
    const sent = () => calls.filter(({ asked }) => asked.startsWith('POST')).map(({ body }) => body);
    await waitFor(() => expect(sent()).toEqual([{ emails: most }]));
  });

  test('that no mail left for are said, and why one was refused', async () => {
    const outcomes = [{ email: 'a@x.fr', outcome: 'refused' }];
    const { field } = await show({ 'POST /workspace/atelier/email-invites': () => json(201, { outcomes }) });
    fireEvent.change(field, { target: { value: 'a@x.fr' } });
    // An input method's text is not yet an address.
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    expect(chips()).toEqual([]);
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(chips()).toEqual(['a@x.fr']);
    fireEvent.click(screen.getByRole('button', { name: 'Envoyer les invitations' }));
    expect(await screen.findByText('Aucune invitation n’est partie.')).toBeDefined();
    expect(screen.getByText('Cette adresse ne peut pas recevoir d’invitation aujourd’hui.')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'OK' }));
  });

  test('that wait for an answer show to who does not run the workspace, where there are any', async () => {
    const waiting = [
      { ...{ _id: 'i', email: 'z@x.fr', invitedBy: karim }, expiresAt: '2999-01-01', sentAt: '2026-11-21' },
    ];
    const list = (invites: unknown[]) => ({
      'GET /workspace/atelier/email-invites': () => json(200, { invites, nextCursor: null }),
    });
    await show(list(waiting), karim);
    expect(await screen.findByText('z@x.fr')).toBeDefined();
    cleanup();
    const { client } = await show(list([]), karim);
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(screen.queryByText('Invitations par e-mail')).toBeNull();
    cleanup();
    const shown = await show(list(waiting));
    await waitFor(() => expect(shown.client.isFetching()).toBe(0));
    expect(screen.queryByText('z@x.fr')).toBeNull();
  });

  test('that are refused by the server stay in the form', async () => {
    const { field } = await show({
      'POST /workspace/atelier/email-invites': () => refused(429, 'Trop de tentatives.'),
    });
    await userEvent.type(field, 'a@x.fr{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Envoyer les invitations' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Envoyer les invitations' })).toBeDefined());
    expect(chips()).toEqual(['a@x.fr']);
    expect(await screen.findByText('Trop de tentatives.')).toBeDefined();
  });
});

test('A link is made with its end and its number of people, and shown as a QR code once', async () => {
  const invite = {
    ...{ _id: 'invite', inviteCode: 'ABCD2345', inviteLink: 'http://palabre.test/invite/ABCD2345', users: [] },
    ...{ workspaceId: 'atelier', created_at: '2026-11-21T10:00:00.000Z', time: '168h', maxUses: 25 },
  };
  const calls = serve(camille, {
    'POST /invite/atelier': () => json(201, { inviteCode: invite.inviteCode, inviteLink: invite.inviteLink, invite }),
  });
  open([{ path: '*', element: <InviteModal workspaceId="atelier" open onOpenChange={() => {}} first="link" /> }], '/');
  expect(await screen.findByText(/^Qui a le lien entre/)).toBeDefined();
  const people = await screen.findByRole('combobox', { name: 'Nombre de personnes' });
  expect(people.textContent).toBe(`${limits.inviteUses} personnes`);
  await userEvent.click(people);
  const offered = (await screen.findAllByRole('option', { hidden: false })).map(({ textContent }) => textContent);
  expect(offered.map(text => Number.parseInt(text ?? '', 10))).toEqual([1, 5, 10, 25, 50, limits.inviteUsesMax]);
  await userEvent.click(await screen.findByRole('option', { name: '25 personnes', hidden: false }));
  await userEvent.click(screen.getByRole('button', { name: 'Créer le lien' }));
  const code = await screen.findByRole('img', { name: 'Code QR du lien d’invitation' });
  expect(screen.getByText(/^À scanner avec un téléphone/)).toBeDefined();
  const { data, size } = encode(invite.inviteLink, { border: 0 });
  const dark = data.flat().filter(Boolean);
  // Readers need four light modules around it.
  expect(code.getAttribute('viewBox')).toBe(`0 0 ${size + 8} ${size + 8}`);
  expect(code.querySelector('path')?.getAttribute('d')).toMatch(/^M4 4h/);
  expect(code.querySelector('path')?.getAttribute('d')?.match(/M/g)).toHaveLength(dark.length);
  expect(screen.getByText(/^Elle fait entrer 25 personnes au plus, jusqu’au .*28 nov/)).toBeDefined();
  expect(screen.getByDisplayValue(invite.inviteLink)).toBeDefined();
  expect(calls.find(({ asked }) => asked.startsWith('POST'))?.body).toEqual({ users: [], time: '168h', uses: 25 });
});

describe('The link of an invitation by mail', () => {
  const received = (more: object = {}) =>
    json(200, {
      invite: {
        ...{ email: 'yann@atelier.fr', workspace: { _id: 'atelier', title: 'Atelier Tilleul' } },
        ...{
          invitedBy: { _id: 'camille', firstName: 'Camille', lastName: 'Moreau' },
          hasAccount: false,
          mayRegister: true,
        },
        ...more,
      },
    });
  const page = () =>
    open(
      [
        { path: '/invited/:token', Component: InvitedPage },
        { path: '/login', element: <p>Connexion</p> },
        { path: '/workspace/:workspaceId/channel/:channelId', element: <p>Salon d’accueil</p> },
      ],
      '/invited/jeton',
    );

  test('asks who has no account to make one, with the address as it is, and enters the workspace', async () => {
    const calls = serve(camille, {
      'GET /invited/jeton': () => received(),
      'POST /invited/jeton': () =>
        json(201, { token: 'x.y.z', newUser: yann, workspace: { _id: 'atelier', welcomeChannel: 'general' } }),
    });
    endSession('logout');
    const { router } = page();
    expect(await screen.findByRole('heading', { name: /Rejoindre «\s?Atelier Tilleul\s?»/ })).toBeDefined();
    expect(screen.getByLabelText('Adresse e-mail')).toHaveProperty('readOnly', true);
    expect(screen.getByLabelText('Adresse e-mail')).toHaveProperty('value', 'yann@atelier.fr');
    expect(screen.getByText(/^Camille Moreau vous invite\. Créez votre compte pour entrer/)).toBeDefined();
    const ignore = screen.getByRole('link', { name: 'Ignorer cette invitation' });
    expect(ignore.getAttribute('href')).toBe('/login');
    await userEvent.type(screen.getByLabelText('Prénom'), 'Yann');
    await userEvent.type(screen.getByLabelText('Nom'), 'Riou');
    await userEvent.type(screen.getByLabelText('Mot de passe'), 'un mot de passe sûr');
    await userEvent.type(screen.getByLabelText('Confirmer le mot de passe'), 'un mot de passe sûr');
    await userEvent.click(screen.getByRole('button', { name: 'Créer mon compte et rejoindre' }));
    expect(await screen.findByText('Salon d’accueil')).toBeDefined();
    expect(useSession.getState()).toMatchObject({ token: 'x.y.z', user: { _id: 'yann' } });
    // « Back » leads to no invitation that is used.
    expect(router.state.historyAction).toBe('REPLACE');
    const body = { firstName: 'Yann', lastName: 'Riou', password: 'un mot de passe sûr' };
    expect(calls.find(({ asked }) => asked === 'POST /invited/jeton')?.body).toEqual(body);
  });

  test('keeps what was typed when the account is refused, and says why', async () => {
    serve(camille, {
      'GET /invited/jeton': () => received(),
      'POST /invited/jeton': () => refused(409, 'Cette adresse a déjà un compte.'),
    });
    endSession('logout');
    page();
    await userEvent.type(await screen.findByLabelText('Prénom'), 'Yann');
    await userEvent.type(screen.getByLabelText('Nom'), 'Riou');
    await userEvent.type(screen.getByLabelText('Mot de passe'), 'un mot de passe sûr');
    await userEvent.type(screen.getByLabelText('Confirmer le mot de passe'), 'un mot de passe sûr');
    await userEvent.click(screen.getByRole('button', { name: 'Créer mon compte et rejoindre' }));
    expect(await screen.findAllByText('Cette adresse a déjà un compte.')).toHaveLength(1);
    expect(screen.getByLabelText('Prénom')).toHaveProperty('value', 'Yann');
  });

  test('tells a guest until when they are invited, with or without an account', async () => {
    const guest = { guest: { endsAt: '2026-12-24T12:00:00.000Z' } };
    serve(camille, { 'GET /invited/jeton': () => received(guest) });
    endSession('logout');
    page();
    expect(await screen.findByText(/Camille Moreau vous invite jusqu’au 24 déc.* votre compte d’invité/)).toBeDefined();
    cleanup();
    serve(camille, {
      'GET /invited/jeton': () => received({ ...guest, hasAccount: true, email: camille.email }),
      'GET /user/me': () => json(200, { user: camille }),
    });
    setUser({ ...camille });
    page();
    expect(await screen.findByText(/vous invite jusqu’au 24 déc.* votre compte camille@atelier\.fr/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Pas maintenant' }).getAttribute('href')).toBe('/workspaces');
  });

  test('tells who may not make an account by it where to get one', async () => {
    serve(camille, { 'GET /invited/jeton': () => received({ mayRegister: false }) });
    endSession('logout');
    page();
    expect((await screen.findByRole('link', { name: 'Voir comment en avoir un' })).getAttribute('href')).toBe(
      '/register',
    );
    expect(screen.getByRole('heading', { name: /Rejoindre «\s?Atelier Tilleul\s?»/ })).toBeDefined();
    expect(screen.getByText(/^Camille Moreau vous invite, et il vous faut d’abord un compte/)).toBeDefined();
  });

  test('has who has an account sign in, and remembers where to come back', async () => {
    serve(camille, { 'GET /invited/jeton': () => received({ hasAccount: true }) });
    endSession('logout');
    page();
    const login = await screen.findByRole('button', { name: 'Se connecter' });
    expect(screen.getByText(/^Camille Moreau vous invite\. L’adresse yann@atelier\.fr a déjà un compte/)).toBeDefined();
    await userEvent.click(login);
    expect(await screen.findByText('Connexion')).toBeDefined();
    expect(sessionStorage.getItem('palabre.wanted')).toBe('/invited/jeton');
  });

  test('lets in who is signed in with the address, once they say so, and tells who has another', async () => {
    const calls = serve(camille, {
      'GET /invited/jeton': () => received({ hasAccount: true, email: camille.email }),
      'GET /user/me': () => json(200, { user: camille }),
      'PUT /invited/jeton': () =>
        json(200, {
          message: 'Vous avez rejoint le workspace avec succès !',
          workspace: { _id: 'atelier', welcomeChannel: 'general' },
        }),
    });
    setUser({ ...camille });
    page();
    const join = await screen.findByRole('button', { name: 'Rejoindre' });
    expect(calls.filter(({ asked }) => asked.startsWith('PUT'))).toEqual([]);
    expect(screen.getByText(/^Camille Moreau vous invite\. Vous entrerez avec votre compte camille@/)).toBeDefined();
    await userEvent.click(join);
    expect(await screen.findByText('Salon d’accueil')).toBeDefined();
    expect(screen.getByText('Vous avez rejoint le workspace avec succès !')).toBeDefined();
    cleanup();
    serve(camille, {
      'GET /invited/jeton': () => received({ hasAccount: true }),
      'GET /user/me': () => json(200, { user: camille }),
    });
    page();
    expect(await screen.findByText(/votre session est celle de camille@atelier\.fr/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Rejoindre' })).toBeNull();
    expect(screen.getByText(/^Camille Moreau a invité yann@atelier\.fr/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Aller aux workspaces' }).getAttribute('href')).toBe('/workspaces');
    expect(screen.queryByRole('link', { name: 'Pas maintenant' })).toBeNull();
  });

  test('says whose session it is only once that is known', async () => {
    let answer = () => {};
    const held = new Promise<void>(done => {
      answer = done;
    });
    serve(camille, {
      'GET /invited/jeton': () => received({ hasAccount: true }),
      'GET /user/me': async () => {
        await held;
        return json(200, { user: camille });
      },
    });
    const { client } = page();
    // The invitation has come, the profile has not.
    await waitFor(() => expect([document.title.includes('Atelier Tilleul'), client.isFetching()]).toEqual([true, 1]));
    expect(screen.queryByText(/votre session est celle/)).toBeNull();
    answer();
    expect(await screen.findByText(/votre session est celle de camille@atelier\.fr/)).toBeDefined();
  });

  test('does not lead in who is refused, and says why', async () => {
    serve(camille, {
      'GET /invited/jeton': () => received({ hasAccount: true, email: camille.email }),
      'GET /user/me': () => json(200, { user: camille }),
      'PUT /invited/jeton': () => refused(403, 'Vous êtes banni.'),
    });
    setUser({ ...camille });
    page();
    await userEvent.click(await screen.findByRole('button', { name: 'Rejoindre' }));
    expect(await screen.findByText('Vous êtes banni.')).toBeDefined();
    expect(screen.queryByText('Salon d’accueil')).toBeNull();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Rejoindre' }).getAttribute('aria-busy')).toBeNull());
  });

  test('makes no account of two passwords that differ', async () => {
    const calls = serve(camille, { 'GET /invited/jeton': () => received() });
    endSession('logout');
    page();
    for (const [label, value] of [
      ['Prénom', 'Yann'],
      ['Nom', 'Riou'],
      ['Mot de passe', 'un mot de passe sûr'],
      ['Confirmer le mot de passe', 'un autre mot de passe'],
    ] as const)
      fireEvent.change(await screen.findByLabelText(label), { target: { value } });
    await userEvent.click(screen.getByRole('button', { name: 'Créer mon compte et rejoindre' }));
    expect(await screen.findByText('Les mots de passe ne correspondent pas')).toBeDefined();
    expect(calls.filter(({ asked }) => asked.startsWith('POST'))).toEqual([]);
  });

  test('that opens nothing says so, and one that could not be read is read again', async () => {
    serve(camille, { 'GET /invited/jeton': () => json(404, { code: 'invite_not_found', message: 'Introuvable.' }) });
    page();
    expect(await screen.findByRole('heading', { name: 'Cette invitation n’est plus valable' })).toBeDefined();
    expect(screen.getByRole('alert').textContent).toMatch(/^Elle a été retirée, utilisée/);
    expect(screen.getByRole('link', { name: 'Aller aux workspaces' }).getAttribute('href')).toBe('/');
    expect(document.title).toBe('Invitation · Palabre');
    expect(document.querySelectorAll('[data-alerts] li')).toHaveLength(0);
    endSession('logout');
    cleanup();
    page();
    expect((await screen.findByRole('link', { name: 'Aller à l’accueil' })).getAttribute('href')).toBe('/');
    cleanup();
    let fails = true;
    serve(camille, {
      'GET /user/me': () => json(200, { user: camille }),
      'GET /invited/jeton': () =>
        fails ? json(429, { code: 'too_many_requests', message: 'Patientez.' }) : received(),
    });
    page();
    expect((await screen.findByRole('alert')).textContent).toBe('Patientez.');
    expect(screen.getByRole('heading', { name: 'L’invitation n’a pas pu être lue' })).toBeDefined();
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByText(/votre session est celle/)).toBeDefined();
  });
});
