// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { setUser, useSession } from '../../../platform/session/session.ts';
import { heardAlerts } from '../../../test/heard-alerts.ts';
import { camille, json, karim, open, serve } from '../../../test/settings-world.tsx';
import { useSessions } from '../accounts/open/accounts.queries.ts';
import { useFreshMe } from '../users/open/users.queries.ts';
import { AddressOf } from './open/AddressOf.tsx';
import { OwnAddress } from './open/OwnAddress.tsx';

afterEach(cleanup);

const wrong = () => json(400, { code: 'otp_incorrect', message: 'Code incorrect ou expiré.' });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = (name: string) => userEvent.click(button(name));
const email = () => screen.getByLabelText<HTMLInputElement>(/Nouvelle adresse/);
const code = () => screen.getByLabelText<HTMLInputElement>('Code à six chiffres');
const type = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } });

/** The user's address beside their sessions, as in the profile. */
function Own({ pendingEmail }: { pendingEmail: string | null }) {
  useFreshMe();
  useSessions();
  return <OwnAddress user={{ pendingEmail }} />;
}

function showOwn(pendingEmail: string | null, answers: Parameters<typeof serve>[1]) {
  const calls = serve(camille, {
    'GET /user/me': () => json(200, { user: { ...camille, pendingEmail } }),
    'GET /user/me/sessions': () => json(200, { sessions: [] }),
    ...answers,
  });
  open([{ path: '*', element: <Own pendingEmail={pendingEmail} /> }], '/');
  return (asked: string) => calls.filter(call => call.asked === asked);
}

test('A change of address waits for a whole code, says a wrong one at its field and another refusal, and closes the other sessions', async () => {
  let confirm = wrong;
  const calls = showOwn('rose@exemple.fr', { 'POST /user/me/address': () => confirm() });
  const said = heardAlerts();
  expect(screen.getByText('Une adresse attend son code.')).toBeDefined();
  await press('Taper le code');
  expect(screen.getByText(/Tapez le code reçu à rose@exemple\.fr/)).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(code()));
  expect(code().getAttribute('aria-invalid')).not.toBe('true');
  type(code(), '123');
  expect(button('Changer l’adresse').disabled).toBe(true);
  fireEvent.submit(code());
  type(code(), '1234');
  await press('Changer l’adresse');
  await waitFor(() => expect(code().getAttribute('aria-invalid')).toBe('true'));
  expect(said()).toEqual(['Code incorrect ou expiré.']);
  type(code(), '5');
  expect(screen.queryByText(/Relisez le dernier code reçu/)).toBeNull();
  type(code(), '567890');
  // An error that is not about the code is not shown on its field.
  confirm = () => json(429, { code: 'too_many_requests', message: 'Trop de tentatives.' });
  await press('Changer l’adresse');
  await waitFor(() => expect(said()).toContain('Trop de tentatives.'));
  expect(code().getAttribute('aria-invalid')).not.toBe('true');
  confirm = () => json(200, { message: 'C’est changé.', user: { ...camille, email: 'rose@exemple.fr' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Changer l’adresse', busy: false }));
  expect(await screen.findByText('C’est changé.')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls('POST /user/me/address').map(({ body }) => body)).toEqual([
    ...[{ otp: '1234' }, { otp: '567890' }, { otp: '567890' }],
  ]);
  expect(useSession.getState().user?.email).toBe('rose@exemple.fr');
  await waitFor(() => expect(calls('GET /user/me/sessions')).toHaveLength(2));
});

test('Another address may be typed while one waits for its code; the code of the first is forgotten', async () => {
  const calls = showOwn('rose@exemple.fr', { 'PUT /user/me/address': () => json(200, { message: 'Un code part.' }) });
  const said = heardAlerts();
  await press('Taper le code');
  type(code(), '1234');
  await press('Choisir une autre adresse');
  expect(email().value).toBe('rose@exemple.fr');
  expect([email().maxLength, email().autocomplete, email().required]).toEqual([limits.email, 'email', true]);
  type(email(), ' ');
  expect(button('Envoyer le code').disabled).toBe(true);
  type(email(), ' prune@exemple.fr ');
  await press('Envoyer le code');
  expect(await screen.findByText(/Tapez le code reçu à prune@exemple\.fr/)).toBeDefined();
  expect([code().value, calls('PUT /user/me/address')[0]?.body]).toEqual(['', { email: 'prune@exemple.fr' }]);
  expect(said()).toEqual(['Un code part.']);
  // The profile tells which address waits.
  await waitFor(() => expect(calls('GET /user/me')).toHaveLength(2));
});

test('A change of address that cannot be given up says why, and still waits; one that can says that it is', async () => {
  let answer = () => json(503, { code: 'unavailable', message: 'Plus tard.' });
  const calls = showOwn('rose@exemple.fr', { 'DELETE /user/me/address': () => answer() });
  await press('Abandonner');
  expect(await screen.findByText('Plus tard.')).toBeDefined();
  expect(button('Taper le code')).toBeDefined();
  answer = () => json(200, { message: 'C’est abandonné.' });
  await press('Abandonner');
  expect(await screen.findByText('C’est abandonné.')).toBeDefined();
  // The profile tells that no address waits any more.
  await waitFor(() => expect(calls('GET /user/me')).toHaveLength(2));
});

test('A guest, who was let in by their address, is not offered another', async () => {
  serve(camille);
  setUser({ ...camille, guest: true });
  open([{ path: '*', element: <OwnAddress user={{ pendingEmail: null }} /> }], '/');
  expect(screen.queryByRole('button')).toBeNull();
});

test('The address of somebody else is changed by the code that they give', async () => {
  const calls = serve(camille, {
    'PUT /admin/users/karim/address': () => json(200, { message: 'Un code part.' }),
    'POST /admin/users/karim/address': () => json(200, { message: 'C’est changé.' }),
  });
  const onClose = vi.fn();
  open([{ path: '*', element: <AddressOf person={karim} onClose={onClose} /> }], '/');
  expect(await screen.findByRole('heading', { name: 'Changer l’adresse de Karim Benali' })).toBeDefined();
  // It is not an address that the user's own browser knows.
  expect(email().autocomplete).toBe('off');
  type(email(), 'karim@exemple.fr');
  await press('Envoyer le code');
  await screen.findByText(/Tapez ici le code reçu à karim@exemple\.fr/);
  type(code(), '567890');
  await press('Changer l’adresse');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls.map(({ asked, body }) => [asked, body])).toEqual([
    ['PUT /admin/users/karim/address', { email: 'karim@exemple.fr' }],
    ['POST /admin/users/karim/address', { otp: '567890' }],
  ]);
});

test('A new address to which no code could be sent says why once, and is given up by its dialog', async () => {
  let answer = () => json(429, { code: 'too_many_requests', message: 'Trop de codes.' });
  showOwn(null, { 'PUT /user/me/address': () => answer() });
  const said = heardAlerts();
  await press('Changer d’adresse…');
  expect(screen.getByText(/^Un code est envoyé à la nouvelle adresse/)).toBeDefined();
  type(email(), 'prune@exemple.fr');
  await press('Envoyer le code');
  await waitFor(() => expect(said()).toEqual(['Trop de codes.']));
  expect(email().getAttribute('aria-invalid')).not.toBe('true');
  answer = () => json(400, { code: 'email_taken', message: 'Cette adresse est prise.' });
  fireEvent.click(await screen.findByRole('button', { name: 'Envoyer le code', busy: false }));
  await waitFor(() => expect(email().getAttribute('aria-invalid')).toBe('true'));
  // A field's error needs no alert.
  expect(said()).toEqual(['Trop de codes.']);
  await press('Annuler');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
