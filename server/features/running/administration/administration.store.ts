import type { Account, BannedUser, Disk } from '@palabre/common/contract/running/administration.ts';
import { type RawBuilder, sql } from 'kysely';
import { nameOrEmailHolds, publicColumns, toPublicUser } from '../../../platform/access/people.store.ts';
import { type Db, newId } from '../../../platform/postgres/db.ts';

/** Filter of the list of accounts. */
export interface Searched {
  search?: string | undefined;
  /** Only accounts with a report that nobody has handled. */
  reported: boolean;
  /** Only administrators. */
  administrators: boolean;
  /** Only suspended accounts. */
  suspended: boolean;
}

/** Builds the condition of a search: each word is in the name or the address, ignoring case and accents. */
const found = ({ search = '', reported, administrators, suspended }: Searched): RawBuilder<boolean> => {
  const words = search.split(/\s+/).filter(word => word !== '');
  const conditions = words.slice(0, 10).map(word => sql`(${nameOrEmailHolds(word)})`);
  if (reported) {
    conditions.push(sql`EXISTS (SELECT FROM reports WHERE reported_user = users.id AND reports.status = 'new')`);
  }
  if (administrators) conditions.push(sql`users.admin`);
  if (suspended) conditions.push(sql`users.suspended_at IS NOT NULL`);
  return conditions.length > 0 ? sql<boolean>`(${sql.join(conditions, sql` AND `)})` : sql<boolean>`true`;
};

const reportsOf = (condition: RawBuilder<unknown>) =>
  sql<number>`(SELECT count(*) FROM reports WHERE reported_user = users.id ${condition})`;

/** Reads accounts by address, filtered by a search, after a given address. */
export async function readAccounts(
  db: Db,
  searched: Searched,
  { after, count }: { after?: string | undefined; count: number },
): Promise<Account[]> {
  let query = db
    .selectFrom('users')
    .select(publicColumns)
    .select('admin')
    .select(reportsOf(sql`AND status = 'new'`).as('open'))
    .select(reportsOf(sql``).as('reports'))
    .where(found(searched))
    .orderBy('email')
    .limit(count);
  if (after !== undefined) query = query.where('email', '>', after);
  return (await query.execute()).map(({ admin, open, reports, ...row }) => ({
    ...toPublicUser(row, { withEmail: true }),
    email: row.email,
    admin,
    openReports: open,
    reports,
  }));
}

/** Counts the accounts that a search finds. */
export async function countAccounts(db: Db, searched: Searched): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(sql<number>`count(*)`.as('count'))
    .where(found(searched))
    .executeTakeFirstOrThrow();
  return count;
}

/** Reads banned addresses in order, filtered by a search. */
export async function readBanned(
  db: Db,
  { search, after, count }: { search?: string | undefined; after?: string | undefined; count: number },
): Promise<BannedUser[]> {
  let query = db.selectFrom('banned_users').select(['id as _id', 'email', 'reason']).orderBy('email').limit(count);
  if (after !== undefined) query = query.where('email', '>', after);
  if (search) query = query.where(sql<boolean>`strpos(email, ${search.toLowerCase()}) > 0`);
  return query.execute();
}

/** Locks all administrators and the account of an address: of two concurrent bans, the second sees the first. */
export async function lockAccounts(db: Db, email: string): Promise<{ id: string; email: string; admin: boolean }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'admin'])
    .where(user => user.or([user('admin', '=', true), user('email', '=', email)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Inserts a banned address once; `made` says whether it is new. A reason replaces an earlier one. */
export async function insertBanned(
  db: Db,
  email: string,
  reason: string | undefined,
): Promise<BannedUser & { made: boolean }> {
  const { rows } = await sql<BannedUser & { made: boolean }>`
    INSERT INTO banned_users (id, email, reason) VALUES (${newId()}, ${email}, ${reason || null})
    ON CONFLICT (email) DO UPDATE SET reason = coalesce(excluded.reason, banned_users.reason)
    RETURNING id AS _id, email, reason, xmax = 0 AS made`.execute(db);
  return rows[0] as BannedUser & { made: boolean };
}

/** Deletes a banned address; undefined when there was none. */
export const deleteBanned = (db: Db, id: string): Promise<BannedUser | undefined> =>
  db.deleteFrom('banned_users').where('id', '=', id).returning(['id as _id', 'email', 'reason']).executeTakeFirst();

/** Locks an account: nobody else suspends or restores it before the transaction ends. */
export const lockAccountById = (
  db: Db,
  id: string,
): Promise<{ id: string; admin: boolean; suspended: boolean } | undefined> =>
  db
    .selectFrom('users')
    .select(['id', 'admin'])
    .select(sql<boolean>`suspended_at IS NOT NULL`.as('suspended'))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Suspends an account, or restores it. */
export async function setSuspended(db: Db, id: string, suspended: boolean): Promise<void> {
  await db
    .updateTable('users')
    .set({ suspended_at: suspended ? sql<Date>`now()` : null })
    .where('id', '=', id)
    .execute();
}

/** Sums the files of a person, from an index alone: pictures are files without a message. */
export async function readDisk(db: Db, userId: string): Promise<Disk> {
  const isPicture = sql`message_id IS NULL AND private_until IS NULL`;
  const { rows } = await sql<Disk>`
    SELECT count(*) FILTER (WHERE NOT (${isPicture})) AS files,
      coalesce(sum(size) FILTER (WHERE NOT (${isPicture})), 0)::bigint AS "filesBytes",
      count(*) FILTER (WHERE ${isPicture}) AS pictures,
      coalesce(sum(size) FILTER (WHERE ${isPicture}), 0)::bigint AS "picturesBytes"
    FROM files WHERE owner_id = ${userId}`.execute(db);
  return rows[0] ?? { files: 0, filesBytes: 0, pictures: 0, picturesBytes: 0 };
}
