import { limits } from '@palabre/common/contract/fields.ts';
import type { FileAttachment } from '@palabre/common/contract/messages/messages.ts';
import type { ScheduledFailure } from '@palabre/common/contract/messages/scheduled.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/db.ts';
import type { ScheduledRow } from './open/scheduled.store.ts';

/** Local time and zone, with the corresponding instant. */
export interface When {
  localTime: string;
  zone: string;
  at: Date;
}

/** Scheduled message to store. */
export interface NewScheduled extends When {
  id: string;
  authorId: string;
  nonce: string;
  remindsOf?: string;
  /** Channel or conversation. */
  placeId: string;
  threadOf?: string | null | undefined;
  alsoInPlace?: boolean | undefined;
  content: string;
  files: readonly FileAttachment[] | null;
  replyTo?: string | null | undefined;
  replyNotifies?: boolean | undefined;
}

/**
 * Stores a scheduled message, or finds the one with the same nonce. Locks its author, so that concurrent requests stay
 * within the author's limit.
 */
export async function insertScheduled(
  db: Db,
  made: NewScheduled,
): Promise<{ row: ScheduledRow; created: boolean } | 'full' | 'gone'> {
  const { rows: locked } = await sql`
    SELECT FROM users WHERE id = ${made.authorId} FOR NO KEY UPDATE`.execute(db);
  if (locked.length === 0) return 'gone';
  const { rows: found } = await sql<ScheduledRow>`
    SELECT * FROM scheduled_messages WHERE author_id = ${made.authorId} AND nonce = ${made.nonce}`.execute(db);
  if (found[0]) return { row: found[0], created: false };
  const { rows } = await sql<ScheduledRow>`
    INSERT INTO scheduled_messages (id, author_id, reminds_of, place_id, workspace_id, thread_of, also_in_place, content,
      files, reply_to, reply_notifies, local_time, zone, at, nonce)
    SELECT ${made.id}, ${made.authorId}, ${made.remindsOf ?? null}::uuid, ${made.placeId},
      (SELECT workspace_id FROM channels WHERE id = ${made.placeId}), ${made.threadOf ?? null}::uuid,
      ${made.alsoInPlace ?? false}, ${made.content}, ${made.files && JSON.stringify(made.files)}::jsonb,
      ${made.replyTo ?? null}::uuid, ${made.replyNotifies ?? true}, ${made.localTime}, ${made.zone}, ${made.at}, ${made.nonce}
    WHERE (SELECT count(*) FROM scheduled_messages WHERE author_id = ${made.authorId}) < ${limits.scheduledPerPerson}
    RETURNING *`.execute(db);
  return rows[0] ? { row: rows[0], created: true } : 'full';
}

/** Changes the text or the time; a new time makes a failed message pending again. */
export async function updateScheduled(
  db: Db,
  id: string,
  { content, when }: { content?: string | undefined; when?: When | undefined },
): Promise<ScheduledRow> {
  return db
    .updateTable('scheduled_messages')
    .set(eb => ({
      version: eb('version', '+', 1),
      ...(content !== undefined && { content }),
      ...(when && {
        ...{ local_time: when.localTime, zone: when.zone, at: when.at },
        ...({ state: 'waiting', failure: null, taken_at: null, tries: 0 } as const),
      }),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes a scheduled message that its author cancels. */
export async function deleteScheduled(db: Db, id: string): Promise<void> {
  await db.deleteFrom('scheduled_messages').where('id', '=', id).execute();
}

/** Scheduled message being sent, with whether its author has been banned or suspended. */
export type Leaving = ScheduledRow & { banned: boolean; suspended: boolean };

const shutOut = sql`EXISTS (
    SELECT FROM users JOIN banned_users USING (email) WHERE users.id = scheduled_messages.author_id
  ) AS banned, EXISTS (
    SELECT FROM users WHERE users.id = scheduled_messages.author_id AND suspended_at IS NOT NULL
  ) AS suspended`;

/**
 * Takes a batch of due messages, the oldest first; skips those locked by another process. A message still there a
 * minute after it was taken was left behind by a dead process or an absent database: it is taken again, and its nonce
 * prevents a second post.
 */
export async function takeDue(db: Db, now: Date, count: number): Promise<Leaving[]> {
  const rows = await db.transaction().execute(async tx => {
    await commitSoon(tx);
    return takeIn(tx, now, count);
  });
  return rows.sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1));
}

async function takeIn(db: Db, now: Date, count: number): Promise<Leaving[]> {
  const { rows } = await sql<Leaving>`
    UPDATE scheduled_messages SET state = 'leaving', taken_at = clock_timestamp(), tries = tries + 1
    FROM (
      SELECT id AS due_id FROM scheduled_messages
      WHERE at <= ${now} AND state <> 'failed'
        AND (state = 'waiting' OR taken_at < clock_timestamp() - interval '1 minute')
      ORDER BY at, id LIMIT ${count} FOR UPDATE SKIP LOCKED
    ) AS due
    WHERE id = due_id
    RETURNING scheduled_messages.*, ${shutOut}`.execute(db);
  return rows;
}

/**
 * Lets a transaction commit without waiting for the disk, so that people’s posts don't wait behind it: if a power cut
 * loses the commit, the nonce prevents a second post, as after a crash.
 */
export async function commitSoon(db: Db): Promise<void> {
  await sql`SET LOCAL synchronous_commit = off`.execute(db);
}

/**
 * Takes a message that its author sends now; from then on it is due. Undefined when it has another version or is
 * already being sent.
 */
export async function takeNow(
  db: Db,
  { id, version }: { id: string; version: number },
  now: Date,
): Promise<Leaving | undefined> {
  const { rows } = await sql<Leaving>`
    UPDATE scheduled_messages SET state = 'leaving', failure = NULL, at = least(at, ${now}), taken_at = clock_timestamp(),
      tries = 1
    WHERE id = ${id} AND version = ${version} AND state <> 'leaving'
    RETURNING scheduled_messages.*, ${shutOut}`.execute(db);
  return rows[0];
}

/** Deletes sent messages; returns those that still existed, whose removal has not been announced yet. */
export async function deleteLeft(db: Db, ids: readonly string[]): Promise<Pick<ScheduledRow, 'id' | 'author_id'>[]> {
  if (ids.length === 0) return [];
  return db
    .deleteFrom('scheduled_messages')
    .where('id', 'in', [...ids])
    .where('state', '=', 'leaving')
    .returning(['id', 'author_id'])
    .execute();
}

/**
 * Records why a message could not be sent, and keeps its text. Undefined when it is gone, or has been sent after all:
 * its message is there, maybe deleted since.
 */
export async function noteFailure(db: Db, id: string, failure: ScheduledFailure): Promise<ScheduledRow | undefined> {
  const { rows } = await sql<ScheduledRow>`
    UPDATE scheduled_messages SET state = 'failed', failure = ${failure}, version = version + 1, taken_at = NULL
    WHERE id = ${id} AND state = 'leaving'
      AND NOT EXISTS (SELECT FROM messages WHERE sender_id = author_id AND messages.nonce = scheduled_messages.nonce)
    RETURNING *`.execute(db);
  return rows[0];
}

/** Message of a reminder. */
export interface Reminded {
  id: string;
  placeId: string;
  homeId: string;
  workspaceId: string | null;
  senderId: string;
}

/** Reads the place, home and author of messages, for their reminders. */
export async function readReminded(db: Db, ids: readonly string[]): Promise<Map<string, Reminded>> {
  const { rows } = await sql<Reminded>`
    SELECT messages.id, place_id AS "placeId", home.id AS "homeId", channels.workspace_id AS "workspaceId",
      sender_id AS "senderId"
    FROM unnest(${ids}::uuid[]) AS asked(id)
    CROSS JOIN LATERAL (SELECT * FROM messages WHERE messages.id = asked.id OFFSET 0) AS messages
    JOIN places ON places.id = place_id
    CROSS JOIN LATERAL (SELECT coalesce(places.parent_id, places.id) AS id) AS home
    LEFT JOIN channels ON channels.id = home.id`.execute(db);
  return new Map(rows.map(row => [row.id, row]));
}
