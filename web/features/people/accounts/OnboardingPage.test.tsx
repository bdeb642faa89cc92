// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keyOf } from '../../../platform/server/query.ts';
import { login } from '../../../platform/session/session.ts';
import { alerts, useAlerts } from '../../../ui/alerts/alerts.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { UiHost } from '../../../ui/overlays/UiHost.tsx';
import { OnboardingPage } from './OnboardingPage.tsx';

const camille: SelfUser = {
  _id: 'camille',
  firstName: 'Camille',
  lastName: 'Riou',
  email: 'camille@exemple.fr',
  avatar: null,
  status: 'online',
  admin: false,
  doubleAuthentification: false,
  verification: false,
  emailProven: true,
  otherAccounts: [],
  pendingEmail: null,
  societyId: null,
  jobTitle: 'Maçonne',
  jobLocation: null,
  manager: 'Hélène',
  startHour: null,
  endHour: null,
  vacationReferee: null,
  contacts: { manager: null, vacationReferee: null },
  linkedinProfile: null,
  githubProfile: null,
  notificationMail: false,
};

/** Change requests the server received, in order. */
let asked: { path: string; body: unknown }[];
let user: SelfUser;
/** Society of the user, and whether the server refuses changes. */
let mine: object | null;
let isRefused: boolean;
let hasSocieties: boolean;
/** Whether the societies fill more than a page. */
let isPaged: boolean;

const answer = (body: object, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const society = (_id: string, name: string) => ({ _id, name, logo: null, usersCount: 3, membership: 'none' });

async function serve(address: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
  const { pathname, searchParams } = new URL(address, 'http://palabre');
  const path = `${method} ${pathname}`;
  if (path === 'GET /api/user/me') return answer({ user });
  if (path === 'GET /api/user/camille/society') return answer({ society: mine });
  if (path === 'GET /api/society') {
    // « Maison Rivière » is beyond the first page of societies: only a search finds it.
    if (searchParams.get('search') === 'panne') return answer({ code: 'forbidden', message: 'Non.' }, 403);
    if (!hasSocieties) return answer({ societies: [], nextCursor: null });
    if (searchParams.has('cursor'))
      return answer({ societies: [society('riviere', 'Maison Rivière')], nextCursor: null });
    const found = searchParams.has('search')
      ? society('riviere', 'Maison Rivière')
      : society('atelier', 'Atelier Tilleul');
    return answer({ societies: [found], nextCursor: isPaged ? 'suite' : null });
  }
  const given = typeof body === 'string' ? JSON.parse(body) : {};
  asked.push({ path, body: given });
  if (isRefused) return answer({ code: 'too_many_requests', message: 'Trop de changements.' }, 429);
  if (path === 'PUT /api/user/camille') user = { ...user, ...given };
  return answer({ user, message: 'C’est fait.' });
}

function open() {
  const router = createMemoryRouter([{ path: '*', element: <OnboardingPage /> }], {
    initialEntries: ['/before', '/onboarding'],
  });
  const client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <UiHost>
        <RouterProvider router={router} />
      </UiHost>
    </QueryClientProvider>,
  );
  return { client, router };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

beforeEach(() => {
  [asked, user, mine, isRefused, hasSocieties, isPaged] = [[], camille, null, false, true, false];
  alerts.clear();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('fetch', serve);
  login('token', camille);
});
afterEach(cleanup);

test('The society field of onboarding searches all societies on the server, joins the one chosen and says so', async () => {
  open();
  await screen.findByRole('button', { name: 'Suivant' });
  await press('Suivant');
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Société' });
  await userEvent.click(field);
  expect(screen.getByText('Une demande est envoyée à ses propriétaires.')).toBeDefined();
  expect((await screen.findAllByRole('option')).map(one => one.textContent)).toEqual(['Atelier Tilleul']);
  await userEvent.type(field, 'Maison');
  await userEvent.click(await screen.findByRole('option', { name: 'Maison Rivière' }));
  expect(field.value).toBe('Maison Rivière');
  await press('Suivant');
  await waitFor(() => expect(asked).toContainEqual({ path: 'PUT /api/society/riviere', body: { action: 'join' } }));
  expect(await screen.findByText('C’est fait.')).toBeDefined();
  // Asked once: the way back and forth asks nothing more.
  await screen.findByRole('heading', { name: 'Vos liens' });
  await press('Précédent');
  await press('Suivant');
  await screen.findByRole('heading', { name: 'Vos liens' });
  expect(asked).toHaveLength(1);
});

test('Onboarding asks to join no society once the user is in one meanwhile', async () => {
  const { client } = open();
  await screen.findByRole('button', { name: 'Suivant' });
  await press('Suivant');
  await userEvent.click(await screen.findByRole('combobox', { name: 'Société' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Atelier Tilleul' }));
  const theirs = keyOf(api.societies.mine, { params: { id: 'camille' } });
  act(() => void client.setQueryData(theirs, { society: society('riviere', 'Maison Rivière') }));
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Société' })).toBeNull());
  await press('Suivant');
  await screen.findByRole('heading', { name: 'Vos liens' });
  expect(asked).toEqual([]);
});

test('The society field of onboarding goes on to the next societies as its end comes into view', async () => {
  isPaged = true;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      private readonly tell: (entries: { isIntersecting: boolean }[]) => void;
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        this.tell = tell;
      }
      observe() {
        this.tell([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
  open();
  await screen.findByRole('button', { name: 'Suivant' });
  await press('Suivant');
  await userEvent.click(await screen.findByRole('combobox', { name: 'Société' }));
  expect(await screen.findByRole('option', { name: 'Maison Rivière' })).toBeDefined();
  expect(screen.getAllByRole('option').map(one => one.textContent)).toEqual(['Atelier Tilleul', 'Maison Rivière']);
});

test('Onboarding offers no society to who has one', async () => {
  mine = society('atelier', 'Atelier Tilleul');
  open();
  await screen.findByRole('button', { name: 'Suivant' });
  await press('Suivant');
  await screen.findByLabelText('Poste');
  expect(screen.queryByRole('combobox', { name: 'Société' })).toBeNull();
});

test('Onboarding offers no society where there is none, and says when they could not be searched', async () => {
  open();
  await screen.findByRole('button', { name: 'Suivant' });
  await press('Suivant');
  await userEvent.type(await screen.findByRole('combobox', { name: 'Société' }), 'panne');
  expect(await screen.findByText('Les sociétés n’ont pas pu être cherchées.')).toBeDefined();
  cleanup();
  hasSocieties = false;
  const client = open().client;
  await screen.findByRole('button', { name: 'Suivant' });
  await press('Suivant');
  await screen.findByLabelText('Poste');
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.queryByRole('combobox', { name: 'Société' })).toBeNull();
});

test('Onboarding says nothing of a code to somebody whose two-step is verified', async () => {
  user = { ...camille, doubleAuthentification: true, verification: true };
  const { router } = open();
  await screen.findByRole('button', { name: 'Suivant' });
  await press('Suivant');
  await screen.findByRole('heading', { name: 'Votre travail' });
  await press('Suivant');
  await screen.findByRole('heading', { name: 'Vos liens' });
  await press('Terminer');
  await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
  expect(useAlerts.getState().alerts).toEqual([]);
});

test('Onboarding stays at a step that is refused, and says so', async () => {
  isRefused = true;
  open();
  await userEvent.click(await screen.findByRole('switch', { name: 'Double authentification' }));
  await press('Suivant');
  expect(await screen.findByText('Erreur lors de la sauvegarde')).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Protégez votre compte' })).toBeDefined();
});

test('Onboarding turns two-step off again for a user who goes back and changes their mind', async () => {
  open();
  const twoStep = () => screen.findByRole('switch', { name: 'Double authentification' });
  await userEvent.click(await twoStep());
  await press('Suivant');
  await screen.findByRole('heading', { name: 'Votre travail' });
  await press('Précédent');
  await userEvent.click(await twoStep());
  await press('Suivant');
  await screen.findByRole('heading', { name: 'Votre travail' });
  expect(asked.map(({ body }) => body)).toEqual([{ doubleAuthentification: true }, { doubleAuthentification: false }]);
});

test('Onboarding saves a field that is emptied, and lets none be longer than the server takes', async () => {
  open();
  await screen.findByRole('button', { name: 'Suivant' });
  await press('Suivant');
  await screen.findByRole('heading', { name: 'Votre travail' });
  expect(screen.getByLabelText('Poste')).toHaveProperty('maxLength', limits.profileField);
  fill('Poste', ' ');
  await press('Suivant');
  await screen.findByRole('heading', { name: 'Vos liens' });
  expect(asked.map(({ body }) => body)).toEqual([{ jobTitle: '' }]);
});

test('Onboarding offers no way to turn off the two-step that is required of everybody, and says why', async () => {
  user = { ...camille, doubleAuthentification: true, verification: true, twoStepRequired: true };
  open();
  const twoStep = await screen.findByRole<HTMLButtonElement>('switch', { name: 'Double authentification' });
  expect([twoStep.disabled, twoStep.getAttribute('aria-checked')]).toEqual([true, 'true']);
  expect(screen.getByText(/Elle est demandée ici à chaque compte\s: elle ne se désactive pas\.$/)).toBeDefined();
});

test('Onboarding saves each of its three steps as the user leaves it, then goes home', async () => {
  const { router } = open();
  // Waits for the profile.
  expect([screen.queryByRole('dialog'), screen.getByRole('status').textContent]).toEqual([null, 'Chargement…']);
  const previous = await screen.findByRole<HTMLButtonElement>('button', { name: 'Précédent' });
  expect(previous.disabled).toBe(true);
  expect(document.title).toMatch(/^Bienvenue · /);
  const step = within(screen.getByRole('dialog', { name: 'Protégez votre compte' }));
  expect(step.getByText('Étape 1 sur 3')).toBeDefined();
  // Only a step that the user moves to has its heading focused.
  expect(document.activeElement).toBe(document.body);
  await userEvent.click(screen.getByRole('switch', { name: 'Double authentification' }));
  await press('Suivant');
  const heading = await screen.findByRole('heading', { name: 'Votre travail' });
  expect(document.activeElement).toBe(heading);
  expect(step.getByText('Étape 2 sur 3')).toBeDefined();
  expect([...document.querySelectorAll('ol li')].map(one => one.hasAttribute('data-done'))).toEqual([
    true,
    true,
    false,
  ]);
  expect(previous.disabled).toBe(false);
  fill('Poste', ' Grutière ');
  fill('Début de journée', '08:15');
  fill('Fin de journée', '17:30');
  await press('Suivant');
  await screen.findByRole('heading', { name: 'Vos liens' });
  await press('Précédent');
  await screen.findByRole('heading', { name: 'Votre travail' });
  await press('Suivant');
  await screen.findByRole('heading', { name: 'Vos liens' });
  // Enter leaves the field first, which removes an invalid link.
  for (const label of ['LinkedIn', 'GitHub']) {
    await userEvent.type(screen.getByLabelText(label), 'exemple.fr{Enter}');
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe(''));
    expect(asked).toHaveLength(2);
    act(() => useDialogs.setState({ pending: [] }));
  }
  fill('LinkedIn', 'https://www.linkedin.com/in/camille');
  fill('GitHub', ' https://github.com/camille ');
  await press('Terminer');
  await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
  expect(await screen.findByText(/^Confirmez la double authentification par un code/)).toBeDefined();
  expect(asked.map(({ body }) => body)).toEqual([
    { doubleAuthentification: true },
    { jobTitle: 'Grutière', startHour: '08:15', endHour: '17:30' },
    { linkedinProfile: 'https://www.linkedin.com/in/camille', githubProfile: 'https://github.com/camille' },
  ]);
  // Going back once does not return to a finished step.
  await act(() => router.navigate(-1));
  expect(router.state.location.pathname).toBe('/before');
});
