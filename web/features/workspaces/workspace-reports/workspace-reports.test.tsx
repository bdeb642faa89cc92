// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import type { WorkspaceReport } from '@palabre/common/contract/workspaces/workspace-reports.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { withoutDirection } from '../../../test/own-direction.ts';
import { camille, json, karim, open, refused, serve } from '../../../test/settings-world.tsx';
import { ReportsSection } from './settings/ReportsSection.tsx';

// Loaded before, so that no test waits for the icons’ many files.
beforeAll(() => import('../../../ui/dialogs/PendingDialog.tsx'));
afterEach(cleanup);

const report: WorkspaceReport = {
  ...{ _id: 'r', reason: 'harcèlement', description: 'Encore.', createdAt: '2026-11-20T09:00:00.000Z', status: 'new' },
  ...{ handledAt: null, handledByOwner: false, handledBy: null, passedOnAt: null, isMember: true },
  reportedUser: { _id: 'karim', firstName: 'Karim', lastName: 'Benali' },
  message: {
    ...{ _id: 'm', content: 'Tais-toi.', time: '2026-11-20T08:00:00.000Z', files: [], place: 'Atelier › général' },
    deleted: false,
  },
  ...{ context: null, notes: [] },
};

function show(more: Partial<WorkspaceReport> = {}, self = camille, answers: Parameters<typeof serve>[1] = {}) {
  const one = { ...report, ...more };
  const calls = serve(self, {
    'GET /workspace/atelier/reports': () => json(200, { reports: [one], nextCursor: null }),
    'PUT /workspace/atelier/reports/r': () => json(200, { report: one }),
    'POST /workspace/atelier/reports/r/note': () => json(201, { report: one }),
    'POST /workspace/atelier/reports/r/administrators': () => json(200, { message: 'Transmis.', report: one }),
    'DELETE /message/m': () => json(200, { message: 'Supprimé.' }),
    ...answers,
  });
  open(
    [{ path: '/settings/workspace/:workspaceId/reports', Component: ReportsSection }],
    '/settings/workspace/atelier/reports',
  );
  return () => calls.filter(({ asked }) => !asked.startsWith('GET')).map(({ asked, body }) => [asked, body ?? null]);
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const confirm = async (name: string) =>
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));

test('An owner reads a reported message, marks it as handled, and leaves it to administrators', async () => {
  const sent = show();
  expect(await screen.findByText('Message de Karim Benali')).toBeDefined();
  expect(screen.getByText('Tais-toi.')).toBeDefined();
  expect(withoutDirection('Tais-toi.', 'Encore.')).toEqual([]);
  const item = screen.getByText('Message de Karim Benali').closest('li') as HTMLElement;
  expect(item.textContent).toMatch(/Message de Karim BenaliNouveau[^m]*Harcèlement · .*Encore\./);
  expect(item.textContent).not.toContain('n’est plus membre');
  expect(item.querySelector('time')?.dateTime).toBe(report.createdAt);
  await press('Marquer comme traité');
  await waitFor(() => expect(sent()).toEqual([['PUT /workspace/atelier/reports/r', { status: 'handled' }]]));
  await press('Transmettre à l’administration');
  expect(await screen.findByText(/^Les personnes qui administrent Palabre s’en chargeront/)).toBeDefined();
  await confirm('Transmettre');
  await waitFor(() => expect(sent().at(-1)?.[0]).toBe('POST /workspace/atelier/reports/r/administrators'));
  expect(await screen.findByText('Transmis.')).toBeDefined();
});

test('An owner reads the notes on a report without a mark of who owns: all who read them do', async () => {
  const note = { _id: 'n', author: report.reportedUser, content: 'Vu.', byOwner: true, createdAt: report.createdAt };
  show({ notes: [note] });
  const text = (await screen.findByText('Vu.')).closest('li')?.textContent;
  expect(text).toMatch(/^Karim Benali · \d/);
});

test('An owner deletes the message, writes a note, and may exclude or ban who wrote it', async () => {
  const sent = show();
  await press('Supprimer le message');
  expect(await screen.findByText(/^Il disparaîtra pour tout le monde/)).toBeDefined();
  await confirm('Supprimer');
  await waitFor(() => expect(sent()).toEqual([['DELETE /message/m', null]]));
  expect(await screen.findByText('Supprimé.')).toBeDefined();
  await press('Ajouter une note');
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByRole('textbox')).toHaveProperty('maxLength', limits.reportNote);
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Vu.' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Ajouter' }));
  await waitFor(() => expect(sent().at(-1)).toEqual(['POST /workspace/atelier/reports/r/note', { content: 'Vu.' }]));
  expect(screen.getByRole('button', { name: 'Exclure Karim Benali' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Bannir Karim Benali' })).toBeDefined();
});

test('A report that is handled or left to administrators says so, and offers no more than there is to do', async () => {
  const names = () =>
    within(screen.getByRole('list', { name: 'Signalements' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  show({ status: 'handled', handledByOwner: true, handledBy: report.reportedUser, isMember: false });
  expect(await screen.findByText('Traité par Karim Benali')).toBeDefined();
  expect(names()).toEqual(['Rouvrir', 'Ajouter une note', 'Supprimer le message']);
  cleanup();
  show({ status: 'handled' });
  expect(await screen.findByText('Traité par l’administration')).toBeDefined();
  expect(names()).not.toContain('Rouvrir');
  cleanup();
  show({ passedOnAt: '2026-11-21T09:00:00.000Z', message: report.message && { ...report.message, deleted: true } });
  await vi.waitFor(() => expect(screen.getByText('Transmis à l’administration')).toBeDefined());
  expect(names()).toEqual(['Ajouter une note', 'Exclure', 'Bannir']);
});

test('Reports are asked for and shown for owners alone', async () => {
  show({}, karim);
  expect(await screen.findByText('Seuls les propriétaires voient les signalements de ce workspace.')).toBeDefined();
  expect(screen.queryByText('Tais-toi.')).toBeNull();
  const asked = vi.mocked(fetch).mock.calls.map(([address]) => String(address));
  expect(asked.filter(address => address.includes('/reports'))).toEqual([]);
});

test('Reports are filtered by the server, page by page; none of a kind is said, and a failure is asked for again', async () => {
  const queries: object[] = [];
  let fails = true;
  let answer = () => {};
  const held = new Promise<void>(done => {
    answer = done;
  });
  show({}, camille, {
    'GET /workspace/atelier/reports': async (_body, { searchParams }) => {
      queries.push(Object.fromEntries(searchParams));
      if (fails) return refused(403, 'Non.');
      if (searchParams.get('cursor')) await held;
      if (searchParams.get('status') === 'handled') return json(200, { reports: [], nextCursor: null });
      const reports = searchParams.get('cursor') ? [{ ...report, _id: 's', description: 'Suite.' }] : [report];
      return json(200, { reports, nextCursor: searchParams.get('cursor') ? null : 'suite' });
    },
  });
  await screen.findByText('Les signalements n’ont pas pu être chargés.');
  fails = false;
  await press('Réessayer');
  expect(await screen.findByText('Encore.')).toBeDefined();
  await press('Page suivante');
  await waitFor(() => expect(queries).toHaveLength(3));
  expect(screen.getByText('Encore.')).toBeDefined();
  answer();
  expect(await screen.findByText('Suite.')).toBeDefined();
  await userEvent.click(screen.getByRole('combobox', { name: 'Afficher' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Traités ou transmis', hidden: false }));
  expect(await screen.findByText('Aucun signalement traité.')).toBeDefined();
  const asked = { limit: '20', status: 'new' };
  expect(queries).toEqual([asked, asked, { ...asked, cursor: 'suite' }, { ...asked, status: 'handled' }]);
});

test('A report is acted upon once that is confirmed, and a refusal says why', async () => {
  const no = () => refused(403, 'Pas vous.');
  const sent = show({}, camille, {
    'PUT /workspace/atelier/reports/r': no,
    'PUT /workspace/atelier/kick': () => json(200, { message: 'Exclu.' }),
    'PUT /workspace/atelier/ban': () => json(200, { message: 'Banni.' }),
  });
  for (const name of ['Supprimer le message', 'Transmettre à l’administration', 'Exclure Karim Benali']) {
    await press(name);
    await confirm('Annuler');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  }
  expect(sent()).toEqual([]);
  await press('Marquer comme traité');
  expect(await screen.findByText('Pas vous.')).toBeDefined();
  for (const [name, answer, said] of [
    ['Exclure Karim Benali', 'Exclure', 'Exclu.'],
    ['Bannir Karim Benali', 'Bannir', 'Banni.'],
  ] as const) {
    await press(name);
    await confirm(answer);
    expect(await screen.findByText(said)).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  }
  expect(sent().slice(1)).toEqual([
    ['PUT /workspace/atelier/kick', { userId: 'karim' }],
    ['PUT /workspace/atelier/ban', { userId: 'karim' }],
  ]);
  cleanup();
  const reopened = show({ status: 'handled', handledByOwner: true, handledBy: report.reportedUser, isMember: false });
  expect(await screen.findByText('n’est plus membre')).toBeDefined();
  await press('Rouvrir');
  await waitFor(() => expect(reopened()).toEqual([['PUT /workspace/atelier/reports/r', { status: 'new' }]]));
});
