// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { login } from '../../platform/session/session.ts';
import '../../platform/words/i18n.ts';
import { useUnsaved } from '../fields/useUnsaved.ts';
import { useLeave } from './useLeave.ts';

afterEach(cleanup);

let leave: (to: string) => Promise<void>;
function Place() {
  useUnsaved(true);
  leave = useLeave();
  return <p>Le salon</p>;
}

test('A place that has ended is left at once, whatever was being changed in it, and no way leads back to it', async () => {
  login('a.b.c', { _id: 'camille' });
  history.replaceState(null, '', '/salon');
  const router = createBrowserRouter([
    { path: '/salon', Component: Place },
    { path: '/accueil', element: <p>L’accueil</p> },
  ]);
  render(<RouterProvider router={router} />);
  const before = history.length;
  await act(() => leave('/accueil'));
  expect(await screen.findByText('L’accueil')).toBeDefined();
  expect([location.pathname, history.length]).toEqual(['/accueil', before]);
  // Both the answer and the event tell the end: the user leaves once.
  const { key } = router.state.location;
  await act(() => leave('/accueil'));
  expect(router.state.location.key).toBe(key);
  router.dispose();
});
