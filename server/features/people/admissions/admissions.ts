import type { api } from '@palabre/common/contract/index.ts';
import { AppError, demand, fail } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import { pageOf } from '../../../platform/postgres/pages.ts';
import { settle } from '../../reading/notifications/open/notify.ts';
import { audit } from '../../running/audit/open/record.ts';
import { proveAddress } from '../otp/open/prove-address.ts';
import { asking } from '../registration/open/asking.ts';
import { mayAsk } from '../registration/open/gate.ts';
import { register } from '../sign-in/open/register.ts';
import { findSelf } from '../users/open/users.store.ts';
import { type Asked, findPass, isAnyWaiting, readRequests, takePass, takeRequest } from './admissions.store.ts';
import { givePass, hashOf, requestsSubject, sendAdmission } from './asking.ts';

/** Handlers of requests for an account, and of the decisions on them. */
export const admissions: Handlers<typeof api.admissions> = {
  ask: {
    runs: 'own transactions',
    spends: 'askAccount',
    async handle({ body, db, services, language, say }) {
      const how = await mayAsk(db);
      demand(how, 'forbidden');
      const { email, firstName = '', lastName = '', message } = body;
      demand(how === 'domains' || (firstName !== '' && lastName !== ''), 'invalid_input');
      // An address with too many requests gets no more mails, and the answer stays the same.
      const isFree = await services.limits.spend('askAddress', email).then(
        () => true,
        error => {
          if (error instanceof AppError && error.code === 'too_many_requests') return false;
          throw error;
        },
      );
      const asked: Asked = { email, firstName, lastName, message, language };
      if (isFree) await services.jobs.add(asking, asked, { key: `${asking}:${email}`, whom: 'anyone' });
      return { message: say(how === 'domains' ? 'registration_link_sent' : 'registration_asked') };
    },
  },

  // A token is 256 bits long: the limit only spares the database, and a right token is not counted.
  async read({ db, params, ip, services }) {
    await services.limits.spend('inviteCode', ip);
    const pass = (await findPass(db, hashOf(params.token))) ?? fail('registration_link');
    await services.limits.refund('inviteCode', ip);
    return { pass };
  },

  register: {
    runs: 'own transactions',
    spends: 'register',
    async handle({ params, body, image, from, language, cookies, db, services }) {
      const hash = hashOf(params.token);
      const pass = (await findPass(db, hash)) ?? fail('registration_link');
      const made = await register(
        { db, services, image, from, language, cookies },
        { ...body, email: pass.email },
        { by: 'pass', proven: true },
        async (work, id) => {
          demand(await takePass(work.db, hash), 'registration_link');
          await proveAddress(services, work, id, 'code');
        },
      );
      return { token: made.token, newUser: (await findSelf(db, made.newUser._id)) ?? fail('unauthorized') };
    },
  },

  async requests({ db, query: { search, limit, cursor } }) {
    const found = await readRequests(db, { search, before: cursor, count: limit + 1 });
    const { page, nextCursor } = pageOf(found, limit, ({ _id }) => _id);
    return { requests: page, nextCursor };
  },

  async decide({ work, actor, params, body: { approve }, services, say }) {
    const asked = (await takeRequest(work.db, params.id)) ?? fail('not_found');
    const { email, firstName, language } = asked;
    if (approve) await givePass(services, work.db, { ...asked, approved: true });
    else await sendAdmission(services, work.db, 'refused', { email, firstName, language });
    await audit.record(work, {
      action: approve ? 'registration_approved' : 'registration_refused',
      actorId: actor.userId,
      target: { id: params.id, name: `${firstName} ${asked.lastName} (${email})` },
    });
    if (!(await isAnyWaiting(work.db))) await settle(work, [requestsSubject]);
    return { message: say(approve ? 'registration_approved' : 'registration_refused') };
  },
};
