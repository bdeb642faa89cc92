/**
 * Search of messages and files. indexer.ts and indexer.store.ts maintain an index of words beside messages (decision
 * 0032), by scope, a set of places with the same readers (decision 0040). search.ts handles requests: meaning.store.ts
 * resolves a search for its person, query-parts.ts and windows.ts choose where to look, search.store.ts finds,
 * mentioned.ts finds people in mentions, line.ts queues searches of one person.
 * common/rules/reading/search.ts parses the query; platform/postgres/extensions.ts names the extensions that a server
 * lacks.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { placesBehind } from './indexer.store.ts';
import { catchUp, SearchIndexer } from './indexer.ts';
import { search } from './search.ts';

declare module '../../../platform/services.ts' {
  interface Services {
    /** Keeps the search index in step with messages. */
    indexer: SearchIndexer;
  }
}

export const searchFeature: Feature = {
  provides: ({ services }) => ({
    indexer: new SearchIndexer(services.database.pool, services.logger, services.shares.pace),
  }),
  serves: serving(api.search, search),
  jobs: ({ services }) => [catchUp(services.indexer)],
  hearsEvents:
    ({ indexer }) =>
    event =>
      indexer.hear(event),
  measures: ({ database }, metrics) =>
    metrics.watch(
      'palabre_search_behind',
      'Places that the search has not read to their end',
      async () => (await placesBehind(database.pool)).length,
      'once',
    ),
  endsLast: ({ indexer }) => indexer.close(),
};
