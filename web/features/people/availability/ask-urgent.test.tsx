// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { keyOf } from '../../../platform/server/query.ts';
import { queryClient } from '../../../platform/server/query-client.ts';
import { camille, json, open, serve } from '../../../test/settings-world.tsx';
import { askUrgent } from './open/ask-urgent.ts';

beforeAll(() => import('../../../ui/dialogs/PendingDialog.tsx'));
beforeEach(() => queryClient.clear());
afterEach(cleanup);

const dialog = async () => within(await screen.findByRole('alertdialog'));
const say = async (reason: string) => {
  const shown = await dialog();
  fireEvent.change(shown.getByLabelText(/^Raison/), { target: { value: reason } });
  fireEvent.click(shown.getByRole('button', { name: 'Envoyer' }));
};

test('A message is urgent once its reason is long enough and the server has it, by the nonce of the message', async () => {
  const calls = serve(camille, { 'POST /availability/urgent': () => json(200, { message: 'Fait.' }) });
  open([{ path: '*', element: null }], '/');
  queryClient.setQueryData(keyOf(api.availability.own), { own: { urgentLeft: 1 } } as never);
  const asked = askUrgent('Karim');
  expect((await dialog()).getByText(/dérangera Karim .* Il vous reste 1 message urgent/)).toBeDefined();
  await say('x'.repeat(limits.urgentReasonMin - 1));
  expect(await (await dialog()).findByText('Donnez une raison d’au moins 10 caractères.')).toBeDefined();
  expect(calls).toEqual([]);
  await say('Le toit\nfuit');
  const nonce = await asked;
  expect(calls.map(({ body }) => body)).toEqual([{ nonce, reason: 'Le toit fuit' }]);
  expect(nonce).toMatch(/^[0-9a-f-]{36}$/);
});

test('A reason of just the length that is asked for is taken, a refusal is told beside it, and a message given up is not urgent', async () => {
  let answer = () => json(429, { code: 'too_many_requests', message: 'Aucun ne vous reste.' });
  const calls = serve(camille, { 'POST /availability/urgent': () => answer() });
  open([{ path: '*', element: null }], '/');
  const asked = askUrgent('Karim');
  expect((await dialog()).getByText(/Il vous reste 3 messages urgents/)).toBeDefined();
  expect((await dialog()).getByLabelText(/^Raison/)).toHaveProperty('maxLength', limits.urgentReason);
  await say('x'.repeat(limits.urgentReasonMin));
  expect(await (await dialog()).findByText('Aucun ne vous reste.')).toBeDefined();
  answer = () => json(200, { message: 'Fait.' });
  fireEvent.click(await (await dialog()).findByRole('button', { name: 'Envoyer', busy: false }));
  expect(await asked).not.toBeNull();
  const givenUp = askUrgent('Karim');
  await waitFor(async () => expect((await dialog()).getByLabelText<HTMLTextAreaElement>(/^Raison/).value).toBe(''));
  fireEvent.click((await dialog()).getByRole('button', { name: 'Annuler' }));
  expect(await givenUp).toBeNull();
  expect(calls).toHaveLength(2);
});
