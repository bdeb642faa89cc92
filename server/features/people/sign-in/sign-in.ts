import { api } from '@palabre/common/contract/index.ts';
import { Written } from '../../../platform/http/answers.ts';
import { demand } from '../../../platform/http/errors.ts';
import type { Context, Handlers } from '../../../platform/http/route.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import { deviceHashOf } from '../../../platform/sessions/known-devices.ts';
import { passwordMatches } from '../../../platform/sessions/passwords.ts';
import { inTransaction } from '../../../platform/work.ts';
import { signIn } from '../otp/open/open-session.ts';
import { renewPassword } from '../otp/open/renew-password.ts';
import { countGuess } from '../users/open/guesses.ts';
import { findCredentials } from '../users/open/users.store.ts';
import { register } from './open/register.ts';

const { register: registration, login, logout, verifyToken } = api.users;

/** Endpoints of registering, logging in and out. */
export const endpoints = { register: registration, login, logout, verifyToken };

/**
 * Logs in by a password. A request overtaken by another that replaced its hash is checked again as if it came later.
 * @param counted refunds the guess, once it is counted
 */
async function logIn(
  context: Context<typeof login> & { db: Db },
  counted?: Awaited<ReturnType<typeof countGuess>>,
): ReturnType<typeof signIn> {
  const { body, ip, from, language, cookies, refusal, db, services } = context;
  const { email } = body;
  const hash = deviceHashOf(cookies);
  const { id, passwordHash: stored, banned, known } = await findCredentials(db, email, hash);
  const device = id && hash && known ? { userId: id, hash } : null;
  const giveBack = counted ?? (await countGuess(services.limits, { email, ip, device, refusal }));
  const right = await passwordMatches(stored, body.password);
  // Reveals that an address is banned: registering reveals it to anyone anyway.
  demand(!banned, 'banned');
  demand(id && right && stored, 'bad_credentials');
  const passwordHash = await renewPassword(services, id, body.password, stored);
  if (passwordHash === undefined) return logIn(context, giveBack);
  await giveBack();
  const browser = { from, cookies, language };
  return inTransaction(services, work => signIn(services, work.db, id, browser, { passwordHash }));
}

/** Handlers of registering, logging in and out. */
export const signInHandlers: Handlers<typeof endpoints> = {
  register: {
    runs: 'own transactions',
    spends: 'register',
    handle: ({ body, image, from, language, cookies, db, services }) =>
      register({ db, services, image, from, language, cookies }, body, { by: 'form', proven: false }),
  },

  login: {
    runs: 'own transactions',
    // Spent before the password is compared, and refunded for a right one, so that concurrent guesses all count.
    spends: 'loginAddress',
    sparesKnown: true,
    async handle(context) {
      const answer = await context.services.logins.count('password', () => logIn(context));
      // Serialized here: the answer is a union of two forms, and the schema would have to find which.
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
      const { sessions } = services;
      if (body.token && (await sessions.verify(body.token))) return { isValid: true };
      const refusal = await sessions.refusalOf(body.token ?? undefined);
      return {
        isValid: false,
        ...(refusal === 'session_suspended' && { suspended: true as const }),
        ...(refusal === 'session_stay_over' && { stayOver: true as const }),
      };
    },
  },
};
