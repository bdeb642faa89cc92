/**
 * Nightly backups: if `BACKUP_DIR` is set, a backup is written there each night, and the oldest beyond `BACKUP_KEEP`
 * are deleted. Their format is that of `npm run backup` (server/platform/backup/, decision 0056).
 * backups.ts is the job.
 */

import type { Feature } from '../../../platform/feature.ts';
import { backUpNightly } from './backups.ts';

export const backupsFeature: Feature = {
  jobs: ({ services, now }) => {
    const { backups } = services.env;
    return [
      {
        name: 'backups.nightly',
        ...(backups && { cron: '30 2 * * *' }),
        run: async () => backups && backUpNightly(services, backups, now()),
      },
    ];
  },
};
