// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import { InnerPageError, PageError } from './PageError.tsx';

let logged: ReturnType<typeof vi.fn>;
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const open = (route: RouteObject) => render(<RouterProvider router={createMemoryRouter([{ path: '*', ...route }])} />);

function Broken(): never {
  throw new Error('It cannot be shown.');
}

test.each([
  [
    'An unknown address',
    { Component: NotFoundPage },
    'link',
    'Retour aux workspaces',
    'L’adresse est peut-être incomplète, ou ce qu’elle montrait a été supprimé.',
  ],
  [
    'A page in error',
    { Component: Broken, ErrorBoundary: PageError },
    'button',
    'Recharger la page',
    /^Rien n’est perdu\. Rechargez-la/,
  ],
] as const)(
  '%s shows the way home, one title, what it means and one action',
  async (_which, route, kind, action, text) => {
    open(route);
    const page = screen.getByRole('main');
    expect(within(page).getByRole('link', { name: 'Palabre' }).getAttribute('href')).toBe('/');
    expect(within(page).getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(within(page).getByText(text)).toBeDefined();
    const controls = [...within(page).queryAllByRole('link'), ...within(page).queryAllByRole('button')];
    expect(controls).toHaveLength(2);
    // An error is announced where it takes the place of a page; an address is read as any page. Its drawing says nothing.
    expect(within(page).queryByRole('alert') !== null).toBe(kind === 'button');
    expect(page.querySelectorAll('svg:not([aria-hidden="true"])')).toHaveLength(0);
    const control = within(page).getByRole(kind, { name: action });
    expect(controls).toContain(control);
    const reload = vi.fn();
    vi.stubGlobal('location', { reload });
    if (kind === 'button') fireEvent.click(control);
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(kind === 'button' ? 1 : 0));
    vi.unstubAllGlobals();
    if (kind === 'link') expect(control.getAttribute('href')).toBe('/workspaces');
  },
);

test('A page in error within the frame leaves the frame its only main landmark, and can be loaded again', () => {
  render(
    <main>
      <RouterProvider router={createMemoryRouter([{ path: '*', Component: Broken, ErrorBoundary: InnerPageError }])} />
    </main>,
  );
  expect(screen.getAllByRole('main')).toHaveLength(1);
  // The browser's console says why.
  expect(logged).toHaveBeenCalledWith('The page cannot be shown', new Error('It cannot be shown.'));
  expect(screen.getByRole('alert').textContent).toContain('Cette page n’a pas pu s’afficher');
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  fireEvent.click(screen.getByRole('button', { name: 'Recharger la page' }));
  vi.unstubAllGlobals();
  expect(reload).toHaveBeenCalledOnce();
});
