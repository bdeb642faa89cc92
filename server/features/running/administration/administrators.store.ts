import { sql } from 'kysely';
import type { Language } from '../../../platform/http/errors.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import type { Told } from './administrators.mails.ts';

/** Account that an administrator acts on. */
export interface Judged {
  id: string;
  admin: boolean;
  proven: boolean;
  suspended: boolean;
  isGuest: boolean;
}

/**
 * Locks an account and all administrators, in order: of two who revoke each other's right, the second sees the first.
 */
export async function lockAdministrators(db: Db, id: string): Promise<Judged[]> {
  const { rows } = await sql<Judged>`
    SELECT id, admin, email_proven AS proven, suspended_at IS NOT NULL AS suspended, guest_until IS NOT NULL AS "isGuest"
    FROM users WHERE admin OR id = ${id} ORDER BY id FOR NO KEY UPDATE`.execute(db);
  return rows;
}

/** Grants or revokes the administrator right. */
export async function setAdministrator(db: Db, id: string, admin: boolean): Promise<void> {
  await db.updateTable('users').set({ admin }).where('id', '=', id).execute();
}

/** Reads a mail's recipient, in the language of their mails if it is known. */
export async function readTold(db: Db, id: string, actorId: string, language: Language): Promise<Told | undefined> {
  const { rows } = await sql<Told>`
    SELECT email, first_name AS "firstName", time_zone AS zone,
      coalesce((SELECT language FROM message_mails WHERE user_id = users.id), ${language}) AS language,
      (SELECT first_name || ' ' || last_name FROM users AS actors WHERE actors.id = ${actorId}) AS by
    FROM users WHERE id = ${id}`.execute(db);
  return rows[0];
}

/** Locks an account for which a link is made: of two links, the second replaces the first. */
export async function lockToRecover(db: Db, id: string): Promise<{ email: string; suspended: boolean } | undefined> {
  const { rows } = await sql<{ email: string; suspended: boolean }>`
    SELECT email, suspended_at IS NOT NULL AS suspended FROM users WHERE id = ${id} FOR NO KEY UPDATE`.execute(db);
  return rows[0];
}
