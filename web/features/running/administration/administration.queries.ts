/**
 * Queries of the administration feature: all accounts, and the banned addresses. `AdminPage.tsx` shows them to
 * administrators.
 */

import { api } from '@palabre/common/contract/index.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/server/api.ts';
import { endpointQuery } from '../../../platform/server/query.ts';
import type { Searched } from '../../../ui/fields/useTypedSearch.ts';
import { usePagedList } from '../../../ui/lists/usePagedList.ts';

/** Filter of the list of accounts. */
export type Shown = 'everyone' | 'reported' | 'administrators' | 'suspended';

/** Reads a page of all users, or of the users that a search finds. */
export function useAccounts({ search, isTyping }: Searched, shown: Shown) {
  const query = { search: search || undefined, ...(shown !== 'everyone' && { [shown]: 'true' as const }) };
  return usePagedList(api.administration.users, { query }, { isTyping });
}

/** Reads a page of the banned addresses. */
export const useBannedAddresses = ({ search, isTyping }: Searched) =>
  usePagedList(api.administration.banned, { query: { search: search || undefined, limit: 50 } }, { isTyping });

/** Bans an address; the `banned` event updates the lists. */
export const banAddress = (email: string, reason: string) =>
  call(api.administration.ban, { body: { email, reason: reason || undefined } });

/** Unbans an address; the `unbanned` event updates the list. */
export const unbanAddress = (id: string) => call(api.administration.unban, { params: { id } });

/** Suspends an account; the `updateUser` event updates the lists. */
export const suspendAccount = (id: string) => call(api.administration.suspend, { params: { id } });

/** Lifts the suspension of an account; the `updateUser` event updates the lists. */
export const restoreAccount = (id: string) => call(api.administration.restore, { params: { id } });

/** Reads how much of the disk a person's data takes, again each time their account opens. */
export function useDisk(id: string) {
  const asked = endpointQuery(api.administration.disk, { params: { id } });
  return useQuery({ ...asked, select: answer => answer.disk, staleTime: 0, meta: { silent: true } });
}

/** Reads the places that a person runs alone, with their heirs; keeps the previous heir's answer meanwhile. */
export function useDeparture(id: string, heirId: string | undefined) {
  const asked = endpointQuery(api.administration.departure, { params: { id }, query: { heirId } });
  return useQuery({
    ...asked,
    ...{ placeholderData: keepPreviousData, staleTime: 0, meta: { silent: true } },
    select: answer => answer.departure,
  });
}

/** Carries out the departure of a person; events update the caches. */
export const carryOutDeparture = (
  id: string,
  body: { heirId: string | null; deputyId: string | null; leaves: boolean },
) => call(api.administration.depart, { params: { id }, body });

/** Makes a person administrator; the `updateUser` event updates the lists. */
export const makeAdministrator = (id: string) => call(api.administration.makeAdministrator, { params: { id } });

/** Takes the administrator right from somebody else; the `updateUser` event updates the lists. */
export const endAdministrator = (id: string) => call(api.administration.endAdministrator, { params: { id } });

/** Ends all sessions of somebody else. */
export const endSessions = (id: string) => call(api.administration.endSessions, { params: { id } });

/** Makes a link by which somebody chooses a new password; the answer holds the link unless it is mailed. */
export const makeRecovery = (id: string, body: { by: 'mail' | 'hand'; twoStep: boolean }) =>
  call(api.administration.recover, { params: { id }, body });
