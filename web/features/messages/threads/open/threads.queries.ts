/** Queries of the threads feature: a single thread with its root, the lists of threads, following. */

import type { InputOf, OutputOf } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { ThreadFilter } from '@palabre/common/contract/messages/threads.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../../../platform/server/api.ts';
import { keyOf, mayRetry } from '../../../../platform/server/query.ts';
import { tellFailure } from '../../../../ui/alerts/failures.ts';
import { threadQuery } from '../../timeline/open/thread.queries.ts';

/** Reads a thread by its root; silent, because the component that shows it reports the error. */
export const useThread = (id: string) => useQuery({ ...threadQuery(id), meta: { silent: true } });

type List = OutputOf<typeof api.threads.list>;

/** Pages through a list of threads, most recently replied to first. */
export function useThreads(filter: ThreadFilter) {
  return useInfiniteQuery({
    queryKey: keyOf(api.threads.list, { query: { filter } }),
    queryFn: ({ pageParam, signal }) => {
      const query: InputOf<typeof api.threads.list>['query'] = { filter, ...(pageParam && { cursor: pageParam }) };
      return call(api.threads.list, { query }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }: List) => nextCursor ?? undefined,
    retry: mayRetry,
    // Each opening refetches; otherwise only the user's own actions change the list, so that nothing moves under the
    // eye.
    refetchOnMount: 'always',
    meta: { silent: true },
  });
}

/** Follows a thread, or leaves it; its event updates the caches. */
export async function follow(id: string, following: boolean): Promise<void> {
  try {
    await call(api.threads.follow, { params: { id }, body: { following } });
  } catch (cause) {
    tellFailure(cause);
  }
}
