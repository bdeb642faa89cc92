import { limits } from '@palabre/common/contract/fields.ts';
import type { MemberFacts, RoleFacts } from '@palabre/common/permissions/can.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/db.ts';

/** Restricted workspace of a society, with the rights of two of its members. */
export interface Shared {
  id: string;
  title: string;
  logo: string | null;
  me: MemberFacts;
  them: MemberFacts;
}

/** Builds the ids of a society's restricted workspaces that both people are in. */
const both = (societyId: string, me: string, them: string) => sql`
  SELECT workspaces.id FROM workspaces
  JOIN workspace_members AS mine ON mine.workspace_id = workspaces.id AND mine.user_id = ${me}
  JOIN workspace_members AS theirs ON theirs.workspace_id = workspaces.id AND theirs.user_id = ${them}
  WHERE workspaces.society_id = ${societyId} AND workspaces.restricted`;

const rolesOf = (userId: string) => sql<RoleFacts[]>`coalesce((
  SELECT json_agg(json_build_object(
    'rank', roles.rank, 'creator', roles.creator, 'canKick', roles.can_kick, 'addChannels', roles.add_channels,
    'visibleChannels', '[]'::json, 'writableChannels', '[]'::json
  )) FROM role_users JOIN roles ON roles.id = role_users.role_id
  WHERE role_users.workspace_id = workspaces.id AND role_users.user_id = ${userId}), '[]')`;

const isOwner = (userId: string) => sql<boolean>`EXISTS (
  SELECT FROM workspace_members WHERE workspace_id = workspaces.id AND user_id = ${userId} AND owner)`;

/**
 * Reads the restricted workspaces of a society that both people are in, by title, with the rights of each: one query.
 */
export async function readShared(db: Db, societyId: string, me: string, them: string): Promise<Shared[]> {
  const { rows } = await sql<{
    id: string;
    title: string;
    logo: string | null;
    my_roles: RoleFacts[];
    their_roles: RoleFacts[];
    mine: boolean;
    theirs: boolean;
  }>`
    SELECT id, title, logo, ${rolesOf(me)} AS my_roles, ${rolesOf(them)} AS their_roles,
      ${isOwner(me)} AS mine, ${isOwner(them)} AS theirs
    FROM workspaces WHERE id IN (${both(societyId, me, them)})
    ORDER BY folded(title), id LIMIT ${limits.restrictedTogether}`.execute(db);
  return rows.map(({ id, title, logo, my_roles, their_roles, mine, theirs }) => ({
    ...{ id, title, logo },
    me: { userId: me, isMember: true, isOwner: mine, roles: my_roles },
    them: { userId: them, isMember: true, isOwner: theirs, roles: their_roles },
  }));
}

/**
 * Locks the given workspaces that are restricted, belong to the society, and have the person as a member. Locks in
 * order of id, as every statement that locks several workspaces does.
 * @returns their ids
 */
export async function lockRestricted(
  db: Db,
  societyId: string,
  me: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM workspaces
    WHERE id = ANY(${ids}::uuid[]) AND society_id = ${societyId} AND restricted
      AND EXISTS (SELECT FROM workspace_members WHERE workspace_id = workspaces.id AND user_id = ${me})
    ORDER BY id FOR NO KEY UPDATE`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
