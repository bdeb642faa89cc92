import { api } from '@palabre/common/contract/index.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { refetch } from '../../../platform/server/query.ts';

const accounts = (_what: unknown, client: QueryClient) => refetch(client, api.administration.users);

/** Refetches the administrators' paged lists that are on screen. */
export const administrationLive = {
  newUser: accounts,
  deleteUser: accounts,
  updateUser: accounts,
  newReport: accounts,
  updateReport: accounts,
  deleteReport: accounts,
  banned(what, client) {
    accounts(what, client);
    refetch(client, api.administration.banned);
  },
  unbanned: (_what, client) => refetch(client, api.administration.banned),
} satisfies LiveHandlers;
