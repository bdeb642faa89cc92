/**
 * Personal data (« Vos données »): the export of a person's data as a zip, in the time zone of the request; sent at
 * once, or made by a job and kept for a while (decision 0036).
 * personal-data.ts serves, prepared.ts makes exports by jobs, readers.ts bounds exports sent at once; export.ts builds
 * the zip: export.messages.ts and export.concerns.ts read data in batches, export.page.ts and export.text.ts write the
 * HTML pages.
 */

import type { Feature } from '../../../platform/feature.ts';
import { servePersonalData } from './personal-data.ts';
import { exportJobs } from './prepared.ts';

export const personalDataFeature: Feature = {
  serves: servePersonalData,
  jobs: ({ services }) => exportJobs(services),
};
