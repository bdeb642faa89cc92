/** Queries of the guests feature: guests by pages, and changes of their stays. `settings/GuestsSection.tsx` lists them. */

import { api } from '@palabre/common/contract/index.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../platform/server/api.ts';
import type { Searched } from '../../../ui/fields/useTypedSearch.ts';
import { usePagedList } from '../../../ui/lists/usePagedList.ts';

/** Stays that a list shows. */
export type Stays = 'staying' | 'over';

/** Reads a page of the guests of a workspace. */
export function useGuests(workspaceId: string, { search, isTyping }: Searched, stays: Stays) {
  const query = { search: search || undefined, over: stays === 'over' ? ('true' as const) : undefined };
  return usePagedList(api.guests.list, { params: { id: workspaceId }, query }, { isTyping });
}

/** Renews the stay of a guest, and changes where they are; the event updates the lists. */
export function useChangeStay(workspaceId: string, userId: string) {
  return useMutation({
    mutationFn: (body: { endsAt: string; channels: string[] }) =>
      call(api.guests.update, { params: { id: workspaceId, userId }, body }),
    meta: { silent: true },
  });
}

/** Ends the stay of a guest; the event updates the lists. */
export function useEndStay(workspaceId: string) {
  return useMutation({
    mutationFn: (userId: string) => call(api.guests.end, { params: { id: workspaceId, userId } }),
  });
}
