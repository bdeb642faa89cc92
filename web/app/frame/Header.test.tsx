// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../../platform/address/paths.ts';
import { keyOf } from '../../platform/server/query.ts';
import { withoutDirection } from '../../test/own-direction.ts';
import { atelier, camille, channels, json, serve } from '../../test/settings-world.tsx';
import { Header } from './Header.tsx';

const { bans: _bans, members: _members, channels: _ids, ...card } = atelier;
const mine = keyOf(api.workspaces.mine, { params: { id: camille._id } });
const logo = '/files/atelier.png';
const mark = { owners: [], isMember: true };
const before = {
  workspaces: [
    { ...card, ...mark, _id: 'autre', title: 'Bureau' },
    { ...card, ...mark, logo },
  ],
};

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(cleanup);

/** Acts once the page is drawn, before its queries begin. */
function Drawn({ act }: { act: () => void }) {
  useLayoutEffect(act, [act]);
  return null;
}

/** Shows the header in a channel, and acts once it is drawn. */
function show(act: (client: QueryClient) => void) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  client.setQueryData(mine, before);
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[paths.channel(atelier._id, 'annonces')]}>
        <Header />
        <Drawn act={() => act(client)} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('The header names the channel of the address after the mark of who sees it, then its workspace with its logo', async () => {
  serve(camille, { [`GET /user/${camille._id}/workspaces`]: () => json(200, before) });
  show(() => {});
  const heading = await screen.findByRole('heading', { name: 'annonces' });
  expect(withoutDirection('annonces', atelier.title)).toEqual([]);
  expect(heading.firstElementChild?.getAttribute('data-visibility')).toBe('protected');
  const place = screen.getByText(atelier.title).parentElement;
  expect(place?.querySelector('img')?.getAttribute('src')).toBe(logo);
  expect(document.title).toMatch(new RegExp(`^#annonces · ${atelier.title} · `));
});

test('The header asks for no channels of a workspace that the user is known to have lost once it is drawn', async () => {
  const calls = serve(camille, {
    [`GET /user/${camille._id}/workspaces`]: () => json(200, { workspaces: [] }),
    'GET /workspace/atelier/channels': () => json(200, { channels }),
  });
  show(client => void client.setQueryData(mine, { workspaces: [] }));
  await expect.poll(() => screen.queryByText(atelier.title)).toBeNull();
  expect(calls.map(({ asked }) => asked)).not.toContain('GET /workspace/atelier/channels');
});
