import { offDuty } from '@palabre/common/rules/people/duty.ts';
import type { Services } from '../../../platform/services.ts';
import { factsOf, readFacts } from './open/availability.store.ts';

/** Tells who is off duty, by the jobs' clock. */
export interface Duty {
  now: () => Date;
  /** Returns the people off duty now, who get no mail or push about messages. One query. */
  offDutyOf(userIds: readonly string[]): Promise<Set<string>>;
  /** Tells, for each of these times, whether a person was off duty, by their current hours and absences. One query. */
  wasOffDuty(userId: string, timesMs: readonly number[]): Promise<boolean[]>;
}

/** Creates the service that tells who is off duty. */
export const createDuty = ({ database }: Pick<Services, 'database'>, now: () => Date): Duty => ({
  now,
  async offDutyOf(userIds) {
    if (userIds.length === 0) return new Set();
    const at = now();
    const rows = await readFacts(database.kysely, userIds, at);
    return new Set(rows.filter(row => offDuty(factsOf(row), at.getTime())).map(({ userId }) => userId));
  },
  async wasOffDuty(userId, timesMs) {
    if (timesMs.length === 0) return [];
    // Absences that have ended since count too.
    const [row] = await readFacts(database.kysely, [userId], new Date(Math.min(...timesMs)));
    return timesMs.map(ms => row !== undefined && offDuty(factsOf(row), ms) !== null);
  },
});
