import { limits } from '@palabre/common/contract/fields.ts';
import type { SessionRow } from '@palabre/common/contract/people/accounts.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/db.ts';
import { isLive } from '../../../platform/sessions/session.store.ts';

/** Replaces a password; false when the old hash is no longer the account's. */
export async function replacePassword(db: Db, id: string, old: string | null, hash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash: hash })
    .where('id', '=', id)
    .where('password_hash', 'is not distinct from', old)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lists a person's live sessions: the current one, then the last used. */
export async function listSessions(db: Db, userId: string, current: string): Promise<SessionRow[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'device', 'address', 'created_at', 'seen_at'])
    .where('user_id', '=', userId)
    .where(sql<boolean>`${sql.raw(isLive)}`)
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
