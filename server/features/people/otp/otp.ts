import type { api } from '@palabre/common/contract/index.ts';
import { AppError, demand, fail } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import { rooms, to } from '../../../platform/realtime/rooms.ts';
import type { Services } from '../../../platform/services.ts';
import { forgetDevices } from '../../../platform/sessions/known-devices.store.ts';
import { hashPassword } from '../../../platform/sessions/passwords.ts';
import { noteProved } from '../../../platform/sessions/session.store.ts';
import type { From } from '../../../platform/sessions/session.ts';
import { looksLikeToken } from '../../../platform/sessions/token.ts';
import { inTransaction } from '../../../platform/work.ts';
import { demandGoodPassword } from '../users/open/good-password.ts';
import { endLinks } from '../users/open/links.ts';
import { emailState, findPublic, findSelf } from '../users/open/users.store.ts';
import { askForCode, tryCode } from './open/codes.ts';
import { type Browser, openSession } from './open/open-session.ts';
import { proveAddress } from './open/prove-address.ts';
import { tellOwner } from './open/told.mails.ts';
import { deleteCodes, endTwoStep, holdPassword, setPassword, setVerified } from './otp.store.ts';
import { giveProof, looksLikeProof, readProof, readResetProof, useUpProof } from './proofs.ts';
import { countedOf, countTry, spendSending } from './spending.ts';

/** Requester or sender of a code: a session, or a person who has only given their password so far. */
type Asker =
  | { session: { userId: string; sid: string; admin: boolean } }
  | { pending: { userId: string; proof: string } };

/** Resolves a bearer; null for none or for a client without a token. */
async function askerOf(services: Services, bearer: string | undefined): Promise<Asker | null> {
  if (!bearer) return null;
  if (looksLikeProof(bearer)) {
    const userId = await readProof(services.database.kysely, 'pending', bearer);
    return userId ? { pending: { userId, proof: bearer } } : fail('unauthorized');
  }
  if (!looksLikeToken(bearer)) return null;
  return { session: (await services.sessions.verify(bearer)) ?? fail(await services.sessions.refusalOf(bearer)) };
}

const ownerOf = (asker: Asker): string => ('pending' in asker ? asker.pending : asker.session).userId;

/** Returns the session of a bearer if it is this person's; null for any other bearer. */
async function ownSession(services: Services, bearer: string | undefined, userId: string) {
  const session = bearer && looksLikeToken(bearer) ? await services.sessions.verify(bearer) : null;
  return session?.userId === userId ? { session } : null;
}

/** Cookie that allows a browser to set a new password. */
const resetCookie = { path: '/api/user', seconds: 10 * 60 };

/** Handlers of codes: send, check, reset the password. */
export const otp: Handlers<typeof api.otp> = {
  sent: {
    runs: 'own transactions',
    // Refunded for a session or a correct password: an office at nine o'clock shares one address.
    spends: 'codeRequests',
    sparesKnown: true,
    async handle({ body, bearer, ip, from, language, services, cookies, refusal, say }) {
      const { p_id: userId, p_email: email } = body;
      const asker = await askerOf(services, bearer);
      const isOwn = asker !== null && ownerOf(asker) === userId;
      const { emailMatches, ...counted } = await countedOf(
        services,
        { userId, from, language, cookies },
        isOwn ? undefined : email,
      );
      if (refusal && !counted.known) throw refusal;
      if (asker || counted.known) await services.limits.refund('codeRequests', ip);
      const request = { userId, from, language, at: Date.now() };
      if (isOwn) {
        await spendSending(services, counted);
        await askForCode(services, { ...request, purpose: 'pending' in asker ? 'login' : 'verify', whom: 'known' });
        return { message: say('code_sent') };
      }
      demand(!asker || 'session' in asker, 'forbidden');
      // Neither the answer nor its time reveals whether the account exists.
      const sent = await spendSending(services, counted).catch(tooSoon);
      if (sent !== false) {
        const whom = emailMatches ? 'anyone' : 'nobody';
        await askForCode(services, { ...request, purpose: asker ? 'link' : 'reset', email, whom });
      }
      return { message: say('code_maybe_sent') };
    },
  },

  check: {
    runs: 'own transactions',
    // Spent before the check, refunded for a right code.
    spends: 'codeAddress',
    sparesKnown: true,
    async handle({ body, bearer, ip, from, language, services, cookies, refusal }) {
      const { p_id: userId, p_otp: code, p_option: option } = body;
      const given = { userId, code };
      // Without a session of the account, a person who reads its mails may choose its password.
      const session = option === 'email' ? await ownSession(services, bearer, userId) : null;
      const isReset = option === 'email' && !session;
      const own = session ?? (isReset ? null : ((await askerOf(services, bearer)) ?? fail('unauthorized')));
      demand(!own || ownerOf(own) === userId, 'forbidden');
      // A try names no address: all strangers share one key.
      const counted = await countedOf(services, { userId, from, language, cookies }, own ? undefined : 'anyone');
      if (refusal && !counted.known) throw refusal;
      if (counted.known) await services.limits.refund('codeAddress', ip);
      const checked = await countTry(services, counted, async () => {
        const { logins } = services;
        if (!own) return { resetToken: await logins.count('code', () => mayReset(services, given)) };
        if ('pending' in own) {
          const browser = { from, cookies, language };
          return logins.count('two-step', () => finishLogin(services, given, own.pending.proof, browser));
        }
        return option === 'email' ? proveOwn(services, given) : makeTwoStepHold(services, given, own.session, from);
      });
      if (!counted.known) await services.limits.refund('codeAddress', ip);
      if ('resetToken' in checked) cookies.set('reset', checked.resetToken, resetCookie);
      return { status: 'success', ...checked };
    },
  },

  resetPassword: {
    runs: 'own transactions',
    async handle({ params, body, db, from, language, services, cookies, say }) {
      const proof = body.resetToken ?? cookies.get('reset') ?? fail('reset_refused');
      const proved = await readResetProof(db, proof);
      if (proved?.userId !== params.id) fail('reset_refused');
      const { kind } = proved;
      const { newPassword } = body;
      await demandGoodPassword(services, { newPassword }, params.id);
      const passwordHash = await hashPassword(newPassword);
      const email = await inTransaction(services, async work => {
        const { db, afterCommit } = work;
        demand(await useUpProof(db, proof), 'reset_refused');
        demand(!(await holdPassword(db, params.id))?.isSuspended, 'account_suspended');
        await deleteCodes(db, params.id);
        // An administrator's link proves nothing about who reads the mails of the address.
        if (kind === 'reset') await proveAddress(services, work, params.id, 'reset');
        if (kind === 'recovery-two-step') await endTwoStep(db, params.id);
        const { email } = await setPassword(db, params.id, passwordHash);
        afterCommit((await services.sessions.end(db, { userId: params.id })).done);
        await forgetDevices(db, params.id);
        await endLinks(work, services, params.id);
        await tellOwner(services, db, kind === 'reset' ? 'passwordReset' : 'passwordRecovered', {
          userId: params.id,
          from,
          language,
        });
        return email;
      });
      await services.limits.clear('loginAccount', email);
      cookies.set('reset', null, resetCookie);
      return { message: say('password_reset') };
    },
  },
};

/** Returns false for a limit reached; throws any other error again. */
function tooSoon(error: unknown): false {
  if (error instanceof AppError && error.code === 'too_many_requests') return false;
  throw error;
}

interface Given {
  userId: string;
  code: string;
}

/** Proves that the person in the account reads its mails. */
async function proveOwn(services: Services, given: Given) {
  const user = await inTransaction(services, async work =>
    (await tryCode(services, work, { ...given, purpose: 'verify' })) ? findSelf(work.db, given.userId) : null,
  );
  return { user: user ?? fail('otp_incorrect') };
}

/** Gives the right to choose a password to a person who reads the account's mails. */
async function mayReset(services: Services, given: Given): Promise<string> {
  const proof = await inTransaction(services, async work =>
    (await tryCode(services, work, { ...given, purpose: 'reset' })) ? giveProof(work.db, 'reset', given.userId) : null,
  );
  return proof ?? fail('otp_reset');
}

/** Completes a login by its code, and opens the session. */
async function finishLogin(services: Services, given: Given, proof: string, browser: Browser) {
  const opened = await inTransaction(services, async work => {
    const { db } = work;
    if (!(await tryCode(services, work, { ...given, purpose: 'login' }))) return null;
    const user = await findSelf(db, given.userId);
    // If the person was banned, or the proof used or the password changed meanwhile, the code is spent for nothing.
    const held = await holdPassword(db, given.userId);
    if (!user || !held || !(await useUpProof(db, proof))) return null;
    if (held.isSuspended) return 'account_suspended' as const;
    if ((await emailState(db, user.email)) === 'banned') return 'banned' as const;
    return { token: await openSession(services, db, user._id, browser, { code: true }), user };
  });
  if (opened === 'banned' || opened === 'account_suspended') fail(opened);
  return opened ?? fail('otp_invalid');
}

/** Makes the two-step that its person turned on apply from now on, and ends the sessions opened without it. */
async function makeTwoStepHold(
  services: Services,
  given: Given,
  session: { userId: string; sid: string; admin: boolean },
  from: From,
) {
  const { userId, sid } = session;
  const user = await inTransaction(services, async work => {
    const { db, emit, afterCommit } = work;
    if (!(await tryCode(services, work, { ...given, purpose: 'verify' }))) return null;
    await setVerified(db, userId);
    await noteProved(db, sid, from.device);
    afterCommit((await services.sessions.end(db, { userId, except: sid })).done);
    // Where two-step is required, this session has full access from here on.
    afterCommit(() => services.sessions.refresh(userId));
    await endLinks(work, services, userId, sid);
    const profile = await findPublic(db, userId, session);
    if (profile) emit('updateUser', profile, to(rooms.user(userId)));
    return findSelf(db, userId);
  });
  return { user: user ?? fail('otp_incorrect') };
}
