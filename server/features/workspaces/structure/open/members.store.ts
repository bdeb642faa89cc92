import type { PublicUser } from '@palabre/common/contract/people/users.ts';
import { defaultColor } from '@palabre/common/rules/workspaces/role-colour.ts';
import { sql } from 'kysely';
import { seesChannel } from '../../../../platform/access/access.seen.ts';
import { type PublicRow, publicColumns, toPublicUser } from '../../../../platform/access/people.store.ts';
import type { Db } from '../../../../platform/postgres/db.ts';
import { readSoFar } from '../../../reading/unread/open/unread.store.ts';

/** Filter of a workspace's members; a member must match every given field. */
export interface MemberFilter {
  workspaceId: string;
  /** Part of the name or of the e-mail, ignoring case and accents. */
  search?: string | undefined;
  /** Id of a role; `creator` means owners and holders of any creator role. */
  roleId?: string | undefined;
  /** Channel that the members must see; its guests are listed too. */
  channelId?: string | undefined;
  /** Guest who requests the list: it has the people of the guest's channels only, and no role. */
  guestId?: string | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
}

/** Page of members, with the counts of all matches. */
export interface MemberPage {
  users: (PublicUser & { color: string })[];
  online: number;
  total: number;
}

const holds = (condition: ReturnType<typeof sql>) => sql`EXISTS (
  SELECT FROM role_users JOIN roles ON roles.id = role_users.role_id
  WHERE role_users.workspace_id = members.workspace_id AND role_users.user_id = members.user_id AND ${condition})`;

const sees = sql.raw(seesChannel('members'));

function conditions({ workspaceId, search, roleId, channelId, guestId }: MemberFilter) {
  const found = [];
  if (search) {
    found.push(sql`(strpos(users.search_name, folded(${search})) > 0 OR strpos(users.email, lower(${search})) > 0)`);
  }
  if (roleId && guestId) found.push(sql`false`);
  else if (roleId === 'creator') found.push(sql`(members.owner OR ${holds(sql`roles.creator`)})`);
  else if (roleId) found.push(holds(sql`roles.id = ${roleId}`));
  if (channelId) found.push(sees);
  else if (guestId) {
    found.push(sql`EXISTS (
      SELECT FROM let_in JOIN channels ON channels.id = let_in.channel_id
      WHERE let_in.workspace_id = ${workspaceId} AND let_in.user_id = ${guestId} AND ${sees})`);
  }
  return found;
}

/** Reads a page of members, online ones first, then by name, with the counts of all matches: one query. */
export async function readMembers(db: Db, filter: MemberFilter): Promise<MemberPage> {
  const people = sql.table(filter.channelId || filter.guestId ? 'workspace_people' : 'workspace_members');
  const channel = filter.channelId ? sql`JOIN channels ON channels.id = ${filter.channelId}` : sql``;
  const where = [sql`members.workspace_id = ${filter.workspaceId}`, ...conditions(filter)];
  const page = sql`SELECT * FROM matching ORDER BY away, search_name, id
    LIMIT ${filter.limit ?? null}::int OFFSET ${filter.offset ?? 0}::int`;
  const { rows } = await sql<PublicRow & { color: string; online: number; total: number }>`
    WITH matching AS MATERIALIZED (
      SELECT users.id, users.search_name, users.status = 'offline' AS away
      FROM ${people} AS members JOIN users ON users.id = members.user_id ${channel}
      WHERE ${sql.join(where, sql` AND `)}
    )
    SELECT ${sql.join(publicColumns.map(column => sql.ref(column)))}, counts.online, counts.total,
      coalesce((
        SELECT roles.color FROM role_users JOIN roles ON roles.id = role_users.role_id
        WHERE role_users.workspace_id = ${filter.workspaceId} AND role_users.user_id = page.id
        ORDER BY roles.rank LIMIT 1
      ), ${defaultColor}) AS color
    FROM (SELECT count(*) AS total, count(*) FILTER (WHERE NOT away) AS online FROM matching) AS counts
    LEFT JOIN (${page}) AS page ON true
    LEFT JOIN users ON users.id = page.id
    ORDER BY page.away, page.search_name, page.id`.execute(db);
  return {
    users: rows
      .filter(row => row.id !== null)
      .map(row => ({ ...toPublicUser(row, { withEmail: true }), color: row.color })),
    online: rows[0]?.online ?? 0,
    total: rows[0]?.total ?? 0,
  };
}

/** Reads the people banned from a workspace, the last first, without e-mail: they share no place with the reader. */
export async function readBanned(db: Db, workspaceId: string): Promise<PublicUser[]> {
  const rows = await db
    .selectFrom('workspace_bans')
    .innerJoin('users', 'users.id', 'workspace_bans.user_id')
    .select(publicColumns)
    .where('workspace_id', '=', workspaceId)
    .orderBy('workspace_bans.created_at', 'desc')
    .orderBy('users.id')
    .execute();
  return rows.map(row => toPublicUser(row, { withEmail: false }));
}

/**
 * Bans a person; a repeated ban changes nothing.
 * @returns false when there is no such person
 */
export async function addBan(db: Db, workspaceId: string, userId: string, told: boolean): Promise<boolean> {
  const { rows } = await sql`
    WITH person AS (SELECT id FROM users WHERE id = ${userId}), banned AS (
      INSERT INTO workspace_bans (workspace_id, user_id, told) SELECT ${workspaceId}, id, ${told} FROM person
      ON CONFLICT DO NOTHING
    )
    SELECT FROM person`.execute(db);
  return rows.length > 0;
}

/** Lifts a ban, and returns whether its person was notified of it; undefined when there is none. */
export const removeBan = (db: Db, workspaceId: string, userId: string): Promise<{ told: boolean } | undefined> =>
  db
    .deleteFrom('workspace_bans')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .returning('told')
    .executeTakeFirst();

/** Reads the ids of all members. */
export async function readMemberIds(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('workspace_members')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .execute();
  return rows.map(row => row.user_id);
}

/** Reads the ids of the owners. */
export async function readOwnerIds(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('workspace_members')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('owner', '=', true)
    .execute();
  return rows.map(row => row.user_id);
}

/** Adds a person who is not a member. */
export async function addMember(db: Db, workspaceId: string, userId: string, { owner = false } = {}): Promise<void> {
  await db.insertInto('workspace_members').values({ workspace_id: workspaceId, user_id: userId, owner }).execute();
  await readSoFar(db, [userId], { workspaceId });
  await countMembers(db, workspaceId, 1);
}

/** Moves the ownership of a workspace from one member to another. */
export async function replaceOwner(db: Db, workspaceId: string, before: string, after: string): Promise<void> {
  await sql`
    UPDATE workspace_members SET owner = user_id = ${after}
    WHERE workspace_id = ${workspaceId} AND user_id IN (${before}, ${after})`.execute(db);
}

/** Removes a member and their roles from a workspace. */
export async function removeMember(db: Db, workspaceId: string, userId: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('workspace_members')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (numDeletedRows > 0n) await countMembers(db, workspaceId, -1);
}

async function countMembers(db: Db, id: string, more: number): Promise<void> {
  await db
    .updateTable('workspaces')
    .set(eb => ({ members_count: eb('members_count', '+', more) }))
    .where('id', '=', id)
    .execute();
}
