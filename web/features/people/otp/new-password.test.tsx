// @vitest-environment jsdom
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
  // What is typed now would be for nothing.
  const fields = ['Nouveau mot de passe', 'Confirmer le mot de passe'].map(label => screen.getByLabelText(label));
  expect(fields.map(one => (one as HTMLInputElement).readOnly)).toEqual([true, true]);
  await act(() => router.navigate('/elsewhere'));
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(router.state.location.pathname).toBe('/elsewhere');
});
