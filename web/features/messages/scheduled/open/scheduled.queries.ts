/**
 * Queries of the scheduled feature: messages that leave later and reminders. `schedule.ts` schedules them,
 * `ScheduledPage.tsx` lists them, `ScheduledLine.tsx` counts those of a place above its field.
 */

import { api } from '@palabre/common/contract/index.ts';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../../../platform/server/query.ts';

/** Reads what the user has scheduled, the next first; events keep it current. */
export const useScheduled = () => useQuery({ ...endpointQuery(api.scheduled.list), meta: { silent: true } });
