// @vitest-environment jsdom

import { api } from '@palabre/common/contract/index.ts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { keyOf } from '../../../platform/server/query.ts';
import { atelier, camille, helene, json, open, serve } from '../../../test/settings-world.tsx';
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
  expect(screen.getByRole('link', { name: 'Aller aux workspaces' }).getAttribute('href')).toBe('/workspaces');
  expect(screen.getByRole('heading', { name: 'Erreur' })).toBeDefined();
  expect(document.title).toBe('Invitation · Palabre');
  expect(document.querySelectorAll('[data-alerts] li')).toHaveLength(0);
});

test('An invitation that could not be sent says that Palabre was not reached, not that its code is wrong', async () => {
  serve(camille, { 'PUT /invite/accept/ABCD2345': () => Promise.reject(new TypeError('Failed to fetch')) });
  open([{ path: '/invite/:code', Component: InvitePage }], '/invite/ABCD2345');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Impossible de joindre Palabre/);
});

test('An invitation is used once, though the page begins twice, and leads to the channel of arrival once one is in', async () => {
  const { bans: _bans, members: _members, channels: _channels, ...card } = atelier;
  const mine = keyOf(api.workspaces.mine, { params: { id: 'helene' } });
  let isIn = false;
  const calls = serve(helene, {
    'GET /user/helene/workspaces': () =>
      json(200, { workspaces: isIn ? [{ ...card, owners: [], isMember: true }] : [] }),
    'PUT /invite/accept/ABCD2345': () => {
      // The page's cache is older than this response.
      client.setQueryData(mine, { workspaces: [] });
      isIn = true;
      return json(200, { message: '', workspace: atelier });
    },
  });
  const element = (
    <StrictMode>
      <InvitePage />
    </StrictMode>
  );
  const { client } = open(
    [
      { path: '/invite/:code', element },
      { path: '/workspace/:workspaceId/channel/:channelId', element: <p>Salon d’accueil</p> },
    ],
    '/invite/ABCD2345',
  );
  expect(screen.getByText('Nous vous ouvrons la porte…').getAttribute('role')).toBe('status');
  expect(await screen.findByText('Vous avez rejoint le workspace avec succès !')).toBeDefined();
  expect(await screen.findByText('Salon d’accueil')).toBeDefined();
  expect(calls.filter(({ asked }) => asked.startsWith('PUT'))).toHaveLength(1);
  expect(client.getQueryData<{ workspaces: unknown[] }>(mine)?.workspaces).toHaveLength(1);
});

test('The link of another invitation that is followed from the page of one is used too', async () => {
  const calls = serve(camille, {});
  const { router } = open([{ path: '/invite/:code', Component: InvitePage }], '/invite/ABCD2345');
  await screen.findByRole('alert');
  await act(() => router.navigate('/invite/EFGH6789'));
  const used = () => calls.flatMap(({ asked }) => (asked.startsWith('PUT') ? [asked.split('/').at(-1)] : []));
  await waitFor(() => expect(used()).toEqual(['ABCD2345', 'EFGH6789']));
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
