import type { SessionRow } from '@palabre/common/contract/accounts.ts';
import { limits } from '@palabre/common/contract/fields.ts';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../platform/postgres/db.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

/** The columns that people change themselves, and what a change of them depends on. */
const kept = [
  'first_name',
  'last_name',
  'avatar',
  'job_title',
  'job_location',
  'manager',
  'manager_id',
  'start_hour',
  'end_hour',
  'vacation_referee',
  'vacation_referee_id',
  'linkedin_profile',
  'github_profile',
  'double_authentification',
  'verification',
  'notification_mail',
  'time_zone',
] as const;

export type Kept = Pick<Selectable<Tables['users']>, (typeof kept)[number]>;
export type Changes = Pick<Updateable<Tables['users']>, (typeof kept)[number]>;

/** What an account holds now; nobody else changes it before the transaction ends. */
export const lockAccount = (db: Db, id: string): Promise<Kept | undefined> =>
  db.selectFrom('users').select(kept).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export async function updateAccount(db: Db, id: string, changes: Changes): Promise<void> {
  await db.updateTable('users').set(changes).where('id', '=', id).execute();
}

/** Replaces a password by another; false when it is not that one any more. */
export async function replacePassword(db: Db, id: string, old: string | null, hash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash: hash })
    .where('id', '=', id)
    .where('password_hash', 'is not distinct from', old)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A person's live sessions: the one that asks, then those last used. */
export async function listSessions(db: Db, userId: string, current: string): Promise<SessionRow[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'device', 'address', 'created_at', 'seen_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy(sql`id = ${current}`, 'desc')
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limits.sessionsListed)
    .execute();
  return rows.map(row => ({
    _id: row.id,
    device: row.device,
    address: row.address,
    createdAt: row.created_at.toISOString(),
    seenAt: row.seen_at.toISOString(),
    current: row.id === current,
  }));
}
