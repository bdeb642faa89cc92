import { api } from '@palabre/common/contract/index.ts';
import type { Report } from '@palabre/common/contract/running/reports.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type CallInput, call } from '../../../../platform/server/api.ts';
import { endpointQuery } from '../../../../platform/server/query.ts';
import { useMe } from '../../../people/users/open/users.queries.ts';

/** Tells administrators of a person. A failure is said by the form alone. */
export function useFileReport() {
  return useMutation({
    mutationFn: (body: NonNullable<CallInput<typeof api.reports.create>['body']>) => call(api.reports.create, { body }),
    meta: { silent: true },
  });
}

/** As many as are shown at a time. */
const shownAtOnce = 20;

/** A page of what has been reported of a person, newest first. */
export function useReportsOf(userId: string, cursor: string | undefined) {
  return useQuery({
    ...endpointQuery(api.reports.ofUser, { params: { id: userId }, query: { limit: shownAtOnce, cursor } }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
}

/** How many reports wait for an administrator; 0 for others, and until that is known. */
export function useReportsWaiting(): number {
  const { data } = useQuery({
    ...endpointQuery(api.reports.waiting),
    enabled: useMe()?.admin === true,
    meta: { silent: true },
  });
  return data?.count ?? 0;
}

/** Says that one has handled a report, or that it is to be handled again; `updateReport` shows it. */
export const markReport = (id: string, status: Report['status']) =>
  call(api.reports.update, { params: { id }, body: { status } });

export const deleteReport = (id: string) => call(api.reports.remove, { params: { id } });

export const deleteReportedMessage = (id: string) => call(api.reports.removeMessage, { params: { id } });
