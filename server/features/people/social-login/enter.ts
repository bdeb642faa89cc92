import type { SocialProviderId } from '@palabre/common/contract/people/social-login.ts';
import { removeImage, saveSquareImage } from '../../../platform/files/images.ts';
import { AppError, type Language } from '../../../platform/http/errors.ts';
import type { Outgoing } from '../../../platform/http/outgoing/outgoing.ts';
import { newId } from '../../../platform/postgres/db.ts';
import type { Services } from '../../../platform/services.ts';
import { readShut } from '../../../platform/sessions/session.store.ts';
import { inTransaction } from '../../../platform/work.ts';
import { openAccount } from '../otp/open/open-account.ts';
import { type Browser, signIn } from '../otp/open/open-session.ts';
import { proveAddress } from '../otp/open/prove-address.ts';
import { tellOwner } from '../otp/open/told.mails.ts';
import { asking } from '../registration/open/asking.ts';
import { refusalOf } from '../registration/open/gate.ts';
import { findCredentials } from '../users/open/users.store.ts';
import type { Identity } from './provider.ts';
import { Refused, refusedAs } from './refused.ts';
import { findKnown, insertKnown } from './social-login.store.ts';

/** Result of a login: a session's token, or the proof needed to ask for the two-step code. */
export type Entered = { token: string } | { pending: string; id: string; email: string; firstName: string };

interface Entering extends Browser {
  services: Services;
  outgoing: Outgoing;
  provider: SocialProviderId;
  language: Language;
}

/**
 * Lets in the person that a provider identifies: by the provider's id for them, else by an e-mail it has verified, else
 * with a new account. An unverified e-mail may be anybody's: it opens no existing account, and makes one only with a
 * provider that never states verification (Facebook, which sends only confirmed addresses).
 */
export async function enter(entering: Entering, identity: Identity): Promise<Entered> {
  const { services, provider } = entering;
  const db = services.database.kysely;
  const { email, verified } = identity;
  const account = email === undefined ? undefined : await findCredentials(db, email);
  if (account?.banned) throw new Refused('banned', 'banned');
  const known = await findKnown(db, identity);
  const own = account?.id ?? undefined;
  const userId = known ?? own;
  const isNamed = known !== undefined || verified === true;
  const shut = userId && isNamed && (await readShut(db, userId));
  if (shut) throw refusedAs[shut];
  if (own && verified === true && (known ?? own) === own) await proveBy(entering, identity, own);
  else if (own && !known) throw new Refused('an e-mail that is not verified', 'unverified');
  if (userId) return signedIn(entering, userId);
  if (email === undefined) throw new Refused('no e-mail', 'unverified');
  const unsaid = provider === 'facebook' && verified === undefined;
  if (verified !== true && !unsaid) throw new Refused('an e-mail that is not verified', 'unverified');
  return makeAccount(entering, { ...identity, email });
}

/** Records that the provider proved the account's address, and links its identity to the account. */
function proveBy({ services, from, language }: Entering, identity: Identity, userId: string): Promise<void> {
  return inTransaction(services, async work => {
    const isFirst = await proveAddress(services, work, userId, 'provider');
    await insertKnown(work.db, identity, userId);
    if (isFirst) await tellOwner(services, work.db, 'addressProven', { userId, from, language });
  });
}

async function signedIn({ services, from, cookies, language }: Entering, userId: string): Promise<Entered> {
  try {
    const entered = await inTransaction(services, work =>
      signIn(services, work.db, userId, { from, cookies, language }),
    );
    if (entered.token !== null) return { token: entered.token };
    const { _id, email, firstName } = entered.user;
    return { pending: entered.pending, id: _id, email, firstName };
  } catch (error) {
    if (error instanceof AppError && error.code === 'banned') throw new Refused('banned', 'banned');
    if (error instanceof AppError && error.code === 'account_suspended') throw refusedAs.suspended;
    if (error instanceof AppError && error.code === 'account_stay_over') throw refusedAs.stay_over;
    throw error;
  }
}

async function makeAccount(
  { services, outgoing, from, cookies, language }: Entering,
  identity: Identity & { email: string },
) {
  const { firstName, lastName, email, verified } = identity;
  const entry = { by: 'provider', proven: verified === true } as const;
  const refusal = await refusalOf(services.database.kysely, email, entry);
  if (refusal === 'registration_by_approval') {
    await services.jobs.add(
      asking,
      { email, firstName, lastName, message: '', language },
      { key: `${asking}:${email}` },
    );
    throw new Refused('waits for approval', 'waiting');
  }
  if (refusal) throw new Refused('may not register', 'closed');
  const id = newId();
  const avatar = await pictureOf({ services, outgoing, from }, id, identity.picture);
  const account = { id, firstName, lastName, email, passwordHash: null, avatar };
  try {
    const { token } = await openAccount(services, account, { from, cookies, language }, entry, async work => {
      if (verified === true) await proveAddress(services, work, id, 'code');
      await insertKnown(work.db, identity, id);
    });
    return { token };
  } catch (error) {
    await removeImage(services, avatar).catch(() => {});
    throw error;
  }
}

const pictureLimits = { bytes: 5 * 1024 * 1024, ms: 3_000 };

/** Fetches the provider's picture of a person; null when it cannot be had. */
async function pictureOf(
  { services, outgoing, from }: Pick<Entering, 'services' | 'outgoing' | 'from'>,
  id: string,
  address: string | undefined,
) {
  if (!address) return null;
  try {
    const { bytes } = await outgoing.get(address, pictureLimits);
    return await saveSquareImage(services, { person: id, address: from.address }, id, { bytes, name: 'avatar.png' });
  } catch {
    return null;
  }
}
