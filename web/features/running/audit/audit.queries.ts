/**
 * Queries of the audit feature: the journal of everyone's actions, which administrators read page by page or download
 * as CSV.
 */

import type { InputOf } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import { call } from '../../../platform/server/api.ts';
import { zoneHere } from '../../../platform/words/format.ts';
import { usePagedList } from '../../../ui/lists/usePagedList.ts';

/** Filter of the journal. */
export type JournalFilter = Omit<NonNullable<InputOf<typeof api.audit.csv>['query']>, 'zone'>;

/** Reads a page of the journal; not cached, as no event reports new entries. */
export const useJournal = (filter: JournalFilter, isTyping: boolean) =>
  usePagedList(api.audit.list, { query: filter }, { isTyping, staleTime: 0, gcTime: 0 });

/** Downloads the journal as a CSV file. */
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
