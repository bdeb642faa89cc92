import { excerptRead } from '@palabre/common/rules/excerpts.ts';
import { sql } from 'kysely';
import type { Language } from '../../../../platform/http/errors.ts';
import type { Db } from '../../../../platform/postgres/db.ts';
import { heard, isThere, type Kind, kindOf, live, mine, type Whose } from './messages.store.ts';

/**
 * From when on a person is written to, and in which language: what was said before they wanted it is not mailed.
 * @param wasOn they wanted it before: the language alone is new
 * @returns false: they were refused from the mailbox, and it is not known to be this person's
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

/** Notes that whoever has the mailbox wants no mails. */
export async function refuseMails(db: Db, userId: string, at: Date): Promise<void> {
  await sql`UPDATE message_mails SET refused_at = ${at} WHERE user_id = ${userId}`.execute(db);
}

/** When a mail may leave: what is looked at, as dates. */
export interface Due {
  /** What was said until then has waited long enough. */
  saidBefore: Date;
  /** Who was written to after that is not again. */
  mailedBefore: Date;
}

/** Of each place and each name by which one is called; a mail shows fewer. */
const lookedAt = sql.raw('50');
const person = sql.ref('person.user_id');

/**
 * What calls a person, or was said in a conversation of theirs, since they were last written to, long enough ago, and is
 * still unread: by the rules of notifications of messages (decision 0031), the last ones of each place.
 * Of `person`: a row of `user_id` and `since`.
 */
const waiting = ({ saidBefore }: Due, userId: Whose = person) => sql`
  SELECT found.id, 'mention' AS type FROM (${mine(userId)}) AS mine CROSS JOIN LATERAL (
    SELECT messages.id FROM mentions JOIN messages ON messages.id = mentions.message_id
    WHERE target = mine.target AND mentions.everyone = mine.everyone
      AND mentions.created_at > greatest(mine.since, person.since) AND mentions.created_at <= ${saidBefore}
      AND ${isThere} AND ${live(userId)} AND ${heard(userId, sql`mentions.place_id`, sql`level = 'nothing' OR muted`)}
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

/** One of those who want mails and may be sent one now, and whether there is anything to say. */
export interface Wishing {
  userId: string;
  waits: boolean;
}

/** The next of those who want mails, in the order of their ids: one query, whatever they are waiting for. */
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

/** Notes that these people are about to be written to: nobody else asks for it meanwhile. */
export async function noteAsked(db: Db, userIds: readonly string[], at: Date | null): Promise<void> {
  await sql`UPDATE message_mails SET asked_at = ${at} WHERE user_id = ANY(${userIds}::uuid[])`.execute(db);
}

/** A message that waits, as a mail tells of it. */
export interface Waiting {
  id: string;
  kind: Kind;
  placeId: string;
  /** Null: a conversation. */
  workspaceId: string | null;
  /** That of the channel, or of the conversation when it has one. */
  title: string | null;
  workspaceTitle: string | null;
  /** Of a conversation: whether it is a group. Of a channel null. */
  isGroup: boolean | null;
  content: string;
  files: number;
  senderFirstName: string;
  senderLastName: string;
  /** As the database writes it, to the microsecond. */
  time: string;
}

export interface Told {
  email: string;
  firstName: string;
  language: Language;
  since: string;
  /** Newest first, each once. */
  messages: Waiting[];
}

/** Whom to write to, and of what; undefined when nothing waits any more, or it is not wanted, or was done within the hour. */
export async function readWaiting(db: Db, userId: string, due: Due): Promise<Told | undefined> {
  const { rows } = await sql<Told>`
    SELECT person.email, person.first_name AS "firstName", person.language, person.since::text AS since, (
      SELECT coalesce(json_agg(told ORDER BY told.time::timestamptz DESC, told.id DESC), '[]') FROM (
        SELECT messages.id, ${kindOf(person)} AS kind, messages.place_id AS "placeId", channels.workspace_id AS "workspaceId",
          coalesce(channels.title, conversations.title) AS title, workspaces.title AS "workspaceTitle",
          conversations.is_group AS "isGroup",
          left(messages.content, ${excerptRead}) AS content, coalesce(jsonb_array_length(messages.files), 0) AS files,
          users.first_name AS "senderFirstName", users.last_name AS "senderLastName", messages.created_at::text AS time
        FROM (SELECT id, min(type) AS type FROM (${waiting(due)}) AS any_of GROUP BY id) AS chosen
        JOIN messages ON messages.id = chosen.id
        JOIN users ON users.id = messages.sender_id
        LEFT JOIN channels ON channels.id = messages.place_id
        LEFT JOIN workspaces ON workspaces.id = channels.workspace_id
        LEFT JOIN conversations ON conversations.id = messages.place_id
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

/** Notes that a mail has left which told of all until then. */
export async function noteMailed(db: Db, userId: string, until: string, at: Date): Promise<void> {
  await sql`
    UPDATE message_mails SET since = greatest(since, ${until}::timestamptz), mailed_at = ${at}, asked_at = ${at}
    WHERE user_id = ${userId}`.execute(db);
}

/** What people and roles are called, by id: those that texts name. */
export async function readCalledNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, first_name || ' ' || last_name AS name FROM users WHERE id = ANY(${ids}::uuid[])
    UNION ALL SELECT id, name FROM roles WHERE id = ANY(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(row => [row.id, row.name]));
}
