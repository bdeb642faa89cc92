// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Report } from '@palabre/common/contract/running/reports.ts';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { readAgain } from '../../../test/read-again.ts';
import { camille, json, open, refused, serve } from '../../../test/settings-world.tsx';
import { UserReports } from './open/UserReports.tsx';
import { ReportItem } from './ReportItem.tsx';
import './reports.texts.ts';
import { withoutDirection } from '../../../test/own-direction.ts';

afterEach(cleanup);

const yann = { _id: 'yann', firstName: 'Yann', lastName: 'Riou' };
const spam: Report = {
  ...{ _id: 'spam', reason: 'spam', description: 'Encore lui.', createdAt: '2026-11-20T09:00:00.000Z', status: 'new' },
  reportedUser: { _id: 'karim', firstName: 'Karim', lastName: 'Benali', email: 'karim@atelier.fr' },
  reportedBy: { ...yann, email: 'yann@atelier.fr' },
  ...{ handledBy: null, handledAt: null, handledByOwner: false, forOwners: false, passedOn: null },
  ...{ common: [], context: null },
  ...{ assignee: null, notes: [], answer: null, workspace: null, message: null },
};

function show(more: Partial<Report> = {}, answers: Parameters<typeof serve>[1] = {}) {
  const calls = serve(camille, {
    'PUT /report/spam/assignee': () => json(200, { report: spam }),
    'GET /report/assignees': () =>
      json(200, {
        administrators: [
          { _id: 'camille', firstName: 'Camille', lastName: 'Moreau', email: 'camille@atelier.fr' },
          { ...yann, email: 'yann@atelier.fr' },
        ],
      }),
    'POST /report/spam/note': () => json(201, { report: spam }),
    'PUT /report/spam/answer': () => json(200, { report: spam }),
    ...answers,
  });
  open([{ path: '*', element: <ReportItem report={{ ...spam, ...more }} /> }], '/');
  return () => calls.filter(({ asked }) => !asked.startsWith('GET')).map(({ asked, body }) => [asked, body]);
}
const times = () => [...document.querySelectorAll('time')].map(({ dateTime }) => dateTime);
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test('An administrator takes care of a report, or no longer does', async () => {
  let sent = show();
  await press('Je m’en charge');
  await vi.waitFor(() => expect(sent()).toEqual([['PUT /report/spam/assignee', { userId: 'camille' }]]));
  cleanup();
  sent = show({ assignee: { _id: 'camille', firstName: 'Camille', lastName: 'Moreau' } });
  expect(await screen.findByText('Suivi par Camille Moreau')).toBeDefined();
  await press('Ne plus m’en charger');
  await vi.waitFor(() => expect(sent()).toEqual([['PUT /report/spam/assignee', { userId: null }]]));
});

test('A report that somebody else takes care of may be taken over', async () => {
  const sent = show({ assignee: yann });
  expect(screen.getByText(/^Signalé par yann@atelier\.fr/)).toBeDefined();
  expect(await screen.findByText('Suivi par Yann Riou')).toBeDefined();
  await press('Je m’en charge');
  await vi.waitFor(() => expect(sent()).toEqual([['PUT /report/spam/assignee', { userId: 'camille' }]]));
});

test('A report is assigned to another administrator', async () => {
  const sent = show();
  await press('Confier à…');
  expect(screen.getByText('Chargement…')).toBeDefined();
  await press('Annuler');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Confier à…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Confier ce signalement' }));
  const confirm = dialog.getByRole('button', { name: 'Confier' });
  expect(dialog.getByText(/^La personne choisie en est prévenue/)).toBeDefined();
  // Nobody is chosen at first, and people of one name are told apart by their addresses.
  expect(confirm).toHaveProperty('disabled', true);
  expect(await dialog.findByRole('radiogroup', { name: 'Qui s’en charge' })).toBeDefined();
  expect(dialog.getByText('yann@atelier.fr')).toBeDefined();
  fireEvent.click(await dialog.findByRole('radio', { name: 'Yann Riou' }));
  fireEvent.click(confirm);
  await vi.waitFor(() => expect(sent()).toEqual([['PUT /report/spam/assignee', { userId: 'yann' }]]));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('Notes are read with their authors, and one is added', async () => {
  const sent = show({
    notes: [
      { _id: 'a', author: yann, content: 'Appelé.', byOwner: false, createdAt: '2026-11-20T10:00:00.000Z' },
      { _id: 'b', author: null, content: 'Réglé.', byOwner: true, createdAt: '2026-11-20T11:00:00.000Z' },
    ],
  });
  const notes = within(await screen.findByRole('list', { name: 'Notes entre administrateurs' }));
  expect(withoutDirection('Encore lui.', 'Appelé.')).toEqual([]);
  expect(notes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Yann Riou.*Appelé\.$/),
    expect.stringMatching(/^Utilisateur inconnu \(propriétaire\).*Réglé\.$/),
  ]);
  expect(times()).toEqual(['2026-11-20T09:00:00.000Z', '2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z']);
  await press('Ajouter une note');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Ajouter une note' }));
  expect(dialog.getByText(/^Les autres administrateurs la liront/)).toBeDefined();
  expect(dialog.getByRole('textbox', { name: /Note/ })).toHaveProperty('maxLength', limits.reportNote);
  await userEvent.type(dialog.getByRole('textbox', { name: /Note/ }), 'Vu.');
  fireEvent.click(dialog.getByRole('button', { name: 'Ajouter' }));
  await vi.waitFor(() => expect(sent()).toEqual([['POST /report/spam/note', { content: 'Vu.' }]]));
});

test('Who reported is answered once', async () => {
  const sent = show();
  await press('Répondre à qui a signalé');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Répondre à Yann Riou' }));
  expect(dialog.getByText(/sans votre nom\. Il n’y en a qu’une/)).toBeDefined();
  await userEvent.type(dialog.getByRole('textbox', { name: /Réponse/ }), 'Merci.');
  fireEvent.click(dialog.getByRole('button', { name: 'Envoyer' }));
  await vi.waitFor(() => expect(sent()).toEqual([['PUT /report/spam/answer', { text: 'Merci.' }]]));
  cleanup();
  show({ answer: { text: 'Merci.', by: yann, at: '2026-11-21T09:00:00.000Z' } });
  expect(await screen.findByText('Merci.')).toBeDefined();
  expect(screen.getByText(/^Réponse du 21 novembre 2026/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Répondre à qui a signalé' })).toBeNull();
});

test('Nobody is answered once the account of who reported is deleted', async () => {
  show({ reportedBy: null, status: 'handled', passedOn: { by: null, at: '2026-11-21T09:00:00.000Z' } });
  expect(screen.getByText(/^Transmis par Utilisateur inconnu/)).toBeDefined();
  expect(screen.getByText('Traité').closest('[data-status]')?.getAttribute('data-status')).toBe('handled');
  await screen.findByRole('button', { name: 'Je m’en charge' });
  expect(screen.queryByRole('button', { name: 'Répondre à qui a signalé' })).toBeNull();
});

test('What owners did, and what is around the message, is shown to administrators', async () => {
  const near = (id: string, content: string, time: string) => ({
    ...{ _id: id, author: yann, content, files: 0, time },
  });
  show({
    ...{ status: 'handled', handledBy: yann, handledByOwner: true, forOwners: true },
    passedOn: { by: yann, at: '2026-11-21T09:00:00.000Z' },
    common: [{ _id: 'w', title: 'Atelier Tilleul' }],
    message: {
      ...{ _id: 'm', content: 'Tais-toi.', time: '2026-11-20T09:00:00.000Z', files: [], place: 'Atelier › général' },
      deleted: false,
    },
    context: [
      near('b', 'On reprend ?', '2026-11-20T08:59:00.000Z'),
      { ...near('a', '', '2026-11-20T09:01:00.000Z'), author: null, files: 2 },
    ],
  });
  expect(await screen.findByText('Traité par Yann Riou, propriétaire')).toBeDefined();
  expect(screen.getByText(/Transmis par Yann Riou/)).toBeDefined();
  expect(withoutDirection('On reprend ?')).toEqual([]);
  expect(screen.getByText(/en commun.*Atelier Tilleul/)).toBeDefined();
  expect(screen.getByText(/^Message signalé, dans Atelier › général ·/)).toBeDefined();
  expect(screen.getByRole('list', { name: 'Messages d’avant' }).textContent).toMatch(/On reprend/);
  expect(screen.getByRole('list', { name: 'Messages d’après' }).textContent).toMatch(/Utilisateur inconnu.*2 fichiers/);
  // Times of the reported message, of the messages before and after it, and of the report.
  expect(times().map(time => time.slice(11, 16))).toEqual(['09:00', '08:59', '09:01', '09:00']);
});

test('The message of a report is deleted once that is confirmed, and not offered where it is gone', async () => {
  const message = { _id: 'm', content: 'Tais-toi.', time: spam.createdAt, files: [], place: 'général', deleted: false };
  const sent = show(
    { message },
    { 'DELETE /report/spam/message': () => json(200, { report: spam, message: 'Fait.' }) },
  );
  await press('Supprimer le message');
  const dialog = within(await screen.findByRole('alertdialog', { name: /^Supprimer ce message/ }));
  expect(sent()).toEqual([]);
  expect(dialog.getByText(/^Il disparaîtra pour tout le monde/)).toBeDefined();
  // Enter deletes nothing.
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Annuler'));
  fireEvent.click(dialog.getByRole('button', { name: 'Supprimer' }));
  await vi.waitFor(() => expect(sent().map(([asked]) => asked)).toEqual(['DELETE /report/spam/message']));
  expect(await screen.findByText('Fait.')).toBeDefined();
  cleanup();
  show({ message });
  await screen.findByRole('button', { name: 'Ajouter une note' });
  expect(screen.queryByText(/Message supprimé depuis/)).toBeNull();
  cleanup();
  show({ message: { ...message, deleted: true } });
  await screen.findByRole('button', { name: 'Ajouter une note' });
  expect(screen.getByText(/Message supprimé depuis/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Supprimer le message' })).toBeNull();
});

test('A report is deleted once that is confirmed, which is told', async () => {
  const sent = show({}, { 'DELETE /report/spam': () => json(200, { message: 'Signalement supprimé.' }) });
  const remove = async (answer: string) => {
    await press('Supprimer le signalement');
    const dialog = within(await screen.findByRole('alertdialog', { name: /^Supprimer ce signalement/ }));
    fireEvent.click(dialog.getByRole('button', { name: answer }));
    await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  };
  await remove('Annuler');
  expect(sent()).toEqual([]);
  await remove('Supprimer');
  expect(await screen.findByText('Signalement supprimé.')).toBeDefined();
  expect(sent().map(([asked]) => asked)).toEqual(['DELETE /report/spam']);
});

test('A report is assigned to somebody who is found alone; a refusal is told in the dialog that stays', async () => {
  const asked: (string | null)[] = [];
  let administrators = [{ ...yann, email: 'yann@atelier.fr' }];
  let release = () => {};
  const held = new Promise<void>(done => {
    release = done;
  });
  let find = () => {};
  const found = new Promise<void>(done => {
    find = done;
  });
  show(
    { assignee: yann },
    {
      'GET /report/assignees': async (_body, { searchParams }) => {
        asked.push(searchParams.get('search'));
        const search = searchParams.get('search');
        if (search === 'yann') await held;
        if (search === 'riou') await found;
        return json(200, { administrators: search && search !== 'riou' ? [] : administrators });
      },
      'PUT /report/spam/assignee': () => refused(409, 'Plus administrateur.'),
    },
  );
  await press('Confier à…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Confier ce signalement' }));
  const confirm = dialog.getByRole('button', { name: 'Confier' });
  // The current assignee is chosen at first.
  expect((await dialog.findByRole('radio', { name: 'Yann Riou' })).getAttribute('aria-checked')).toBe('true');
  fireEvent.click(confirm);
  expect(await screen.findByText('Plus administrateur.')).toBeDefined();
  expect(screen.getByRole('dialog', { name: 'Confier ce signalement' })).toBeDefined();
  // People found stay until the next answer.
  fireEvent.change(dialog.getByLabelText('Rechercher parmi les administrateurs'), { target: { value: 'riou' } });
  await vi.waitFor(() => expect(asked.at(-1)).toBe('riou'));
  expect(dialog.queryByRole('radio', { name: 'Yann Riou' })).not.toBeNull();
  find();
  administrators = [];
  fireEvent.change(dialog.getByLabelText('Rechercher parmi les administrateurs'), { target: { value: ' zoé ' } });
  expect(await dialog.findByText('Personne ne correspond à cette recherche.')).toBeDefined();
  expect(asked).toEqual([null, 'riou', 'zoé']);
  expect(confirm).toHaveProperty('disabled', true);
  // Nothing is said of the next search before its answer.
  fireEvent.change(dialog.getByLabelText('Rechercher parmi les administrateurs'), { target: { value: 'yann' } });
  expect(dialog.queryByText('Personne ne correspond à cette recherche.')).toBeNull();
  await vi.waitFor(() => expect(asked.at(-1)).toBe('yann'));
  expect(dialog.queryByText('Personne ne correspond à cette recherche.')).toBeNull();
  release();
  expect(await dialog.findByText('Personne ne correspond à cette recherche.')).toBeDefined();
  cleanup();
  show({}, { 'GET /report/assignees': () => refused(403, 'Non.') });
  await press('Confier à…');
  expect(await screen.findByText('Non.')).toBeDefined();
});

test('A report from a workspace says so once, and whether its owners know nothing of it', async () => {
  const workspace = { _id: 'w', title: 'Atelier Tilleul' };
  const message = {
    ...{
      _id: 'm',
      content: 'Tais-toi.',
      time: '2026-11-20T09:00:00.000Z',
      files: [],
      place: 'Atelier Tilleul › général',
    },
    deleted: false,
  };
  const at = (time: string) => ({ _id: time, author: yann, content: time, files: 0, time });
  const text = async () => (await screen.findByRole('button', { name: 'Je m’en charge' })).closest('li')?.textContent;
  show({ workspace, message, context: [at(message.time)] });
  expect(await text()).not.toContain('dans Atelier Tilleul ·');
  expect(screen.getByText('Les propriétaires du workspace n’en savent rien.')).toBeDefined();
  // A message of the same moment came after.
  expect(screen.getByRole('list', { name: 'Messages d’après' })).toBeDefined();
  cleanup();
  show({ workspace, message, forOwners: true });
  await text();
  expect(screen.queryByText('Les propriétaires du workspace n’en savent rien.')).toBeNull();
  cleanup();
  show({ workspace });
  expect(await text()).toContain('dans Atelier Tilleul ·');
  expect(screen.queryByText('Les propriétaires du workspace n’en savent rien.')).toBeNull();
});

test('The reports about a person come page by page under what is known of them; a failure is told, and asked again', async () => {
  let fails = true;
  const history = {
    open: 1,
    handled: 2,
    deletedMessages: 0,
    made: 3,
    suspensions: 1,
    since: '2026-01-02T09:00:00.000Z',
  };
  const calls = serve(camille, {
    'GET /report/user/karim': (_body, { searchParams }) => {
      if (fails) return refused(403, 'Non.');
      return searchParams.has('cursor')
        ? json(200, { reports: [], nextCursor: null })
        : json(200, { reports: [spam], nextCursor: 'suite' });
    },
    'GET /report/user/karim/history': () => json(200, { history }),
  });
  const { client } = open([{ path: '*', element: <UserReports userId="karim" name="Karim Benali" /> }], '/');
  expect(screen.getByText('Chargement…')).toBeDefined();
  expect(await screen.findByText('Les signalements n’ont pas pu être chargés.')).toBeDefined();
  fails = false;
  await press('Réessayer');
  expect((await screen.findByText(/^1 signalement à traiter/)).textContent).toBe(
    '1 signalement à traiter · 2 traités · a fait 3 signalements · suspendu 1 fois · ici depuis le 2 janvier 2026',
  );
  // Reports made and suspensions are not shown at zero.
  Object.assign(history, { deletedMessages: 2, made: 0, suspensions: 0 });
  await readAgain(client, api.reports.historyOf.path);
  const said = '1 signalement à traiter · 2 traités · 2 messages supprimés · ici depuis le 2 janvier 2026';
  expect(await screen.findByText(said)).toBeDefined();
  await press('Page suivante');
  // A page emptied meanwhile leads back to the previous page.
  await vi.waitFor(() =>
    expect(calls.some(({ query }) => query.cursor === 'suite' && query.limit === '20')).toBe(true),
  );
  expect(await screen.findByText('Page 1')).toBeDefined();
  expect(await screen.findByText('SPAM')).toBeDefined();
  // A fetched list stays when its refetch fails.
  fails = true;
  await readAgain(client, api.reports.ofUser.path);
  expect(screen.queryByText('SPAM')).not.toBeNull();
  expect(screen.queryByText('Les signalements n’ont pas pu être chargés.')).toBeNull();
});
