import type { Feature } from '../../../platform/feature.ts';
import { deleteOldMessages } from './retention.ts';

export const retentionFeature: Feature = {
  jobs: ({ services, now }) => [
    { name: 'retention.sweep', cron: '0 * * * *', run: () => deleteOldMessages(services, now()) },
  ],
};
