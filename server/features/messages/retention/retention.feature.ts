/**
 * Retention (« suppression automatique »): each hour, the last message of each channel is deleted once it is older than
 * its workspace keeps messages.
 * retention.ts is the job; SQL: retention.store.ts.
 */

import type { Feature } from '../../../platform/feature.ts';
import { deleteOldMessages } from './retention.ts';

export const retentionFeature: Feature = {
  jobs: ({ services, now }) => [
    { name: 'retention.sweep', cron: '0 * * * *', run: () => deleteOldMessages(services, now()) },
  ],
};
