/**
 * Scheduled messages, and reminders of messages (decision 0062): stored with the nonce of the future message, and
 * posted by the queue of posts when they are due, with the rights that their author has then.
 * scheduled.ts lists, schedules, edits, sends now and cancels; leaving.ts sends due messages, every minute;
 * reminders.ts sends due reminders. SQL: scheduled.store.ts.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { leaveDue } from './leaving.ts';
import { scheduled } from './scheduled.ts';

declare module '../../../platform/services.ts' {
  interface Services {
    /** Clock by which scheduled messages are due. */
    scheduleClock: () => Date;
  }
}

export const scheduledFeature: Feature = {
  provides: ({ now }) => ({ scheduleClock: now }),
  serves: serving(api.scheduled, scheduled),
  jobs: ({ services }) => [{ name: 'scheduled.leave', cron: '* * * * *', run: () => leaveDue(services) }],
};
