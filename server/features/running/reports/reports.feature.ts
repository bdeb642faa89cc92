/**
 * Reports of people to administrators: one a day by the same person about the same person, with a copy of the message
 * reported.
 * Handlers: reports.ts; open/telling.ts addresses administrators; SQL: reports.store.ts. On the page:
 * web/features/running/reports/open/report.store.ts opens the dialog.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { reports } from './reports.ts';

export const reportsFeature: Feature = {
  serves: serving(api.reports, reports),
};
