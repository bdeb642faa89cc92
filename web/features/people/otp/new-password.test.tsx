// @vitest-environment jsdom
import { pageWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { camille, json, open, serve } from '../../../test/settings-world.tsx';
import { NewPassword } from './NewPassword.tsx';
import './open/otp.texts.ts';

afterEach(cleanup);

test('A new password that is set leads to the login page, unless one has gone elsewhere before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  serve(camille, { 'PUT /user/camille/reset-password': () => json(200, { message: 'Fait.' }) });
  const { router } = open(
    [
      { path: '/reset-password', element: <NewPassword id="camille" email="camille@atelier.fr" resetToken="jeton" /> },
      { path: '*', element: <p>ailleurs</p> },
    ],
    '/reset-password',
  );
  expect(screen.getByText('Étape 2 sur 2 · Choisissez un nouveau mot de passe pour camille@atelier.fr.')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText('Nouveau mot de passe'));
  // For password managers, which keep a password with its account.
  expect(document.querySelector<HTMLInputElement>('input[autocomplete=username]')?.value).toBe('camille@atelier.fr');
  for (const label of ['Nouveau mot de passe', 'Confirmer le mot de passe'])
    fireEvent.change(screen.getByLabelText(label), { target: { value: 'un mot de passe' } });
  fireEvent.click(screen.getByRole('button', { name: 'Changer le mot de passe' }));
  await vi.waitFor(() =>
    expect(screen.getByRole('button', { name: 'Changer le mot de passe' })).toHaveProperty('disabled', true),
  );
  expect(screen.getByText(/Vous pouvez vous connecter avec votre nouveau mot de passe\./)).toBeDefined();
  // Text typed now would be useless.
  const fields = ['Nouveau mot de passe', 'Confirmer le mot de passe'].map(label => screen.getByLabelText(label));
  expect(fields.map(one => (one as HTMLInputElement).readOnly)).toEqual([true, true]);
  await act(() => router.navigate('/elsewhere'));
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(router.state.location.pathname).toBe('/elsewhere');
});

test('A new password that the server finds too common is said so under its field, where one types another', async () => {
  const message = 'Ce mot de passe est trop courant : choisissez-en un que personne ne devinerait.';
  serve(camille, {
    'PUT /user/camille/reset-password': () =>
      json(400, { code: 'invalid_input', message: 'Non.', issues: [{ path: 'newPassword', message }] }),
  });
  const element = <NewPassword id="camille" email="camille@atelier.fr" resetToken="jeton" />;
  open([{ path: '*', element }], '/reset-password');
  const [field, confirmation] = ['Nouveau mot de passe', 'Confirmer le mot de passe'].map(label =>
    screen.getByLabelText(label),
  ) as [HTMLElement, HTMLElement];
  for (const one of [field, confirmation]) fireEvent.change(one, { target: { value: 'sunshine' } });
  fireEvent.click(screen.getByRole('button', { name: 'Changer le mot de passe' }));
  const said = await screen.findByText(message);
  expect(field.getAttribute('aria-describedby')?.split(' ')).toContain(said.id);
  await vi.waitFor(() => expect(document.activeElement).toBe(field), pageWaitTimeoutMs);
  fireEvent.change(field, { target: { value: 'un tout autre mot' } });
  expect(screen.queryByText(message)).toBeNull();
});
