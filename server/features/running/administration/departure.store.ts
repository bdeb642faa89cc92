import { limits } from '@palabre/common/contract/fields.ts';
import type { Departure } from '@palabre/common/contract/running/administration.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/db.ts';
import { nextOwner } from '../../workspaces/structure/open/succession.store.ts';

type Listed<K extends keyof Departure> = { rows: Departure[K]; count: number };

/** Lists the workspaces that a person owns alone, with their next owners, and counts all of them. */
export async function readOwnedAlone(db: Db, userId: string, preferred: string | null): Promise<Listed<'owned'>> {
  const { rows } = await sql<Departure['owned'][number] & { count: number }>`
    SELECT workspaces.id AS _id, title, count(*) OVER ()::int AS count,
      CASE WHEN next.user_id IS NOT NULL AND NOT next.shut THEN json_build_object(
        '_id', next.user_id, 'firstName', next.first_name, 'lastName', next.last_name
      ) END AS heir
    FROM workspace_members AS mine JOIN workspaces ON workspaces.id = mine.workspace_id
    LEFT JOIN LATERAL (${nextOwner(userId, preferred)}) AS next ON true
    WHERE mine.user_id = ${userId} AND mine.owner AND next.owner IS NOT TRUE
    ORDER BY folded(title), workspaces.id LIMIT ${limits.departureListed}`.execute(db);
  return { rows: rows.map(({ _id, title, heir }) => ({ _id, title, heir })), count: rows[0]?.count ?? 0 };
}

/** Lists the restricted workspaces that a person is in, and counts all. */
export async function readRestricted(db: Db, userId: string): Promise<Listed<'restricted'>> {
  const { rows } = await sql<Departure['restricted'][number] & { count: number }>`
    SELECT workspaces.id AS _id, title, count(*) OVER ()::int AS count
    FROM workspace_members AS mine JOIN workspaces ON workspaces.id = mine.workspace_id
    WHERE mine.user_id = ${userId} AND restricted
    ORDER BY folded(title), workspaces.id LIMIT ${limits.departureListed}`.execute(db);
  return { rows: rows.map(({ _id, title }) => ({ _id, title })), count: rows[0]?.count ?? 0 };
}

/** Reads the name of a person whose account is open; undefined otherwise. */
export const readOpen = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .select(['id', 'first_name as firstName', 'last_name as lastName'])
    .where('id', '=', id)
    .where('suspended_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
