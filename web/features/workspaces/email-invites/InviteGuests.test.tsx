// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { dayKey, formatNumericDate } from '../../../platform/words/format.ts';
import { camille, json, open, serve } from '../../../test/settings-world.tsx';
import { dayIn, endOf } from '../guests/open/stay.ts';
import { InviteGuestsDialog } from './open/InviteGuestsDialog.tsx';

// Loaded before, so that no test waits for the icons’ many files.
beforeAll(() => import('../../../ui/dialogs/PendingDialog.tsx'));
afterEach(cleanup);

async function show() {
  const calls = serve(camille, {
    'POST /workspace/atelier/email-invites': () => json(201, { outcomes: [{ email: 'zoe@x.fr', outcome: 'sent' }] }),
  });
  const onClose = vi.fn();
  const element = <InviteGuestsDialog workspaceId="atelier" onClose={onClose} />;
  open([{ path: '/settings/workspace/:workspaceId/guests', element }], '/settings/workspace/atelier/guests');
  const box = await screen.findByRole('checkbox', { name: /^direction/ });
  const sent = () => calls.filter(({ asked }) => asked.startsWith('POST')).map(({ body }) => body);
  return { box, onClose, sent };
}
const addresses = () => screen.getByLabelText('Adresses e-mail');
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
async function send() {
  const button = screen.getByRole('button', { name: 'Envoyer les invitations' });
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(button);
}

test('Guests are invited into channels until a day, once there are addresses, a channel and such a day', async () => {
  const { box, onClose, sent } = await show();
  expect(document.activeElement).toBe(addresses());
  expect(screen.getByText(/^Chacune reçoit un lien/)).toBeDefined();
  expect(screen.queryByText('Choisissez au moins un salon.')).toBeNull();
  await send();
  expect(await screen.findByText('Saisissez au moins une adresse.')).toBeDefined();
  expect(screen.getByText('Choisissez au moins un salon.').getAttribute('role')).toBe('alert');
  type(addresses(), 'zoe@x.fr');
  await send();
  expect(await screen.findByRole('button', { name: 'Retirer zoe@x.fr' })).toBeDefined();
  fireEvent.click(box);
  const day = screen.getByLabelText('Dernier jour');
  type(day, formatNumericDate(dayIn(0)));
  await send();
  expect(await screen.findByText('Choisissez un jour entre demain et dans un an.')).toBeDefined();
  expect(sent()).toEqual([]);
  type(day, formatNumericDate(dayIn(9)));
  await send();
  expect(await screen.findByText('1 invitation est partie.')).toBeDefined();
  const endsAt = endOf({ channels: new Set(), day: dayKey(dayIn(9)) });
  expect(sent()).toEqual([{ emails: ['zoe@x.fr'], guest: { channels: ['direction'], endsAt } }]);
  expect(screen.queryByLabelText('Dernier jour')).toBeNull();
  expect(screen.queryByText(/^Chacune reçoit un lien/)).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
  const ok = screen.getByRole('button', { name: 'OK' });
  await waitFor(() => expect(ok.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(ok);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

test('An invitation of guests that is begun is not left unasked', async () => {
  const { box, onClose } = await show();
  type(addresses(), 'zoe@');
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  const stay = within(await screen.findByRole('alertdialog'));
  fireEvent.click(stay.getByRole('button', { name: 'Continuer à modifier' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  type(addresses(), '');
  fireEvent.click(box);
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  const asked = within(await screen.findByRole('alertdialog'));
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(asked.getByRole('button', { name: 'Quitter' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});
