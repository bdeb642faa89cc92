import type { SocialProviderId } from '@palabre/common/contract/social-login.ts';
import { removeImage, saveSquareImage } from '../../platform/files/images.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { Outgoing } from '../../platform/http/outgoing.ts';
import { newId } from '../../platform/postgres/db.ts';
import type { Services } from '../../platform/services.ts';
import type { From } from '../../platform/session.ts';
import { inTransaction } from '../../platform/work.ts';
import { signIn } from '../otp/sign-in.ts';
import { openAccount } from '../users/open-account.ts';
import { findCredentials, noteProven } from '../users/users.store.ts';
import type { Identity } from './provider.ts';
import { Refused } from './refused.ts';
import { findKnown, insertKnown } from './social-login.store.ts';

/** What a new session begins with, or what the code of two-step is still asked for with. */
export type Entered = { token: string } | { pending: string; id: string; email: string; firstName: string };

interface Entering {
  services: Services;
  outgoing: Outgoing;
  provider: SocialProviderId;
  from: From;
}

/**
 * Lets in whom a provider has named: by what it knows them by, else by an e-mail that it has verified, else with a new
 * account. An e-mail that it has not verified is anybody's: it opens no account that is there already, and makes none
 * unless the provider never says (Facebook, which gives confirmed ones alone).
 */
export async function enter(entering: Entering, identity: Identity): Promise<Entered> {
  const { services, provider, from } = entering;
  const db = services.database.kysely;
  const { email, verified } = identity;
  const account = email === undefined ? undefined : await findCredentials(db, email);
  if (account?.banned) throw new Refused('banned', 'banned');
  const known = await findKnown(db, identity);
  if (known) return signedIn(services, known, from);
  if (email === undefined) throw new Refused('no e-mail', 'unverified');
  if (account?.id) {
    if (verified !== true) throw new Refused('an e-mail that is not verified', 'unverified');
    await insertKnown(db, identity, account.id);
    await noteProven(db, account.id);
    return signedIn(services, account.id, from);
  }
  const unsaid = provider === 'facebook' && verified === undefined;
  if (verified !== true && !unsaid) throw new Refused('an e-mail that is not verified', 'unverified');
  return makeAccount(entering, { ...identity, email });
}

async function signedIn(services: Services, userId: string, from: From): Promise<Entered> {
  try {
    const entered = await inTransaction(services, work => signIn(services, work.db, userId, from));
    if (entered.token !== null) return { token: entered.token };
    const { _id, email, firstName } = entered.user;
    return { pending: entered.pending, id: _id, email, firstName };
  } catch (error) {
    if (error instanceof AppError && error.code === 'banned') throw new Refused('banned', 'banned');
    throw error;
  }
}

async function makeAccount({ services, outgoing, from }: Entering, identity: Identity & { email: string }) {
  const { firstName, lastName, email, verified } = identity;
  const id = newId();
  const avatar = await pictureOf(services, outgoing, id, identity.picture);
  const admin = verified === true && services.env.adminEmail === email;
  const account = { id, firstName, lastName, email, passwordHash: null, avatar, admin };
  try {
    const { token } = await openAccount(services, account, from, async db => {
      await insertKnown(db, identity, id);
      if (verified === true) await noteProven(db, id);
    });
    return { token };
  } catch (error) {
    await removeImage(services, avatar).catch(() => {});
    throw error;
  }
}

const pictureLimits = { bytes: 5 * 1024 * 1024, ms: 3_000 };

/** The picture that the provider shows of them; an account does without one that cannot be had. */
async function pictureOf(services: Services, outgoing: Outgoing, id: string, address: string | undefined) {
  if (!address) return null;
  try {
    const { bytes } = await outgoing.get(address, pictureLimits);
    return await saveSquareImage(services, id, id, { bytes, name: 'avatar.png' });
  } catch {
    return null;
  }
}
