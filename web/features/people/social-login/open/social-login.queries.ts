/**
 * Queries of the social-login feature: the login providers. `SocialButtons.tsx` shows them; `arrival.ts` ends a login
 * by one of them.
 */

import { api } from '@palabre/common/contract/index.ts';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../../../platform/server/query.ts';

/** Reads the login providers; none until they are known. */
export function useSocialProviders() {
  const { data } = useQuery({
    ...endpointQuery(api.socialLogin.providers),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });
  return data?.providers ?? [];
}
