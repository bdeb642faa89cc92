// @vitest-environment jsdom
import type { PreparedExport } from '@palabre/common/contract/people/personal-data.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tellingCaches } from '../../../platform/server/query-client.ts';
import { alerts, useAlerts } from '../../../ui/alerts/alerts.ts';
import { ExportCard } from './ExportCard.tsx';
import { personalDataLive } from './personal-data.live.ts';

const none = { readyAt: null, until: null, size: null, url: null };
const made: PreparedExport = { state: 'making', askedAt: '2026-11-22T09:00:00.000Z', ...none };

/** Export that the server holds, and how many exports were requested. */
let prepared: PreparedExport | null;
let asked: number;

let query: string;
/** Whether the server can prepare none now. */
let isFull: boolean;

function open(at = '/') {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } }, ...tellingCaches() });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        <ExportCard />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return client;
}

beforeEach(() => {
  [prepared, asked, query, isFull] = [null, 0, '', false];
  alerts.clear();
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'POST') [asked, query] = [asked + 1, new URL(address, 'http://palabre').search];
    if (isFull) return Response.json({ code: 'unavailable', message: 'Plus tard.' }, { status: 503 });
    const body =
      method === 'POST' ? { message: 'Votre export est en préparation.', export: made } : { export: prepared };
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('An export is requested once, which may be refused, waited for, downloaded while it is kept, and requested again', async () => {
  open();
  const prepare = await screen.findByRole('button', { name: 'Préparer l’export' });
  isFull = true;
  await userEvent.click(prepare);
  const said = () => useAlerts.getState().alerts.map(({ message }) => message);
  await waitFor(() => expect(said()).toEqual(['Plus tard.']));
  [isFull, asked] = [false, 0];
  alerts.clear();
  await userEvent.click(prepare);
  expect(await screen.findByText(/^En préparation\./)).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Préparer/ })).toBeNull();
  expect(asked).toBe(1);
  // Its pages tell times as this device does.
  expect(new URLSearchParams(query).get('zone')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  expect(said()).toEqual(['Votre export est en préparation.']);
  cleanup();
  prepared = {
    ...made,
    ...{ state: 'ready', readyAt: '2026-11-22T09:01:00.000Z' },
    // Local time, so that the shown day does not depend on the machine's time zone.
    until: new Date(2026, 10, 23, 10, 1).toISOString(),
    ...{ size: 14 * 1024 * 1024, url: '/api/file/archive/palabre.zip' },
  };
  open();
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /Télécharger l’export \(14\sMo\)/ });
  expect([link.pathname, link.download]).toEqual(['/api/file/archive/palabre.zip', '']);
  expect(screen.getByText(/^Il sera effacé le 23 novembre 2026/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Préparer un nouvel export' })).toBeDefined();
  cleanup();
  prepared = { ...made, state: 'failed' };
  open();
  expect(await screen.findByText('L’export n’a pas pu être préparé.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Préparer l’export' })).toBeDefined();
});

test('An export that is ready shows as its event comes, on the page to which its notification leads', async () => {
  const seen = vi.fn();
  Element.prototype.scrollIntoView = seen;
  prepared = made;
  const client = open('/settings/profile#export');
  await screen.findByText(/^En préparation\./);
  expect(seen).toHaveBeenCalledOnce();
  const ready = {
    ...made,
    state: 'ready' as const,
    until: made.askedAt,
    size: 1,
    url: '/api/file/archive/palabre.zip',
  };
  act(() => personalDataLive.updateExport({ export: ready } as never, client));
  expect(await screen.findByRole('link', { name: /Télécharger l’export/ })).toBeDefined();
});

test('An export is looked at again each time its card is opened: nothing tells that its time is over', async () => {
  prepared = made;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  const page = (card: React.ReactNode) => (
    <QueryClientProvider client={client}>
      <MemoryRouter>{card}</MemoryRouter>
    </QueryClientProvider>
  );
  const { rerender } = render(page(<ExportCard />));
  expect(await screen.findByText(/^En préparation\./)).toBeDefined();
  rerender(page(null));
  prepared = null;
  rerender(page(<ExportCard />));
  expect(await screen.findByRole('button', { name: 'Préparer l’export' })).toBeDefined();
});
