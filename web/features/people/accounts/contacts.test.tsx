// @vitest-environment jsdom
import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, login } from '../../../platform/session/session.ts';
import { UiHost } from '../../../ui/overlays/UiHost.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import './accounts.texts.ts';

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
/** Users found by the people search; the one without an e-mail is a stranger. */
const near = [
  { ...camille, ...helene, email: 'helene@exemple.fr', jobTitle: 'Directrice' },
  { ...camille, _id: 'autre', firstName: 'Hélène', lastName: 'Inconnue', email: undefined },
];

let asked: unknown[];
const answer = (body: object) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });

function open(user: SelfUser): void {
  const router = createMemoryRouter([{ path: '*', element: <ProfileForm user={user} /> }]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UiHost>
        <RouterProvider router={router} />
      </UiHost>
    </QueryClientProvider>,
  );
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
    asked.push(JSON.parse(String(body)));
    return answer({ user: camille });
  });
  endSession('logout');
  login('token', camille);
});
afterEach(cleanup);

test('The manager field takes a picked acquaintance or free text; a picked person is sent by account id', async () => {
  open(camille);
  await userEvent.type(manager(), 'Hél');
  const found = await screen.findAllByRole('option');
  expect(found.map(one => one.textContent)).toEqual(['HGHélène GarnierDirectrice']);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(manager().value).toBe('Hélène Garnier');
  expect(screen.queryByRole('option')).toBeNull();
  await save();
  await waitFor(() => expect(asked).toEqual([{ managerId: 'helene' }]));
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

test('A picked manager shows under their current name; typing over it makes the field plain text again', async () => {
  open({ ...camille, contacts: { manager: { ...helene, lastName: 'Garnier-Petit' }, vacationReferee: null } });
  expect(manager().value).toBe('Hélène Garnier-Petit');
  fireEvent.change(manager(), { target: { value: 'Le siège' } });
  await save();
  await waitFor(() => expect(asked).toEqual([{ manager: 'Le siège' }]));
});
