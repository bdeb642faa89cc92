/**
 * Queries of the social-login feature: the providers by which one logs in. `SocialButtons.tsx` shows them;
 * `arrival.ts` is the end of such a login.
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
