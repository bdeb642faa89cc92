/**
 * Queries of the about feature: the licences of the packages that Palabre is made with. open/About.tsx shows the version
 * and opens LicencesDialog.tsx.
 */

import { api } from '@palabre/common/contract/index.ts';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../../platform/server/query.ts';

/** Reads the licences. */
export function useLicences() {
  return useQuery({
    ...endpointQuery(api.about.licences),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });
}
