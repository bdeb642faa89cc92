import type { api } from '@palabre/common/contract/index.ts';
import { AppError, demand, fail } from '../../platform/http/errors.ts';
import type { Handlers } from '../../platform/http/route.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { rooms, to } from '../../platform/realtime/rooms.ts';
import type { Services } from '../../platform/services.ts';
import type { From } from '../../platform/session.ts';
import { looksLikeToken } from '../../platform/token.ts';
import { inTransaction } from '../../platform/work.ts';
import { endLinks } from '../linked-accounts/links.ts';
import { emailState, findPublic, findSelf } from '../users/users.store.ts';
import { askForCode, tryCode } from './codes.ts';
import { passwordChangedLetter } from './otp.mails.ts';
import { deleteCodes, holdPassword, setPassword, setVerified } from './otp.store.ts';
import { giveProof, looksLikeProof, readProof, useUpProof } from './proofs.ts';

/** Who asks for a code or gives one: a session, or someone who has given their password and nothing else yet. */
type Asker =
  | { session: { userId: string; sid: string; admin: boolean } }
  | { pending: { userId: string; proof: string } };

/** Who a bearer speaks for; null: nobody, or what a client says that has no token. */
async function askerOf(services: Services, bearer: string | undefined): Promise<Asker | null> {
  if (!bearer) return null;
  if (looksLikeProof(bearer)) {
    const userId = await readProof(services.database.kysely, 'pending', bearer);
    return userId ? { pending: { userId, proof: bearer } } : fail('unauthorized');
  }
  if (!looksLikeToken(bearer)) return null;
  return { session: (await services.sessions.verify(bearer)) ?? fail('unauthorized') };
}

/** The cookie by which a browser may choose a new password. */
const resetCookie = { path: '/api/user', seconds: 10 * 60 };

export const otp: Handlers<typeof api.otp> = {
  sent: {
    runs: 'own transactions',
    // Given back to whoever has a session, or has given a password: an office at nine o'clock is one address.
    spends: 'codeRequests',
    async handle({ body, bearer, ip, from, language, services, say }) {
      const asker = await askerOf(services, bearer);
      const request = { userId: body.p_id, from, language, at: Date.now() };
      if (asker) await services.limits.refund('codeRequests', ip);
      const known = asker && ('pending' in asker ? asker.pending : asker.session);
      if (asker && known?.userId === body.p_id) {
        await spendSending(services, body.p_id);
        await askForCode(services, { ...request, purpose: 'pending' in asker ? 'login' : 'verify' });
        return { message: say('code_sent') };
      }
      demand(!asker || 'session' in asker, 'forbidden');
      // Neither what is answered nor how long it takes tells whether there is such an account.
      const sent = await spendSending(services, `${body.p_id} ${body.p_email}`).catch(tooSoon);
      if (sent !== false) {
        await askForCode(services, { ...request, purpose: asker ? 'link' : 'reset', email: body.p_email });
      }
      return { message: say('code_maybe_sent') };
    },
  },

  check: {
    runs: 'own transactions',
    // Spent before the code is looked at and given back when it is right.
    spends: 'codeAddress',
    async handle({ body, bearer, ip, from, services, cookies }) {
      const given = { userId: body.p_id, code: body.p_otp };
      if (body.p_option === 'email') {
        const resetToken = await proveEmail(services, { ...given, ...(await purposeOf(services, bearer, body.p_id)) });
        await services.limits.refund('codeAddress', ip);
        cookies.set('reset', resetToken, resetCookie);
        return { status: 'success', resetToken };
      }
      const asker = (await askerOf(services, bearer)) ?? fail('unauthorized');
      const { userId } = 'pending' in asker ? asker.pending : asker.session;
      demand(userId === body.p_id, 'forbidden');
      const checked =
        'pending' in asker
          ? await endLogin(services, given, asker.pending.proof, from)
          : await verifyTwoStep(services, given, asker.session);
      await services.limits.refund('codeAddress', ip);
      return { status: 'success', ...checked };
    },
  },

  resetPassword: {
    runs: 'own transactions',
    async handle({ params, body, db, from, language, services, cookies, say }) {
      const proof = body.resetToken ?? cookies.get('reset') ?? fail('reset_refused');
      demand((await readProof(db, 'reset', proof)) === params.id, 'reset_refused');
      const passwordHash = await hashPassword(body.newPassword);
      const email = await inTransaction(services, async work => {
        const { db, afterCommit } = work;
        demand(await useUpProof(db, proof), 'reset_refused');
        await deleteCodes(db, params.id);
        const person = await setPassword(db, params.id, passwordHash);
        afterCommit((await services.sessions.end(db, { userId: params.id })).done);
        await endLinks(work, services, params.id);
        const letter = passwordChangedLetter(language, { ...person, from, at: new Date() });
        await services.mails.send({ to: person.email, ...letter }, db);
        return person.email;
      });
      await services.limits.clear('loginAccount', email);
      cookies.set('reset', null, resetCookie);
      return { message: say('password_reset') };
    },
  },
};

/** One a minute, five an hour. */
async function spendSending({ limits }: Services, key: string): Promise<void> {
  await limits.spend('codeMinute', key);
  await limits.spend('codeHour', key);
}

/** False for what was asked for too soon; anything else is thrown again. */
function tooSoon(error: unknown): false {
  if (error instanceof AppError && error.code === 'too_many_requests') return false;
  throw error;
}

interface Given {
  userId: string;
  code: string;
}

/** With one's own session, a code is sent as one that verifies: it proves the address as well. */
async function purposeOf({ sessions }: Services, bearer: string | undefined, userId: string) {
  const session = bearer && looksLikeToken(bearer) ? await sessions.verify(bearer) : null;
  return { purpose: session?.userId === userId ? ('verify' as const) : ('reset' as const) };
}

/** Someone reads the mails of this account: they may choose its password. */
async function proveEmail(services: Services, given: Given & { purpose: 'verify' | 'reset' }): Promise<string> {
  const proof = await inTransaction(services, async ({ db }) =>
    (await tryCode(services, db, given)) ? giveProof(db, 'reset', given.userId) : null,
  );
  return proof ?? fail('otp_reset');
}

/** The second step of a login: the session that its first did not give. */
async function endLogin(services: Services, given: Given, proof: string, from: From) {
  const opened = await inTransaction(services, async ({ db }) => {
    if (!(await tryCode(services, db, { ...given, purpose: 'login' }))) return null;
    const user = await findSelf(db, given.userId);
    // Whoever was banned, has used this or has another password meanwhile has spent a code for nothing.
    if (!user || !(await holdPassword(db, given.userId)) || !(await useUpProof(db, proof))) return null;
    if ((await emailState(db, user.email)) === 'banned') return 'banned' as const;
    return { token: await services.sessions.open(db, user._id, from), user };
  });
  demand(opened !== 'banned', 'banned');
  return opened ?? fail('otp_invalid');
}

/** Two-step holds from now on, and for sessions opened without it no more. */
async function verifyTwoStep(
  services: Services,
  given: Given,
  session: { userId: string; sid: string; admin: boolean },
) {
  const { userId, sid } = session;
  const user = await inTransaction(services, async work => {
    const { db, emit, afterCommit } = work;
    if (!(await tryCode(services, db, { ...given, purpose: 'verify' }))) return null;
    await setVerified(db, userId);
    afterCommit((await services.sessions.end(db, { userId, except: sid })).done);
    await endLinks(work, services, userId, sid);
    const profile = await findPublic(db, userId, session);
    if (profile) emit('updateUser', profile, to(rooms.user(userId)));
    return findSelf(db, userId);
  });
  return { user: user ?? fail('otp_incorrect') };
}
