import type { Endpoint, InputOf, OutputOf } from '@palabre/common/contract/define.ts';
import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { endpointQuery, keyOf } from '../../platform/server/query.ts';
import { usePages } from './usePages.ts';

/** Answer with a page of a list. */
interface Page {
  nextCursor: string | null;
}

interface Options {
  /** Whether what is typed was not searched yet. */
  isTyping?: boolean;
  enabled?: boolean;
  staleTime?: number;
  gcTime?: number;
}

/**
 * Reads a list page by page; keeps the previous page until the new one arrives. Which list it is follows from what is
 * asked: another filter, search or place begins at its first page.
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
    /** Names the page: its list and where it begins. */
    page: `${list} ${pages.cursor}`,
    /** Whether there is no other page. */
    isShort: !data?.nextCursor && !pages.previous,
    /** Returns what a `Listed` is told of the answer; the title is for its failure. */
    told: (title: string) => ({
      failed: { title, isError, error, retry: refetch },
      isLate: isPlaceholderData || isTyping,
    }),
    /** Says to a `Pager` where it is. */
    pager: { pages, next: data?.nextCursor, waiting: isPlaceholderData },
  };
}
