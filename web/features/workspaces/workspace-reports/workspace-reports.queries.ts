/** Queries of the reports of a workspace, for its owners: `settings/ReportsSection.tsx` shows and handles them. */

import { api } from '@palabre/common/contract/index.ts';
import type { WorkspaceReport } from '@palabre/common/contract/workspaces/workspace-reports.ts';
import { call } from '../../../platform/server/api.ts';
import { usePagedList } from '../../../ui/lists/usePagedList.ts';

/** Number of reports in a page. */
const shownAtOnce = 20;

/** Filter of the list of reports. */
export type Shown = 'new' | 'handled';

/** Reads a page of the reports of a workspace, newest first. */
export const useWorkspaceReports = (id: string, status: Shown, enabled: boolean) =>
  usePagedList(api.workspaceReports.list, { params: { id }, query: { limit: shownAtOnce, status } }, { enabled });

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

/** Passes a report on to administrators. */
export const passOn = (params: Which) => call(api.workspaceReports.passOn, { params });

/** Deletes a reported message. */
export const deleteMessage = (id: string) => call(api.messages.remove, { params: { id } });
