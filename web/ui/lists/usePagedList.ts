import type { Endpoint, InputOf, OutputOf } from '@palabre/common/contract/define.ts';
import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { endpointQuery, keyOf } from '../../platform/server/query.ts';
import { usePages } from './usePages.ts';

/** Answer with a page of a list. */
interface Page {
  nextCursor: string | null;
}

interface Options {
  /** Whether the typed text is not searched yet. */
  isTyping?: boolean;
  enabled?: boolean;
  staleTime?: number;
  gcTime?: number;
}

/**
 * Reads a list page by page; keeps the previous page until the new one arrives. The list's input identifies it: another
 * filter, search or place begins at its first page.
 */
export function usePagedList<E extends Endpoint>(
  endpoint: E & (OutputOf<E> extends Page ? unknown : never),
  input: InputOf<E>,
  { isTyping = false, ...options }: Options = {},
) {
  const list = JSON.stringify(keyOf<E>(endpoint, input));
  const pages = usePages(list);
  const asked = { ...input, query: { ...(input.query as object | undefined), cursor: pages.cursor } };
  const { data, isError, error, refetch, isPlaceholderData } = useQuery({
    ...(endpointQuery<Endpoint>(endpoint, asked) as UseQueryOptions<Page>),
    placeholderData: keepPreviousData,
    meta: { silent: true },
    ...options,
  });
  return {
    data: data as OutputOf<E> | undefined,
    /** Key of the page: its list and its cursor. */
    page: `${list} ${pages.cursor}`,
    /** Whether there is no other page. */
    isShort: !data?.nextCursor && !pages.previous,
    /** Returns the props of a `Listed`; the title is its failure's. */
    told: (title: string) => ({
      failed: { title, isError, error, retry: refetch },
      isLate: isPlaceholderData || isTyping,
    }),
    /** Props of a `Pager`. */
    pager: { pages, next: data?.nextCursor, waiting: isPlaceholderData },
  };
}
