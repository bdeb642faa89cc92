// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import '../../platform/words/i18n.ts';
import { endSession, login } from '../../platform/session/session.ts';
import { useDialogs } from '../dialogs/dialogs.ts';
import { UiHost } from '../overlays/UiHost.tsx';
import { forced, useUnsaved } from './useUnsaved.ts';

beforeEach(() => login('a.b.c', { _id: 'camille' }));
afterEach(() => {
  cleanup();
  useDialogs.setState({ pending: [] });
  endSession('logout');
});

function Settings() {
  useUnsaved(true);
  return <h1>Paramètres</h1>;
}

let change: (unsaved: boolean) => void;
/** Page whose changes come and go. */
function Changing() {
  const [unsaved, setUnsaved] = useState(false);
  useUnsaved(unsaved);
  change = next => act(() => setUnsaved(next));
  return null;
}

function open() {
  const router = createMemoryRouter([
    { path: '/', element: <Settings /> },
    { path: '/ailleurs', element: <h1>Ailleurs</h1> },
  ]);
  render(<RouterProvider router={router} />, { wrapper: UiHost });
  return (state?: object) => act(() => router.navigate('/ailleurs', { state }));
}

test('Unsaved changes are asked about before another page is opened', async () => {
  const go = open();
  await go();
  const asked = await screen.findByRole('alertdialog');
  expect(within(asked).getByText('Vos changements seront perdus.')).toBeDefined();
  expect(screen.queryByText('Ailleurs')).toBeNull();
  fireEvent.click(within(asked).getAllByRole('button')[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByText('Paramètres')).toBeTruthy();
});

test('Unsaved changes are left once that is confirmed, and are not asked about while one stays on their page', async () => {
  const router = createMemoryRouter([
    { path: '/', element: <Settings /> },
    { path: '/ailleurs', element: <h1>Ailleurs</h1> },
  ]);
  render(<RouterProvider router={router} />, { wrapper: UiHost });
  await act(() => router.navigate('/?filtre=oui#fin'));
  expect(router.state.location.search).toBe('?filtre=oui');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await act(() => router.navigate('/ailleurs'));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Quitter' }));
  expect(await screen.findByText('Ailleurs')).toBeTruthy();
});

test('Unsaved changes are not asked about when their place is lost', async () => {
  const go = open();
  await go(forced);
  expect(screen.getByText('Ailleurs')).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('Unsaved changes are not asked about once the session has ended', async () => {
  const go = open();
  endSession('expired');
  await go();
  expect(screen.getByText('Ailleurs')).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('Unsaved changes have the browser ask before the tab closes, and saved ones do not', () => {
  const isAskedAbout = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  open();
  expect(isAskedAbout()).toBe(true);
  cleanup();
  expect(isAskedAbout()).toBe(false);
  // Changes made after the page has opened, until they are saved.
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Changing /> }])} />);
  const told = [false, true, false].map(unsaved => {
    change(unsaved);
    return isAskedAbout();
  });
  expect(told).toEqual([false, true, false]);
});
