import type { Feature } from '../../../platform/feature.ts';
import { serveAudit } from './audit.ts';

export const auditFeature: Feature = {
  serves: serveAudit,
};
