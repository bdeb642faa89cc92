import { CompiledQuery } from 'kysely';
import type { Db } from '../postgres/db.ts';
import { facts, factsOf, readable } from './access.places.ts';

/** Part of `access.ts`: reads many messages in one statement, without those that the person may not read. */

/** Message linked from elsewhere, with its place. */
export interface LinkedRecord {
  id: string;
  place_id: string;
  /** Home of the place. */
  home_id: string;
  /** Null for a conversation. */
  workspace_id: string | null;
  /** Title of the channel, or of the conversation if it has one. */
  title: string | null;
  content: string;
  files: number;
  /** Creation time, in wire format. */
  time: string;
  sender_id: string;
  first_name: string | null;
  last_name: string | null;
  avatar: string | null;
}

/** Looks up each message by its key; a message that may not be read costs no more reads than a missing one. */
const text = `/* prepared: access-linked */
  SELECT found.id, found.place_id, coalesce(found.parent_id, found.place_id) AS home_id, found.workspace_id, coalesce(found.channel_title, conversations.title) AS title,
    left(found.content, $3::int) AS content, coalesce(jsonb_array_length(found.files), 0) AS files,
    found.created_at AT TIME ZONE 'UTC' AS time, found.sender_id, users.first_name, users.last_name, users.avatar
  FROM (
    SELECT one.*, channels.workspace_id, channels.title AS channel_title, ${facts('asked.user_id', 'one.place_id')}
    FROM (SELECT $1::uuid AS user_id) AS asked CROSS JOIN unnest($2::uuid[]) AS wanted(id)
    CROSS JOIN LATERAL (SELECT * FROM messages WHERE messages.id = wanted.id AND deleted_at IS NULL OFFSET 0) AS one
    ${factsOf('asked.user_id', 'one.place_id')}
  ) AS found
  LEFT JOIN conversations ON conversations.id = coalesce(found.parent_id, found.place_id)
  LEFT JOIN LATERAL (
    SELECT first_name, last_name, avatar FROM users WHERE users.id = found.sender_id OFFSET 0
  ) AS users ON true
  WHERE ${readable}`;

/**
 * Returns the given messages that exist and that the person may read, in no order.
 * @param characters length at which the content is cut
 */
export async function findLinked(
  db: Db,
  userId: string,
  ids: readonly string[],
  characters: number,
): Promise<LinkedRecord[]> {
  const { rows } = await db.executeQuery<LinkedRecord>(CompiledQuery.raw(text, [userId, ids, characters]));
  return rows;
}
