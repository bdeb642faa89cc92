/**
 * Queries of announcements: `open/AnnouncementBanners.tsx` shows them to everybody, `open/AnnouncementsTab.tsx` makes
 * and lists them for administrators.
 */

import { api } from '@palabre/common/contract/index.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallInput, call } from '../../../platform/server/api.ts';
import { endpointQuery, patchQuery, refetch } from '../../../platform/server/query.ts';
import type { Searched } from '../../../ui/fields/useTypedSearch.ts';
import { usePagedList } from '../../../ui/lists/usePagedList.ts';

const silent = { meta: { silent: true } } as const;

/** Reads the announcements shown to the person; events keep them current. */
export const useAnnouncements = () => useQuery({ ...endpointQuery(api.announcements.shown), ...silent }).data;

/** Dismisses an announcement on all devices of the person: optimistic, and refetched if the server refuses. */
export function useDismiss() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(api.announcements.dismiss, { params: { id } }),
    ...silent,
    onMutate: id =>
      patchQuery(client, api.announcements.shown, {}, ({ announcements }) => ({
        announcements: announcements.filter(({ _id }) => _id !== id),
      })),
    onError: () => refetch(client, api.announcements.shown),
  });
}

/** Reads a page of all announcements, including past ones. */
export const useListedAnnouncements = ({ search, isTyping }: Searched) =>
  usePagedList(api.announcements.list, { query: { search: search || undefined } }, { isTyping, staleTime: 0 });

/** Makes an announcement. The form shows the error. */
export function useAnnounce() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<typeof api.announcements.create>['body']) => call(api.announcements.create, { body }),
    ...silent,
    onSuccess: () => {
      refetch(client, api.announcements.list);
      refetch(client, api.announcements.shown);
    },
  });
}

/** Ends an announcement for everybody. */
export function useEndAnnouncement() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(api.announcements.end, { params: { id } }),
    onSuccess: () => {
      refetch(client, api.announcements.list);
      refetch(client, api.announcements.shown);
    },
  });
}
