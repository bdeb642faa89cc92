/** Queries of the overview. `open/OverviewTab.tsx` shows them to administrators, and reads them again each time it opens. */

import { api } from '@palabre/common/contract/index.ts';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../../platform/server/query.ts';
import type { Searched } from '../../../ui/fields/useTypedSearch.ts';
import { usePagedList } from '../../../ui/lists/usePagedList.ts';

const shown = { staleTime: 0, meta: { silent: true } } as const;

/** Interval between two reads: totals being counted for the first time are ready within seconds. */
const againMs = (isCounted: boolean) => (isCounted ? 60_000 : 3_000);

/** Reads the totals of the last count and the state of the server; polls, because both change without events. */
export const useOverview = () =>
  useQuery({
    ...endpointQuery(api.overview.read),
    ...shown,
    refetchInterval: ({ state }) => againMs(state.data === undefined || state.data.counts !== null),
  });

/** Reads a page of workspaces by size, or of the workspaces that a search finds. */
export const useSizes = ({ search, isTyping }: Searched) =>
  usePagedList(api.overview.workspaces, { query: { search: search || undefined } }, { isTyping, staleTime: 0 });
