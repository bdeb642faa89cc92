import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { catchUp, SearchIndexer } from './indexer.ts';
import { search } from './search.ts';

declare module '../../../platform/services.ts' {
  interface Services {
    /** Keeps what messages are found by in step with them. */
    indexer: SearchIndexer;
  }
}

export const searchFeature: Feature = {
  provides: ({ services }) => ({ indexer: new SearchIndexer(services.database.pool, services.logger) }),
  serves: serving(api.search, search),
  jobs: ({ services }) => [catchUp(services.indexer)],
  hearsEvents:
    ({ indexer }) =>
    event =>
      indexer.hear(event),
  endsLast: ({ indexer }) => indexer.close(),
};
