// @vitest-environment jsdom
import type { Invite } from '@palabre/common/contract/workspaces/invites.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { formatDateTime } from '../../../platform/words/format.ts';
import { camille, json, open, refused, serve } from '../../../test/settings-world.tsx';
import { InvitesSection } from './settings/InvitesSection.tsx';

// Loaded before, so that no test waits for the icons’ many files.
beforeAll(() => Promise.all([import('../../../ui/dialogs/PendingDialog.tsx'), import('./open/InviteModal.tsx')]));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const hourMs = 3_600_000;
const invite = (_id: string, createdMs: number, uses = 0): Invite => ({
  ...{ _id, inviteCode: `CODE${_id}`, inviteLink: `http://palabre.test/invite/CODE${_id}`, workspaceId: 'atelier' },
  ...{ created_at: new Date(createdMs).toISOString(), time: '2h' },
  users: Array.from({ length: uses }, (_, n) => `user ${n}`),
  maxUses: 10,
});

function show(answers: Parameters<typeof serve>[1]) {
  const calls = serve(camille, answers);
  const shown = open(
    [{ path: '/settings/workspace/:workspaceId/invites', Component: InvitesSection }],
    '/settings/workspace/atelier/invites',
  );
  return { ...shown, asked: (method: string) => calls.filter(call => call.asked.startsWith(method)) };
}
const list = (...invites: Invite[]) => ({ 'GET /invite': () => json(200, { invites }) });
const rows = async () => {
  await screen.findByRole('table');
  return screen.getAllByRole('row').slice(1);
};

test('An invitation says how often it was used and whether it still lets people in: neither once expired nor once used up', async () => {
  const now = Date.now();
  show(list(invite('A', now, 3), invite('B', now - 3 * hourMs), invite('C', now, 10)));
  await rows();
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['Date de création', 'Utilisations', 'Statut', 'Code', 'Action'],
  ]);
  const said = (await rows()).map(row => [/\d+\/\d+/.exec(row.textContent ?? '')?.[0], row.dataset.expired]);
  expect(said).toEqual([
    ['3/10', undefined],
    ['0/10', 'true'],
    ['10/10', said[2]?.[1]],
  ]);
  const [a, b] = await rows();
  expect(a?.querySelector('[data-cell="date"]')?.textContent).toBe(formatDateTime(now));
  expect(screen.getByRole('table', { name: "Paramètres d'Invitation" })).toBeDefined();
  expect(within(a!).getByText('Active').closest('[title]')?.getAttribute('title')).toMatch(/^Expire/);
  expect(within(b!).getByText('Expirée').closest('[title]')).toBeNull();
});

test('An invitation’s code is hidden until « Voir », which gives it the focus, and is copied hidden or not', async () => {
  const user = userEvent.setup();
  show(list(invite('A', Date.now())));
  await rows();
  expect(screen.queryByText('CODEA')).toBeNull();
  expect(screen.getByRole('img', { name: 'Code masqué' }).textContent).toBe('••••••••');
  await user.click(screen.getByRole('button', { name: /^Copier/ }));
  expect(await navigator.clipboard.readText()).toBe('CODEA');
  expect(await screen.findByText('Code copié !')).toBeDefined();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('refused'));
  await user.click(screen.getByRole('button', { name: /^Copier/ }));
  expect(await screen.findByText('Erreur lors de la copie dans le presse-papiers')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Voir' }));
  expect(screen.getByText('CODEA')).toBeDefined();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('CODEA'));
  expect(screen.queryByRole('button', { name: 'Voir' })).toBeNull();
});

test('An invitation is removed once that is confirmed; a refusal leaves it there', async () => {
  let invites = [invite('A', Date.now())];
  let refuses = true;
  const { asked } = show({
    'GET /invite': () => json(200, { invites }),
    'DELETE /invite/A': () => {
      if (refuses) return refused(403, 'Pas vous.');
      invites = [];
      return json(200, { message: '' });
    },
  });
  await rows();
  const remove = async (answer: string) => {
    fireEvent.click(screen.getByRole('button', { name: /^Supprimer/ }));
    const dialog = within(await screen.findByRole('alertdialog', { name: /^Supprimer cette invitation/ }));
    expect(dialog.getByText('Son code et son lien ne feront plus entrer personne.')).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: answer }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  };
  await remove('Annuler');
  expect(asked('DELETE')).toEqual([]);
  const before = asked('GET /invite').length;
  await remove('Supprimer');
  await waitFor(() => expect(asked('DELETE')).toHaveLength(1));
  expect(await screen.findByText('Pas vous.')).toBeDefined();
  expect(await rows()).toHaveLength(1);
  // It may be refused because it is gone.
  await waitFor(() => expect(asked('GET /invite').length).toBeGreaterThan(before));
  refuses = false;
  await remove('Supprimer');
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
});

test('The invitation that is being removed shows it, and no other', async () => {
  let answer = () => {};
  const held = new Promise<void>(done => {
    answer = done;
  });
  let invites = [invite('A', Date.now()), invite('B', Date.now())];
  show({
    'GET /invite': () => json(200, { invites }),
    'DELETE /invite/B': async () => {
      await held;
      invites = invites.slice(0, 1);
      return json(200, { message: '' });
    },
  });
  await rows();
  const buttons = () => screen.getAllByRole('button', { name: /^Supprimer/ });
  fireEvent.click(buttons()[1] as HTMLElement);
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Supprimer' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await waitFor(() => expect(buttons().map(one => one.getAttribute('aria-busy'))).toEqual([null, 'true']));
  answer();
  await waitFor(() => expect(buttons()).toHaveLength(1));
});

test('Invitations are asked for again once somebody has joined: an invitation may have been used', async () => {
  const { asked, client } = show(list(invite('A', Date.now())));
  await rows();
  await waitFor(() => expect(client.isFetching()).toBe(0));
  const before = asked('GET /invite').length;
  client.setQueriesData<{ workspace: { membersCount: number } }>(
    { queryKey: ['/workspace/:id'] },
    old => old && { workspace: { ...old.workspace, membersCount: 4 } },
  );
  await waitFor(() => expect(asked('GET /invite').length).toBeGreaterThan(before));
});

test('Invitations that could not be loaded are asked for again, and none says so', async () => {
  let fails = true;
  show({ 'GET /invite': () => (fails ? refused(403, 'Non.') : json(200, { invites: [] })) });
  const again = await screen.findByRole('button', { name: 'Réessayer' });
  expect(screen.getByText('Les invitations n’ont pas pu être chargées.')).toBeDefined();
  expect(document.querySelectorAll('[data-alerts] li')).toHaveLength(0);
  fails = false;
  fireEvent.click(again);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Réessayer' })).toBeNull());
  expect(screen.queryByRole('table')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Inviter un ami' }));
  expect(await screen.findByRole('dialog', { name: 'Inviter un ami' })).toBeDefined();
  expect(screen.getByText('Aucune invitation disponible pour ce workspace.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('An invitation’s row says that it lets nobody else in, and a new invitation comes into the list', async () => {
  const now = Date.now();
  let invites = [invite('A', now, 10), invite('B', now, 9)];
  show({
    'GET /invite': () => json(200, { invites }),
    'POST /invite/atelier': () => {
      invites = [invite('C', now), ...invites];
      return json(201, { ...invites[0], invite: invites[0] });
    },
  });
  const full = (await rows()).map(row => (row.querySelector('[data-cell="uses"]') as HTMLElement).dataset.full);
  expect(full).toEqual(['true', undefined]);
  expect(screen.getByText('2 invitations')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Inviter un ami' }));
  fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Par un lien' }), { button: 0 });
  fireEvent.click(await screen.findByRole('button', { name: 'Créer le lien' }));
  expect(await screen.findByDisplayValue('CODEC')).toBeDefined();
  await waitFor(() => expect(screen.getByText('3 invitations')).toBeDefined());
});

test('An invitation expires on screen as its time comes, and the list is asked for again each minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { asked } = show(list(invite('A', Date.now() - 2 * hourMs + 40_000)));
  const [row] = (await rows()) as [HTMLElement];
  const before = asked('GET /invite').length;
  expect(row.dataset.expired).toBeUndefined();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(row.dataset.expired).toBe('true');
  expect(asked('GET /invite').length).toBeGreaterThan(before);
  const waiting = vi.getTimerCount();
  cleanup();
  expect(vi.getTimerCount()).toBeLessThan(waiting);
});

test('The invitations are read again when the window has the focus again', async () => {
  let invites = [invite('A', Date.now())];
  const { client } = show({ 'GET /invite': () => json(200, { invites }) });
  await rows();
  await waitFor(() => expect(client.isFetching()).toBe(0));
  invites = [invite('A', Date.now(), 10)];
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  expect(await screen.findByText('10/10')).toBeDefined();
});
