// @vitest-environment jsdom
import type { Setup } from '@palabre/common/contract/running/setup.ts';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { camille, json, open, serve } from '../../../test/settings-world.tsx';
import '../settings/open/settings.texts.ts';
import { UnsavedScope } from '../../../ui/pages/UnsavedScope.tsx';
import { BackupCard, MailCard } from './open/ChecksCards.tsx';
import { SetupNotice } from './open/SetupNotice.tsx';
import { SetupSteps } from './open/SetupSteps.tsx';

// Loaded before, so that no test waits for the icons’ many files.
await import('../../../ui/dialogs/PendingDialog.tsx');

afterEach(cleanup);

const atFirst: Setup = { isDone: false, mails: 'outbox', backup: { place: null, newest: null, isRunning: false } };
const unset = {
  twoStepRequired: null,
  idleSessionDays: null,
  ...{ name: null, logo: null, accent: null, supportEmail: null, legalNotice: null, links: null, language: null },
  ...{ workspaceMakers: null, societyMakers: null, fileBytes: null, autoDeleteDays: null, commonPasswords: null },
  ...{ misnamedFiles: null },
};

function Page() {
  const [unsaved, setUnsaved] = useState(false);
  const { pathname, search } = useLocation();
  return (
    <>
      <p>{pathname + search}</p>
      <SetupNotice />
      {search.includes('first') && (
        <UnsavedScope onUnsaved={setUnsaved}>
          <SetupSteps unsaved={unsaved} />
        </UnsavedScope>
      )}
    </>
  );
}

let router: ReturnType<typeof open>['router'];

/** Shows the page of an administrator, at an address. */
function show(address: string, state: Partial<Setup> = {}, others: Parameters<typeof serve>[1] = {}) {
  const server = { ...atFirst, ...state };
  const calls = serve(camille, {
    'GET /admin/setup': () => json(200, { setup: server }),
    'PUT /admin/setup': () => {
      server.isDone = true;
      return json(200, { setup: server });
    },
    'GET /admin/settings': () => json(200, { settings: unset, version: 0 }),
    'GET /admin/registration': () => json(200, { registration: { who: 'everybody', domains: [], text: '' } }),
    'GET /auth/providers': () => json(200, { providers: [] }),
    ...others,
  });
  ({ router } = open([{ path: '*', Component: Page }], address));
  return () => calls.map(({ asked }) => asked);
}
const press = async (name: string) => fireEvent.click(await screen.findByText(name, { selector: 'button *, button' }));

test('The first settings are offered beside the page, which stays; put off, they are not offered again', async () => {
  const asked = show('/workspaces');
  expect(await screen.findByRole('region', { name: 'Premiers réglages' })).toBeDefined();
  await press('Plus tard');
  await vi.waitFor(() => expect(screen.queryByText('Plus tard')).toBeNull());
  expect(asked()).toContain('PUT /admin/setup');
  expect(await screen.findByText(/^Tout se retrouve dans Administration/)).toBeDefined();
  cleanup();
  // The rest of the administration has nothing of them.
  show('/settings/admin');
  expect(await screen.findByText('Plus tard')).toBeDefined();
  cleanup();
  show('/workspaces', { isDone: true });
  await screen.findByText('/workspaces');
  await vi.waitFor(() => expect(screen.queryByText('Premiers réglages')).toBeNull());
});

test('The first settings go step by step, each left as it is, and end once', async () => {
  const asked = show('/workspaces');
  await press('Premiers réglages');
  // Where they are asked, they are not offered too.
  await vi.waitFor(() => expect(screen.queryByText('Plus tard')).toBeNull());
  const done: number[] = [];
  for (const step of ['Inscriptions', 'Identité', 'Aide', 'E-mails', 'Sauvegarde']) {
    expect(await screen.findByText(step, { selector: '[role="status"] strong' })).toBeDefined();
    done.push(document.querySelectorAll('li[data-done]').length);
    expect(screen.queryByText('Retour') === null).toBe(step === 'Inscriptions');
    if (step !== 'Sauvegarde') await press('Continuer');
    // The keys go on from the top of the step.
    await vi.waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Étape|^\d/));
  }
  expect(done).toEqual([1, 2, 3, 4, 5]);
  expect(screen.getByText(/^Cinq étapes/)).toBeDefined();
  expect(screen.getByText(/^Aucun endroit n’est donné/)).toBeDefined();
  await press('Retour');
  expect(await screen.findByText('E-mails', { selector: 'strong' })).toBeDefined();
  await press('Continuer');
  await press('Terminer');
  expect(await screen.findByText('/settings/admin')).toBeDefined();
  expect(asked().filter(one => one === 'PUT /admin/setup')).toHaveLength(1);
  expect(await screen.findByText('Les premiers réglages sont terminés.')).toBeDefined();
  // Going back once leads to the page before, not into the finished settings.
  await act(() => router.navigate(-1));
  expect(screen.getByText('/workspaces')).toBeDefined();
});

test('A step that has unsaved changes asks before it is left', async () => {
  show('/settings/admin?first=1');
  fireEvent.click(await screen.findByRole('radio', { name: /Sur invitation/ }));
  await press('Continuer');
  fireEvent.click(await screen.findByText('Continuer à modifier'));
  await vi.waitFor(() => expect(screen.queryByText('Continuer à modifier')).toBeNull());
  expect(screen.getByText('Inscriptions', { selector: 'strong' })).toBeDefined();
  await press('Continuer');
  fireEvent.click(await screen.findByText('Quitter'));
  expect(await screen.findByText('Identité', { selector: 'strong' })).toBeDefined();
});

test('The first settings ask before they are left with unsaved changes', async () => {
  const asked = show('/settings/admin?first=1');
  fireEvent.click(await screen.findByRole('radio', { name: /Sur invitation/ }));
  await press('Quitter les premiers réglages');
  fireEvent.click(await screen.findByText('Continuer à modifier'));
  await vi.waitFor(() => expect(screen.queryByText('Continuer à modifier')).toBeNull());
  expect(asked()).not.toContain('PUT /admin/setup');
});

test('A test mail says in words how it ended, and a backup that it is made', async () => {
  const backup = { place: '/var/backups', newest: null, isRunning: false };
  show(
    '/settings/admin?first=1',
    { mails: 'smtp', backup },
    {
      'POST /admin/setup/mail': () =>
        json(200, { result: 'login', to: 'camille@atelier.fr', reason: '535 Authentication failed' }),
      'POST /admin/setup/backup': () => json(201, { setup: { ...atFirst, backup: { ...backup, isRunning: true } } }),
    },
  );
  for (let step = 0; step < 3; step += 1) await press('Continuer');
  expect(await screen.findByText('Les e-mails partent par le serveur de SMTP_URL.')).toBeDefined();
  await press('Envoyer un e-mail d’essai');
  expect(await screen.findByText(/refuse l’identifiant.*535 Authentication failed/)).toBeDefined();
  await press('Continuer');
  expect(await screen.findByText('Elles vont dans /var/backups. Il n’y en a pas encore.')).toBeDefined();
  await press('Faire une sauvegarde');
  expect(await screen.findByText(/Une sauvegarde est en cours/)).toBeDefined();
  const button = screen.getByText('Faire une sauvegarde', { selector: 'button *, button' }).closest('button');
  expect(button?.getAttribute('aria-busy')).toBe('true');
  expect(screen.queryByText('Les e-mails partent par le serveur de SMTP_URL.')).toBeNull();
});

test('A step of settings asks before it is left with unsaved changes, and a test mail that left says so', async () => {
  show(
    '/settings/admin?first=1',
    { mails: 'smtp' },
    {
      'POST /admin/setup/mail': () => json(200, { result: 'sent', to: 'camille@atelier.fr', reason: null }),
    },
  );
  await press('Continuer');
  fireEvent.change(await screen.findByLabelText('Nom de ce lieu'), { target: { value: 'Atelier' } });
  await press('Continuer');
  fireEvent.click(await screen.findByText('Quitter'));
  expect(await screen.findByText('Aide', { selector: 'strong' })).toBeDefined();
  await press('Continuer');
  await press('Envoyer un e-mail d’essai');
  expect(await screen.findByText(/camille@atelier\.fr/)).toBeDefined();
});

test('A step of settings shows nothing to fill in before they are read', async () => {
  let answer = () => {};
  const held = new Promise<void>(done => {
    answer = done;
  });
  show(
    '/settings/admin?first=1',
    {},
    {
      'GET /admin/settings': () => held.then(() => json(200, { settings: { ...unset, name: 'Tilleul' }, version: 0 })),
    },
  );
  await press('Continuer');
  expect(await screen.findByText('Identité', { selector: 'strong' })).toBeDefined();
  expect(screen.queryByLabelText('Nom de ce lieu')).toBeNull();
  answer();
  expect(await screen.findByLabelText('Nom de ce lieu')).toHaveProperty('value', 'Tilleul');
});

test('A test mail that is written beside the server is no failure', async () => {
  serve(camille, {
    'GET /admin/setup': () => json(200, { setup: atFirst }),
    'POST /admin/setup/mail': () => json(200, { result: 'written', to: 'camille@atelier.fr', reason: null }),
  });
  open([{ path: '*', Component: MailCard }], '/');
  await press('Envoyer un e-mail d’essai');
  expect(await screen.findByText(/^L’essai pour camille@atelier\.fr est écrit/)).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('A test mail and a backup that are asked for show it until the answer, and are asked for once', async () => {
  const backup = { place: '/var/backups', newest: null, isRunning: false };
  let answer = () => {};
  const held = new Promise<void>(done => {
    answer = done;
  });
  const calls = serve(camille, {
    'GET /admin/setup': () => json(200, { setup: { ...atFirst, backup } }),
    'POST /admin/setup/mail': () =>
      held.then(() => json(200, { result: 'sent', to: 'camille@atelier.fr', reason: null })),
    'POST /admin/setup/backup': () => held.then(() => json(201, { setup: { ...atFirst, backup } })),
  });
  const both = [<MailCard key="mail" />, <BackupCard key="backup" />];
  open([{ path: '*', element: both }], '/');
  const buttons = [
    await screen.findByRole('button', { name: 'Envoyer un e-mail d’essai' }),
    await screen.findByRole('button', { name: 'Faire une sauvegarde' }),
  ];
  const busy = () => buttons.map(button => button.getAttribute('aria-busy'));
  for (const button of buttons) fireEvent.click(button);
  await vi.waitFor(() => expect(busy()).toEqual(['true', 'true']));
  for (const button of buttons) fireEvent.click(button);
  answer();
  await vi.waitFor(() => expect(busy()).toEqual([null, null]));
  expect(calls.filter(({ asked }) => asked.startsWith('POST'))).toHaveLength(2);
});

test('A backup that is being made is looked at again until it is there', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true });
  let isRunning = true;
  serve(camille, {
    'GET /admin/setup': () =>
      json(200, {
        setup: {
          ...atFirst,
          backup: { place: '/var/backups', newest: isRunning ? null : '2026-11-20T09:00:00.000Z', isRunning },
        },
      }),
  });
  open([{ path: '*', Component: BackupCard }], '/');
  expect(await screen.findByText(/Une sauvegarde est en cours/)).toBeDefined();
  isRunning = false;
  await act(() => vi.advanceTimersByTimeAsync(2_100));
  expect(await screen.findByText(/La dernière date du 20 novembre 2026/)).toBeDefined();
  vi.useRealTimers();
});
