import { limits } from '@palabre/common/contract/fields.ts';
import type { Workspace, WorkspaceCard } from '@palabre/common/contract/workspaces/workspaces.ts';
import { type RawBuilder, sql } from 'kysely';
import { seesChannel } from '../../../../platform/access/access.seen.ts';
import { nowhere } from '../../../../platform/access/access.workspaces.ts';
import { fail } from '../../../../platform/http/errors.ts';
import type { Db } from '../../../../platform/postgres/db.ts';
import { ownStay } from './guests.store.ts';

/*
 * Workspaces as their guests see them: only the channels open to them, and the people of these channels, counts
 * included. The first of their channels stands in for the welcome channel; without one, an id that no record has.
 */

const mine = (columns: RawBuilder<unknown>) => sql`
  SELECT ${columns} FROM let_in JOIN channels ON channels.id = let_in.channel_id
  WHERE let_in.workspace_id = workspaces.id AND let_in.user_id = guests.user_id`;

/** Builds the members of the workspace with whom a guest shares a channel. */
const around = (columns: RawBuilder<unknown>, given: RawBuilder<unknown> = sql``) => sql`
  SELECT ${columns} FROM workspace_people AS members
  WHERE members.workspace_id = workspaces.id AND NOT members.guest ${given}
    AND EXISTS (${mine(sql``)} AND ${sql.raw(seesChannel('members'))})`;

const shared = sql`workspaces.id AS _id, title, logo, description, tags, restricted, NULL AS "societyId",
  coalesce((${mine(sql`channels.id`)} ORDER BY position, channels.id LIMIT 1), ${nowhere}::uuid) AS "welcomeChannel",
  (${around(sql`count(*)::int`)}) AS "membersCount",
  ARRAY(${around(sql`members.user_id`, sql`AND members.owner`)} ORDER BY joined_at, members.user_id) AS owner,
  ${ownStay} AS guest`;

const stays = sql`FROM guests JOIN workspaces ON workspaces.id = guests.workspace_id
  WHERE guests.ends_at > now()`;

/** Reads cards of the workspaces that a person is a guest of, in the order of joining. */
export async function readGuestCards(db: Db, userId: string): Promise<WorkspaceCard[]> {
  const { rows } = await sql<WorkspaceCard>`
    SELECT ${shared}, true AS "isMember", (
      SELECT coalesce(json_agg(json_build_object('_id', users.id, 'firstName', first_name, 'lastName', last_name)
        ORDER BY owners.joined_at, users.id), '[]')
      FROM (${around(sql`members.user_id, members.joined_at`, sql`AND members.owner`)}) AS owners
      JOIN users ON users.id = owners.user_id
    ) AS owners
    ${stays} AND guests.user_id = ${userId} ORDER BY guests.joined_at, workspaces.id`.execute(db);
  return rows;
}

/** Reads a workspace as one of its guests sees it; fails with `not_found`. */
export async function readWorkspaceAsGuest(db: Db, id: string, userId: string): Promise<Workspace> {
  const { rows } = await sql<Workspace>`
    SELECT ${shared}, auto_delete AS "autoDelete", auto_delete_days AS "autoDeleteDays", false AS "announceMoves",
      ARRAY(${around(sql`members.user_id`)}
        ORDER BY owner DESC, joined_at, members.user_id LIMIT ${sql.lit(limits.listedMembers)}) AS members,
      ARRAY(${mine(sql`channels.id`)} ORDER BY position, channels.id) AS channels
    ${stays} AND guests.user_id = ${userId} AND workspaces.id = ${id}`.execute(db);
  return rows[0] ?? fail('not_found');
}
