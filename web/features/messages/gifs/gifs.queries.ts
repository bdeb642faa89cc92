import { api } from '@palabre/common/contract/index.ts';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../../platform/server/query.ts';

/** What was found stays good for as long as the server keeps it. */
const lasting = { staleTime: 10 * 60_000, meta: { silent: true } } as const;

/** The categories, shown while nothing is searched. */
export function useGifCategories() {
  return useQuery({ ...endpointQuery(api.gifs.categories), ...lasting, select: ({ tags }) => tags });
}

/** The GIFs that go with some words; nothing is asked for none. */
export function useGifs(words: string) {
  return useQuery({
    ...endpointQuery(api.gifs.search, { query: { q: words } }),
    ...lasting,
    enabled: words !== '',
    select: ({ results }) => results,
  });
}
