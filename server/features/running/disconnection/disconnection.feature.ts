/**
 * Disconnection (« Déconnexion »), for administrators: default hours of the instance and of societies, the charter, and
 * a monthly report without any person, nor any group under ten (decision 0064).
 * disconnection.ts serves them; reports.ts makes last month's report. SQL: disconnection.store.ts and reports.store.ts.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { disconnection } from './disconnection.ts';
import { reportLastMonth } from './reports.ts';

export const disconnectionFeature: Feature = {
  serves: serving(api.disconnection, disconnection),
  // Daily, so that a server that was away on the first makes the report later.
  jobs: ({ services, now }) => [
    { name: 'disconnection.report', cron: '47 4 * * *', run: () => reportLastMonth(services, now()) },
  ],
};
