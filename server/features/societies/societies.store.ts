import { limits } from '@palabre/common/contract/fields.ts';
import type { PublicUser } from '@palabre/common/contract/people/users.ts';
import type { SocietyCard } from '@palabre/common/contract/societies.ts';
import type { Listed, Membership } from '@palabre/common/rules/society-membership.ts';
import { type RawBuilder, sql } from 'kysely';
import { type PublicRow, publicColumns, showsContactsTo, toPublicUser } from '../../platform/access/people.store.ts';
import type { Cursor } from '../../platform/http/cursors.ts';
import { fail } from '../../platform/http/errors.ts';
import type { Db } from '../../platform/postgres/db.ts';

/** Society with every field; {@link file://./open/societies.view.ts} chooses the fields that a person is shown. */
export interface WholeSociety {
  _id: string;
  name: string;
  logo: string | null;
  owners: string[];
  users: string[];
  usersCount: number;
  pendingUsers: string[];
  pendingCount: number;
  whitelist: string[];
}

const standing = (condition: RawBuilder<unknown>) =>
  sql`FROM society_people WHERE society_id = societies.id AND ${condition}`;
const inIt = sql`standing < 'pending'`;
const waiting = sql`standing = 'pending'`;
const inOrder = sql`ORDER BY standing DESC, since, user_id`;
const usersCount = sql`(SELECT count(*)::int ${standing(inIt)})`;

/** Reads one whole society, in one query; fails with `not_found`. */
export async function readSociety(db: Db, id: string): Promise<WholeSociety> {
  const { rows } = await sql<WholeSociety>`
    SELECT id AS _id, name, logo,
      ARRAY(SELECT user_id ${standing(sql`standing = 'owner'`)} ${inOrder}) AS owners,
      ARRAY(SELECT user_id ${standing(inIt)} ${inOrder} LIMIT ${limits.listedMembers}) AS users,
      ${usersCount} AS "usersCount",
      ARRAY(SELECT user_id ${standing(waiting)} ${inOrder} LIMIT ${limits.listedMembers}) AS "pendingUsers",
      (SELECT count(*)::int ${standing(waiting)}) AS "pendingCount",
      ARRAY(SELECT email FROM society_whitelist WHERE society_id = societies.id ORDER BY email COLLATE "C") AS whitelist
    FROM societies WHERE id = ${id}`.execute(db);
  return rows[0] ?? fail('not_found');
}

/** Reads a page of societies by name, the person's own first on the first page; a search keeps names with every word. */
export async function readSocieties(
  db: Db,
  userId: string,
  asked: { search: string | undefined; after: Cursor | undefined; count: number },
): Promise<SocietyCard[]> {
  const { search, after, count } = asked;
  const words = (search ?? '').split(/\s+/).filter(Boolean);
  const matches = words.map(word => sql`AND strpos(folded(name), folded(${word})) > 0`);
  const mine = sql`(SELECT society_id FROM society_people WHERE user_id = ${userId})`;
  const { rows } = await sql<SocietyCard>`
    SELECT id AS _id, name, logo, ${usersCount} AS "usersCount", coalesce(me.standing, 'none') AS membership
    FROM societies LEFT JOIN society_people AS me ON me.society_id = id AND me.user_id = ${userId}
    WHERE id IN (
      ${after ? sql`` : sql`SELECT id FROM societies WHERE id = ${mine} ${sql.join(matches, sql` `)} UNION ALL`}
      (SELECT id FROM societies WHERE id IS DISTINCT FROM ${mine} ${sql.join(matches, sql` `)}
        ${after ? sql`AND (folded(name), id) > (folded(${after.name}), ${after.id}::uuid)` : sql``}
        ORDER BY folded(name), id LIMIT ${count})
    )
    ORDER BY me.user_id IS NULL, folded(name), id`.execute(db);
  return rows;
}

/** Finds the society that a person is in or asked to join, and their standing there. */
export async function findStanding(
  db: Db,
  userId: string,
): Promise<{ societyId: string; membership: Membership } | undefined> {
  return db
    .selectFrom('society_people')
    .select(['society_id as societyId', 'standing as membership'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Reads a person's standing in a society, its number of owners, and whether its whitelist lets the person in. */
export async function readChangeFacts(
  db: Db,
  societyId: string,
  userId: string,
): Promise<{ target: Membership; owners: number; address: Listed; name: string } | undefined> {
  const { rows } = await sql<{ target: Membership; owners: number; address: Listed; name: string }>`
    SELECT coalesce(people.standing, 'none') AS target,
      (SELECT count(*)::int FROM society_people WHERE society_id = ${societyId} AND standing = 'owner') AS owners,
      CASE WHEN NOT email_proven AND EXISTS (SELECT FROM society_whitelist WHERE society_id = ${societyId}) THEN 'unproven'
        WHEN EXISTS (SELECT FROM society_whitelist WHERE society_id = ${societyId} AND email = users.email) THEN 'listed'
        ELSE 'unlisted' END AS address,
      first_name || ' ' || last_name AS name
    FROM users LEFT JOIN society_people AS people ON people.user_id = users.id AND people.society_id = ${societyId}
    WHERE users.id = ${userId}`.execute(db);
  return rows[0];
}

/** Inserts a society, without people. */
export async function insertSociety(db: Db, society: { id: string; name: string; logo: string | null }): Promise<void> {
  await db.insertInto('societies').values(society).execute();
}

/** Updates the given fields, at least one. */
export async function updateSociety(db: Db, id: string, values: { name?: string; logo?: string }): Promise<void> {
  await db.updateTable('societies').set(values).where('id', '=', id).execute();
}

/** Deletes a society; its workspaces are then in none. */
export async function deleteSociety(db: Db, id: string): Promise<void> {
  await db.deleteFrom('societies').where('id', '=', id).execute();
}

/** Takes a society's workspaces out of it; returns their ids. */
export async function freeWorkspaces(db: Db, id: string): Promise<string[]> {
  const rows = await db
    .updateTable('workspaces')
    .set({ society_id: null })
    .where('society_id', '=', id)
    .returning('id')
    .execute();
  return rows.map(row => row.id);
}

/** Locks people in order of id, as every statement that changes several of them does. */
const lockPeople = (ids: readonly string[]) =>
  sql`SELECT id FROM users WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;

/**
 * Sets the standing of people in a society; skips people who are in another one, or asked to join it.
 * @returns ids of the people who now have that standing
 */
export async function setStanding(
  db: Db,
  societyId: string,
  userIds: readonly string[],
  wanted: Exclude<Membership, 'none'>,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    WITH locked AS (${lockPeople(userIds)}), placed AS (
      INSERT INTO society_people (user_id, society_id, standing)
      SELECT id, ${societyId}::uuid, ${wanted} FROM locked
      ON CONFLICT (user_id) DO UPDATE SET standing = excluded.standing,
        since = CASE society_people.standing WHEN 'pending' THEN excluded.since ELSE society_people.since END
        WHERE society_people.society_id = excluded.society_id
      RETURNING user_id, standing
    ), people AS (
      UPDATE users SET society_id = ${societyId} FROM placed
      WHERE users.id = placed.user_id AND placed.standing <> 'pending'
    )
    SELECT user_id FROM placed`.execute(db);
  return rows.map(row => row.user_id);
}

/** Removes a person from a society, or cancels their request. */
export async function removeStanding(db: Db, societyId: string, userId: string): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM society_people WHERE user_id = ${userId} AND society_id = ${societyId} RETURNING user_id
    )
    UPDATE users SET society_id = NULL FROM gone WHERE users.id = gone.user_id`.execute(db);
}

/** Lists the ids of a society's members and of the people who asked to join it. */
export async function readEveryone(db: Db, societyId: string): Promise<string[]> {
  const rows = await db.selectFrom('society_people').select('user_id').where('society_id', '=', societyId).execute();
  return rows.map(row => row.user_id);
}

/** Finds the oldest member who is not an owner; suspended accounts come last. */
export async function oldestMember(db: Db, societyId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('society_people')
    .innerJoin('users', 'users.id', 'society_people.user_id')
    .select('user_id')
    .where('society_people.society_id', '=', societyId)
    .where('standing', '=', 'member')
    .orderBy(sql`suspended_at IS NOT NULL`)
    .orderBy('since')
    .orderBy('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/**
 * Adds addresses to the whitelist; addresses already there stay.
 * @returns the size of the whitelist
 */
export async function addWhitelisted(db: Db, societyId: string, emails: readonly string[]): Promise<number> {
  await sql`
    INSERT INTO society_whitelist (society_id, email) SELECT ${societyId}, unnest(${emails}::text[])
    ON CONFLICT DO NOTHING`.execute(db);
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM society_whitelist WHERE society_id = ${societyId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Removes an address from the whitelist. */
export async function removeWhitelisted(db: Db, societyId: string, email: string): Promise<void> {
  await db.deleteFrom('society_whitelist').where('society_id', '=', societyId).where('email', '=', email).execute();
}

/** Lists the people with a pending request whose proven address is one of these. */
export async function pendingWith(db: Db, societyId: string, emails: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT user_id FROM society_people JOIN users ON users.id = user_id
    WHERE society_people.society_id = ${societyId} AND standing = 'pending'
      AND email = ANY(${emails}::text[]) AND email_proven`.execute(db);
  return rows.map(row => row.user_id);
}

/** Reads a page of the people of a society: one query. */
export async function readPeople(
  db: Db,
  viewer: { userId: string; admin: boolean },
  asked: {
    societyId: string;
    who: 'users' | 'owners' | 'pending';
    search: string | undefined;
    after: Cursor | undefined;
    count: number;
  },
): Promise<{ users: PublicUser[]; total: number; names: string[] }> {
  const { societyId, who, search, after, count } = asked;
  const those = { users: inIt, owners: sql`standing = 'owner'`, pending: waiting }[who];
  const close = showsContactsTo(viewer);
  const words = (search ?? '').split(/\s+/).filter(Boolean).slice(0, 10);
  const matches = words.map(
    word => sql`AND (strpos(search_name, folded(${word})) > 0
      OR email = lower(${word}) OR (${close} AND strpos(email, lower(${word})) > 0))`,
  );
  const { rows } = await sql<PublicRow & { search_name: string; close: boolean; total: number }>`
    WITH matching AS MATERIALIZED (
      SELECT users.id, search_name FROM society_people JOIN users ON users.id = user_id
      WHERE society_people.society_id = ${societyId} AND ${those} ${sql.join(matches, sql` `)}
    )
    SELECT ${sql.join(publicColumns.map(column => sql.ref(column)))}, page.search_name, ${close} AS close, counted.total
    FROM (SELECT count(*)::int AS total FROM matching) AS counted
    LEFT JOIN (
      SELECT * FROM matching ${after ? sql`WHERE (search_name, id) > (${after.name}, ${after.id}::uuid)` : sql``}
      ORDER BY search_name, id LIMIT ${count}
    ) AS page ON true
    LEFT JOIN users ON users.id = page.id
    ORDER BY page.search_name, page.id`.execute(db);
  const found = rows.filter(row => row.id !== null);
  return {
    users: found.map(row => toPublicUser(row, { withEmail: row.close })),
    names: found.map(row => row.search_name),
    total: rows[0]?.total ?? 0,
  };
}
