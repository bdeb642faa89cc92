// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { camille, json, open, serve } from '../../test/settings-world.tsx';
import { GuestsSettings } from './GuestsSettings.tsx';
import { SettingsIndex } from './SettingsIndex.tsx';

// Loaded before, so that no test waits for the icons’ many files.
beforeAll(() => import('../../ui/dialogs/PendingDialog.tsx'));
afterEach(cleanup);

test('The guests of a workspace are invited into it from their section, whose dialog closes once they are', async () => {
  const calls = serve(camille, {
    'GET /workspace/atelier/guests': () => json(200, { guests: [], nextCursor: null }),
    'POST /workspace/atelier/email-invites': () => json(201, { outcomes: [{ email: 'zoe@x.fr', outcome: 'sent' }] }),
  });
  open(
    [{ path: '/settings/workspace/:workspaceId/guests', Component: GuestsSettings }],
    '/settings/workspace/atelier/guests',
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Inviter de l’extérieur' }));
  fireEvent.click(await screen.findByRole('checkbox', { name: /^direction/ }));
  fireEvent.change(screen.getByLabelText('Adresses e-mail'), { target: { value: 'zoe@x.fr' } });
  const press = async (name: string) => {
    const button = screen.getByRole('button', { name });
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
    fireEvent.click(button);
  };
  await press('Envoyer les invitations');
  expect(await screen.findByText('1 invitation est partie.')).toBeDefined();
  expect(calls.filter(({ asked }) => asked === 'POST /workspace/atelier/email-invites')).toHaveLength(1);
  await press('OK');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('The index of a workspace’s settings is its first section where the sections stand beside', async () => {
  serve(camille);
  const { router } = open(
    [
      { path: '/settings/workspace/:workspaceId/sections', Component: SettingsIndex },
      { path: '*', element: <p>La section</p> },
    ],
    '/settings/workspace/atelier/sections',
  );
  expect(await screen.findByText('La section')).toBeDefined();
  expect([router.state.location.pathname, router.state.historyAction]).toEqual([
    '/settings/workspace/atelier',
    'REPLACE',
  ]);
});
