import { demand, fail } from '../../../../platform/http/errors.ts';
import type { Db } from '../../../../platform/postgres/db.ts';
import { rooms, to } from '../../../../platform/realtime/rooms.ts';
import type { Services } from '../../../../platform/services.ts';
import { inTransaction, type Work } from '../../../../platform/work.ts';
import { demandMayRegister, type Entry } from '../../registration/open/gate.ts';
import { administrators, emailState, insertUser, lockAddress, type NewAccount } from '../../users/open/users.store.ts';
import { type Browser, openSession } from './open-session.ts';

/** Refuses an e-mail that is banned, or has an account already. */
export async function demandFreeEmail(db: Db, email: string): Promise<void> {
  const state = await emailState(db, email);
  demand(state !== 'banned', 'banned');
  demand(state !== 'taken', 'email_taken');
}

/**
 * Creates the account of an admitted person, opens its first session and notifies administrators, in one transaction.
 * @param also stores more in the same transaction
 */
export function openAccount(
  services: Services,
  account: NewAccount,
  browser: Browser,
  entry: Entry,
  also?: (work: Work) => Promise<void>,
) {
  return inTransaction(services, async work => {
    const { db, emit } = work;
    await lockAddress(db, account.email);
    await demandMayRegister(db, account.email, entry);
    await demandFreeEmail(db, account.email);
    const { self, profile } = (await insertUser(db, account)) ?? fail('email_taken');
    await also?.(work);
    const token = await openSession(services, db, account.id, browser);
    emit('newUser', profile, to(...(await administrators(db)).map(rooms.user)));
    return { token, newUser: self };
  });
}
