// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { usePagedList } from './usePagedList.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Lists the guests of a workspace that has three pages of them, each named by what was asked; gives answers one by one. */
function show() {
  const held: (() => void)[] = [];
  const fetched = (address: string) =>
    new Promise<Response>(resolve => {
      const { pathname, searchParams } = new URL(address, 'http://palabre.test');
      const [at, search] = [Number(searchParams.get('cursor') ?? 1), searchParams.get('search') ?? ''];
      const asked = `${pathname.replace('/api', '')} ${search} ${at}`;
      const answer = { guests: [asked], nextCursor: at < 3 ? String(at + 1) : null };
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
    ({ id, search, isTyping }) => usePagedList(api.guests.list, { params: { id }, query: { search } }, { isTyping }),
    { wrapper, initialProps },
  );
  /** Gives the answer that is awaited, and waits until these guests are shown. */
  const answer = async (shown: string) => {
    await waitFor(() => expect(held).toHaveLength(1));
    held.pop()?.();
    await waitFor(() => expect(result.current.data?.guests).toEqual([shown]));
  };
  const late = () => [result.current.told('').isLate, result.current.pager.waiting];
  const next = () => act(() => result.current.pager.pages.go(result.current.pager.next!));
  const where = () => [result.current.pager.pages.page, result.current.isShort];
  return { answer, late, next, where, result, ask: (more: object) => rerender({ ...initialProps, ...more }), held };
}

test('A paged list keeps what it shows until the next page comes, and a new filter or place begins at its first page', async () => {
  const { answer, late, next, where, result, ask } = show();
  await answer('/workspace/brest/guests  1');
  expect([...late(), ...where()]).toEqual([false, false, 1, false]);
  next();
  expect([...late(), result.current.data?.guests]).toEqual([true, true, ['/workspace/brest/guests  1']]);
  await answer('/workspace/brest/guests  2');
  const { page } = result.current;
  next();
  await answer('/workspace/brest/guests  3');
  expect([...late(), ...where()]).toEqual([false, false, 3, false]);
  expect(result.current.page).not.toBe(page);
  ask({ search: 'voile' });
  expect([...late(), where()[0]]).toEqual([true, true, 1]);
  await answer('/workspace/brest/guests voile 1');
  next();
  await answer('/workspace/brest/guests voile 2');
  ask({ id: 'sète', search: 'voile' });
  await answer('/workspace/s%C3%A8te/guests voile 1');
  expect(where()).toEqual([1, false]);
});

test('A paged list is late while something else is typed, and tells its failure with a way to try again', async () => {
  const { answer, late, result, ask, held } = show();
  await answer('/workspace/brest/guests  1');
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
