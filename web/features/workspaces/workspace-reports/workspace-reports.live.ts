import { api } from '@palabre/common/contract/index.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { refetch } from '../../../platform/server/query.ts';

const all = (_what: unknown, client: QueryClient) => refetch(client, api.workspaceReports.list);

/** Refetches the reports of a workspace that are on screen: few look at them, and at one page. */
export const workspaceReportsLive = {
  updateWorkspaceReports: ({ workspaceId }, client) =>
    void client.invalidateQueries({ queryKey: [api.workspaceReports.list.path, { params: { id: workspaceId } }] }),
  deleteWorkspace: ({ _id: id }, client) =>
    client.removeQueries({ queryKey: [api.workspaceReports.list.path, { params: { id } }] }),
  // A report names people and a message: what becomes of these shows too.
  deleteMessage: all,
  deleteUser: all,
  updateUser: all,
  // Who owns a workspace, and who is in it, decides which reports are listed and what may be done.
  updateWorkspace: all,
} satisfies LiveHandlers;
