import type { Feature } from '../../../platform/feature.ts';
import { servePersonalData } from './personal-data.ts';
import { exportJobs } from './prepared.ts';

export const personalDataFeature: Feature = {
  serves: servePersonalData,
  jobs: ({ services }) => exportJobs(services),
};
