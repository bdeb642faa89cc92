// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { paths } from '../address/paths.ts';
import { endSession, login } from '../session/session.ts';
import { keep, keptKey } from './local-storage.ts';
import { useKeepVisits, visitsOf } from './visits.ts';

function Shell() {
  useKeepVisits();
  return null;
}

beforeEach(() => {
  localStorage.clear();
  login('a.b.c', { _id: 'camille' });
});
afterEach(() => {
  cleanup();
  endSession('logout');
});

async function visit(...addresses: string[]) {
  const router = createMemoryRouter([{ path: '*', Component: Shell }], { initialEntries: ['/workspaces'] });
  const shown = render(<RouterProvider router={router} />);
  for (const address of addresses) await act(() => router.navigate(address));
  shown.unmount();
}
const places = () => visitsOf('camille').map(({ placeId }) => placeId);

test('Visits are kept last first, each place once, and pages without a place are none', async () => {
  await visit(
    paths.channel('w', 'general'),
    paths.conversation('karim'),
    paths.societies,
    paths.channel('w', 'general'),
  );
  expect(visitsOf('camille')).toEqual([{ placeId: 'general', workspaceId: 'w' }, { placeId: 'karim' }]);
  expect(visitsOf('karim')).toEqual([]);
});

test('Visits beyond the thirtieth are forgotten, the oldest first', async () => {
  const many = Array.from({ length: 30 }, (_, n) => ({ placeId: `c${n}`, workspaceId: 'w' }));
  keep(keptKey('visits', 'camille'), JSON.stringify(many));
  await visit(paths.channel('w', 'new'));
  expect(places()).toHaveLength(30);
  expect([places()[0], places().at(-1)]).toEqual(['new', 'c28']);
});

test.each(['{', '"c1"', '[{"placeId": 7}]'])('Visits that the device holds as %s are none', kept => {
  keep(keptKey('visits', 'camille'), kept);
  expect(places()).toEqual([]);
});

test('The place that a person sees when they log in is theirs, and nobody’s before', async () => {
  endSession('logout');
  localStorage.clear();
  const initialEntries = [paths.conversation('karim')];
  render(<RouterProvider router={createMemoryRouter([{ path: '*', Component: Shell }], { initialEntries })} />);
  expect(localStorage).toHaveLength(0);
  act(() => login('a.b.c', { _id: 'camille' }));
  expect(places()).toEqual(['karim']);
});
