// @vitest-environment jsdom
import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { camille, json, open, serve } from '../../../test/settings-world.tsx';
import { beginInside, insideOnDevice, useSaveInside, wasInside } from './inside-on-device.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

function Page() {
  useSaveInside();
  return null;
}

test('The workspaces that a person is in are kept on the device, for their next page alone', async () => {
  expect(insideOnDevice('camille')).toBeNull();
  expect(wasInside('camille', 'atelier')).toBe(false);
  beginInside('camille');
  expect(insideOnDevice('camille')).not.toBeNull();
  const workspaces = ['atelier', 'rivière'].map(_id => ({ _id, owner: [] }));
  serve(camille, { 'GET /user/camille/workspaces': () => json(200, { workspaces }) });
  open([{ path: '*', Component: Page }], '/');
  await waitFor(() => expect(insideOnDevice('camille')).toEqual(['atelier', 'rivière']));
  expect([wasInside('camille', 'atelier'), wasInside('camille', 'autre'), wasInside('karim', 'atelier')]).toEqual([
    ...[true, false, false],
  ]);
  // A later login forgets nothing.
  beginInside('camille');
  expect(wasInside('camille', 'atelier')).toBe(true);
});
