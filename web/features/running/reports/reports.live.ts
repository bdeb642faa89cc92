import { api } from '@palabre/common/contract/index.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { refetch } from '../../../platform/server/query.ts';

/** Administrators alone hear of reports, and their lists come page by page: those that are shown are asked for again. */
function readAgain(client: QueryClient, { _id: id }: { _id: string }, reportedUser: string): void {
  refetch(client, api.reports.list);
  refetch(client, api.reports.waiting);
  refetch(client, api.reports.one, { params: { id } });
  void client.invalidateQueries({ queryKey: [api.reports.ofUser.path, { params: { id: reportedUser } }] });
}

export const reportsLive = {
  newReport: (report, client) => readAgain(client, report, report.reportedUser._id),
  updateReport: (report, client) => readAgain(client, report, report.reportedUser._id),
  deleteReport: (report, client) => readAgain(client, report, report.reportedUser),
  // What was reported of someone goes with them.
  banned: (_banned, client) => {
    refetch(client, api.reports.list);
    refetch(client, api.reports.waiting);
    refetch(client, api.reports.ofUser);
  },
  deleteUser: (_user, client) => refetch(client, api.reports.waiting),
} satisfies LiveHandlers;
