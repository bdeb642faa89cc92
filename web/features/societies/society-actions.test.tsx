// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { onRefusal } from '../../platform/server/api.ts';
import { endedHere, ending } from '../../platform/server/ended.ts';
import { camille, json, open, serve } from '../../test/settings-world.tsx';
import { useDialogs } from '../../ui/dialogs/dialogs.ts';
import { useOwnActions } from './society-actions.ts';
import './societies.texts.ts';

afterEach(cleanup);

const ended = vi.fn();

function Join() {
  const { join } = useOwnActions({ _id: 'tilleul', name: 'Tilleul et fils' });
  return (
    <button type="button" onClick={() => void join().then(ended)}>
      Rejoindre
    </button>
  );
}

it('A society joined again after it was left is no longer one that this page left: its later loss is told', async () => {
  const society = {
    _id: 'tilleul',
    name: 'Tilleul et fils',
    membership: 'member',
    owners: [],
    users: [],
    usersCount: 1,
  };
  serve(camille, { 'PUT /society/tilleul': () => json(200, { message: 'Bienvenue.', society }) });
  await ending('tilleul', async () => undefined);
  expect(endedHere('tilleul')).toBe(true);
  const { router } = open([{ path: '*', Component: Join }], '/societies');
  fireEvent.click(screen.getByRole('button', { name: 'Rejoindre' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/userSociety'));
  expect(endedHere('tilleul')).toBe(false);
});

it('A society that one does not join, as one declines to prove one’s address, says nothing of it', async () => {
  onTestFinished(onRefusal('address_unproven', async () => false));
  serve(camille, { 'PUT /society/tilleul': () => json(403, { code: 'address_unproven', message: 'Prouvez-la.' }) });
  open([{ path: '*', Component: Join }], '/societies');
  ended.mockClear();
  fireEvent.click(screen.getByRole('button', { name: 'Rejoindre' }));
  await waitFor(() => expect([ended.mock.calls.length, useDialogs.getState().pending.length]).toEqual([1, 0]));
});
