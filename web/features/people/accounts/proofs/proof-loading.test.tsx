// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { answered } from '../../../../test/answered.ts';
import { camille, open, serve } from '../../../../test/settings-world.tsx';
import { askProof } from './asked-proof.ts';
import { ProofHost } from './ProofHost.tsx';

/** The code of the dialog, on its way until it arrives. */
const code = vi.hoisted(() => {
  let arrive = () => {};
  const arrived = new Promise<void>(done => {
    arrive = done;
  });
  return { arrive, arrived };
});
vi.mock('./ProofDialog.tsx', async importOriginal => {
  await code.arrived;
  return importOriginal();
});

beforeAll(() => {
  document.elementFromPoint = () => null;
});
afterEach(cleanup);

test('A proof that Escape gives up while the code of its dialog is on its way is declined, and its dialog does not open later', async () => {
  serve(camille);
  open([{ path: '*', Component: ProofHost }], '/');
  let given: Promise<boolean> = Promise.resolve(true);
  act(() => {
    given = askProof('identity', true);
  });
  act(() => void fireEvent.keyDown(document.body, { key: 'Escape' }));
  expect(await answered(given)).toBe(false);
  await act(async () => {
    code.arrive();
    await import('./ProofDialog.tsx');
  });
  expect(screen.queryByRole('dialog')).toBeNull();
});
