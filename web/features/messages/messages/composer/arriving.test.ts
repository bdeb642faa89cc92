// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { endSession, login } from '../../../../platform/session/session.ts';
import type { LocalFile } from '../../files/open/local-file.ts';
import { arrivingOf, noteArriving, takeArriving } from './arriving.ts';

const file = { id: 'f', name: 'plan.pdf' } as LocalFile;

/** Chooses a file that is read when the test says; returns the mock that takes it into the draft. */
function choose(placeId: string, editId: string | null = null) {
  let read = () => {};
  const files = new Promise<readonly LocalFile[]>(done => {
    read = () => done([file]);
  });
  const land = vi.fn();
  noteArriving({ placeId, editId, files }, land);
  return {
    land,
    read: async () => {
      read();
      await files;
    },
  };
}

test('A file being read lands in its draft, unless the message sent meanwhile has taken it', async () => {
  const [kept, taken] = [choose('general'), choose('chantier')];
  expect(takeArriving('chantier', null)).toHaveLength(1);
  await kept.read();
  await taken.read();
  expect(kept.land).toHaveBeenCalledWith([file]);
  expect(taken.land).not.toHaveBeenCalled();
  expect(arrivingOf('general', null)).toEqual([]);
});

test('A file chosen for an edit is not taken by a new message of its place', async () => {
  const { land, read } = choose('general', 'm1');
  expect(takeArriving('general', null)).toEqual([]);
  expect(arrivingOf('general', 'm1')).toHaveLength(1);
  await read();
  expect(land).toHaveBeenCalledOnce();
});

test('A file that is still being read as a session ends lands in nobody else’s draft', async () => {
  login('a.b.c', { _id: 'camille' });
  const { land, read } = choose('general');
  endSession('expired');
  login('d.e.f', { _id: 'karim' });
  await read();
  expect(arrivingOf('general', null)).toEqual([]);
  expect(land).not.toHaveBeenCalled();
  endSession('logout');
});
