import { excerptRead } from '@palabre/common/rules/messages/excerpts.ts';
import { sql } from 'kysely';
import type { Language } from '../../../../platform/http/errors.ts';
import type { Db } from '../../../../platform/postgres/db.ts';
import {
  isByAnother,
  isHeardBy,
  isInItsWorkspace,
  type Kind,
  kindOf,
  mentionHome,
  targetsOf,
  type Whose,
} from './message-notifications.store.ts';

/**
 * Records since when a person wants mails, and in which language: earlier messages are not mailed.
 * @param wasOn whether they wanted mails before, so that only the language is new
 * @returns false when mails were refused from a mailbox that is not proven to be the person's
 */
export async function beginMails(db: Db, userId: string, language: Language, wasOn: boolean): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO message_mails (user_id, language, since) VALUES (${userId}, ${language}, clock_timestamp())
    ON CONFLICT (user_id) DO UPDATE SET language = excluded.language, refused_at = NULL,
      since = CASE WHEN ${wasOn} THEN message_mails.since ELSE excluded.since END
      WHERE message_mails.refused_at IS NULL OR (SELECT email_proven FROM users WHERE id = excluded.user_id)`.execute(
    db,
  );
  return numAffectedRows > 0n;
}

/** Records that the owner of the mailbox wants no mails. */
export async function refuseMails(db: Db, userId: string, at: Date): Promise<void> {
  await sql`UPDATE message_mails SET refused_at = ${at} WHERE user_id = ${userId}`.execute(db);
}

/** Bounds in time of a mail. */
export interface Due {
  /** A message said before has waited long enough. */
  saidBefore: Date;
  /** A person mailed after gets no mail yet. */
  mailedBefore: Date;
}

/** Largest number of messages read for each place and each name that calls the person; a mail shows fewer. */
const lookedAt = sql.raw('50');
const person = sql.ref('person.user_id');

/**
 * Builds the unread messages to mail: those that call a person or stand in a conversation of theirs, said since their
 * last mail and long enough ago, the last of each place. Follows the rules of notifications (decision 0031). Reads from
 * `person`, a row of `user_id` and `since`.
 */
const waiting = ({ saidBefore }: Due, userId: Whose = person) => sql`
  SELECT found.id, 'mention' AS type FROM (${targetsOf(userId)}) AS targets CROSS JOIN LATERAL (
    SELECT messages.id FROM mentions JOIN messages ON messages.id = mentions.message_id
    WHERE target = targets.target AND mentions.everyone = targets.everyone
      AND mentions.created_at > greatest(targets.since, person.since) AND mentions.created_at <= ${saidBefore}
      AND ${isInItsWorkspace} AND ${isByAnother(userId)}
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
    WHERE place_id = places.id AND deleted_at IS NULL AND position > coalesce(pointer.position, 0)
    ORDER BY position DESC LIMIT ${lookedAt}
  ) AS recent
  WHERE me.user_id = ${userId} AND places.seq > coalesce(pointer.position, 0)
    AND coalesce(pointer.level, 'all') = 'all' AND NOT coalesce(pointer.muted, false)
    AND recent.sender_id <> me.user_id
    AND recent.created_at > greatest(me.joined_at, person.since) AND recent.created_at <= ${saidBefore}
    AND NOT EXISTS (
      SELECT FROM notification_marks AS mark
      WHERE mark.user_id = me.user_id AND mark.place_id = places.id AND mark.message_id = recent.id AND mark.is_read
    )`;

const unhurried = ({ mailedBefore }: Due) => sql`
  coalesce(mail.mailed_at <= ${mailedBefore}, true) AND users.notification_mail`;

/** Person who wants mails and may get one now, with whether any message waits. */
export interface Wishing {
  userId: string;
  waits: boolean;
}

/** Reads the next people who want mails, in order of id: one query, however many messages wait. */
export async function readWishing(db: Db, due: Due, after: string | null, atMost: number): Promise<Wishing[]> {
  const { rows } = await sql<Wishing>`
    SELECT person.user_id AS "userId", EXISTS (${waiting(due)}) AS waits FROM (
      SELECT users.id AS user_id, mail.since FROM users JOIN message_mails AS mail ON mail.user_id = users.id
      WHERE users.id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
        AND coalesce(mail.asked_at <= ${due.mailedBefore}, true) AND ${unhurried(due)}
      ORDER BY users.id LIMIT ${atMost}
    ) AS person ORDER BY person.user_id`.execute(db);
  return rows;
}

/** Records that letters to these people are queued, so that no other process queues them; null takes it back. */
export async function noteAsked(db: Db, userIds: readonly string[], at: Date | null): Promise<void> {
  await sql`UPDATE message_mails SET asked_at = ${at} WHERE user_id = ANY(${userIds}::uuid[])`.execute(db);
}

/** Waiting message, as a mail tells it. */
export interface Waiting {
  id: string;
  kind: Kind;
  placeId: string;
  /** Channel or conversation, of the thread too. */
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

/** Person to mail, with their waiting messages. */
export interface Told {
  email: string;
  firstName: string;
  language: Language;
  since: string;
  /** Newest first, each once. */
  messages: Waiting[];
}

/** Reads a person's waiting messages; undefined when none waits, mails are off, or one left within the hour. */
export async function readWaiting(db: Db, userId: string, due: Due): Promise<Told | undefined> {
  const { rows } = await sql<Told>`
    SELECT person.email, person.first_name AS "firstName", person.language, person.since::text AS since, (
      SELECT coalesce(json_agg(told ORDER BY told.time::timestamptz DESC, told.id DESC), '[]') FROM (
        SELECT messages.id, ${kindOf(person)} AS kind, messages.place_id AS "placeId",
          home.id AS "homeId", channels.workspace_id AS "workspaceId",
          coalesce(channels.title, conversations.title) AS title, workspaces.title AS "workspaceTitle",
          conversations.is_group AS "isGroup",
          left(messages.content, ${excerptRead}) AS content, coalesce(jsonb_array_length(messages.files), 0) AS files,
          users.first_name AS "senderFirstName", users.last_name AS "senderLastName", messages.created_at::text AS time
        FROM (SELECT id, min(type) AS type FROM (${waiting(due)}) AS any_of GROUP BY id) AS chosen
        JOIN messages ON messages.id = chosen.id
        JOIN users ON users.id = messages.sender_id
        JOIN places ON places.id = messages.place_id
        CROSS JOIN LATERAL (SELECT coalesce(places.parent_id, places.id) AS id) AS home
        LEFT JOIN channels ON channels.id = home.id
        LEFT JOIN workspaces ON workspaces.id = channels.workspace_id
        LEFT JOIN conversations ON conversations.id = home.id
      ) AS told
    ) AS messages
    FROM (
      SELECT users.id AS user_id, users.email, users.first_name, mail.language, mail.since
      FROM users JOIN message_mails AS mail ON mail.user_id = users.id
      WHERE users.id = ${userId} AND ${unhurried(due)}
    ) AS person`.execute(db);
  const [told] = rows;
  return told && told.messages.length > 0 ? told : undefined;
}

/** Records that a mail left, about all messages up to a time. */
export async function noteMailed(db: Db, userId: string, until: string, at: Date): Promise<void> {
  await sql`
    UPDATE message_mails SET since = greatest(since, ${until}::timestamptz), mailed_at = ${at}, asked_at = ${at}
    WHERE user_id = ${userId}`.execute(db);
}

/** Reads the names of people and roles by id. */
export async function readCalledNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, first_name || ' ' || last_name AS name FROM users WHERE id = ANY(${ids}::uuid[])
    UNION ALL SELECT id, name FROM roles WHERE id = ANY(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(row => [row.id, row.name]));
}
