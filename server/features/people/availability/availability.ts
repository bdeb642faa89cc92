import { limits } from '@palabre/common/contract/fields.ts';
import type { api } from '@palabre/common/contract/index.ts';
import type { OffDuty, OwnAvailability } from '@palabre/common/contract/people/availability.ts';
import { instantOf, localTimeOf } from '@palabre/common/rules/local-times.ts';
import { absenceAt, dayAfter, offDuty } from '@palabre/common/rules/people/duty.ts';
import { validate as isUuid } from 'uuid';
import { readAudiences, sharesPlaceWith } from '../../../platform/access/people.store.ts';
import { demand, fail } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import { rooms, to } from '../../../platform/realtime/rooms.ts';
import type { Services } from '../../../platform/services.ts';
import type { Work } from '../../../platform/work.ts';
import { audit } from '../../running/audit/open/record.ts';
import {
  countShown,
  deleteHours,
  insertUrgent,
  type NewAbsence,
  replaceAbsences,
  setHours,
  setQuiet,
} from './availability.store.ts';
import { type FactsRow, factsOf, readOwn, readShownFacts } from './open/availability.store.ts';

const dayMs = 24 * 3_600_000;

/** Handlers of hours, absences and quiet. */
export const availability: Handlers<typeof api.availability> = {
  async list({ actor, db, query, services }) {
    const ids = query.ids.toLowerCase().split(',').filter(isUuid).slice(0, limits.namedPeople);
    const now = services.duty.now();
    const rows = await readShownFacts(db, ids, sharesPlaceWith(actor.userId), now);
    return { offDuty: rows.flatMap(row => shownAt(row, now.getTime()) ?? []) };
  },

  async own({ actor, db, services }) {
    return { own: await ownOf(db, actor.userId, services) };
  },

  async setHours({ actor, body: { hours }, services, work }) {
    await services.limits.spend('profile', actor.userId);
    const { zone } = await ownOf(work.db, actor.userId, services);
    await setHours(work.db, actor.userId, hours, zone);
    return { own: await tell(work, actor.userId, services) };
  },

  async followDefault({ actor, services, work }) {
    await services.limits.spend('profile', actor.userId);
    await deleteHours(work.db, actor.userId);
    return { own: await tell(work, actor.userId, services) };
  },

  async setAbsences({ actor, body: { absences }, services, work }) {
    await services.limits.spend('profile', actor.userId);
    const { zone } = await ownOf(work.db, actor.userId, services);
    const today = localTimeOf(services.duty.now().getTime(), zone).slice(0, 10);
    await demandAbsences(work.db, actor.userId, absences, today);
    await replaceAbsences(work.db, actor.userId, absences, today);
    return { own: await tell(work, actor.userId, services) };
  },

  async setQuiet({ actor, body: { until }, services, work }) {
    await services.limits.spend('profile', actor.userId);
    const nowMs = services.duty.now().getTime();
    const untilMs = until && instantOf(until.localTime, until.zone);
    if (untilMs !== null) {
      demand(untilMs > nowMs, 'time_past');
      demand(untilMs <= nowMs + limits.quietDaysAhead * dayMs, 'quiet_far');
    }
    await setQuiet(work.db, actor.userId, untilMs === null ? null : new Date(untilMs));
    return { own: await tell(work, actor.userId, services) };
  },

  async urgent({ actor, body: { nonce, reason }, services, work }) {
    const made = await insertUrgent(work.db, { senderId: actor.userId, nonce, reason });
    demand(made !== 'full', 'too_many_urgent');
    if (made === 'made') {
      await audit.record(work, {
        action: 'message_urgent',
        actorId: actor.userId,
        target: { id: null, name: reason },
      });
    }
    const own = await ownOf(work.db, actor.userId, services);
    work.emit('updateOwnAvailability', own, to(rooms.user(actor.userId)));
    return { own };
  },
};

const ownOf = async (db: Db, userId: string, { duty }: Pick<Services, 'duty'>): Promise<OwnAvailability> =>
  (await readOwn(db, userId, duty.now())) ?? fail('unauthorized');

/**
 * Sends the new availability to the person's devices, and a notice of the change to everyone who shares a place with
 * them.
 */
async function tell(work: Work, userId: string, services: Pick<Services, 'duty'>): Promise<OwnAvailability> {
  const own = await ownOf(work.db, userId, services);
  work.emit('updateOwnAvailability', own, to(rooms.user(userId)));
  const [audience] = await readAudiences(work.db, [userId]);
  if (audience) work.emit('updateAvailability', { _id: userId }, to(...audience.rooms));
  return own;
}

/** Refuses absences that have ended, are too far ahead, share a day, or name a deputy whom the person may not see. */
async function demandAbsences(db: Db, userId: string, absences: readonly NewAbsence[], today: string): Promise<void> {
  const inOrder = [...absences].sort((a, b) => (a.from < b.from ? -1 : 1));
  for (const [i, { to: last }] of inOrder.entries()) {
    demand(last >= today, 'absence_past');
    demand(last <= dayAfter(today, limits.absenceDaysAhead), 'absence_far');
    const next = inOrder[i + 1];
    demand(!next || last < next.from, 'absences_overlap');
  }
  const deputies = [...new Set(absences.flatMap(({ deputyId }) => deputyId ?? []))];
  demand(!deputies.includes(userId), 'deputy_self');
  if (deputies.length === 0) return;
  demand((await countShown(db, deputies, sharesPlaceWith(userId))) === deputies.length, 'user_not_found');
}

/** Returns the off-duty state shown to other people at a time; null while the person is on duty. */
function shownAt(row: FactsRow, nowMs: number): OffDuty | null {
  const off = offDuty(factsOf(row), nowMs);
  if (!off) return null;
  const absence = absenceAt(nowMs, row.absences, row.zone);
  return {
    _id: row.userId,
    until: off.untilMs === null ? null : new Date(off.untilMs).toISOString(),
    isAbsent: absence !== undefined,
    deputy: absence?.deputy ?? null,
    text: absence?.text ?? '',
  };
}
