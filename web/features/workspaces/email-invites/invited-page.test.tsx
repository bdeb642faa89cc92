// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setUser } from '../../../platform/session/session.ts';
import { camille, json, open, refused, serve } from '../../../test/settings-world.tsx';
import { InvitedPage } from './InvitedPage.tsx';

afterEach(cleanup);

test('Who joins by the link of a mail sees that it is asked for, and asks once', async () => {
  let answer = () => {};
  const held = new Promise<void>(done => {
    answer = done;
  });
  const invite = {
    ...{ email: camille.email, workspace: { _id: 'atelier', title: 'Atelier Tilleul' }, hasAccount: true },
    ...{ invitedBy: { _id: 'leonie', firstName: 'Léonie', lastName: 'Dubreuil' }, mayRegister: true },
  };
  const calls = serve(camille, {
    'GET /invited/jeton': () => json(200, { invite }),
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
