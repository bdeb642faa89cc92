// @vitest-environment jsdom
import type { ChosenSettings } from '@palabre/common/contract/running/settings.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { camille, json, open, serve } from '../../../test/settings-world.tsx';
import { AdminPage } from './AdminPage.tsx';

// Loaded before, so that no test waits for the icons’ many files.
beforeAll(() => import('../../../ui/dialogs/PendingDialog.tsx'));
afterEach(cleanup);

it('The administration page asks before a tab with unsaved settings is left for another', async () => {
  const settings = {
    ...{
      name: 'Atelier',
      logo: null,
      accent: null,
      supportEmail: null,
      legalNotice: null,
      links: null,
      language: null,
    },
    ...{ workspaceMakers: null, societyMakers: null, fileBytes: null, autoDeleteDays: null },
  } satisfies ChosenSettings;
  serve(camille, {
    'GET /admin/settings': () => json(200, { settings, version: 3 }),
    'GET /banned-users': () => json(200, { emails: [], nextCursor: null }),
  });
  open([{ path: '*', Component: AdminPage }], '/?tab=settings');
  const name = await screen.findByLabelText('Nom de ce lieu');
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
