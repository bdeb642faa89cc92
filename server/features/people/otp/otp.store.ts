import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import type { Purpose, Tables } from '../../../platform/postgres/tables.ts';
import { isKnownBy } from '../../../platform/sessions/known-devices.store.ts';

const minutes = 10;
const later = sql<Date>`now() + ${`${minutes} minutes`}::interval`;

/** Lifetime of a code and of the proof that it gives. */
export const goodForMs = minutes * 60_000;

/** Stores a code, in place of the previous one and its tries. */
export async function writeCode(db: Db, userId: string, purpose: Purpose, hash: Buffer): Promise<void> {
  const code = { hash, tries: 0, expires_at: later };
  await db
    .insertInto('otp_codes')
    .values({ user_id: userId, purpose, ...code })
    .onConflict(conflict => conflict.columns(['user_id', 'purpose']).doUpdateSet(code))
    .execute();
}

/**
 * Spends a try, and returns whether the code was right. One statement that locks its row, so that concurrent tries
 * count one by one. It writes a row for unknown accounts too, so that the response time reveals nothing.
 */
export async function spendTry(
  db: Tx,
  userId: string,
  purpose: Purpose,
  hashes: readonly Buffer[],
  atMost: number,
): Promise<boolean> {
  const { rows } = await sql<{ right: boolean }>`
    INSERT INTO otp_codes AS kept (user_id, purpose, tries, expires_at) VALUES (${userId}, ${purpose}, 1, ${later})
    ON CONFLICT (user_id, purpose) DO UPDATE SET tries = kept.tries + 1
    RETURNING coalesce(hash = ANY(${hashes}::bytea[]) AND tries <= ${atMost}::int AND expires_at > now(), false) AS right`.execute(
    db,
  );
  return rows[0]?.right ?? false;
}

/** Deletes a person's codes of a purpose, or all. */
export async function deleteCodes(db: Db, userId: string, purpose?: Purpose): Promise<void> {
  let query = db.deleteFrom('otp_codes').where('user_id', '=', userId);
  if (purpose) query = query.where('purpose', '=', purpose);
  await query.execute();
}

/** SQL for the fingerprint of an account's present password. */
const passwordMark = sql<Buffer>`sha256(convert_to(coalesce(users.password_hash, ''), 'UTF8'))`;

type Kind = Tables['otp_proofs']['kind'];

/** Stores a proof. */
export async function insertProof(
  db: Db,
  hash: Buffer,
  kind: Kind,
  userId: string,
  until: RawBuilder<Date> = later,
): Promise<void> {
  await sql`
    INSERT INTO otp_proofs (hash, kind, user_id, password_mark, expires_at)
    SELECT ${hash}, ${kind}, users.id, ${passwordMark}, ${until} FROM users WHERE users.id = ${userId}`.execute(db);
}

/** Finds the person of a proof, and its kind; undefined when it expired, was used, or the password has changed since. */
export async function findProof(
  db: Db,
  hash: Buffer,
  kinds: readonly Kind[],
): Promise<{ userId: string; kind: Kind } | undefined> {
  return db
    .selectFrom('otp_proofs')
    .innerJoin('users', 'users.id', 'otp_proofs.user_id')
    .select(['users.id as userId', 'kind'])
    .where('otp_proofs.hash', '=', hash)
    .where('kind', 'in', [...kinds])
    .where('otp_proofs.expires_at', '>', sql<Date>`now()`)
    .where('password_mark', '=', passwordMark)
    .executeTakeFirst();
}

/** Minutes for which an administrator's link is valid. */
export const recoveryMinutes = 30;

/** Stores the proof of an administrator's link, in place of earlier ones of the account. */
export async function insertRecovery(
  db: Db,
  hash: Buffer,
  kind: 'recovery' | 'recovery-two-step',
  userId: string,
): Promise<void> {
  await db
    .deleteFrom('otp_proofs')
    .where('user_id', '=', userId)
    .where('kind', 'in', ['recovery', 'recovery-two-step'])
    .execute();
  await insertProof(db, hash, kind, userId, sql<Date>`now() + ${`${recoveryMinutes} minutes`}::interval`);
}

/** Turns two-step off. */
export async function endTwoStep(db: Db, userId: string): Promise<void> {
  const off = { double_authentification: false, verification: false };
  await db.updateTable('users').set(off).where('id', '=', userId).execute();
}

/** Deletes a proof to use it; true for only one of several concurrent attempts. */
export async function takeProof(db: Tx, hash: Buffer): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM otp_proofs USING users
    WHERE hash = ${hash} AND users.id = user_id AND password_mark = ${passwordMark}`.execute(db);
  return numAffectedRows > 0n;
}

/**
 * Reads a person's password and locks it until the transaction ends: a change of password waits, then ends the session
 * opened here with the others. Undefined for a deleted account.
 */
export async function holdPassword(
  db: Tx,
  userId: string,
): Promise<{ passwordHash: string | null; isSuspended: boolean } | undefined> {
  return db
    .selectFrom('users')
    .select('password_hash as passwordHash')
    .select(sql<boolean>`suspended_at IS NOT NULL`.as('isSuspended'))
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst();
}

/**
 * Replaces the hash of a password by another hash of the same password, without invalidating the proofs given under it.
 * @returns whether the stored hash was still `old`
 */
export async function renewHash(db: Tx, userId: string, old: string, hash: string): Promise<boolean> {
  // Locked before proofs are read: one that is being given is then seen.
  const held = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('password_hash', '=', old)
    .forUpdate()
    .executeTakeFirst();
  if (!held) return false;
  await sql`
    WITH renewed AS (UPDATE users SET password_hash = ${hash} WHERE id = ${userId})
    UPDATE otp_proofs SET password_mark = sha256(convert_to(${hash}, 'UTF8'))
    WHERE user_id = ${userId} AND password_mark = sha256(convert_to(${old}, 'UTF8'))`.execute(db);
  return true;
}

/** Reads the person to send a code to; undefined when their address is banned, or their account suspended. */
export async function findAddressee(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['email', 'first_name as firstName', 'time_zone as zone'])
    .select(['double_authentification as twoStep', 'email_proven as proven'])
    .select(sql<boolean>`password_hash IS NULL`.as('passwordless'))
    .where('id', '=', userId)
    .where('suspended_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('banned_users').select('id').whereRef('banned_users.email', '=', 'users.email'))),
    )
    .executeTakeFirst();
}

/** Reads whether an account has this e-mail, and knows this browser. */
export async function readAsked(db: Db, userId: string, email: string | null, device: Buffer | null) {
  const { rows } = await sql<{ emailMatches: boolean; known: boolean }>`
    SELECT EXISTS (SELECT FROM users WHERE id = ${userId} AND email = ${email}) AS "emailMatches",
      ${isKnownBy(sql`${userId}::uuid`, device)} AS known`.execute(db);
  return rows[0] ?? { emailMatches: false, known: false };
}

/** Reads the person to mail about their account. */
export async function readAddressee(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['email', 'first_name as firstName', 'time_zone as zone'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** Deletes every way into an account: password, provider identities, codes and proofs. */
export async function deleteWaysIn(db: Db, userId: string): Promise<void> {
  await sql`
    WITH identities AS (DELETE FROM social_identities WHERE user_id = ${userId}),
      codes AS (DELETE FROM otp_codes WHERE user_id = ${userId}),
      proofs AS (DELETE FROM otp_proofs WHERE user_id = ${userId})
    UPDATE users SET password_hash = NULL WHERE id = ${userId}`.execute(db);
}

/** Marks two-step as verified: it applies from now on, if its person has turned it on. */
export async function setVerified(db: Db, userId: string): Promise<void> {
  await db.updateTable('users').set({ verification: true }).where('id', '=', userId).execute();
}

/** Sets a password; returns its person. */
export async function setPassword(db: Db, userId: string, passwordHash: string) {
  return db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .returning(['email', 'first_name as firstName'])
    .executeTakeFirstOrThrow();
}

/** Deletes expired codes and proofs. */
export async function purgeCodes(db: Db): Promise<void> {
  await db.deleteFrom('otp_codes').where('expires_at', '<', sql<Date>`now()`).execute();
  await db.deleteFrom('otp_proofs').where('expires_at', '<', sql<Date>`now()`).execute();
}
