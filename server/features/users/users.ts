import { limits } from '@palabre/common/contract/fields.ts';
import type { api } from '@palabre/common/contract/index.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { validate as isUuid } from 'uuid';
import { removeImage, saveSquareImage } from '../../platform/files/images.ts';
import { Written } from '../../platform/http/answers.ts';
import { demand, fail } from '../../platform/http/errors.ts';
import type { Handlers } from '../../platform/http/route.ts';
import { hashPassword, passwordMatches } from '../../platform/passwords.ts';
import { newId } from '../../platform/postgres/db.ts';
import { inTransaction } from '../../platform/work.ts';
import { signIn } from '../otp/sign-in.ts';
import { demandFree, openAccount } from './open-account.ts';
import { findCredentials, findPublic, findSelf, listPeople, readNames, searchPeople } from './users.store.ts';

export const users: Handlers<typeof api.users> = {
  register: {
    runs: 'own transactions',
    spends: 'register',
    async handle({ body, image, ip, from, db, services }) {
      await demandFree(db, body.email);
      const passwordHash = await hashPassword(body.password);
      const id = newId();
      const avatar = image && (await saveSquareImage(services, ip, id, image));
      try {
        const admin = services.env.adminEmail === body.email;
        return await openAccount(services, { ...body, id, passwordHash, avatar, admin }, from);
      } catch (error) {
        await removeImage(services, avatar).catch(() => {});
        throw error;
      }
    },
  },

  login: {
    runs: 'own transactions',
    // Spent before the password is looked at and given back when it is right: guesses made at once count as well.
    spends: 'loginAddress',
    async handle({ body, ip, from, db, services }) {
      const { limits } = services;
      await limits.spend('loginAccount', body.email);
      const { id, passwordHash, banned } = await findCredentials(db, body.email);
      const right = await passwordMatches(passwordHash, body.password);
      // Registering tells anyone that an address is banned: hiding it here would hide nothing.
      demand(!banned, 'banned');
      demand(id && right, 'bad_credentials');
      await Promise.all([limits.refund('loginAddress', ip), limits.clear('loginAccount', body.email)]);
      // One of two kinds of answer: nobody has to find out which when it is written.
      const answer = await inTransaction(services, work => signIn(services, work.db, id, from, { passwordHash }));
      return new Written(JSON.stringify(answer));
    },
  },

  async logout({ work, actor, services, say }) {
    const ended = await services.sessions.end(work.db, { sid: actor.sid });
    work.afterCommit(ended.done);
    return { message: say('logged_out') };
  },

  verifyToken: {
    runs: 'own transactions',
    async handle({ body, services }) {
      return { isValid: Boolean(body.token && (await services.sessions.verify(body.token))) };
    },
  },

  async me({ actor, db }) {
    return { user: (await findSelf(db, actor.userId)) ?? fail('unauthorized') };
  },

  async search({ actor, db, query }) {
    const { search, societyId } = query;
    if (societyId && !can.searchSociety(actor, societyId.toLowerCase())) return { users: [] };
    const found = search ? searchPeople(db, actor, search, societyId) : listPeople(db, actor, societyId);
    return { users: await found };
  },

  async named({ db, query }) {
    const ids = query.ids.toLowerCase().split(',').filter(isUuid).slice(0, limits.namedPeople);
    return { users: await readNames(db, [...new Set(ids)]) };
  },

  async byEmail({ query, ip, db, services }) {
    await services.limits.spend('emailLookup', ip);
    const { id } = await findCredentials(db, query.email);
    return { user: { _id: id ?? fail('user_not_found') } };
  },

  async one({ actor, db, params }) {
    return { user: (await findPublic(db, params.id, actor)) ?? fail('user_not_found') };
  },
};
