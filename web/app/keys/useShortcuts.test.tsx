// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, MemoryRouter, RouterProvider, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useSearch } from '../../features/reading/search/search.store.ts';
import { paths } from '../../platform/address/paths.ts';
import { keyOf } from '../../platform/server/query.ts';
import { endSession, login } from '../../platform/session/session.ts';
import { useShortcuts } from './useShortcuts.ts';

let client = new QueryClient();
const channels = ['a', 'b', 'c'].map(_id => ({ _id, workspaceId: 'w' }));

/** Component with the shell's shortcuts; it shows the address. */
function Shell() {
  useShortcuts();
  return <output>{useLocation().pathname}</output>;
}

const here = () => screen.getByRole('status').textContent;
const openSearch = () => useSearch.getState().open;

/** Presses a key in the page; returns whether the browser's default action was left. */
const press = (key: string, held: KeyboardEventInit = {}) => fireEvent.keyDown(document.body, { key, ...held });

/** Adds an element over the page. */
function cover(html: string): void {
  const layer = document.createElement('div');
  layer.innerHTML = html;
  document.body.append(layer);
}

beforeEach(() => {
  login('token', { _id: 'camille', firstName: 'Camille' });
  client = new QueryClient();
  client.setQueryData(keyOf(api.channels.ofWorkspace, { params: { id: 'w' } }), { channels });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[paths.channel('w', 'a')]}>
        <Shell />
      </MemoryRouter>
    </QueryClientProvider>,
  );
});

afterEach(() => {
  act(() => useSearch.getState().setOpen(null));
  cleanup();
  document.body.replaceChildren();
  endSession('logout');
});

it('Alt+↓ and Alt+↑ go to the next and previous channel, around the list, and prevent the browser’s default', () => {
  expect(press('ArrowDown', { altKey: true })).toBe(false);
  expect(here()).toBe(paths.channel('w', 'b'));
  press('ArrowUp', { altKey: true });
  press('ArrowUp', { altKey: true });
  expect(here()).toBe(paths.channel('w', 'c'));
});

it('Alt+↓ goes on from the channel that it has led to, in a router as the page has', async () => {
  cleanup();
  const router = createMemoryRouter([{ path: '*', Component: Shell }], { initialEntries: [paths.channel('w', 'a')] });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  for (const id of ['b', 'c']) {
    press('ArrowDown', { altKey: true });
    await waitFor(() => expect(here()).toBe(paths.channel('w', id)));
  }
});

it.each([
  ['a dialog', '<div role="dialog" data-layer></div>'],
  ['a question', '<div role="alertdialog"></div>'],
])('Alt+↓, Ctrl+K and Ctrl+/ do nothing under %s', (_what, html) => {
  cover(html);
  press('ArrowDown', { altKey: true });
  expect(here()).toBe(paths.channel('w', 'a'));
  for (const key of ['k', '/']) press(key, { ctrlKey: true });
  expect(openSearch()).toBeNull();
});

it('Alt+↓ works while a popover, such as a picker, is open', () => {
  cover('<div data-radix-popper-content-wrapper><div role="dialog" data-layer></div></div>');
  press('ArrowDown', { altKey: true });
  expect(here()).toBe(paths.channel('w', 'b'));
});

it('Ctrl+K opens and closes the search, Ctrl+/ replaces it with the list of shortcuts', () => {
  press('k', { ctrlKey: true });
  expect(openSearch()).toBe('search');
  press('/', { ctrlKey: true });
  expect(openSearch()).toBe('shortcuts');
  press('/', { ctrlKey: true });
  expect(openSearch()).toBeNull();
});

it('Ctrl+K and Ctrl+/ close what they have opened, though it covers the page', () => {
  for (const key of ['k', '/']) {
    press(key, { ctrlKey: true });
    expect(openSearch()).not.toBeNull();
    cover('<div role="dialog" data-layer></div>');
    press(key, { ctrlKey: true });
    expect(openSearch()).toBeNull();
    document.querySelector('[role="dialog"]')?.remove();
  }
});

it('what is typed before the search is there is held for its field, until nobody hears it any more', () => {
  press('k', { ctrlKey: true });
  for (const key of ['p', 'l']) expect(press(key)).toBe(false);
  expect(useSearch.getState().typed).toBe('pl');
  cleanup();
  expect(press('a')).toBe(true);
  expect(useSearch.getState().typed).toBe('pl');
});

it('Alt+Shift+↓ and ↑ go to the next and the previous unread place, around them all', () => {
  const state = { conversationId: null, workspaceId: 'w', seq: 9, read: 2, first: { _id: 'm3', position: 3 } };
  const heard = { messages: 0, mentions: 0, level: 'all' as const, muted: false };
  const unread = ['a', 'c'].map(channelId => ({ ...state, ...heard, channelId }));
  client.setQueryData(keyOf(api.unread.list), { unread, threads: [] });
  for (const id of ['c', 'a']) {
    press('ArrowDown', { altKey: true, shiftKey: true });
    expect(here()).toBe(paths.channel('w', id));
  }
  press('ArrowDown', { altKey: true });
  press('ArrowUp', { altKey: true, shiftKey: true });
  expect(here()).toBe(paths.channel('w', 'a'));
});

it('a key that another handler has used, or that composes a character, triggers no shortcut', () => {
  const used = (event: KeyboardEvent) => event.preventDefault();
  document.body.addEventListener('keydown', used);
  press('k', { ctrlKey: true });
  document.body.removeEventListener('keydown', used);
  expect(openSearch()).toBeNull();
  press('k', { ctrlKey: true, isComposing: true });
  expect(openSearch()).toBeNull();
});
