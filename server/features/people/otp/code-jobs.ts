import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Services } from '../../../platform/services.ts';
import { purgeDevices } from '../../../platform/sessions/known-devices.store.ts';
import { sendCodes } from './open/codes.ts';
import { purgeCodes } from './otp.store.ts';
import { tellReached } from './spending.ts';

/** Lists the jobs of codes and known browsers, which run outside requests. */
export function codeJobs(services: Services): Job[] {
  const { kysely: db } = services.database;
  return [
    { name: 'otp.purge', cron: '23 * * * *', run: () => purgeCodes(db) },
    { name: 'devices.purge', cron: '29 3 * * *', run: () => purgeDevices(db) },
    sendCodes(services),
    tellReached(services),
  ];
}
