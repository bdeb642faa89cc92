// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { endSession, setUser, useSession } from '../../../platform/session/session.ts';
import { camille, json, open, refused, serve, yann } from '../../../test/settings-world.tsx';
import { InvitedPage } from './InvitedPage.tsx';

afterEach(cleanup);

const received = {
  ...{ email: camille.email, workspace: { _id: 'atelier', title: 'Atelier Tilleul' }, hasAccount: true },
  ...{ invitedBy: { _id: 'leonie', firstName: 'Léonie', lastName: 'Dubreuil' }, mayRegister: true },
};

test('Who joins by the link of a mail sees that it is asked for, and asks once', async () => {
  let answer = () => {};
  const held = new Promise<void>(done => {
    answer = done;
  });
  const calls = serve(camille, {
    'GET /invited/jeton': () => json(200, { invite: received }),
    'GET /user/me': () => json(200, { user: camille }),
    'PUT /invited/jeton': () => held.then(() => refused(403, 'Vous êtes banni.')),
  });
  setUser({ ...camille });
  open([{ path: '/invited/:token', Component: InvitedPage }], '/invited/jeton');
  const join = await screen.findByRole('button', { name: 'Rejoindre' });
  fireEvent.click(join);
  await waitFor(() => expect(join.getAttribute('aria-busy')).toBe('true'));
  fireEvent.click(join);
  answer();
  expect(await screen.findByText('Vous êtes banni.')).toBeDefined();
  await waitFor(() => expect(join.getAttribute('aria-busy')).toBeNull());
  expect(calls.filter(({ asked }) => asked.startsWith('PUT'))).toHaveLength(1);
});

test('Who makes an account by the link of a mail is led in from its form, and not asked to join meanwhile', async () => {
  let lead = () => {};
  const led = new Promise<null>(done => {
    lead = () => done(null);
  });
  onTestFinished(lead);
  serve(camille, {
    'GET /invited/jeton': () => json(200, { invite: { ...received, email: yann.email, hasAccount: false } }),
    'POST /invited/jeton': () =>
      json(201, { token: 'x.y.z', newUser: yann, workspace: { _id: 'atelier', welcomeChannel: 'general' } }),
    'GET /user/me': () => json(200, { user: yann }),
  });
  endSession('logout');
  open(
    [
      { path: '/invited/:token', Component: InvitedPage },
      { path: '/workspace/:workspaceId/channel/:channelId', loader: () => led, element: <p>Salon d’accueil</p> },
    ],
    '/invited/jeton',
  );
  const password = await screen.findByLabelText('Mot de passe');
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type('Prénom', 'Yann');
  type('Nom', 'Riou');
  type('Mot de passe', 'un mot de passe sûr');
  type('Confirmer le mot de passe', 'un mot de passe sûr');
  fireEvent.click(screen.getByRole('button', { name: 'Créer mon compte et rejoindre' }));
  await waitFor(() => expect(useSession.getState().token).toBe('x.y.z'));
  await act(async () => {});
  expect(screen.queryByRole('button', { name: 'Rejoindre' })).toBeNull();
  expect(screen.getByLabelText('Mot de passe')).toBe(password);
  lead();
  expect(await screen.findByText('Salon d’accueil')).toBeDefined();
});
