// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, login } from '../../../platform/session/session.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { UiHost } from '../../../ui/overlays/UiHost.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import './accounts.texts.ts';

vi.mock('../../../ui/fields/CropDialog.tsx', () => ({
  CropDialog: ({ file, fileName, onCrop }: { file: File | null; fileName: string; onCrop: (cut: File) => void }) =>
    file && (
      <button type="button" onClick={() => onCrop(new File(['x'], fileName, { type: 'image/png' }))}>
        Recadrer
      </button>
    ),
}));

const nobody = { manager: null, vacationReferee: null };
const camille: SelfUser = {
  ...{ _id: 'camille', firstName: 'Camille', lastName: 'Riou', email: 'camille@exemple.fr', avatar: null },
  ...{ status: 'online', admin: false, doubleAuthentification: false, verification: false, emailProven: true },
  ...{
    otherAccounts: [],
    pendingEmail: null,
    societyId: null,
    jobTitle: null,
    jobLocation: null,
    linkedinProfile: null,
  },
  ...{ githubProfile: null, startHour: null, endHour: null, notificationMail: false },
  ...{ ...nobody, contacts: nobody },
};
const helene = { _id: 'helene', firstName: 'Hélène', lastName: 'Garnier' };
/** Users found by the people search; the one without an e-mail is a stranger, and the last one is the user. */
const near = [
  { ...camille, ...helene, email: 'helene@exemple.fr', jobTitle: 'Directrice' },
  { ...camille, _id: 'autre', firstName: 'Hélène', lastName: 'Inconnue', email: undefined },
  { ...camille, _id: 'partie', firstName: 'Hélène', lastName: 'Partie', suspended: true },
  { ...camille, firstName: 'Hélène' },
];

let asked: unknown[];
const answer = (body: object) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });

function open(user: SelfUser) {
  const router = createMemoryRouter([{ path: '*', element: <ProfileForm user={user} /> }]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UiHost>
        <RouterProvider router={router} />
      </UiHost>
    </QueryClientProvider>,
  );
  return router;
}
const manager = () => screen.getByLabelText<HTMLInputElement>('Responsable');
const save = () => userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));

beforeEach(() => {
  asked = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('fetch', async (_address: string, { method, body }: RequestInit = {}) => {
    if (method !== 'PUT') return answer({ users: near });
    asked.push(body instanceof FormData ? Object.fromEntries(body) : JSON.parse(String(body)));
    return answer({ user: camille });
  });
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:', revokeObjectURL() {} }));
  endSession('logout');
  useDialogs.setState({ pending: [] });
  login('token', camille);
});
afterEach(cleanup);

const isSaved = () => screen.queryByRole('button', { name: 'Enregistrer' }) === null;

test('The manager field takes a picked acquaintance or free text; a picked person is sent by account id', async () => {
  open(camille);
  await userEvent.type(manager(), 'Hél');
  const found = await screen.findAllByRole('option');
  expect(found.map(one => one.textContent)).toEqual(['HGHélène GarnierDirectrice']);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(manager().value).toBe('Hélène Garnier');
  expect(screen.getByText('Son profil s’ouvre depuis le vôtre.')).toBeDefined();
  expect(screen.queryByRole('option')).toBeNull();
  await save();
  await waitFor(() => expect(asked).toEqual([{ managerId: 'helene' }]));
  await waitFor(() => expect(isSaved()).toBe(true));
  // So does the field of the contact during an absence.
  const deputy = screen.getByLabelText<HTMLInputElement>('Personne référente en votre absence');
  fireEvent.change(deputy, { target: { value: 'Hél' } });
  await userEvent.click(await screen.findByRole('option'));
  expect([deputy.value, manager().value]).toEqual(['Hélène Garnier', '']);
  await save();
  await waitFor(() => expect(asked.at(-1)).toEqual({ vacationRefereeId: 'helene' }));
});

test('The manager field takes back what was picked when the changes are undone or another name is typed, and closes as it is left', async () => {
  open(camille);
  await userEvent.type(manager(), 'Hél');
  await screen.findByRole('option');
  fireEvent.blur(manager());
  expect(screen.queryByRole('option')).toBeNull();
  expect(manager().value).toBe('Hél');
  // An empty field proposes nobody.
  await userEvent.type(manager(), 'è');
  expect(await screen.findByRole('listbox', { name: 'Personnes trouvées' })).toBeDefined();
  fireEvent.change(manager(), { target: { value: '' } });
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
  await userEvent.type(manager(), 'Hél');
  await userEvent.click(await screen.findByRole('option'));
  expect(manager().value).toBe('Hélène Garnier');
  await userEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  expect([manager().value, isSaved()]).toEqual(['', true]);
  // Typing over a picked person makes it text.
  fireEvent.change(manager(), { target: { value: 'Hél' } });
  await userEvent.click(await screen.findByRole('option'));
  fireEvent.change(manager(), { target: { value: 'Le siège' } });
  expect(manager().value).toBe('Le siège');
  await save();
  await waitFor(() => expect(asked).toEqual([{ manager: 'Le siège' }]));
});

test('The manager field closes its suggestions on Escape and keeps the typed text as text', async () => {
  open(camille);
  await userEvent.type(manager(), 'Hél');
  await screen.findAllByRole('option');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('option')).toBeNull();
  await save();
  await waitFor(() => expect(asked).toEqual([{ manager: 'Hél' }]));
});

test('The people proposed for a name stay until those of the name typed next have come', async () => {
  const serve = fetch;
  const next = vi.fn(() => new Promise<Response>(() => {}));
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
    new URL(address, 'http://palabre').searchParams.get('search') === 'Hélè' ? next() : serve(address, init),
  );
  open(camille);
  fireEvent.change(manager(), { target: { value: 'Hél' } });
  await screen.findByRole('option');
  fireEvent.change(manager(), { target: { value: 'Hélè' } });
  await waitFor(() => expect(next).toHaveBeenCalledOnce());
  expect(screen.getByRole('option')).toBeDefined();
});

test('A picked manager shows under their current name; typing over it makes the field plain text again', async () => {
  open({ ...camille, contacts: { manager: { ...helene, lastName: 'Garnier-Petit' }, vacationReferee: null } });
  expect(manager().value).toBe('Hélène Garnier-Petit');
  fireEvent.change(manager(), { target: { value: 'Le siège' } });
  await save();
  await waitFor(() => expect(asked).toEqual([{ manager: 'Le siège' }]));
});

test('The manager who is picked again is no change', async () => {
  open({ ...camille, contacts: { manager: helene, vacationReferee: null } });
  fireEvent.change(manager(), { target: { value: 'Hél' } });
  expect(isSaved()).toBe(false);
  await userEvent.click(await screen.findByRole('option'));
  expect([manager().value, isSaved()]).toEqual(['Hélène Garnier', true]);
});

test('A field that is typed back as it was is no change, and a change undone is none', async () => {
  open({ ...camille, jobTitle: 'Maçonne' });
  const job = screen.getByLabelText<HTMLInputElement>('Poste');
  const type = (value: string) => fireEvent.change(job, { target: { value } });
  type('Grutière');
  expect(isSaved()).toBe(false);
  type('Maçonne');
  expect(isSaved()).toBe(true);
  // The placeholder avatar has the initials of the typed name.
  expect(screen.getByText('CR')).toBeDefined();
  fireEvent.change(screen.getByLabelText(/^Nom/), { target: { value: 'Zola' } });
  expect(screen.getByText('CZ')).toBeDefined();
  fireEvent.change(screen.getByLabelText(/^Nom/), { target: { value: '' } });
  await save();
  const name = screen.getByLabelText<HTMLInputElement>(/^Nom/);
  expect([name.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', name]);
  await userEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  expect([name.value, name.getAttribute('aria-invalid') ?? 'false', isSaved()]).toEqual(['Riou', 'false', true]);
  expect(asked).toEqual([]);
});

test('Whatever is saved while two-step waits for its code leads to the page of the code', async () => {
  const waiting = { ...camille, doubleAuthentification: true };
  vi.stubGlobal('fetch', async () => answer({ user: waiting }));
  const router = open(waiting);
  fireEvent.change(screen.getByLabelText('Poste'), { target: { value: 'Grutière' } });
  await save();
  await waitFor(() => expect(router.state.location.pathname).toBe('/enable-2fa'));
});

test('Two-step that is on already says nothing of other devices: they were disconnected as it was turned on', () => {
  const others = () => screen.queryByText(/vous déconnectez vos autres appareils/);
  open({ ...camille, doubleAuthentification: true });
  expect(screen.getByText('Activée')).toBeDefined();
  expect(others()).toBeNull();
  fireEvent.click(screen.getByRole('switch', { name: 'Double authentification' }));
  fireEvent.click(screen.getByRole('switch', { name: 'Double authentification' }));
  expect(others()).toBeNull();
});

test('The button that saves the profile says so until it is saved', async () => {
  let saved = (_answer: Response) => {};
  vi.stubGlobal('fetch', () => new Promise<Response>(resolve => (saved = resolve)));
  open(camille);
  fireEvent.change(screen.getByLabelText('Poste'), { target: { value: 'Grutière' } });
  await save();
  expect(await screen.findByRole('button', { name: 'Sauvegarde...' })).toBeDefined();
  saved(answer({ user: camille }));
  expect(await screen.findByText('Profil mis à jour avec succès')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('button', { name: /Sauvegarde|Enregistrer/ })).toBeNull());
});

test('What is typed and picked while the profile is being saved stays, and is saved next', async () => {
  let saved = (_answer: Response) => {};
  const held = new Promise<Response>(resolve => (saved = resolve));
  const serve = fetch;
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) =>
    init.method === 'PUT' ? held : serve(address, init),
  );
  open(camille);
  fireEvent.change(screen.getByLabelText('Poste'), { target: { value: 'Grutière' } });
  await save();
  fireEvent.change(screen.getByLabelText('Lieu de travail'), { target: { value: 'Brest' } });
  fireEvent.change(manager(), { target: { value: 'Hél' } });
  await userEvent.click(await screen.findByRole('option'));
  saved(answer({ user: { ...camille, jobTitle: 'Grutière' } }));
  expect(await screen.findByText('Profil mis à jour avec succès')).toBeDefined();
  expect([screen.getByLabelText<HTMLInputElement>('Lieu de travail').value, manager().value]).toEqual([
    ...['Brest', 'Hélène Garnier'],
  ]);
  vi.stubGlobal('fetch', serve);
  await userEvent.click(await screen.findByRole('button', { name: 'Enregistrer', busy: false }));
  await waitFor(() => expect(asked).toEqual([{ jobLocation: 'Brest', managerId: 'helene' }]));
});

test.each(['GitHub', 'LinkedIn'])(
  'An invalid link is not sent by Enter, and stays while only the window is left: %s',
  async label => {
    open(camille);
    const link = screen.getByLabelText<HTMLInputElement>(label);
    await userEvent.type(link, 'exemple.fr');
    fireEvent.blur(link);
    expect(link.value).toBe('exemple.fr');
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { name: `Lien ${label} invalide`, hidden: true })).toBeDefined();
    expect([link.value, asked]).toEqual(['', []]);
  },
);

test('The fields of the profile take no more than the server does', () => {
  open(camille);
  const longest = ['Prénom', 'Poste', 'Responsable', 'GitHub'].map(
    label => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`)).maxLength,
  );
  expect(longest).toEqual([limits.name, limits.profileField, limits.profileField, limits.link]);
  const required = [/^Prénom/, /^Nom/, /^Poste/].map(label => screen.getByLabelText<HTMLInputElement>(label).required);
  expect(required).toEqual([true, true, false]);
});

test('The picture of the profile is sent once it is cut out, and removed where there is one', async () => {
  open(camille);
  expect(screen.queryByRole('button', { name: 'Retirer' })).toBeNull();
  expect(screen.getByRole('group', { name: 'Photo de profil' })).toBeDefined();
  const file = new File(['x'], 'moi.png', { type: 'image/png' });
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [file] } });
  await userEvent.click(await screen.findByRole('button', { name: 'Recadrer' }));
  expect(isSaved()).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Retirer' }));
  expect(isSaved()).toBe(true);
  fireEvent.change(input, { target: { files: [file] } });
  await userEvent.click(await screen.findByRole('button', { name: 'Recadrer' }));
  await save();
  await waitFor(() => expect(asked).toEqual([{ avatar: expect.objectContaining({ name: 'avatar.png' }) }]));
  cleanup();
  asked = [];
  open({ ...camille, avatar: '/moi.png' });
  const face = document.querySelector('img') as HTMLImageElement;
  expect([face.width, face.height, face.closest('[class*="round"]') !== null]).toEqual([100, 100, true]);
  await userEvent.click(screen.getByRole('button', { name: 'Retirer' }));
  expect(document.querySelector('img')).toBeNull();
  await save();
  await waitFor(() => expect(asked).toEqual([{ avatar: null }]));
});
