// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createBrowserRouter, Link, Outlet, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { useTrail, useUp } from './up.ts';

afterEach(cleanup);

function Shell() {
  useTrail();
  return (
    <main id="content" tabIndex={-1}>
      <Outlet />
    </main>
  );
}
const List = () => (
  <>
    <Link to="/list/first">Premier</Link>
    <Link to="/list/second">Second</Link>
  </>
);
function Place() {
  const up = useUp();
  return (
    <button type="button" onClick={() => up('/list')}>
      Retour à la liste
    </button>
  );
}

/** Opens an address, as the first of the page. */
function open(at: string) {
  history.replaceState(null, '', at);
  const children = [
    { path: '/list', element: <List /> },
    { path: '/list/:place', element: <Place /> },
  ];
  const router = createBrowserRouter([{ element: <Shell />, children }]);
  render(<RouterProvider router={router} />);
  return router;
}
const goUp = () => userEvent.click(screen.getByRole('button', { name: 'Retour à la liste' }));
const entry = () => [location.pathname, (history.state as { idx: number }).idx];

test('Who goes up to the list that they came from goes back, to the link they took; who did not is at its beginning', async () => {
  const router = open('/list');
  await userEvent.click(screen.getByRole('link', { name: 'Second' }));
  expect(entry()).toEqual(['/list/second', 1]);
  await goUp();
  await waitFor(() => expect(entry()).toEqual(['/list', 0]));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Second'));
  // A place that leads to another keeps no way down beneath the list.
  await userEvent.click(screen.getByRole('link', { name: 'Premier' }));
  await act(() => router.navigate('/list/third'));
  await goUp();
  await waitFor(() => expect(entry()).toEqual(['/list', 2]));
  await waitFor(() => expect(document.activeElement?.id).toBe('content'));
  router.dispose();
});

test('Who goes up from a place opened by its address has the list in its stead', async () => {
  const router = open('/list/first');
  const before = history.length;
  await goUp();
  await waitFor(() => expect(entry()).toEqual(['/list', 0]));
  expect(history.length).toBe(before);
  router.dispose();
});
