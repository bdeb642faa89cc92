/** Queries of the overview. `open/OverviewTab.tsx` shows them to administrators, and reads them again each time it opens. */

import { api } from '@palabre/common/contract/index.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../../platform/server/query.ts';

const shown = { staleTime: 0, meta: { silent: true } } as const;

/** Reads the totals of the last count and the state of the server; both change without events, so each minute again. */
export const useOverview = () => useQuery({ ...endpointQuery(api.overview.read), ...shown, refetchInterval: 60_000 });

/** Reads a page of workspaces by size, or of those that a search finds. */
export const useSizes = (search: string, cursor: string | undefined) =>
  useQuery({
    ...endpointQuery(api.overview.workspaces, { query: { search: search || undefined, cursor } }),
    placeholderData: keepPreviousData,
    ...shown,
  });
