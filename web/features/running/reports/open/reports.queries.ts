/** Queries of the reports feature: users report a person or a message; administrators read and handle the reports. */

import { api } from '@palabre/common/contract/index.ts';
import type { Report } from '@palabre/common/contract/running/reports.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type CallInput, call } from '../../../../platform/server/api.ts';
import { endpointQuery } from '../../../../platform/server/query.ts';
import { usePagedList } from '../../../../ui/lists/usePagedList.ts';
import { useAdministers } from '../../../people/users/open/users.queries.ts';

/** Sends a report. The form shows the error. */
export function useFileReport() {
  return useMutation({
    mutationFn: (body: NonNullable<CallInput<typeof api.reports.create>['body']>) => call(api.reports.create, { body }),
    meta: { silent: true },
  });
}

/** Number of reports in a page. */
const shownAtOnce = 20;

/** Reads a page of the reports about a user, newest first. */
export const useReportsOf = (userId: string) =>
  usePagedList(api.reports.ofUser, { params: { id: userId }, query: { limit: shownAtOnce } });

/** Reads a reported person's history, again each time it is shown. */
export function useHistoryOf(userId: string) {
  return useQuery({
    ...endpointQuery(api.reports.historyOf, { params: { id: userId } }),
    ...{ staleTime: 0, meta: { silent: true } },
    select: answer => answer.history,
  });
}

/** Reads the number of unhandled reports; 0 until known, and for users without the administrator right. */
export function useReportsWaiting(): number {
  const { data } = useQuery({
    ...endpointQuery(api.reports.waiting),
    enabled: useAdministers() === true,
    meta: { silent: true },
  });
  return data?.count ?? 0;
}

/** Marks a report as handled or new; the `updateReport` event updates the lists. */
export const markReport = (id: string, status: Report['status']) =>
  call(api.reports.update, { params: { id }, body: { status } });

/** Assigns a report to an administrator; null unassigns it. */
export const assignReport = (id: string, userId: string | null) =>
  call(api.reports.assign, { params: { id }, body: { userId } });

/** Searches the administrators who may take care of a report; keeps the previous results until the answer. */
export function useAssignees(search: string) {
  return useQuery({
    ...endpointQuery(api.reports.assignees, { query: { search: search || undefined } }),
    ...{ placeholderData: keepPreviousData, staleTime: 0, meta: { silent: true } },
    select: answer => answer.administrators,
  });
}

/** Adds a note for administrators to a report. */
export const addNote = (id: string, content: string) => call(api.reports.note, { params: { id }, body: { content } });

/** Answers the author of a report in their inbox. */
export const answerReport = (id: string, text: string) => call(api.reports.answer, { params: { id }, body: { text } });

/** Deletes a report. */
export const deleteReport = (id: string) => call(api.reports.remove, { params: { id } });

/** Deletes the message of a report. */
export const deleteReportedMessage = (id: string) => call(api.reports.removeMessage, { params: { id } });
