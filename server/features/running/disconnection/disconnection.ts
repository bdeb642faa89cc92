import { limits } from '@palabre/common/contract/fields.ts';
import type { api } from '@palabre/common/contract/index.ts';
import { fail } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import { pageOf } from '../../../platform/postgres/pages.ts';
import { rooms, to } from '../../../platform/realtime/rooms.ts';
import { audit } from '../audit/open/record.ts';
import {
  findSociety,
  readCharter,
  readDefaultHours,
  readMonths,
  readReports,
  writeCharter,
  writeDefaultHours,
} from './disconnection.store.ts';

/** Handlers of disconnection: the charter, default hours, reports. */
export const disconnection: Handlers<typeof api.disconnection> = {
  async charter({ db }) {
    return { charter: (await readCharter(db)) ?? null };
  },

  async setCharter({ actor, body: { text }, work }) {
    await writeCharter(work.db, text);
    await audit.record(work, {
      action: 'disconnection_updated',
      actorId: actor.userId,
      target: { id: null, name: '' },
      changes: ['charter'],
    });
    return { charter: (await readCharter(work.db)) ?? null };
  },

  async defaults({ db, query: { societyId = null } }) {
    await whereOf(db, societyId);
    return { hours: await readDefaultHours(db, societyId) };
  },

  async setDefaults({ actor, body: { societyId = null, hours }, work }) {
    const where = await whereOf(work.db, societyId);
    await writeDefaultHours(work.db, societyId, hours);
    await audit.record(work, {
      ...{ action: 'disconnection_updated', actorId: actor.userId, changes: ['hours'] },
      ...(where ? { target: where, where } : { target: { id: null, name: '' } }),
    });
    const told = societyId ? to(rooms.society(societyId)) : to(rooms.everyone, rooms.allGuests);
    work.emit('updateDefaultHours', { societyId }, told);
    return { hours: await readDefaultHours(work.db, societyId) };
  },

  async reports({ db, query: { month, cursor } }) {
    const months = await readMonths(db, limits.reportedMonths);
    const shown = month ?? months[0];
    if (shown === undefined) return { month: null, months, reports: [], nextCursor: null };
    const found = await readReports(db, shown, { after: cursor, count: limits.pageMax + 1 });
    const { page, nextCursor } = pageOf(found, limits.pageMax, ({ society }) => society?._id);
    return { month: shown, months, reports: page, nextCursor };
  },
};

/** Returns the named society, or null for the instance. */
async function whereOf(db: Db, societyId: string | null): Promise<{ id: string; name: string } | null> {
  if (societyId === null) return null;
  return (await findSociety(db, societyId)) ?? fail('not_found');
}
