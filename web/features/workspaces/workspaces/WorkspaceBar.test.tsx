// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../../../platform/words/i18n.ts';
import { login } from '../../../platform/session/session.ts';
import { WorkspaceBar } from './WorkspaceBar.tsx';

const titles = ['Atelier Tilleul', 'Maison Rivière', 'École du Code'];

let count = titles.length;
let isAway = false;
beforeEach(() => {
  count = titles.length;
  isAway = false;
  const workspaces = titles.map((title, index) => ({
    _id: String(index),
    title,
    logo: index === 2 ? '/files/ecole.png' : null,
    welcomeChannel: 'general',
    owner: [],
    owners: [],
    isMember: true,
  }));
  vi.stubGlobal('fetch', async (address: string) => {
    if (isAway) return Response.json({ code: 'forbidden', message: 'Non.' }, { status: 403 });
    const state = { channelId: 'accueil', conversationId: null, workspaceId: '2', seq: 9, read: 2, messages: 3 };
    const unread = [{ ...state, first: { _id: 'm', position: 3 }, mentions: 2, level: 'all', muted: false }];
    const answer = address.includes('/unread') ? { unread, threads: [] } : { workspaces: workspaces.slice(0, count) };
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
  });
  login('a.b.c', { _id: 'camille' });
});
afterEach(cleanup);

const show = (across: boolean) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/workspace/1/channel/general']}>
        <WorkspaceBar across={across} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
const links = async () => {
  await screen.findByRole('link', { name: 'Maison Rivière' });
  return screen.getAllByRole('link');
};

test('The workspace bar leads to the channel of arrival, or to the channels on a phone, and says where one is', async () => {
  show(false);
  const addresses = async () => (await links()).map(link => link.getAttribute('href'));
  expect(await addresses()).toEqual(['0', '1', '2'].map(id => `/workspace/${id}/channel/general`));
  expect((await links()).map(link => link.getAttribute('aria-current'))).toEqual([null, 'page', null]);
  // Sixty pixels wide, with the logo, or the initials where there is none.
  const faces = (await links()).map(link => link.querySelector('span'));
  expect(faces.map(face => face?.style.width)).toEqual(['60px', '60px', '60px']);
  expect(faces.map(face => face?.querySelector('img')?.getAttribute('src') ?? face?.textContent)).toEqual([
    ...['AT', 'MR', '/files/ecole.png'],
  ]);
  cleanup();
  show(true);
  expect(await addresses()).toEqual(['0', '1', '2'].map(id => `/workspace/${id}`));
  const [, second, third] = (await links()) as [HTMLElement, HTMLElement, HTMLElement];
  expect(second.querySelector('span')?.style.width).toBe('48px');
  second.focus();
  fireEvent.keyDown(second, { key: 'ArrowRight' });
  expect(document.activeElement).toBe(third);
});

test('The workspace bar counts what waits for the user in each workspace, and says that there is none', async () => {
  show(false);
  await screen.findByText('2 mentions');
  expect((await links()).map(link => /\d/.test(link.textContent ?? ''))).toEqual([false, false, true]);
  cleanup();
  count = 0;
  show(false);
  expect(await screen.findByText('Aucun workspace')).toBeDefined();
});

test('The workspace bar says of no list that it is empty before it is read, nor when it could not be read', async () => {
  isAway = true;
  show(false);
  expect(screen.getByText('Chargement…')).toBeDefined();
  await vi.waitFor(() => expect(screen.queryByText('Chargement…')).toBeNull());
  expect(document.body.textContent).toBe('');
});

test('The workspace bar is one tab stop, entered at the open workspace; arrows and letters move in it', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/workspace/1/channel/general']}>
        <WorkspaceBar />
        <button type="button">Après</button>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByRole('link', { name: 'Maison Rivière' });
  const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
  await userEvent.tab();
  expect(focused()).toBe('Maison Rivière');
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()).toBe('École du Code');
  await userEvent.keyboard('a');
  expect(focused()).toBe('Atelier Tilleul');
  await userEvent.tab();
  expect(focused()).toBe('Après');
});
