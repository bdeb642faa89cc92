// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { camille, json, open, serve } from '../../../test/settings-world.tsx';
import './accounts.texts.ts';
import { SessionsCard } from './SessionsCard.tsx';

afterEach(cleanup);

const time = '2026-11-20T09:00:00.000Z';
const show = (count: number) => {
  const sessions = Array.from({ length: count }, (_, n) => ({
    ...{ _id: `s${n}`, device: `Firefox ${n}`, address: null, current: n === 0, createdAt: time, seenAt: time },
  }));
  serve(camille, { 'GET /user/me/sessions': () => json(200, { sessions }) });
  open([{ path: '*', Component: SessionsCard }], '/');
};

test('The sessions card says that the server lists the last ones alone, as soon as their number reaches that', async () => {
  show(limits.sessionsListed);
  expect(await screen.findByText('Firefox 99')).toBeDefined();
  expect(screen.getByText(`Seules les ${limits.sessionsListed} dernières sont montrées.`)).toBeDefined();
  cleanup();
  show(2);
  expect(await screen.findByText('Firefox 1')).toBeDefined();
  expect(screen.queryByText(/^Seules les/)).toBeNull();
});

test('The sessions card offers to end the others where there are some, and each but this one', async () => {
  show(1);
  expect(await screen.findByText('Firefox 0')).toBeDefined();
  expect(screen.queryAllByRole('button')).toEqual([]);
  cleanup();
  show(2);
  expect(await screen.findByText('Firefox 1')).toBeDefined();
  expect(screen.getAllByRole('button')).toHaveLength(2);
});
