import type { api } from '@palabre/common/contract/index.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { demand, fail } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import { pageOf } from '../../../platform/postgres/pages.ts';
import { deleteAccount } from '../../people/accounts/open/deletion.ts';
import { lockAddress } from '../../people/users/open/users.store.ts';
import { audit } from '../audit/open/record.ts';
import { toAdministrators } from '../reports/open/telling.ts';
import {
  countAccounts,
  deleteBanned,
  insertBanned,
  lockAccountById,
  lockAccounts,
  readAccounts,
  readBanned,
  readDisk,
} from './administration.store.ts';
import { administrators } from './administrators.ts';
import { depart, readDeparture } from './departure.ts';
import { demandSuspendable, findAccount, restoreAccount, suspendAccount } from './suspension.ts';

/** Handlers of administration: administrators and sessions (administrators.ts), accounts, banned addresses, ban, unban, suspension. */
export const administration: Handlers<typeof api.administration> = {
  ...administrators,

  async users({ db, query: { limit, cursor, search, ...only } }) {
    const searched = {
      search,
      reported: only.reported === 'true',
      administrators: only.administrators === 'true',
      suspended: only.suspended === 'true',
    };
    const [found, total] = await Promise.all([
      readAccounts(db, searched, { after: cursor, count: limit + 1 }),
      countAccounts(db, searched),
    ]);
    const { page, nextCursor } = pageOf(found, limit, ({ email }) => email);
    return { users: page, total, nextCursor };
  },

  async banned({ db, query: { limit, cursor, search } }) {
    const found = await readBanned(db, { search, after: cursor, count: limit + 1 });
    const { page, nextCursor } = pageOf(found, limit, ({ email }) => email);
    return { emails: page, nextCursor };
  },

  // Bans the address and deletes its account in one transaction. Locks the administrators: of two who ban each other,
  // the second finds their own account gone.
  async ban({ work, actor, body, services, say, status }) {
    const { db } = work;
    await lockAddress(db, body.email);
    const locked = await lockAccounts(db, body.email);
    const me = locked.find(({ id, admin }) => id === actor.userId && admin) ?? fail('not_found');
    const target = locked.find(({ email }) => email === body.email);
    if (target) demand(can.banAccount({ userId: me.id, admin: me.admin }, { userId: target.id }), 'ban_self');
    const { made, ...banned } = await insertBanned(db, body.email, body.reason);
    if (!made) status(200);
    if (made || target) {
      await audit.record(work, {
        action: 'user_banned',
        actorId: actor.userId,
        reason: body.reason,
        ...(target ? { person: target.id } : { target: { id: null, name: banned.email } }),
      });
      work.emit('banned', { ...banned, userId: target?.id ?? null }, await toAdministrators(db));
    }
    if (target) await deleteAccount(services, work, target.id);
    return { message: say('user_banned'), banned };
  },

  async unban({ work, actor, params, say }) {
    const banned = (await deleteBanned(work.db, params.id)) ?? fail('not_found');
    await audit.record(work, {
      action: 'user_unbanned',
      actorId: actor.userId,
      target: { id: null, name: banned.email },
    });
    work.emit('unbanned', banned, await toAdministrators(work.db));
    return { message: say('user_unbanned'), banned };
  },

  async suspend({ work, actor, params, services, say }) {
    const target = (await lockAccountById(work.db, params.id)) ?? fail('user_not_found');
    demandSuspendable(actor, target);
    if (!target.suspended) await suspendAccount(work, services, actor, target.id);
    return { message: say('user_suspended'), user: await findAccount(work.db, target.id) };
  },

  async restore({ work, actor, params, say }) {
    const { id, suspended } = (await lockAccountById(work.db, params.id)) ?? fail('user_not_found');
    if (suspended) await restoreAccount(work, actor, id);
    return { message: say('user_restored'), user: await findAccount(work.db, id) };
  },

  async disk({ db, params }) {
    await findAccount(db, params.id);
    return { disk: await readDisk(db, params.id) };
  },

  async departure({ db, params, query }) {
    await findAccount(db, params.id);
    return { departure: await readDeparture(db, params.id, query.heirId ?? null) };
  },

  async depart({ work, actor, params, body, services, say }) {
    const target = (await lockAccountById(work.db, params.id)) ?? fail('user_not_found');
    demandSuspendable(actor, target);
    if (!target.suspended) await suspendAccount(work, services, actor, target.id);
    await depart(work, services, actor, target.id, body);
    return { message: say('user_departed'), user: await findAccount(work.db, target.id) };
  },
};
