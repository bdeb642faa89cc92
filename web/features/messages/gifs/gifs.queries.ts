/** Queries of the gifs feature: categories and search of the GIF picker, through Palabre's own server. */

import { api } from '@palabre/common/contract/index.ts';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../../platform/server/query.ts';

/** Keeps results as long as the server's own cache. */
const lasting = { staleTime: 10 * 60_000, meta: { silent: true } } as const;

/** Reads the categories. */
export function useGifCategories() {
  return useQuery({ ...endpointQuery(api.gifs.categories), ...lasting, select: ({ tags }) => tags });
}

/** Searches GIFs; sends nothing for an empty search. */
export function useGifs(words: string) {
  return useQuery({
    ...endpointQuery(api.gifs.search, { query: { q: words } }),
    ...lasting,
    enabled: words !== '',
    select: ({ results }) => results,
  });
}
