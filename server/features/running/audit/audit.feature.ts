/**
 * Audit log (« journal »): who did what to whom, for administrators; kept unchanged. A line is written in the
 * transaction of its act (decision 0030).
 * open/record.ts: `audit.record(work, …)`; audit.ts lists lines and writes the CSV file; SQL: audit.store.ts; words:
 * common/rules/running/audit.ts, and what they are called audit-texts.ts.
 */

import type { Feature } from '../../../platform/feature.ts';
import { serveAudit } from './audit.ts';

export const auditFeature: Feature = {
  serves: serveAudit,
};
