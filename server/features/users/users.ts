import { limits } from '@palabre/common/contract/fields.ts';
import type { api } from '@palabre/common/contract/index.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { validate as isUuid } from 'uuid';
import { removeImage, saveSquareImage } from '../../platform/files/images.ts';
import { Written } from '../../platform/http/answers.ts';
import { demand, fail } from '../../platform/http/errors.ts';
import type { Handlers } from '../../platform/http/route.ts';
import { deviceHashOf } from '../../platform/known-devices.ts';
import { hashPassword, passwordMatches } from '../../platform/passwords.ts';
import { newId } from '../../platform/postgres/db.ts';
import { inTransaction } from '../../platform/work.ts';
import { signIn } from '../otp/sign-in.ts';
import { countGuess } from './guesses.ts';
import { demandFree, openAccount } from './open-account.ts';
import { findCredentials, findProfile, findSelf, listPeople, readNames, searchPeople } from './users.store.ts';

export const users: Handlers<typeof api.users> = {
  register: {
    runs: 'own transactions',
    spends: 'register',
    async handle({ body, image, ip, from, language, cookies, db, services }) {
      await demandFree(db, body.email);
      const passwordHash = await hashPassword(body.password);
      const id = newId();
      const avatar = image && (await saveSquareImage(services, { person: id, address: ip }, id, image));
      try {
        return await openAccount(services, { ...body, id, passwordHash, avatar }, { from, cookies, language });
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
    sparesKnown: true,
    async handle({ body, ip, from, language, cookies, refusal, db, services }) {
      const { email } = body;
      const hash = deviceHashOf(cookies);
      const { id, passwordHash, banned, known } = await findCredentials(db, email, hash);
      const device = id && hash && known ? { userId: id, hash } : null;
      const giveBack = await countGuess(services.limits, { email, ip, device, refusal });
      const right = await passwordMatches(passwordHash, body.password);
      // Registering tells anyone that an address is banned: hiding it here would hide nothing.
      demand(!banned, 'banned');
      demand(id && right, 'bad_credentials');
      await giveBack();
      // One of two kinds of answer: nobody has to find out which when it is written.
      const browser = { from, cookies, language };
      const answer = await inTransaction(services, work => signIn(services, work.db, id, browser, { passwordHash }));
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
    if (societyId && !can.searchSociety(actor, societyId)) return { users: [] };
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
    return { user: (await findProfile(db, params.id, actor)) ?? fail('user_not_found') };
  },
};
