import { addressCodeHours } from '@palabre/common/contract/people/addresses.ts';
import { sql } from 'kysely';
import type { Language } from '../../../platform/http/errors.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';

/** Account whose address may change. */
export interface Owner {
  email: string;
  firstName: string;
  suspended: boolean;
}

/** Reads an account and locks it: nobody else changes it before the transaction ends. */
export const lockOwner = (db: Db, id: string): Promise<Owner | undefined> =>
  db
    .selectFrom('users')
    .select(['email', 'first_name as firstName'])
    .select(sql<boolean>`suspended_at IS NOT NULL`.as('suspended'))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Requester of a change: a session of the person, or an administrator. */
export type AskedBy = { sid: string } | { administratorId: string };

/** Stores a pending change, in place of an earlier one of the account. */
export async function writeChange(db: Db, userId: string, email: string, by: AskedBy): Promise<void> {
  const change = {
    email,
    session_id: 'sid' in by ? by.sid : null,
    asked_by: 'sid' in by ? null : by.administratorId,
    hash: null,
    tries: 0,
    expires_at: sql<Date>`now() + make_interval(hours => ${sql.lit(addressCodeHours)})`,
  };
  await db
    .insertInto('address_changes')
    .values({ user_id: userId, ...change })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(change))
    .execute();
}

/**
 * Stores the code of a change that is still pending.
 * @returns the name of its person, and of the administrator who asked, if any
 */
export async function writeCode(
  db: Db,
  userId: string,
  email: string,
  hash: Buffer,
): Promise<{ firstName: string; zone: string | null; by: string | null } | undefined> {
  const { rows } = await sql<{ firstName: string; zone: string | null; by: string | null }>`
    UPDATE address_changes SET hash = ${hash}, tries = 0
    FROM users WHERE users.id = user_id AND user_id = ${userId} AND address_changes.email = ${email} AND expires_at > now()
      AND suspended_at IS NULL
    RETURNING users.first_name AS "firstName", users.time_zone AS zone,
      (SELECT first_name || ' ' || last_name FROM users AS askers WHERE askers.id = asked_by) AS by`.execute(db);
  return rows[0];
}

/** Change whose code may be tried. */
export interface Waiting {
  email: string;
  byAdministrator: boolean;
}

/** Finds the pending change of an account. */
export async function findChange(db: Db, userId: string): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    SELECT email, asked_by IS NOT NULL AS "byAdministrator"
    FROM address_changes WHERE user_id = ${userId} AND expires_at > now()`.execute(db);
  return rows[0];
}

/** Spends a try, and returns whether the code was right; locks the row, so that concurrent tries count one by one. */
export async function spendTry(
  db: Tx,
  userId: string,
  email: string,
  hashes: readonly Buffer[],
  atMost: number,
): Promise<boolean> {
  const { rows } = await sql<{ right: boolean }>`
    UPDATE address_changes SET tries = tries + 1 WHERE user_id = ${userId} AND email = ${email}
    RETURNING coalesce(hash = ANY(${hashes}::bytea[]) AND tries <= ${atMost}::int AND expires_at > now(), false) AS right`.execute(
    db,
  );
  return rows[0]?.right ?? false;
}

/** Deletes the change of an account; returns whether there was one. */
export async function deleteChange(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('address_changes').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Gives an account its new, unproven address, and deletes its codes and proofs: they were earned by reading mails of
 * the old address.
 */
export async function writeAddress(db: Db, userId: string, email: string): Promise<void> {
  await sql`
    WITH codes AS (DELETE FROM otp_codes WHERE user_id = ${userId}),
      proofs AS (DELETE FROM otp_proofs WHERE user_id = ${userId})
    UPDATE users SET email = ${email}, email_proven = false WHERE id = ${userId}`.execute(db);
}

/** Reads a person's time zone, and the language of their mails if it is known. */
export async function readTold(
  db: Db,
  userId: string,
  language: Language,
): Promise<{ firstName: string; zone: string | null; language: Language } | undefined> {
  const { rows } = await sql<{ firstName: string; zone: string | null; language: Language }>`
    SELECT first_name AS "firstName", time_zone AS zone,
      coalesce((SELECT language FROM message_mails WHERE user_id = users.id), ${language}) AS language
    FROM users WHERE id = ${userId}`.execute(db);
  return rows[0];
}

/** Reads the full name of a person. */
export async function readName(db: Db, userId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    SELECT first_name || ' ' || last_name AS name FROM users WHERE id = ${userId}`.execute(db);
  return rows[0]?.name ?? '';
}

/** Deletes expired changes. */
export async function purgeChanges(db: Db): Promise<void> {
  await sql`DELETE FROM address_changes WHERE expires_at < now()`.execute(db);
}
