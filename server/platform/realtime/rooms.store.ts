import type pg from 'pg';

/**
 * Reads the rooms of people by their rights, besides the rooms of every user: one query, whatever the number of people.
 * The conditions repeat in SQL the rules of `can.banAnyone` and of `can.seeChannel` about private channels; the rights
 * matrix test keeps both equal.
 */
export async function roomsOf(pool: pg.Pool, userIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const result = new Map<string, Set<string>>(userIds.map(id => [id, new Set()]));
  const { rows } = await pool.query<{ user_id: string; room: string }>({
    name: 'rooms-of',
    text: `
      WITH person AS (
        SELECT user_id, workspace_id, owner FROM workspace_members WHERE user_id = ANY($1::uuid[])
      ), held AS (
        SELECT role_users.user_id, roles.id, roles.workspace_id, roles.creator
        FROM person JOIN role_users USING (workspace_id, user_id) JOIN roles ON roles.id = role_users.role_id
      )
      SELECT user_id, 'workspace:' || workspace_id AS room FROM person
      UNION ALL SELECT user_id, 'staff:' || workspace_id FROM person WHERE owner
      UNION ALL SELECT user_id, 'staff:' || workspace_id FROM held WHERE creator
      UNION ALL SELECT person.user_id, 'channel:' || channels.id
        FROM person JOIN channels USING (workspace_id) WHERE person.owner AND channels.visibility = 'private'
      UNION ALL SELECT held.user_id, 'channel:' || channels.id
        FROM held JOIN role_channels ON role_channels.role_id = held.id AND role_channels.visible
        JOIN channels ON channels.id = role_channels.channel_id AND channels.visibility = 'private'
      UNION ALL SELECT user_id, 'guests-of:' || workspace_id FROM workspace_people
        WHERE guest AND user_id = ANY($1::uuid[])
      UNION ALL SELECT user_id, 'guests-in:' || channel_id FROM let_in WHERE user_id = ANY($1::uuid[])
      UNION ALL SELECT user_id, 'channel:' || channel_id FROM let_in JOIN channels ON channels.id = channel_id
        WHERE user_id = ANY($1::uuid[]) AND channels.visibility = 'private'
      UNION ALL SELECT user_id, 'conversation:' || conversation_id FROM conversation_users
        WHERE user_id = ANY($1::uuid[])
      UNION ALL SELECT user_id, CASE standing WHEN 'pending' THEN 'society-pending:' ELSE 'society:' END || society_id
        FROM society_people WHERE user_id = ANY($1::uuid[])
      UNION ALL SELECT user_id, 'society-owners:' || society_id FROM society_people
        WHERE user_id = ANY($1::uuid[]) AND standing = 'owner'`,
    values: [userIds],
  });
  for (const { user_id, room } of rows) result.get(user_id)?.add(room);
  return result;
}
