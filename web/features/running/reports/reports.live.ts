import { api } from '@palabre/common/contract/index.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { refetch } from '../../../platform/server/query.ts';

/** Refetches the lists of reports on screen; only administrators receive their events. */
function readAgain(client: QueryClient, { _id: id }: { _id: string }, reportedUser: string): void {
  refetch(client, api.reports.list);
  refetch(client, api.reports.waiting);
  refetch(client, api.reports.one, { params: { id } });
  void client.invalidateQueries({ queryKey: [api.reports.ofUser.path, { params: { id: reportedUser } }] });
}

/** Applies the events of reports to the cache. */
export const reportsLive = {
  newReport: (report, client) => readAgain(client, report, report.reportedUser._id),
  updateReport: (report, client) => readAgain(client, report, report.reportedUser._id),
  deleteReport: (report, client) => readAgain(client, report, report.reportedUser),
  // A ban deletes the reports about the user.
  banned: (_banned, client) => {
    refetch(client, api.reports.list);
    refetch(client, api.reports.waiting);
    refetch(client, api.reports.ofUser);
  },
  deleteUser: (_user, client) => refetch(client, api.reports.waiting),
} satisfies LiveHandlers;
