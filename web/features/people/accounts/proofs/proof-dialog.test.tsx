// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { answered } from '../../../../test/answered.ts';
import { camille, json, open, serve } from '../../../../test/settings-world.tsx';
import { askProof } from './asked-proof.ts';
import { ProofHost } from './ProofHost.tsx';

beforeAll(async () => {
  document.elementFromPoint = () => null;
  await import('./ProofDialog.tsx');
});
afterEach(cleanup);

test('The identity dialog waits for the account, which it names to password managers, and asks for a code without a password', async () => {
  let answer = (_user: object) => {};
  const account = new Promise<object>(done => {
    answer = done;
  });
  serve(camille, {
    'GET /user/me': async () => json(200, { user: await account }),
    'POST /otp/sent': () => json(200, { message: 'Fait.' }),
  });
  open([{ path: '*', Component: ProofHost }], '/');
  const given = askProof('identity', true);
  const dialog = within(await screen.findByRole('dialog'));
  const confirm = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Confirmer' });
  expect([dialog.getByRole('status').textContent, confirm().disabled]).toEqual(['Chargement…', true]);
  answer(camille);
  expect((await dialog.findByLabelText('Mot de passe')).getAttribute('aria-invalid')).not.toBe('true');
  expect([confirm().disabled, dialog.queryByRole('status')]).toEqual([false, null]);
  const name = document.querySelector<HTMLInputElement>('input[autocomplete=username]');
  expect([name?.value, name?.hidden]).toEqual(['camille@atelier.fr', true]);
  expect(dialog.getByText(/Votre mot de passe montre qu’il vient bien de vous\.$/)).toBeDefined();
  cleanup();
  expect(await answered(given)).toBe(false);
  serve({ ...camille, passwordless: true } as never, {
    'GET /user/me': () => json(200, { user: { ...camille, passwordless: true } }),
    'POST /otp/sent': () => json(200, { message: 'Fait.' }),
  });
  open([{ path: '*', Component: ProofHost }], '/');
  void askProof('identity', true);
  expect(await screen.findByText(/Un code envoyé à votre adresse montre qu’il vient bien de vous\.$/)).toBeDefined();
});
