import { limits } from '@palabre/common/contract/fields.ts';
import type { AdmissionRequest } from '@palabre/common/contract/people/admissions.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Language } from '../../../platform/http/errors.ts';
import { type Db, newId } from '../../../platform/postgres/db.ts';

/** Request for an account, as submitted. */
export interface Asked {
  email: string;
  firstName: string;
  lastName: string;
  message: string;
  language: Language;
}

/**
 * Stores a request; undefined when the address has asked already, and that request stays.
 * @returns its id
 */
export async function insertRequest(db: Db, asked: Asked): Promise<string | undefined> {
  const row = await db
    .insertInto('registration_requests')
    .values({
      ...{ id: newId(), email: asked.email, first_name: asked.firstName, last_name: asked.lastName },
      ...{ message: asked.message, language: asked.language },
    })
    .onConflict(conflict => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Tells whether at least this many requests are pending. */
async function doWait(db: Db, count: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM registration_requests OFFSET ${sql.lit(count - 1)} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Tells whether any request is pending. */
export const isAnyWaiting = (db: Db): Promise<boolean> => doWait(db, 1);

/** Tells whether the limit of pending requests is reached. */
export const isFull = (db: Db): Promise<boolean> => doWait(db, limits.admissionRequests);

/** Builds the condition of a search among requests: each word is in the name or the address, ignoring case and accents. */
function holding(search: string | undefined): RawBuilder<boolean> {
  const words = (search ?? '').split(/\s+/).filter(Boolean).slice(0, 10);
  if (words.length === 0) return sql<boolean>`true`;
  const conditions = words.map(
    word => sql`folded(first_name || ' ' || last_name || ' ' || email) LIKE holding(folded(${word}))`,
  );
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}

/** Reads a page of the requests, newest first, filtered by a search. */
export async function readRequests(
  db: Db,
  { search, before, count }: { search: string | undefined; before: string | undefined; count: number },
): Promise<AdmissionRequest[]> {
  const { rows } = await sql<AdmissionRequest>`
    SELECT id AS _id, email, first_name AS "firstName", last_name AS "lastName", message,
      created_at AT TIME ZONE 'UTC' AS "createdAt"
    FROM registration_requests
    WHERE (${before ?? null}::uuid IS NULL OR id < ${before ?? null}::uuid) AND ${holding(search)}
    ORDER BY id DESC LIMIT ${count}`.execute(db);
  return rows;
}

/** Deletes a request and returns it; undefined when somebody else has decided. */
export async function takeRequest(db: Db, id: string): Promise<Asked | undefined> {
  return db
    .deleteFrom('registration_requests')
    .where('id', '=', id)
    .returning(['email', 'first_name as firstName', 'last_name as lastName', 'message', 'language'])
    .executeTakeFirst();
}

/** Stores the right of an address to make an account; it replaces an earlier one, unless that was approved. */
export async function writePass(
  db: Db,
  pass: { id: string; email: string; approved: boolean; firstName: string; lastName: string; hash: Buffer },
): Promise<void> {
  await sql`
    INSERT INTO registration_passes (id, email, approved, first_name, last_name, token_hash, expires_at)
    VALUES (${pass.id}, ${pass.email}, ${pass.approved}, ${pass.firstName}, ${pass.lastName}, ${pass.hash},
      now() + make_interval(days => ${sql.lit(limits.registrationPassDays)}))
    ON CONFLICT (email) DO UPDATE SET id = excluded.id, approved = registration_passes.approved OR excluded.approved,
      first_name = excluded.first_name, last_name = excluded.last_name, token_hash = excluded.token_hash,
      expires_at = excluded.expires_at`.execute(db);
}

/** Finds the right to make an account by the hash of its token. */
export const findPass = (db: Db, hash: Buffer) =>
  db
    .selectFrom('registration_passes')
    .select(['email', 'first_name as firstName', 'last_name as lastName'])
    .where('token_hash', '=', hash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();

/**
 * Uses up the right to make an account.
 * @returns false when it was used already
 */
export async function takePass(db: Db, hash: Buffer): Promise<boolean> {
  const pass = db
    .deleteFrom('registration_passes')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', sql<Date>`now()`);
  return (await pass.executeTakeFirst()).numDeletedRows > 0n;
}

/** Deletes expired rights, and requests from addresses that have an account by now. */
export async function pruneAdmissions(db: Db): Promise<void> {
  await sql`DELETE FROM registration_passes WHERE expires_at < now()`.execute(db);
  await sql`
    DELETE FROM registration_requests WHERE EXISTS (SELECT FROM users WHERE users.email = registration_requests.email)
      OR created_at < now() - interval '180 days'`.execute(db);
}
