import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/postgres/db.ts';

/** Lists the workspaces of a person, in the order of locking. */
export async function readWorkspaceIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('workspace_members')
    .select('workspace_id as id')
    .where('user_id', '=', userId)
    .orderBy('workspace_id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Future of a workspace when one of its members leaves. */
export interface Succession {
  title: string;
  logo: string | null;
  restricted: boolean;
  welcomeChannel: string;
  /** Whether the member is the only owner. */
  ownedAlone: boolean;
  /** New owner, when the last owner leaves; undefined when another owner remains. */
  heir: string | undefined;
  /** Whether the account of the new owner is suspended, since no other member's is open. */
  isHeirShut: boolean;
  /** Whether the workspace is left without members. */
  empty: boolean;
}

/**
 * Builds the successor of a person among the members of `workspaces`: another owner, else the preferred person, else
 * the member of the best rank, else the oldest; suspended accounts come last.
 */
export const nextOwner = (leaver: string | RawBuilder<unknown>, preferred: string | null) => sql`
  SELECT members.user_id, members.owner, users.suspended_at IS NOT NULL AS shut, users.first_name, users.last_name
  FROM workspace_members AS members JOIN users ON users.id = members.user_id
  WHERE members.workspace_id = workspaces.id AND members.user_id <> ${leaver}
  ORDER BY members.owner DESC, (members.user_id = ${preferred}::uuid) IS TRUE DESC, users.suspended_at IS NOT NULL, (
    SELECT min(rank) FROM role_users JOIN roles ON roles.id = role_users.role_id
    WHERE role_users.workspace_id = members.workspace_id AND role_users.user_id = members.user_id
  ) NULLS LAST, members.joined_at, members.user_id LIMIT 1`;

/**
 * Finds the owner of a workspace after a member leaves: see {@link nextOwner}.
 * @param preferred member who becomes the owner, if they are one
 */
export async function readSuccession(
  db: Db,
  workspaceId: string,
  leaver: string,
  preferred: string | null = null,
): Promise<Succession> {
  const { rows } = await sql<{
    title: string;
    logo: string | null;
    restricted: boolean;
    welcome_channel: string;
    heir: string | null;
    owner: boolean | null;
    shut: boolean | null;
    was_owner: boolean;
  }>`
    SELECT title, logo, restricted, welcome_channel, next.user_id AS heir, next.owner, next.shut,
      EXISTS (SELECT FROM workspace_members
        WHERE workspace_id = workspaces.id AND user_id = ${leaver} AND owner) AS was_owner
    FROM workspaces LEFT JOIN LATERAL (${nextOwner(leaver, preferred)}) AS next ON true
    WHERE workspaces.id = ${workspaceId}`.execute(db);
  const [row] = rows;
  const ownedAlone = row?.was_owner === true && row.owner !== true;
  return {
    title: row?.title ?? '',
    logo: row?.logo ?? null,
    restricted: row?.restricted ?? false,
    welcomeChannel: row?.welcome_channel ?? '',
    ownedAlone,
    heir: ownedAlone ? (row.heir ?? undefined) : undefined,
    isHeirShut: row?.shut ?? false,
    empty: row?.heir === null,
  };
}
