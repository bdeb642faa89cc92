/**
 * Reports of a workspace's messages, which its owners handle beside administrators; reports about an owner are for
 * administrators alone, and nobody learns who reported (decision 0071).
 * Handlers: workspace-reports.ts; SQL: workspace-reports.store.ts; `running/reports` carries out each act. On the page:
 * web/features/workspaces/workspace-reports/settings/ReportsSection.tsx.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { workspaceReports } from './workspace-reports.ts';

export const workspaceReportsFeature: Feature = {
  serves: serving(api.workspaceReports, workspaceReports),
};
