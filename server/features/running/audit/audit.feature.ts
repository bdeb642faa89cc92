/**
 * Audit log (« journal »): actor, action and target of each act, for administrators; append-only. A line is written in
 * the transaction of its act (decision 0030).
 * open/record.ts: `audit.record(work, …)`; audit.ts lists lines and writes the CSV file; SQL: audit.store.ts; actions:
 * common/rules/running/audit.ts, and their labels audit-texts.ts.
 */

import type { Feature } from '../../../platform/feature.ts';
import { serveAudit } from './audit.ts';

export const auditFeature: Feature = {
  serves: serveAudit,
};
