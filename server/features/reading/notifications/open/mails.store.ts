import { sql } from 'kysely';
import type { Language } from '../../../../platform/http/errors.ts';
import type { Db } from '../../../../platform/postgres/db.ts';
import { type Reach, toldMessages, urgentWaits, type Waiting, waiting } from './waiting.store.ts';

/**
 * Records when a person turned mails on, and their language: earlier messages are not mailed.
 * @param wasOn whether mails were on already, so that only the language is new
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
  /** Latest time of a message that has been pending long enough. */
  saidBefore: Date;
  /** Earliest time of a last mail that still blocks the next one. */
  mailedBefore: Date;
}

const unhurried = ({ mailedBefore }: Due) => sql`
  coalesce(mail.mailed_at <= ${mailedBefore}, true) AND users.notification_mail AND users.suspended_at IS NULL`;

/** Person who wants mails and may get one now, with whether any message is pending. */
export interface Wishing {
  userId: string;
  waits: boolean;
}

/** Reads the next people who want mails, in order of id: one query, however many messages are pending. */
export async function readWishing(db: Db, due: Due, after: string | null, atMost: number): Promise<Wishing[]> {
  const { rows } = await sql<Wishing>`
    SELECT person.user_id AS "userId", EXISTS (${waiting(due.saidBefore)}) AS waits FROM (
      SELECT users.id AS user_id, mail.since, mail.urgent_since FROM users JOIN message_mails AS mail ON mail.user_id = users.id
      WHERE users.id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
        AND coalesce(mail.asked_at <= ${due.mailedBefore}, true) AND ${unhurried(due)}
      ORDER BY users.id LIMIT ${atMost}
    ) AS person ORDER BY person.user_id`.execute(db);
  return rows;
}

/** Tells which of these people have a pending urgent message, which is mailed off duty too. */
export async function readUrgentlyCalled(db: Db, userIds: readonly string[], due: Due): Promise<Set<string>> {
  const { rows } = await sql<{ userId: string }>`
    SELECT person.user_id AS "userId" FROM (
      SELECT user_id, since, urgent_since FROM message_mails WHERE user_id = ANY(${userIds}::uuid[])
    ) AS person WHERE ${urgentWaits(due.saidBefore)}`.execute(db);
  return new Set(rows.map(row => row.userId));
}

/** Records that letters to these people are queued, so that no other process queues them; null reverts it. */
export async function noteAsked(db: Db, userIds: readonly string[], at: Date | null): Promise<void> {
  await sql`UPDATE message_mails SET asked_at = ${at} WHERE user_id = ANY(${userIds}::uuid[])`.execute(db);
}

/** Person to mail, with their pending messages. */
export interface Told {
  email: string;
  firstName: string;
  language: Language;
  since: string;
  /** Newest first, each once. */
  messages: Waiting[];
}

/**
 * Reads a person's pending messages for a mail; undefined without any, with mails off, or after a mail within the hour.
 */
export async function readWaiting(db: Db, userId: string, due: Due, reach: Reach): Promise<Told | undefined> {
  const { rows } = await sql<Told>`
    SELECT person.email, person.first_name AS "firstName", person.language, greatest(person.since, person.urgent_since)::text AS since,
      ${toldMessages(due.saidBefore, reach)} AS messages
    FROM (
      SELECT users.id AS user_id, users.email, users.first_name, mail.language, mail.since, mail.urgent_since
      FROM users JOIN message_mails AS mail ON mail.user_id = users.id
      WHERE users.id = ${userId} AND ${unhurried(due)}
    ) AS person`.execute(db);
  const [told] = rows;
  return told && told.messages.length > 0 ? told : undefined;
}

/** Records that a mail left, about all messages up to a time, or about the urgent ones alone. */
export async function noteMailed(db: Db, userId: string, until: string, at: Date, reach: Reach): Promise<void> {
  const told = sql.ref(reach === 'all' ? 'since' : 'urgent_since');
  await sql`
    UPDATE message_mails SET ${told} = greatest(${told}, ${until}::timestamptz), mailed_at = ${at}, asked_at = ${at}
    WHERE user_id = ${userId}`.execute(db);
}
