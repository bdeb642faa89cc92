import type { PublicUser } from '@palabre/common/contract/people/users.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { readAudiences } from '../../../platform/access/people.store.ts';
import { fail } from '../../../platform/http/errors.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import { rooms, to } from '../../../platform/realtime/rooms.ts';
import type { Services } from '../../../platform/services.ts';
import type { Actor } from '../../../platform/sessions/session.ts';
import type { Work } from '../../../platform/work.ts';
import { endDeputy } from '../../messages/mentions/open/deputies.store.ts';
import { administrators, findPublic } from '../../people/users/open/users.store.ts';
import { audit } from '../audit/open/record.ts';
import { setSuspended } from './administration.store.ts';

/**
 * Demands that an administrator may suspend this account.
 * @throws AppError `suspend_self`, `suspend_administrator`
 */
export function demandSuspendable(actor: Actor, target: { id: string; admin: boolean }): void {
  if (can.suspendAccount(actor, { userId: target.id, admin: target.admin })) return;
  fail(target.id === actor.userId ? 'suspend_self' : 'suspend_administrator');
}

/**
 * Suspends an account (decision 0065) in the caller's transaction, which has locked it: with the commit its sessions
 * and sockets end everywhere, and other accounts' sessions opened from it. `Sessions.open` refuses new ones.
 */
export async function suspendAccount(
  work: Work,
  { sessions }: Pick<Services, 'sessions'>,
  actor: Actor,
  userId: string,
): Promise<void> {
  await setSuspended(work.db, userId, true);
  for (const which of [{ userId }, { linkedTo: userId }]) {
    work.afterCommit((await sessions.end(work.db, which)).done);
  }
  await audit.record(work, { action: 'user_suspended', actorId: actor.userId, person: userId });
  await tellAccount(work, userId);
}

/** Lifts the suspension of an account: its person can sign in again, as before. */
export async function restoreAccount(work: Work, actor: Actor, userId: string): Promise<void> {
  await setSuspended(work.db, userId, false);
  await endDeputy(work.db, userId);
  await audit.record(work, { action: 'user_restored', actorId: actor.userId, person: userId });
  await tellAccount(work, userId);
}

/** Reads a person in administrators' view. */
export async function findAccount(db: Db, id: string): Promise<PublicUser> {
  return (await findPublic(db, id, { userId: id, admin: true })) ?? fail('user_not_found');
}

/**
 * Notifies everyone who shares a place with a person, and administrators, that the account was suspended or restored.
 */
async function tellAccount({ db, emit }: Work, userId: string): Promise<void> {
  const [audience] = await readAudiences(db, [userId]);
  const admins = (await administrators(db)).map(rooms.user);
  if (audience) emit('updateUser', audience.user, to(...new Set([...audience.rooms, ...admins])));
}
