/**
 * Queries of the registration feature: who may register, and requests for an account. `AskPage.tsx` is the registration
 * page of people who may not, `RegistrationCard.tsx` the administrators' choice.
 */

import { api } from '@palabre/common/contract/index.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallInput, call } from '../../../../platform/server/api.ts';
import { endpointQuery, keyOf, refetch } from '../../../../platform/server/query.ts';

const silent = { meta: { silent: true } } as const;

/** Reads who may register, for the registration page. */
export const useShownRegistration = () =>
  useQuery({
    ...endpointQuery(api.registration.shown),
    select: answer => answer.registration,
    staleTime: 0,
    retry: false,
    ...silent,
  });

/** Reads who may register, with the domains. */
export const useRegistration = () =>
  useQuery({ ...endpointQuery(api.registration.read), select: answer => answer.registration, staleTime: 0, ...silent });

/** Chooses who may register. The form shows the error. */
export function useChooseRegistration() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<typeof api.registration.choose>['body']) => call(api.registration.choose, { body }),
    ...silent,
    onSuccess: answer => {
      client.setQueryData(keyOf(api.registration.read), answer);
      refetch(client, api.registration.shown);
    },
  });
}

/** Asks for an account. The form shows the error. */
export function useAskAccount() {
  return useMutation({
    mutationFn: (body: CallInput<typeof api.admissions.ask>['body']) => call(api.admissions.ask, { body }),
    ...silent,
  });
}
