import type { InputOf } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/server/api.ts';
import { endpointQuery } from '../../../platform/server/query.ts';
import { zoneHere } from '../../../platform/words/format.ts';

export type JournalFilter = Omit<NonNullable<InputOf<typeof api.audit.csv>['query']>, 'zone'>;

/** A page of the journal, asked for each time it is opened: no event tells of it. */
export function useJournal(filter: JournalFilter, cursor: string | undefined) {
  return useQuery({
    ...endpointQuery(api.audit.list, { query: { ...filter, cursor } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    meta: { silent: true },
  });
}

/** Fetches the journal as a file, and hands it to the browser as a download. */
export async function downloadJournal(filter: JournalFilter): Promise<void> {
  let file: Blob | undefined;
  await call(
    api.audit.csv,
    { query: { ...filter, ...zoneHere() } },
    {
      send: async (address, init) => {
        const response = await fetch(address, init);
        if (response.ok) file = await response.clone().blob();
        return response;
      },
    },
  );
  if (!file) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = 'journal.csv';
  link.click();
  URL.revokeObjectURL(link.href);
}
