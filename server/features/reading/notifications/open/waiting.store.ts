import { excerptRead } from '@palabre/common/rules/messages/excerpts.ts';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/postgres/db.ts';
import { isUrgent } from '../../../people/availability/open/availability.store.ts';
import {
  isByAnother,
  isHeardBy,
  isInItsWorkspace,
  kindOf,
  mentionHome,
  type OwnKind,
  targetsOf,
  type Whose,
} from './message-notifications.store.ts';

/** Limit on the messages read for each place and each mention target of the person. */
export const waitingAtMost = 50;
const lookedAt = sql.raw(String(waitingAtMost));
const person = sql.ref('person.user_id');

/** Says in SQL that a row of `messages` was not sent yet to `person` as urgent, off duty. */
const isNotTold = sql<boolean>`(messages.created_at <= person.urgent_since AND ${isUrgent}) IS NOT TRUE`;

/** Reach of a notice to a person now: all pending messages, or, off duty, urgent messages alone. */
export type Reach = 'all' | 'urgent';

const reaching = (reach: Reach) => (reach === 'all' ? sql`true` : isUrgent);

/**
 * Builds a person's unread messages pending for mails and push: mentions of them and messages in their conversations,
 * sent since `person.since` and before `saidBefore`, the last of each place. Follows the rules of notifications
 * (decision 0031), and leaves out muted places, and urgent messages already sent off duty. Reads from `person`, a row
 * of `user_id`, `since` and `urgent_since`.
 * @param reach with `urgent`, the last urgent messages of each place, however many others came after them
 */
export const waiting = (saidBefore: Date, reach: Reach = 'all', userId: Whose = person) => sql`
  SELECT found.id, 'mention' AS type FROM (${targetsOf(userId)}) AS targets CROSS JOIN LATERAL (
    SELECT messages.id FROM mentions JOIN messages ON messages.id = mentions.message_id
    WHERE target = targets.target AND mentions.everyone = targets.everyone
      AND mentions.created_at > greatest(targets.since, person.since) AND mentions.created_at <= ${saidBefore}
      AND ${isInItsWorkspace} AND ${isByAnother(userId)} AND ${isNotTold} AND ${reaching(reach)}
      AND ${isHeardBy(userId, mentionHome, sql`level = 'nothing' OR muted`)}
      AND NOT coalesce((
        SELECT is_read FROM notification_marks AS mark
        WHERE mark.user_id = ${userId} AND mark.place_id = mentions.place_id AND mark.message_id = messages.id
      ), messages.position <= coalesce((
        SELECT position FROM read_pointers WHERE user_id = ${userId} AND place_id = mentions.place_id
      ), 0))
    ORDER BY mentions.created_at DESC LIMIT ${lookedAt}
  ) AS found
  UNION ALL
  SELECT recent.id, 'message' FROM conversation_users AS me
  JOIN places ON places.id = me.conversation_id
  LEFT JOIN read_pointers AS pointer ON pointer.user_id = me.user_id AND pointer.place_id = places.id
  CROSS JOIN LATERAL (
    SELECT messages.id, sender_id, created_at FROM messages
    WHERE place_id = places.id AND deleted_at IS NULL AND position > coalesce(pointer.position, 0) AND ${isNotTold}
      AND ${reaching(reach)}
    ORDER BY position DESC LIMIT ${lookedAt}
  ) AS recent
  WHERE me.user_id = ${userId} AND places.seq > coalesce(pointer.position, 0)
    AND coalesce(pointer.level, 'all') = 'all' AND NOT coalesce(pointer.muted, false)
    AND recent.sender_id <> me.user_id
    AND recent.created_at > greatest(me.joined_at, person.since) AND recent.created_at <= ${saidBefore}`;

/** Says in SQL whether an urgent message is pending for `person`: it is sent off duty too. */
export const urgentWaits = (saidBefore: Date) => sql<boolean>`EXISTS (${waiting(saidBefore, 'urgent')})`;

/** Pending message, in the form used by mails and pushes. */
export interface Waiting {
  id: string;
  kind: OwnKind;
  placeId: string;
  /** Channel or conversation, even for a thread. */
  homeId: string;
  /** Null for a conversation. */
  workspaceId: string | null;
  /** Title of the channel, or of the conversation if it has one. */
  title: string | null;
  workspaceTitle: string | null;
  /** Whether the conversation is a group; null for a channel. */
  isGroup: boolean | null;
  content: string;
  files: number;
  senderFirstName: string;
  senderLastName: string;
  /** Time as PostgreSQL writes it, to the microsecond. */
  time: string;
}

/**
 * Builds the list of pending messages, newest first and each once, as JSON.
 * @param reach all messages, or the urgent ones alone
 * @param more further columns of each message
 */
export const toldMessages = (saidBefore: Date, reach: Reach, more = sql``) => sql`(
  SELECT coalesce(json_agg(told ORDER BY told.time::timestamptz DESC, told.id DESC), '[]') FROM (
    SELECT messages.id, ${kindOf(person)} AS kind, messages.place_id AS "placeId",
      home.id AS "homeId", channels.workspace_id AS "workspaceId",
      coalesce(channels.title, conversations.title) AS title, workspaces.title AS "workspaceTitle",
      conversations.is_group AS "isGroup",
      left(messages.content, ${excerptRead}) AS content, coalesce(jsonb_array_length(messages.files), 0) AS files,
      users.first_name AS "senderFirstName", users.last_name AS "senderLastName", messages.created_at::text AS time${more}
    FROM (SELECT id, min(type) AS type FROM (${waiting(saidBefore, reach)}) AS any_of GROUP BY id) AS chosen
    JOIN messages ON messages.id = chosen.id
    JOIN users ON users.id = messages.sender_id
    JOIN places ON places.id = messages.place_id
    CROSS JOIN LATERAL (SELECT coalesce(places.parent_id, places.id) AS id) AS home
    LEFT JOIN channels ON channels.id = home.id
    LEFT JOIN workspaces ON workspaces.id = channels.workspace_id
    LEFT JOIN conversations ON conversations.id = home.id
  ) AS told
  )`;

/** Reads the names of people and roles by id. */
export async function readCalledNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, first_name || ' ' || last_name AS name FROM users WHERE id = ANY(${ids}::uuid[])
    UNION ALL SELECT id, name FROM roles WHERE id = ANY(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(row => [row.id, row.name]));
}
