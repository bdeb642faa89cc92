// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endSession, login } from '../../../platform/session/session.ts';
import { storedText } from '../text/open/mentions-typed.ts';
import {
  answer,
  changeFiles,
  editOf,
  endDraft,
  endEdit,
  filesOf,
  hasDraft,
  loseEdit,
  moveDraft,
  name,
  replyOf,
  startEdit,
  textOf,
  type,
  writingOf,
} from './open/writing.ts';

const here = 'general';
const file = (id: string) => ({ id, name: `${id}.pdf`, type: '', size: 1, width: null, height: null });
const reply = { _id: 'm1', sender: null, excerpt: 'Oui ?', files: 0, calls: null };
const edit = (id: string, content: string) => startEdit(here, { id, kind: 'sent', content });
const stored = () => Object.keys(localStorage).filter(key => key.startsWith('palabre.draft'));

beforeEach(() => login('token', { _id: 'camille', firstName: 'Camille' }));
afterEach(() => {
  endSession('logout');
  localStorage.clear();
});

it('A draft leaves nothing on the device once it is sent or erased', () => {
  type(here, 'Bonjour');
  changeFiles(here, () => [file('a')]);
  answer(here, reply);
  expect([hasDraft(writingOf(here)), stored()]).toEqual([true, ['palabre.draft.camille.general']]);
  endDraft(here);
  const writing = writingOf(here);
  expect([textOf(writing), filesOf(writing), replyOf(writing), stored()]).toEqual(['', [], null, []]);
  type(here, 'x @Karim');
  name(here, { '@Karim': '<@k>' });
  type(here, '');
  // Another person of that name may be meant by the next draft.
  expect([stored(), writingOf(here).named]).toEqual([[], {}]);
});

it('A file or an answered message alone is a draft', () => {
  changeFiles(here, () => [file('a')]);
  expect(hasDraft(writingOf(here))).toBe(true);
  changeFiles(here, () => []);
  expect(hasDraft(writingOf(here))).toBe(false);
  answer(here, reply);
  expect(hasDraft(writingOf(here))).toBe(true);
});

it('An answer that is begun shows the draft, and the edit waits where it was', () => {
  type(here, 'brouillon');
  edit('m1', 'avant');
  type(here, 'après');
  answer(here, reply);
  expect([textOf(writingOf(here)), editOf(writingOf(here))]).toEqual(['brouillon', null]);
  edit('m1', 'avant');
  expect(textOf(writingOf(here))).toBe('après');
});

it('An edit that waits without a draft is on the device after a reload', () => {
  edit('m1', 'avant');
  type(here, 'après');
  answer(here, reply);
  answer(here, null);
  expect([hasDraft(writingOf(here)), editOf(writingOf(here)), stored()]).toEqual([
    ...[false, null, ['palabre.draft.camille.general']],
  ]);
  // Drops the memory cache, as a reload does.
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  edit('m1', 'avant');
  expect(textOf(writingOf(here))).toBe('après');
});

it('An edit that ends is not the one in the field, which stays', () => {
  edit('m1', 'un');
  edit('m2', 'deux');
  endEdit(here, 'm1');
  expect([editOf(writingOf(here))?.id, Object.keys(writingOf(here).edits)]).toEqual(['m2', ['m2']]);
  endEdit(here, 'm2');
  expect([editOf(writingOf(here)), stored()]).toEqual([null, []]);
});

it('Files of an edit are its own, and those of the draft are left', () => {
  changeFiles(here, () => [file('draft')]);
  startEdit(here, { id: 'm1', kind: 'unsent', content: '', files: [file('kept')] });
  changeFiles(here, files => [...files, file('added')]);
  expect(filesOf(writingOf(here)).map(({ id }) => id)).toEqual(['kept', 'added']);
  changeFiles(here, files => [...files, file('later')], null);
  endEdit(here, 'm1');
  expect(filesOf(writingOf(here)).map(({ id }) => id)).toEqual(['draft', 'later']);
});

it('Files that were still being read for an edit that has ended join the draft', () => {
  startEdit(here, { id: 'm1', kind: 'unsent', content: '' });
  endEdit(here, 'm1');
  changeFiles(here, files => [...files, file('late')], 'm1');
  expect([filesOf(writingOf(here)).map(({ id }) => id), writingOf(here).edits]).toEqual([['late'], {}]);
});

it('A lost edit comes after the draft, with its reason until the text is erased', () => {
  type(here, 'brouillon\n');
  edit('m1', 'avant');
  type(here, 'après');
  loseEdit(here, 'm1', 'deleted');
  expect(writingOf(here)).toMatchObject({ draft: 'brouillon\n\naprès', loss: 'deleted', editing: null, edits: {} });
  type(here, 'autre');
  expect(writingOf(here).loss).toBe('deleted');
  type(here, ' ');
  expect(writingOf(here).loss).toBeNull();
});

it('A lost edit that holds no text leaves the draft alone, and a draft that is sent says no loss any more', () => {
  type(here, 'brouillon');
  edit('m1', 'avant');
  type(here, ' ');
  loseEdit(here, 'm1', 'deleted');
  expect(writingOf(here)).toMatchObject({ draft: 'brouillon', loss: null, editing: null, edits: {} });
  edit('m1', 'avant');
  type(here, 'après');
  loseEdit(here, 'm1', 'deleted');
  endDraft(here);
  expect(writingOf(here)).toMatchObject({ draft: '', loss: null });
});

it('A draft that moves comes after the one there, with its files and mentions, and as no answer', () => {
  type(here, 'déplacé @Karim');
  name(here, { '@Karim': '<@k>' });
  changeFiles(here, () => [file('b')]);
  answer(here, reply);
  type('there', 'déjà là ');
  changeFiles('there', () => [file('a')]);
  startEdit('there', { id: 'm1', kind: 'sent', content: 'édité' });
  moveDraft(here, 'there');
  const there = writingOf('there');
  expect([textOf(there), filesOf(there).map(({ id }) => id), replyOf(there)]).toEqual([
    'déjà là\n\ndéplacé @Karim',
    ['a', 'b'],
    null,
  ]);
  expect(there.named).toEqual({ '@Karim': '<@k>' });
  expect(hasDraft(writingOf(here))).toBe(false);
});

it('A draft that moves mentions whom it did, where somebody else of that name is mentioned', () => {
  type(here, 'Vu avec @Karim et @Ana.');
  name(here, { '@Karim': '<@2>', '@Ana': '<@3>' });
  type('there', 'Pour @Karim.');
  name('there', { '@Karim': '<@1>' });
  moveDraft(here, 'there');
  const { draft, named } = writingOf('there');
  expect(draft).toBe('Pour @Karim.\n\nVu avec <@2> et @Ana.');
  expect(storedText(draft, named)).toBe('Pour <@1>.\n\nVu avec <@2> et <@3>.');
});

it('A draft that the device has lost or spoilt is none', () => {
  type(here, 'Bonjour');
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null, storageArea: localStorage }));
  expect(textOf(writingOf(here))).toBe('');
  localStorage.setItem('palabre.draft.camille.plans', '{');
  expect(textOf(writingOf('plans'))).toBe('');
});

it('A session that ends takes its drafts from the page, and the next person’s writing is not kept under its name', () => {
  type(here, 'À moi');
  endSession('expired');
  type(here, 'à personne');
  login('other', { _id: 'karim', firstName: 'Karim' });
  expect(textOf(writingOf(here))).toBe('');
  expect(stored()).toEqual(['palabre.draft.camille.general']);
});
