// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { useAddingPeople } from '../../features/conversations/adding.store.ts';
import { useCreatingConversation } from '../../features/conversations/create.store.ts';
import { markTold, noteShown, useTold } from '../../features/people/availability/open/told.ts';
import { useSearch } from '../../features/reading/search/search.store.ts';
import {
  forgetReads,
  lastReplyIn,
  mayBeRead,
  noteRead,
  noteReply,
} from '../../features/reading/unread/open/heard-threads.ts';
import { report, useReporting } from '../../features/running/reports/open/report.store.ts';
import { useCreateWorkspaceDialog } from '../../features/workspaces/workspaces/create.store.ts';
import { endSession, login, switchSession } from '../../platform/session/session.ts';
import { answered } from '../../test/answered.ts';
import { confirm, notice, prompt, useDialogs } from '../../ui/dialogs/dialogs.ts';

beforeEach(() => login('a.b.c', { _id: 'camille' }));

test.each([
  ['logs out', () => endSession('logout')],
  ['has had their session ended', () => endSession('expired')],
  ['switches to another account', () => switchSession('d.e.f', { _id: 'leonie' })],
])('Nothing that a person had open over the page is open for the next one once that person %s', async (_how, end) => {
  useSearch.getState().setOpen('search');
  useSearch.setState({ typed: 'chantier' });
  useCreateWorkspaceDialog.getState().setOpen(true);
  useCreatingConversation.getState().setOpen(true);
  useAddingPeople.getState().setConversation('midi');
  report({ person: { _id: 'karim', firstName: 'Karim', lastName: 'Benali' } });
  const asked = [
    confirm({ title: 'Retirer Karim ?' }),
    prompt({ title: 'Renommer', fields: [{ name: 'title', label: 'Titre' }] }),
    notice({ title: 'Modifié !' }),
  ];
  for (const place of ['midi', 'general']) noteShown(place, `repos de Karim, ${place}`);
  markTold('midi');
  end();
  // Léonie was not told the rests that Camille was told.
  markTold('general');
  expect([...useTold.getState().keys], 'rests told').toEqual([]);
  expect(useSearch.getState()).toMatchObject({ open: null, typed: '' });
  const opened = [useCreateWorkspaceDialog, useCreatingConversation].map(store => store.getState().open);
  expect([...opened, useAddingPeople.getState().conversation, useReporting.getState().reporting]).toEqual([
    ...[false, false, null, null],
  ]);
  expect(useDialogs.getState().pending, 'dialogs').toEqual([]);
  expect(await answered(Promise.all(asked))).toEqual([false, null, undefined]);
});

test('What one person heard of threads is nothing that the next one knows', () => {
  noteReply('fil', { _id: 'm', position: 4 });
  noteRead('fil', 4);
  endSession('expired');
  expect([lastReplyIn('fil'), mayBeRead('fil', 3)]).toEqual([undefined, true]);
  forgetReads();
  expect(mayBeRead('fil', 3)).toBe(false);
  endSession('expired');
  expect(mayBeRead('fil', 3)).toBe(true);
});
