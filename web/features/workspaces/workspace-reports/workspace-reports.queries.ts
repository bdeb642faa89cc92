/** Queries of the reports of a workspace, for its owners: `settings/ReportsSection.tsx` shows and handles them. */

import { api } from '@palabre/common/contract/index.ts';
import type { WorkspaceReport } from '@palabre/common/contract/workspaces/workspace-reports.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/server/api.ts';
import { endpointQuery } from '../../../platform/server/query.ts';

/** Number of reports in a page. */
const shownAtOnce = 20;

/** Which reports the list shows. */
export type Shown = 'new' | 'handled';

/** Reads a page of the reports of a workspace, newest first; keeps the previous page until the new one arrives. */
export function useWorkspaceReports(id: string, status: Shown, cursor: string | undefined, enabled: boolean) {
  const query = { limit: shownAtOnce, status, cursor };
  return useQuery({
    ...endpointQuery(api.workspaceReports.list, { params: { id }, query }),
    ...{ placeholderData: keepPreviousData, meta: { silent: true }, enabled },
  });
}

/** Report of a workspace. */
interface Which {
  id: string;
  reportId: string;
}

/** Marks a report as handled, or as new again; the `updateWorkspaceReports` event updates the lists. */
export const markReport = (params: Which, status: WorkspaceReport['status']) =>
  call(api.workspaceReports.update, { params, body: { status } });

/** Adds a note to a report, for owners and administrators. */
export const addNote = (params: Which, content: string) =>
  call(api.workspaceReports.note, { params, body: { content } });

/** Leaves a report to administrators. */
export const passOn = (params: Which) => call(api.workspaceReports.passOn, { params });

/** Deletes a reported message. */
export const deleteMessage = (id: string) => call(api.messages.remove, { params: { id } });
