import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/db.ts';

/** Identity of a person at a provider. */
export interface Known {
  issuer: string;
  subject: string;
}

/** Finds the account of a provider's identity, if any. */
export async function findKnown(db: Db, { issuer, subject }: Known): Promise<string | undefined> {
  const row = await db
    .selectFrom('social_identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.user_id;
}

/** Links an identity to an account; of two concurrent links, the first wins. */
export async function insertKnown(db: Db, { issuer, subject }: Known, userId: string): Promise<void> {
  await db
    .insertInto('social_identities')
    .values({ issuer, subject, user_id: userId })
    .onConflict(conflict => conflict.columns(['issuer', 'subject']).doNothing())
    .execute();
}

/** Ends an attempt; returns whether it is the first time. Deletes attempts older than an hour. */
export async function endAttempt(db: Db, state: string): Promise<boolean> {
  const { rows } = await sql`
    WITH old AS (DELETE FROM social_attempts WHERE ended_at < now() - interval '1 hour')
    INSERT INTO social_attempts (state) VALUES (${state}) ON CONFLICT DO NOTHING RETURNING state`.execute(db);
  return rows.length > 0;
}
