// @vitest-environment jsdom
import { access, endpoint } from '@palabre/common/contract/define.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { usePagedList } from './usePagedList.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const boats = endpoint({
  method: 'GET',
  path: '/port/:id/boats',
  access: access.public,
  summary: 'Lists the boats of a port',
  params: z.object({ id: z.string() }),
  query: z.object({ search: z.string().optional(), cursor: z.string().optional() }),
  output: z.object({ boats: z.array(z.string()), nextCursor: z.string().nullable() }),
});

/** Shows the boats of a port that has three pages of them, each named by what was asked; gives answers one by one. */
function show() {
  const held: (() => void)[] = [];
  const fetched = (address: string) =>
    new Promise<Response>(resolve => {
      const { pathname, searchParams } = new URL(address, 'http://palabre.test');
      const [at, search] = [Number(searchParams.get('cursor') ?? 1), searchParams.get('search') ?? ''];
      const asked = `${pathname.replace('/api', '')} ${search} ${at}`;
      const answer = { boats: [asked], nextCursor: at < 3 ? String(at + 1) : null };
      const refusal = { code: 'forbidden', message: 'Non.' };
      const status = search === 'refusé' ? 403 : 200;
      held.push(() => resolve(Response.json(status === 200 ? answer : refusal, { status })));
    });
  vi.stubGlobal('fetch', vi.fn(fetched));
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const initialProps = { id: 'brest', search: undefined as string | undefined, isTyping: false };
  const { result, rerender } = renderHook(
    ({ id, search, isTyping }) => usePagedList(boats, { params: { id }, query: { search } }, { isTyping }),
    { wrapper, initialProps },
  );
  /** Gives the answer that is awaited, and waits until these boats are shown. */
  const answer = async (shown: string) => {
    await waitFor(() => expect(held).toHaveLength(1));
    held.pop()?.();
    await waitFor(() => expect(result.current.data?.boats).toEqual([shown]));
  };
  const late = () => [result.current.told('').isLate, result.current.pager.waiting];
  const next = () => act(() => result.current.pager.pages.go(result.current.pager.next!));
  const where = () => [result.current.pager.pages.page, result.current.isShort];
  return { answer, late, next, where, result, ask: (more: object) => rerender({ ...initialProps, ...more }), held };
}

test('A paged list keeps what it shows until the next page comes, and a new filter or place begins at its first page', async () => {
  const { answer, late, next, where, result, ask } = show();
  await answer('/port/brest/boats  1');
  expect([...late(), ...where()]).toEqual([false, false, 1, false]);
  next();
  expect([...late(), result.current.data?.boats]).toEqual([true, true, ['/port/brest/boats  1']]);
  await answer('/port/brest/boats  2');
  const { page } = result.current;
  next();
  await answer('/port/brest/boats  3');
  expect([...late(), ...where()]).toEqual([false, false, 3, false]);
  expect(result.current.page).not.toBe(page);
  ask({ search: 'voile' });
  expect([...late(), where()[0]]).toEqual([true, true, 1]);
  await answer('/port/brest/boats voile 1');
  next();
  await answer('/port/brest/boats voile 2');
  ask({ id: 'sète', search: 'voile' });
  await answer('/port/s%C3%A8te/boats voile 1');
  expect(where()).toEqual([1, false]);
});

test('A paged list is late while something else is typed, and tells its failure with a way to try again', async () => {
  const { answer, late, result, ask, held } = show();
  await answer('/port/brest/boats  1');
  ask({ isTyping: true });
  expect(late()).toEqual([true, false]);
  ask({ search: 'refusé' });
  await waitFor(() => expect(held).toHaveLength(1));
  held.pop()?.();
  await waitFor(() => expect(result.current.told('Rien').failed).toMatchObject({ title: 'Rien', isError: true }));
  expect(result.current.told('').failed.error?.message).toBe('Non.');
  void result.current.told('').failed.retry();
  await waitFor(() => expect(held).toHaveLength(1));
});
