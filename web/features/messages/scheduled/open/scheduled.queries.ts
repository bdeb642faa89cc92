/**
 * Queries of the scheduled feature: messages sent later and reminders. `schedule.ts` schedules them,
 * `ScheduledPage.tsx` lists them, `ScheduledLine.tsx` counts a place's own above its field.
 */

import { api } from '@palabre/common/contract/index.ts';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../../../platform/server/query.ts';

/** Reads the user's scheduled messages and reminders, next first; events keep them current. */
export const useScheduled = () => useQuery({ ...endpointQuery(api.scheduled.list), meta: { silent: true } });
