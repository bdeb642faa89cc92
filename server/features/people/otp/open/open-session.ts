import type { api } from '@palabre/common/contract/index.ts';
import type { z } from 'zod';
import type { Cookies } from '../../../../platform/http/cookies.ts';
import { demand, fail, type Language } from '../../../../platform/http/errors.ts';
import type { Tx } from '../../../../platform/postgres/db.ts';
import type { Services } from '../../../../platform/services.ts';
import { rememberDevice } from '../../../../platform/sessions/known-devices.ts';
import type { From } from '../../../../platform/sessions/session.ts';
import { emailState, findSelf } from '../../users/open/users.store.ts';
import { holdPassword } from '../otp.store.ts';
import { giveProof } from '../proofs.ts';
import { tellOwner } from './told.mails.ts';

type SignedIn = z.output<typeof api.users.login.output>;

/** Browser in which a session is opened. */
export interface Browser {
  from: From;
  cookies: Cookies;
  language: Language;
}

/**
 * Opens a session for a person whose identity is proven; the account remembers this browser, and its owner gets a mail
 * about a new one.
 */
export async function openSession(
  services: Pick<Services, 'sessions' | 'mails' | 'logger'>,
  db: Tx,
  userId: string,
  { from, cookies, language }: Browser,
  by: { code?: boolean } = {},
): Promise<string> {
  const isNew = await rememberDevice(db, userId, cookies, from);
  if (isNew) await tellOwner(services, db, 'deviceNew', { userId, from, language });
  services.logger.info({ userId, ...from, byCode: by.code === true }, 'session opened');
  return services.sessions.open(db, userId, from, by);
}

/**
 * Signs in a person whose identity is proven (by their password, by a provider), or asks for the two-step code if they
 * use it. Every way into an account ends here, so that none is weaker than another.
 * @param proved password that was given, if any: it must still be theirs
 */
export async function signIn(
  services: Services,
  db: Tx,
  userId: string,
  browser: Browser,
  proved?: { passwordHash: string | null },
): Promise<SignedIn> {
  const held = await holdPassword(db, userId);
  demand(held && (!proved || held.passwordHash === proved.passwordHash), 'bad_credentials');
  demand(!held.isSuspended, 'account_suspended');
  const user = (await findSelf(db, userId)) ?? fail('bad_credentials');
  demand((await emailState(db, user.email)) !== 'banned', 'banned');
  const { _id, email, firstName, doubleAuthentification, verification } = user;
  if (!doubleAuthentification || !verification) {
    return { token: await openSession(services, db, userId, browser), user };
  }
  return {
    token: null,
    user: { _id, email, firstName, doubleAuthentification: true },
    pending: await giveProof(db, 'pending', userId),
  };
}
