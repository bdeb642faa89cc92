import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import type { MemberFacts, Ranked } from '@palabre/common/permissions/can.ts';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { fail } from '../../../../platform/http/errors.ts';
import { type Db, newId } from '../../../../platform/postgres/db.ts';
import { prepared } from '../../../../platform/postgres/prepared.ts';
import { channelsIn, listed, listsOf, openings, type Places, type RoleChannels } from './roles.openings.store.ts';

/** Fields of a role, without its holders and its channels. */
export interface RoleFields {
  name: string;
  color: string;
  addChannels: boolean;
  canKick: boolean;
  creator: boolean;
}

/** Role without the channels it opens. */
export type HeldRole = Omit<Role, keyof RoleLists>;
type RoleLists = Pick<Role, 'visibleChannels' | 'writableChannels'>;

/** Role whose channels are text: one character for each, its index in `CompactRoles.channels`. */
export type CompactRole = Omit<HeldRole, 'users'> & { users: string } & Record<'visible' | 'writable', string>;
/** Roles in compact form, with the channel ids of their characters. */
export interface CompactRoles {
  channels: string[];
  roles: CompactRole[];
}

const fields = sql`id AS _id, name, workspace_id AS "workspaceId", rank, color, creator,
  add_channels AS "addChannels", can_kick AS "canKick"`;
const holders = sql`ARRAY(SELECT user_id FROM role_users WHERE role_id = roles.id ORDER BY user_id)`;
const held = sql`${fields}, ${holders} AS users`;

/** Builds the channels of a workspace that a person sees: `can.seeChannel` in SQL. */
const seenChannels = (workspaceId: string, me: MemberFacts) => sql`(
    SELECT id FROM channels WHERE workspace_id = ${workspaceId} ${
      me.isOwner
        ? sql``
        : sql`AND (visibility <> 'private' OR id = ANY((SELECT ${me.roles.flatMap(role => role.visibleChannels)}::uuid[])::uuid[]))`
    })`;

const opened = (which: 'visible' | 'writable', seen: RawBuilder<unknown>) => sql`ARRAY(
    SELECT channel_id FROM role_channels WHERE role_id = roles.id AND ${sql.ref(which)} ${seen} ORDER BY channel_id
  )`;

async function readWhere(db: Db, condition: Expression<SqlBool>, seen: RawBuilder<unknown> = sql``): Promise<Role[]> {
  const { rows } = await sql<Role>`
    SELECT ${held}, ${opened('visible', seen)} AS "visibleChannels", ${opened('writable', seen)} AS "writableChannels"
    FROM roles WHERE ${condition} ORDER BY rank`.execute(db);
  return rows;
}

/** Reads some roles of a workspace, by rank, naming only channels that the member sees. */
async function readCompact(
  db: Db,
  workspaceId: string,
  me: MemberFacts,
  name: string,
  roles: RawBuilder<unknown>,
): Promise<CompactRoles> {
  type Row = Omit<CompactRole, keyof ReturnType<typeof listsOf>> & Places & { channels: string | null };
  // Owners see all channels, by another text.
  const { rows } = await sql<Row>`${prepared(me.isOwner ? `${name}-to-owner` : name)}
    WITH roles AS (${roles}), ${openings(seenChannels(workspaceId, me), sql`IN (SELECT id FROM roles)`)}
    SELECT ${fields}, array_to_string(${holders}, ',') AS users,
      coalesce(places, '') AS places, coalesce(hidden, '') AS hidden, coalesce(silent, '') AS silent, ${listed}
    FROM roles LEFT JOIN opened ON opened.role_id = roles.id ORDER BY rank`.execute(db);
  const compact = ({ channels, places, hidden, silent, ...role }: Row): CompactRole => ({
    ...role,
    ...listsOf({ places, hidden, silent }),
  });
  return { channels: channelsIn(rows), roles: rows.map(compact) };
}

/** Reads the roles of a workspace, in a member's view. */
export const readRoles = (db: Db, workspaceId: string, me: MemberFacts): Promise<CompactRoles> =>
  readCompact(db, workspaceId, me, 'roles', sql`SELECT * FROM roles WHERE workspace_id = ${workspaceId}`);

/** Reads the roles that a person has in a workspace, in their own view. */
export const readRolesOf = (db: Db, workspaceId: string, me: MemberFacts): Promise<CompactRoles> =>
  readCompact(
    db,
    workspaceId,
    me,
    'own-roles',
    sql`SELECT roles.* FROM role_users JOIN roles ON roles.id = role_users.role_id
      WHERE role_users.workspace_id = ${workspaceId} AND role_users.user_id = ${me.userId}`,
  );

/** Reads one role, in a member's view of it. */
export async function readRoleFor(db: Db, workspaceId: string, me: MemberFacts, id: string): Promise<Role> {
  const seen = sql`AND channel_id IN ${seenChannels(workspaceId, me)}`;
  const [role] = await readWhere(db, sql<SqlBool>`id = ${id}`, seen);
  return role ?? fail('not_found');
}

/** Reads one role with all channels it opens. */
export async function readRole(db: Db, id: string): Promise<Role> {
  const [role] = await readWhere(db, sql<SqlBool>`id = ${id}`);
  return role ?? fail('not_found');
}

/** Reads the roles of a workspace, by rank, without their channels. */
export async function readHeldRoles(db: Db, workspaceId: string): Promise<HeldRole[]> {
  const { rows } = await sql<HeldRole>`
    SELECT ${held} FROM roles WHERE workspace_id = ${workspaceId} ORDER BY rank`.execute(db);
  return rows;
}

/** Reads the colour of a person's best-ranked role in a workspace, if they have one. */
export async function readColor(db: Db, workspaceId: string, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('role_users')
    .innerJoin('roles', 'roles.id', 'role_users.role_id')
    .select('roles.color')
    .where('role_users.workspace_id', '=', workspaceId)
    .where('role_users.user_id', '=', userId)
    .orderBy('roles.rank')
    .limit(1)
    .executeTakeFirst();
  return row?.color;
}

/**
 * Counts the roles of a workspace and its creator roles, and finds the last rank among roles not kept for a channel.
 */
export async function countRoles(
  db: Db,
  workspaceId: string,
): Promise<{ all: number; creators: number; lastRank: number }> {
  const { rows } = await sql<{ all: number; creators: number; lastRank: number }>`
    SELECT count(*) AS all, count(*) FILTER (WHERE creator) AS creators, coalesce(max(rank) FILTER (
      WHERE NOT EXISTS (SELECT FROM channels WHERE kept_role = roles.id)), 0) AS "lastRank"
    FROM roles WHERE workspace_id = ${workspaceId}`.execute(db);
  return rows[0] ?? { all: 0, creators: 0, lastRank: 0 };
}

/** Reads the ownership and ranks of these people, members only. */
export async function readRanks(db: Db, workspaceId: string, userIds: readonly string[]): Promise<Map<string, Ranked>> {
  const { rows } = await sql<{ user_id: string; owner: boolean; ranks: number[] }>`
    SELECT user_id, owner, ARRAY(
      SELECT roles.rank FROM role_users JOIN roles ON roles.id = role_users.role_id
      WHERE role_users.workspace_id = members.workspace_id AND role_users.user_id = members.user_id
    ) AS ranks
    FROM workspace_members AS members
    WHERE workspace_id = ${workspaceId} AND user_id = ANY(${userIds}::uuid[])`.execute(db);
  return new Map(rows.map(row => [row.user_id, { isOwner: row.owner, roles: row.ranks.map(rank => ({ rank })) }]));
}

/** Inserts a role without holders or channels. */
export async function insertRole(
  db: Db,
  workspaceId: string,
  rank: number,
  { id = newId(), ...fields }: RoleFields & { id?: string },
): Promise<string> {
  const { addChannels, canKick, ...plain } = fields;
  await db
    .insertInto('roles')
    .values({ id, workspace_id: workspaceId, rank, ...plain, add_channels: addChannels, can_kick: canKick })
    .execute();
  return id;
}

/** Updates the given fields of a role. */
export async function updateRole(db: Db, id: string, fields: Partial<RoleFields>): Promise<void> {
  const values = {
    name: fields.name,
    color: fields.color,
    creator: fields.creator,
    add_channels: fields.addChannels,
    can_kick: fields.canKick,
  };
  if (Object.values(values).every(value => value === undefined)) return;
  await db.updateTable('roles').set(values).where('id', '=', id).execute();
}

/** Gives a role to exactly these members. */
export async function setUsers(
  db: Db,
  role: Pick<Role, '_id' | 'workspaceId'>,
  users: readonly string[],
): Promise<void> {
  await sql`DELETE FROM role_users WHERE role_id = ${role._id} AND user_id <> ALL(${users}::uuid[])`.execute(db);
  await sql`
    INSERT INTO role_users (role_id, workspace_id, user_id)
    SELECT ${role._id}, ${role.workspaceId}, user_id FROM unnest(${users}::uuid[]) AS wanted(user_id)
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Makes a role open exactly these channels; writes only the rows that change. */
export async function setChannels(db: Db, roleId: string, { visible, writable }: RoleChannels): Promise<void> {
  const all = [...new Set([...visible, ...writable])];
  await sql`DELETE FROM role_channels WHERE role_id = ${roleId} AND channel_id <> ALL(${all}::uuid[])`.execute(db);
  await sql`
    INSERT INTO role_channels AS now (role_id, channel_id, visible, writable)
    SELECT ${roleId}, id, id = ANY(${visible}::uuid[]), id = ANY(${writable}::uuid[])
    FROM unnest(${all}::uuid[]) AS wanted(id)
    ON CONFLICT (role_id, channel_id) DO UPDATE SET visible = excluded.visible, writable = excluded.writable
    WHERE (now.visible, now.writable) <> (excluded.visible, excluded.writable)`.execute(db);
}

/** Opens a channel, to see and to write, by the role of this rank. */
export async function openChannel(db: Db, workspaceId: string, rank: number, channelId: string): Promise<void> {
  await sql`
    INSERT INTO role_channels (role_id, channel_id, visible, writable)
    SELECT id, ${channelId}, true, true FROM roles WHERE workspace_id = ${workspaceId} AND rank = ${rank}
    ON CONFLICT (role_id, channel_id) DO UPDATE SET visible = true, writable = true`.execute(db);
}

/** Moves a role to another rank; roles in between shift by one. */
export async function moveRole(
  db: Db,
  role: { id: string; workspace_id: string; rank: number },
  rank: number,
): Promise<void> {
  if (rank === role.rank) return;
  const step = rank > role.rank ? -1 : 1;
  await sql`
    UPDATE roles SET rank = CASE WHEN id = ${role.id} THEN ${rank}::int ELSE rank + ${step}::int END
    WHERE workspace_id = ${role.workspace_id}
      AND rank BETWEEN ${Math.min(rank, role.rank)}::int AND ${Math.max(rank, role.rank)}::int`.execute(db);
}

/** Deletes a role; roles below it move up. */
export async function deleteRole(db: Db, role: { id: string; workspace_id: string; rank: number }): Promise<void> {
  await db.deleteFrom('roles').where('id', '=', role.id).execute();
  await db
    .updateTable('roles')
    .set(eb => ({ rank: eb('rank', '-', 1) }))
    .where('workspace_id', '=', role.workspace_id)
    .where('rank', '>', role.rank)
    .execute();
}
