import { api } from '@palabre/common/contract/index.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { refetch } from '../../../platform/server/query.ts';

const accounts = (_what: unknown, client: QueryClient) => refetch(client, api.administration.users);

/** Lists of administrators come page by page: those that are shown are asked for again. */
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
