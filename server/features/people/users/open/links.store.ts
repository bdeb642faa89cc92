import { limits } from '@palabre/common/contract/fields.ts';
import type { LinkedAccount } from '@palabre/common/contract/people/linked-accounts.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/postgres/db.ts';

/** Builds the accounts linked to this one; each pair is one row, in either order. */
const linksOf = (userId: string) => sql`
  SELECT second_user AS id, linked_at FROM linked_accounts WHERE first_user = ${userId}
  UNION ALL SELECT first_user, linked_at FROM linked_accounts WHERE second_user = ${userId}`;

/** Builds the ids of linked accounts, in the order of linking. */
export const linkedIds = (userId: string): RawBuilder<string[]> =>
  sql<string[]>`ARRAY(SELECT id FROM (${linksOf(userId)}) AS linked ORDER BY linked_at, id)`;

interface Listed extends LinkedAccount {
  of: string;
}

/** Reads the linked accounts of each of these accounts. */
export async function readLinked(db: Db, userIds: readonly string[]): Promise<Map<string, LinkedAccount[]>> {
  const { rows } = await sql<Listed>`
    SELECT linked.of, users.id AS "_id", first_name AS "firstName", last_name AS "lastName", avatar, email
    FROM (
      SELECT first_user AS of, second_user AS id, linked_at FROM linked_accounts WHERE first_user = ANY(${userIds}::uuid[])
      UNION ALL
      SELECT second_user, first_user, linked_at FROM linked_accounts WHERE second_user = ANY(${userIds}::uuid[])
    ) AS linked JOIN users USING (id) ORDER BY linked_at, users.id`.execute(db);
  const found = new Map<string, LinkedAccount[]>(userIds.map(id => [id, []]));
  for (const { of, ...account } of rows) found.get(of)?.push(account);
  return found;
}

/** Reads whether two accounts are linked, and whether the other's e-mail is banned. */
export async function readLink(db: Db, userId: string, otherId: string): Promise<'none' | 'linked' | 'banned'> {
  const { rows } = await sql<{ banned: boolean }>`
    SELECT EXISTS (SELECT FROM banned_users WHERE banned_users.email = users.email) AS banned
    FROM (${linksOf(userId)}) AS linked JOIN users USING (id) WHERE id = ${otherId}`.execute(db);
  if (!rows[0]) return 'none';
  return rows[0].banned ? 'banned' : 'linked';
}

const pairOf = (one: string, other: string) => (one < other ? ([one, other] as const) : ([other, one] as const));

/** Links two accounts, once. Locks both, so that concurrent links respect the limit. */
export async function insertLink(db: Tx, one: string, other: string): Promise<'linked' | 'full' | 'gone'> {
  const pair = pairOf(one, other);
  const { rows } = await sql`
    SELECT FROM users WHERE id = ANY(${pair}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(db);
  if (rows.length < 2) return 'gone';
  const { rows: counts } = await sql<{ others: number }>`
    SELECT cardinality(others)::int AS others FROM (
      VALUES (${linkedIds(one)}, ${other}::uuid), (${linkedIds(other)}, ${one}::uuid)
    ) AS linked (others, twin) WHERE twin <> ALL(others)`.execute(db);
  if (counts.some(({ others }) => others >= limits.linkedAccounts)) return 'full';
  await sql`INSERT INTO linked_accounts (first_user, second_user) VALUES (${pair[0]}, ${pair[1]})
    ON CONFLICT DO NOTHING`.execute(db);
  return 'linked';
}

/**
 * Holds the session that uses a link until the transaction ends, then the link: who ends either of them waits.
 * @returns which of the two is gone, if any
 */
export async function holdLink(
  db: Tx,
  { userId, sid }: { userId: string; sid: string },
  otherId: string,
): Promise<'held' | 'no session' | 'no link'> {
  const { rows: sessions } = await sql`SELECT FROM sessions WHERE id = ${sid} FOR KEY SHARE`.execute(db);
  if (sessions.length === 0) return 'no session';
  const [first, second] = pairOf(userId, otherId);
  const { rows: links } = await sql`
    SELECT FROM linked_accounts WHERE first_user = ${first} AND second_user = ${second} FOR KEY SHARE`.execute(db);
  return links.length === 0 ? 'no link' : 'held';
}

/** Deletes the link of two accounts; returns whether there was one. */
export async function deleteLink(db: Db, one: string, other: string): Promise<boolean> {
  const [first, second] = pairOf(one, other);
  const deleted = await db
    .deleteFrom('linked_accounts')
    .where('first_user', '=', first)
    .where('second_user', '=', second)
    .returning('linked_at')
    .execute();
  return deleted.length > 0;
}

/** Deletes all links of an account; returns the other accounts. */
export async function deleteLinks(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM linked_accounts WHERE ${userId} IN (first_user, second_user)
    RETURNING CASE first_user WHEN ${userId} THEN second_user ELSE first_user END AS id`.execute(db);
  return rows.map(row => row.id);
}
