// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { camille, json, open, roles, serve } from '../../../../test/settings-world.tsx';
import { rolesLive } from '../roles.live.ts';
import { RolesSection } from './RolesSection.tsx';

// Loaded before, so that no test waits for the icons’ many files.
beforeAll(() => import('../../../../ui/dialogs/PendingDialog.tsx'));
afterEach(cleanup);

const show = () =>
  open(
    [{ path: '/settings/workspace/:workspaceId/roles', Component: RolesSection }],
    '/settings/workspace/atelier/roles',
  );
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test.each([
  ['name', { name: 'Conduites' }],
  ['colour', { color: '#1d6a51' }],
  ['right to add channels', { addChannels: true }],
  ['right to kick', { canKick: false }],
  ['rank of a creator', { creator: true }],
  ['people', { users: ['leonie'] }],
  ['visible channels', { visibleChannels: ['direction'] }],
  ['writable channels', { writableChannels: ['annonces'] }],
])(
  'A role whose %s someone else changes says so in its open dialog; its rank alone does not',
  async (_what, change) => {
    serve(camille);
    const { client } = show();
    await press('Accès et membres Conduite');
    const dialog = within(await screen.findByRole('dialog'));
    const conduite = roles[2] as (typeof roles)[number];
    act(() => rolesLive.updatedRole({ ...conduite, rank: 0 }, client));
    // Once the page shows the change.
    await waitFor(() =>
      expect(screen.getByRole('list', { name: 'Rôles, par rang' }).firstElementChild?.textContent).toMatch(/Conduite/),
    );
    expect(dialog.queryByText(/Quelqu’un vient de modifier ce rôle/)).toBeNull();
    act(() => rolesLive.updatedRole({ ...conduite, ...change }, client));
    expect(await dialog.findByText(/Quelqu’un vient de modifier ce rôle/)).toBeDefined();
  },
);

test('A role’s dialog takes its own change for no other’s, though the event comes before the answer', async () => {
  let answer = () => {};
  const held = new Promise<void>(done => {
    answer = done;
  });
  const conduite = roles[2] as (typeof roles)[number];
  serve(camille, {
    'PUT /role/Conduite': async () => {
      await held;
      return json(200, { message: '', role: { ...conduite, addChannels: true } });
    },
  });
  const { client } = show();
  await press('Accès et membres Conduite');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(await dialog.findByRole('switch', { name: /salons/ }));
  const save = dialog.getByRole('button', { name: 'Enregistrer' });
  fireEvent.click(save);
  await waitFor(() => expect(save.getAttribute('aria-busy')).toBe('true'));
  act(() => rolesLive.updatedRole({ ...conduite, addChannels: true, name: 'Conduite des travaux' }, client));
  // Once the page shows the change.
  await screen.findByRole('dialog', { name: /Conduite des travaux/ });
  expect(dialog.queryByText(/Quelqu’un vient de modifier ce rôle/)).toBeNull();
  answer();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
