import { api } from '@palabre/common/contract/index.ts';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../../platform/server/query.ts';

/** The providers one may log in by; none as long as they are not known. */
export function useSocialProviders() {
  const { data } = useQuery({
    ...endpointQuery(api.socialLogin.providers),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });
  return data?.providers ?? [];
}
