import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { reports } from './reports.ts';

export const reportsFeature: Feature = {
  serves: serving(api.reports, reports),
};
