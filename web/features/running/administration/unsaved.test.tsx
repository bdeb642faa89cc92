// @vitest-environment jsdom
import type { ChosenSettings } from '@palabre/common/contract/running/settings.ts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { camille, json, open, serve } from '../../../test/settings-world.tsx';
import { AdminPage } from './AdminPage.tsx';

// Loaded before, so that no test waits for the icons’ many files.
beforeAll(() => import('../../../ui/dialogs/PendingDialog.tsx'));
afterEach(cleanup);

it('The administration page asks before a tab with unsaved settings is left for another', async () => {
  const settings = {
    ...{
      twoStepRequired: null,
      idleSessionDays: null,
      name: 'Atelier',
      logo: null,
      accent: null,
      supportEmail: null,
      legalNotice: null,
      links: null,
      language: null,
    },
    ...{ workspaceMakers: null, societyMakers: null, fileBytes: null, autoDeleteDays: null, commonPasswords: null },
    ...{ misnamedFiles: null },
  } satisfies ChosenSettings;
  const setup = { isDone: true, mails: 'smtp', backup: { place: null, newest: null, isRunning: false } };
  serve(camille, {
    'GET /admin/settings': () => json(200, { settings, version: 3 }),
    'GET /banned-users': () => json(200, { emails: [], nextCursor: null }),
    'GET /admin/setup': () => json(200, { setup }),
  });
  open([{ path: '*', Component: AdminPage }], '/?tab=settings');
  const name = await screen.findByLabelText('Nom de ce lieu');
  // The checks of mails and backups stand among the settings.
  expect(await screen.findByText('Envoyer un e-mail d’essai')).toBeDefined();
  expect(await screen.findByText('Sauvegardes')).toBeDefined();
  fireEvent.change(name, { target: { value: 'Tilleul' } });
  const leave = () => fireEvent.mouseDown(screen.getByRole('tab', { name: 'Utilisateurs bannis' }));
  leave();
  fireEvent.click(await screen.findByText('Continuer à modifier'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByLabelText('Nom de ce lieu')).toHaveProperty('value', 'Tilleul');
  leave();
  fireEvent.click(await screen.findByText('Quitter'));
  expect(await screen.findByLabelText('Rechercher une adresse')).toBeDefined();
  // Nothing of the tab that was left is asked about any more.
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Réglages' }));
  expect(await screen.findByLabelText('Nom de ce lieu')).toHaveProperty('value', 'Atelier');
});

it('The administration page asks before it is left with unsaved settings, by an address or by closing its tab', async () => {
  serve(camille, { 'GET /disconnection': () => json(200, { charter: null }) });
  const { router } = open(
    [
      { path: '/settings/admin', Component: AdminPage },
      { path: '/home', element: <p>L’accueil</p> },
    ],
    '/settings/admin?tab=disconnection',
  );
  const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const text = await screen.findByLabelText(/^Texte/);
  expect(isHeld()).toBe(false);
  fireEvent.change(text, { target: { value: 'Personne ne répond le soir.' } });
  expect(isHeld()).toBe(true);
  act(() => void router.navigate('/home'));
  fireEvent.click(await screen.findByText('Continuer à modifier'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(router.state.location.pathname).toBe('/settings/admin');
  act(() => void router.navigate('/home'));
  fireEvent.click(await screen.findByText('Quitter'));
  expect(await screen.findByText('L’accueil')).toBeDefined();
  expect(isHeld()).toBe(false);
});

it.each([
  ['registration', 'Écrivez à l’accueil.'],
  ['announcements', 'Coupure ce soir.'],
  ['disconnection', 'Personne ne répond le soir.'],
] as const)('The administration page asks before what is typed in the tab « %s » is lost', async (tab, typed) => {
  serve(camille, {
    'GET /registration': () => json(200, { registration: { who: 'domains', domains: ['atelier.fr'], text: '' } }),
    'GET /admin/registration': () => json(200, { registration: { who: 'domains', domains: ['atelier.fr'], text: '' } }),
    'GET /disconnection': () => json(200, { charter: null }),
    'GET /banned-users': () => json(200, { emails: [], nextCursor: null }),
  });
  const { router } = open([{ path: '*', Component: AdminPage }], `/?tab=${tab}`);
  fireEvent.change(await screen.findByLabelText(/^Texte/), { target: { value: typed } });
  await act(() => router.navigate('/?tab=banned'));
  fireEvent.click(await screen.findByText('Continuer à modifier'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByLabelText(/^Texte/)).toHaveProperty('value', typed);
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Utilisateurs bannis' }));
  fireEvent.click(await screen.findByText('Quitter'));
  expect(await screen.findByLabelText('Rechercher une adresse')).toBeDefined();
});

it('The administration page opens the tab of an address again at each visit, also from another tab', async () => {
  serve(camille, { 'GET /banned-users': () => json(200, { emails: [], nextCursor: null }) });
  const { router } = open([{ path: '*', Component: AdminPage }], '/?tab=banned');
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Journal' }));
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Journal');
  await act(() => router.navigate('/?tab=banned'));
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Utilisateurs bannis');
});

it('The administration page has a tab for each of its subjects, which an address opens, and each says what it could not load', async () => {
  serve(camille);
  const { router } = open([{ path: '*', Component: AdminPage }], '/');
  expect(screen.getByRole('tablist', { name: 'Administration' })).toBeDefined();
  expect(screen.getByText(/^Toutes les personnes de ce Palabre/)).toBeDefined();
  for (const [tab, name, failed] of [
    ['announcements', 'Annonces', 'Les annonces n’ont pas pu être chargées.'],
    ['banned', 'Utilisateurs bannis', 'La liste n’a pas pu être chargée.'],
    ['journal', 'Journal', 'Le journal n’a pas pu être chargé.'],
    ['disconnection', 'Déconnexion', 'Le rapport n’a pas pu être chargé.'],
    ['overview', 'Vue d’ensemble', 'La vue d’ensemble n’a pas pu être chargée.'],
    ['registration', 'Inscriptions', null],
  ] as const) {
    await act(() => router.navigate(`/?tab=${tab}`));
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe(name);
    if (failed) expect(await screen.findByText(failed)).toBeDefined();
    expect(document.querySelector('[role="tabpanel"]:not([hidden])')?.childElementCount).toBeGreaterThan(0);
  }
});
