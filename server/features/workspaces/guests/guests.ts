import { limits } from '@palabre/common/contract/fields.ts';
import type { api } from '@palabre/common/contract/index.ts';
import type { Guest } from '@palabre/common/contract/workspaces/guests.ts';
import { can } from '@palabre/common/permissions/can.ts';
import type { WorkspaceAccess } from '../../../platform/access/access.workspaces.ts';
import { decodeCursor, encodeCursor } from '../../../platform/http/cursors.ts';
import { demand, fail } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import { pageOf } from '../../../platform/postgres/pages.ts';
import { audit, placed } from '../../running/audit/open/record.ts';
import { followRooms } from '../structure/open/channels.store.ts';
import {
  findStay,
  moveGuest,
  readChannelsOf,
  readGuests,
  readSeenAmong,
  setEnd,
} from '../structure/open/guests.store.ts';
import { changeAndTell } from '../structure/open/workspaces.rights.ts';
import { demandStay } from './open/ends.ts';
import { endStay, settleAccounts, tellAround, welcomeGuest } from './open/stays.ts';

/** Finds the stay of a guest that a person may change, whether or not it is over. */
async function findChangeable(db: Db, { workspace, me }: WorkspaceAccess, userId: string) {
  const stay = await findStay(db, { workspaceId: workspace.id, userId });
  // People who may change no stay must not learn who is a guest.
  demand(can.letGuestsIn(me) || (stay && can.changeGuest(me, stay)), 'forbidden');
  return stay ?? fail('not_guest');
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Decodes the cursor of the list. */
function placeIn(cursor: string | undefined) {
  const after = decodeCursor(cursor);
  demand(!after || (instant.test(after.name) && !Number.isNaN(Date.parse(after.name))), 'invalid_cursor');
  return after && { endsAt: after.name, id: after.id };
}

/** Handlers of guests: list, renew and move, end. */
export const guests: Handlers<typeof api.guests> = {
  async list({ db, record, query: { search, over, limit, cursor } }) {
    const { me, workspace } = record;
    const found = await readGuests(db, workspace.id, {
      viewerId: me.userId,
      sponsorId: can.letGuestsIn(me) ? null : me.userId,
      isOver: over === 'true',
      ...{ search, after: placeIn(cursor), count: limit + 1 },
    });
    const { page, nextCursor } = pageOf(found, limit, last => encodeCursor({ name: last.endsAt, id: last._id }));
    return { guests: page, nextCursor };
  },

  async update({ work, actor, record, params: { id: workspaceId, userId }, body, services, say }) {
    const { db } = work;
    const { endsAt } = await findChangeable(db, record, userId);
    const stay = { workspaceId, userId };
    const wanted = body.endsAt === undefined ? null : demandStay(body.endsAt);
    const before = await readChannelsOf(db, stay);
    const mine =
      body.channels && (await readSeenAmong(db, { workspaceId, userId: actor.userId }, [...before, ...body.channels]));
    const into = mine?.filter(id => body.channels?.includes(id)) ?? [];
    // Channels that the person does not see stay as they are.
    const outOf = mine?.filter(id => !body.channels?.includes(id)) ?? [];
    demand(!body.channels || into.length === new Set(body.channels).size, 'guest_channels');
    const after = [...new Set([...before.filter(id => !outOf.includes(id)), ...into])];
    demand(after.length > 0 && after.length <= limits.guestChannels, 'guest_channels');
    await changeAndTell(work, workspaceId, {}, async () => {
      if (wanted) await setEnd(db, stay, wanted);
      await moveGuest(db, stay, { into, outOf });
      await followRooms(db, [...into, ...outOf]);
    });
    if (wanted) await settleAccounts(services, work, [userId]);
    await audit.record(work, {
      ...{ action: 'guest_changed', actorId: actor.userId, person: userId, where: placed(record.workspace) },
      changes: audit.changes(body, { endsAt: 'stayEnd', channels: 'channels' }),
    });
    await tellAround(work, stay, [...new Set([...before, ...after])]);
    if (wanted && endsAt.getTime() <= Date.now()) await welcomeGuest(work, stay);
    return { message: say('guest_changed'), guest: await readGuest(db, record, userId) };
  },

  async end({ work, actor, record, params: { id: workspaceId, userId }, services, say }) {
    const { isOver } = await findChangeable(work.db, record, userId);
    if (!isOver) {
      await endStay(services, work, { workspaceId, userId });
      const where = placed(record.workspace);
      await audit.record(work, { action: 'guest_ended', actorId: actor.userId, person: userId, where });
    }
    return { message: say('guest_ended') };
  },
};

async function readGuest(db: Db, { workspace, me }: WorkspaceAccess, userId: string): Promise<Guest> {
  const asked = { sponsorId: null, isOver: false, search: undefined, after: undefined, count: 1 };
  const [guest] = await readGuests(db, workspace.id, { ...asked, viewerId: me.userId, userId });
  return guest ?? fail('not_guest');
}
