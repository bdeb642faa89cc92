// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { camille, json, open, serve } from '../../../test/settings-world.tsx';
import { InvitePage } from './InvitePage.tsx';

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
