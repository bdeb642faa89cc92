import {
  acceptsNewAddress,
  type Entrant,
  isOfDomains,
  refusedRegistration,
} from '@palabre/common/rules/people/registration.ts';
import { fail } from '../../../../platform/http/errors.ts';
import type { Db } from '../../../../platform/postgres/db.ts';
import { readRegistration, readStanding } from '../registration.store.ts';

/**
 * Way in which a person gets an account: the registration form, an identity provider, the link of an invitation, or the
 * registration link of a mail.
 */
export type Entry = Pick<Entrant, 'proven'> & { by: 'form' | 'provider' | 'invitation' | 'pass' };

/** Returns why a person may not have an account, by the choice of administrators; null if they may. */
export async function refusalOf(db: Db, email: string, { by, proven }: Entry) {
  const choice = await readRegistration(db);
  // Reads further facts only where the choice needs them, so that an open registration costs nothing more.
  if (choice.who === 'everybody') return null;
  const standing = await readStanding(db, email);
  // An invitation or approval of an address counts only for a person who has proven that it is theirs.
  const invited = by === 'invitation' || (proven && standing.invited);
  const approved = proven && standing.approved;
  return refusedRegistration(choice, { email, byProvider: by === 'provider', proven, invited, approved });
}

/** Refuses an account to a person who may not register. Every way of making an account calls it. */
export async function demandMayRegister(db: Db, email: string, entry: Entry): Promise<void> {
  const refusal = await refusalOf(db, email, entry);
  if (refusal) fail(refusal);
}

/** Tells whether an account may take this address, by the choice of administrators. */
export async function acceptsAddress(db: Db, email: string): Promise<boolean> {
  const choice = await readRegistration(db);
  const { approved } = await readStanding(db, email);
  return acceptsNewAddress(choice, { email, approved });
}

/**
 * Tells what a person who may not register can do instead: nothing, get a link at a listed domain, or ask for approval.
 */
export async function wayIn(db: Db, email: string): Promise<'closed' | 'link' | 'approval'> {
  const { who, domains } = await readRegistration(db);
  if (who === 'approval') return 'approval';
  return who === 'domains' && isOfDomains(email, domains) ? 'link' : 'closed';
}

/** Tells whether people may ask for an account at all, and how. */
export const mayAsk = async (db: Db): Promise<'domains' | 'approval' | null> => {
  const { who } = await readRegistration(db);
  return who === 'domains' || who === 'approval' ? who : null;
};
