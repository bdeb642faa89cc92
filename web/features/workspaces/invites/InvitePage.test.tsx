// @vitest-environment jsdom

import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { atelier, camille, json, open, serve } from '../../../test/settings-world.tsx';
import { InvitePage } from './InvitePage.tsx';

// Loaded before, so that no test waits for the icons’ many files.
beforeAll(() => import('../../../ui/dialogs/PendingDialog.tsx'));
afterEach(cleanup);

const wrong = "Impossible de rejoindre le workspace. Vérifiez le code d'invitation.";

test.each([
  [404, 'not_found', 'Introuvable.', wrong],
  [410, 'invite_expired', 'Cette invitation a expiré.', wrong],
  [429, 'too_many_requests', 'Trop de tentatives. Patientez.', 'Trop de tentatives. Patientez.'],
  [503, 'unavailable', 'Palabre redémarre.', 'Palabre redémarre.'],
])('An invitation refused with %i says whether its code is the cause', async (status, code, message, said) => {
  const calls = serve(camille, { 'PUT /invite/accept/ABCD2345': () => json(status, { code, message }) });
  const tried = () => calls.filter(({ asked }) => asked.includes('/invite/'));
  open([{ path: '/invite/:code', Component: InvitePage }], '/invite/ABCD2345');
  expect((await screen.findByRole('alert')).textContent).toBe(said);
  expect(tried()).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Aller aux workspaces' })).toBeDefined();
});

test('Another code is asked for where one opened nothing, and lets one in', async () => {
  const { bans: _bans, members: _members, channels: _channels, ...card } = atelier;
  serve(camille, {
    'GET /user/camille/workspaces': () => json(200, { workspaces: [{ ...card, owners: [], isMember: true }] }),
    'PUT /invite/accept/EFGH6789': () => json(200, { message: '', workspace: atelier }),
  });
  open(
    [
      { path: '/invite/:code', Component: InvitePage },
      { path: '/workspace/:workspaceId/channel/:channelId', element: <p>Salon d’accueil</p> },
    ],
    '/invite/ABCD2345',
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Entrer un autre code' }));
  fireEvent.change(await screen.findByPlaceholderText('ABCD1234'), { target: { value: ' EFGH6789 ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Rejoindre' }));
  expect(await screen.findByText('Vous avez rejoint le workspace avec succès !')).toBeDefined();
  expect(await screen.findByText('Salon d’accueil')).toBeDefined();
});
