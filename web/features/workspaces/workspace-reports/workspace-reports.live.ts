import { api } from '@palabre/common/contract/index.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { refetch } from '../../../platform/server/query.ts';

const all = (_what: unknown, client: QueryClient) => refetch(client, api.workspaceReports.list);

/** Refetches the reports of a workspace that are on screen: few people look at them, and at one page. */
export const workspaceReportsLive = {
  updateWorkspaceReports: ({ workspaceId }, client) =>
    void client.invalidateQueries({ queryKey: [api.workspaceReports.list.path, { params: { id: workspaceId } }] }),
  deleteWorkspace: ({ _id: id }, client) =>
    client.removeQueries({ queryKey: [api.workspaceReports.list.path, { params: { id } }] }),
  // A report shows the current state of its people and its message.
  deleteMessage: all,
  deleteUser: all,
  updateUser: all,
  // The owners and members of a workspace decide which reports are listed and which actions are allowed.
  updateWorkspace: all,
} satisfies LiveHandlers;
