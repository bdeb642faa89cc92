import { sql } from 'kysely';
import type { Db } from '../postgres/db.ts';

/** Names of the Socket.IO rooms. Who is in one is what the database says (see {@link roomsOf}). */
export const rooms = {
  user: (id: string) => `user:${id}`,
  session: (id: string) => `session:${id}`,
  /** All members of a workspace: hears its public and protected channels. */
  workspace: (id: string) => `workspace:${id}`,
  /** Owners and holders of a creator role: hears what only they may see of the workspace. */
  staff: (id: string) => `staff:${id}`,
  /** Who may see a private channel. */
  channel: (id: string) => `channel:${id}`,
};

/** Where an event goes: every socket in one of the rooms and in none of the excepted ones, once. */
export interface Target {
  rooms: string[];
  except?: string[];
}

/** To everyone in these rooms. */
export const to = (...names: string[]): Target => ({ rooms: names });

/** The room that hears a channel. */
export const channelRoom = (channel: { id: string; workspaceId: string; visibility: string }): string =>
  channel.visibility === 'private' ? rooms.channel(channel.id) : rooms.workspace(channel.workspaceId);

/**
 * The rooms that rights put people in, besides those of their user and session: one query, whatever the number
 * of people. The conditions say in SQL what `can.banAnyone` and `can.seeChannel` say of private channels; the
 * rights matrix test holds the two together.
 */
export async function roomsOf(db: Db, userIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const result = new Map<string, Set<string>>(userIds.map(id => [id, new Set()]));
  if (userIds.length === 0) return result;
  const rows = await sql<{ user_id: string; room: string }>`
    WITH person AS (
      SELECT user_id, workspace_id, owner FROM workspace_members WHERE user_id = ANY(${userIds}::uuid[])
    ), held AS (
      SELECT role_users.user_id, roles.id, roles.workspace_id, roles.creator
      FROM role_users JOIN roles ON roles.id = role_users.role_id
      WHERE role_users.user_id = ANY(${userIds}::uuid[])
    )
    SELECT user_id, 'workspace:' || workspace_id AS room FROM person
    UNION ALL SELECT user_id, 'staff:' || workspace_id FROM person WHERE owner
    UNION ALL SELECT user_id, 'staff:' || workspace_id FROM held WHERE creator
    UNION ALL SELECT person.user_id, 'channel:' || channels.id
      FROM person JOIN channels USING (workspace_id) WHERE person.owner AND channels.visibility = 'private'
    UNION ALL SELECT held.user_id, 'channel:' || channels.id
      FROM held JOIN role_channels ON role_channels.role_id = held.id AND role_channels.visible
      JOIN channels ON channels.id = role_channels.channel_id AND channels.visibility = 'private'`.execute(db);
  for (const { user_id, room } of rows.rows) result.get(user_id)?.add(room);
  return result;
}
