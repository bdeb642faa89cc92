/**
 * Queries of the disconnection feature: default hours, the charter and the reports of months. `open/DisconnectionTab.tsx` shows
 * them to administrators, `open/CharterCard.tsx` the charter to everyone.
 */

import { api } from '@palabre/common/contract/index.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallInput, call } from '../../../platform/server/api.ts';
import { endpointQuery, keyOf } from '../../../platform/server/query.ts';
import { usePagedList } from '../../../ui/lists/usePagedList.ts';

const silent = { meta: { silent: true } } as const;

/** Reads the charter; null without one. */
export const useCharter = () =>
  useQuery({ ...endpointQuery(api.disconnection.charter), select: ({ charter }) => charter, ...silent });

/** Writes the charter. The form shows the error. */
export function useSetCharter() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) => call(api.disconnection.setCharter, { body: { text } }),
    ...silent,
    onSuccess: answer => client.setQueryData(keyOf(api.disconnection.charter), answer),
  });
}

const asked = (societyId: string | null | undefined) => ({ query: { societyId: societyId ?? undefined } });

/** Reads the default hours of a society, or of the instance. */
export const useDefaultHours = (societyId: string | null) =>
  useQuery({
    ...endpointQuery(api.disconnection.defaults, asked(societyId)),
    select: ({ hours }) => hours,
    staleTime: 0,
    ...silent,
  });

/** Sets the hours of a society, or of the instance; null removes them. The form shows the error. */
export function useSetDefaultHours() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<typeof api.disconnection.setDefaults>['body']) =>
      call(api.disconnection.setDefaults, { body }),
    ...silent,
    // Another society may be chosen by now.
    onSuccess: (answer, { societyId }) =>
      client.setQueryData(keyOf(api.disconnection.defaults, asked(societyId)), answer),
  });
}

/** Reads the numbers of a month, by default the last one. */
export const useReports = (month: string | undefined) =>
  usePagedList(api.disconnection.reports, { query: { month } }, { staleTime: 0 });
