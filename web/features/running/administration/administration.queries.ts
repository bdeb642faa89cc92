import { api } from '@palabre/common/contract/index.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/server/api.ts';
import { endpointQuery } from '../../../platform/server/query.ts';

const kept = { placeholderData: keepPreviousData, meta: { silent: true } };

/** A page of everyone, or of those a search finds; the one before stays until it is there. */
export function useAccounts(search: string, reported: boolean, cursor: string | undefined) {
  const query = { search: search || undefined, reported: reported ? ('true' as const) : undefined, cursor };
  return useQuery({ ...endpointQuery(api.administration.users, { query }), ...kept });
}

/** A page of the banned addresses. */
export function useBannedAddresses(search: string, cursor: string | undefined) {
  const query = { search: search || undefined, limit: 50, cursor };
  return useQuery({ ...endpointQuery(api.administration.banned, { query }), ...kept });
}

/** Bans an address; `banned` shows it. */
export const banAddress = (email: string) => call(api.administration.ban, { body: { email } });

/** Takes an address off the list; `unbanned` shows it. */
export const unbanAddress = (id: string) => call(api.administration.unban, { params: { id } });
