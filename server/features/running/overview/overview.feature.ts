/**
 * Overview, for administrators: what this Palabre holds, as totals, and how its server is. A job counts each hour; a request
 * reads what it counted, so that no size of an instance makes it slow (decision 0067).
 * overview.ts answers; counting.ts is the job. SQL: overview.store.ts.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { countAgain } from './counting.ts';
import { overview } from './overview.ts';

export const overviewFeature: Feature = {
  serves: serving(api.overview, overview),
  // At a start too: a new Palabre, and one that was just upgraded, would have no totals until the hour.
  jobs: ({ services, now }) => [
    { name: 'overview.count', cron: '37 * * * *', atStart: true, run: () => countAgain(services, now()) },
  ],
};
