import type { Feature } from '../../../platform/feature.ts';
import { serveFiles } from './files.ts';
import { sweepFiles } from './sweep.ts';

export const filesFeature: Feature = {
  serves: serveFiles,
  jobs: ({ services }) => [{ name: 'files.sweep', cron: '17 * * * *', run: () => sweepFiles(services) }],
};
