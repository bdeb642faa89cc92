// @vitest-environment jsdom
import type { PreparedExport } from '@palabre/common/contract/people/personal-data.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ExportCard } from './ExportCard.tsx';

const none = { readyAt: null, until: null, size: null, url: null };
const made: PreparedExport = { state: 'making', askedAt: '2026-11-22T09:00:00.000Z', ...none };

/** Export that the server holds, and how many exports were requested. */
let prepared: PreparedExport | null;
let asked: number;

function open() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <ExportCard />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  [prepared, asked] = [null, 0];
  vi.stubGlobal('fetch', async (_address: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'POST') asked += 1;
    const body =
      method === 'POST' ? { message: 'Votre export est en préparation.', export: made } : { export: prepared };
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('An export is requested once, waited for, downloaded while it is kept, and requested again', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Préparer l’export' }));
  expect(await screen.findByText(/^En préparation\./)).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Préparer/ })).toBeNull();
  expect(asked).toBe(1);
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
