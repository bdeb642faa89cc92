/**
 * Overview, for administrators: totals of this Palabre's contents, and the state of its server. A job counts each hour;
 * a request reads the stored counts, so that no size of an instance makes it slow (decision 0067).
 * overview.ts answers; counting.ts is the job. SQL: overview.store.ts.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { countAgain } from './counting.ts';
import { overview } from './overview.ts';

export const overviewFeature: Feature = {
  serves: serving(api.overview, overview),
  // At each start too: a new or just upgraded Palabre would have no totals until the hour.
  jobs: ({ services, now }) => [
    { name: 'overview.count', cron: '37 * * * *', atStart: true, run: () => countAgain(services, now()) },
  ],
};
