import type { Notification } from '@palabre/common/contract/reading/notifications.ts';
import { type Expression, type SqlBool, sql } from 'kysely';
import { type Db, newId } from '../../../platform/postgres/db.ts';
import { prepared } from '../../../platform/postgres/prepared.ts';

/** Notification as its person sees it, with the person's id. */
export interface Owned {
  userId: string;
  notification: Notification;
  /** Whether it replaces an earlier notification of the same subject. */
  renewed: boolean;
}

/** Notification to store, the same for all its people. */
export interface NewNotification {
  type: Notification['type'];
  /** Sentence in French, stored as it is. */
  content: string;
  /** Path in the application to open. */
  link: string;
  /** Person whose act caused the notification. */
  actorId: string | null;
  /** Subject of the notification: each person has at most one per subject, and a new one replaces the earlier one. */
  subject?: string;
}

interface Row {
  id: string;
  user_id: string;
  type: Notification['type'];
  content: string;
  link: string;
  is_read: boolean;
  created_at: Date;
  actor: Notification['actor'];
  renewed: boolean;
}

const toOwned = (row: Row): Owned => ({
  userId: row.user_id,
  renewed: row.renewed,
  notification: {
    _id: row.id,
    content: row.content,
    createdAt: row.created_at.toISOString(),
    isRead: row.is_read,
    type: row.type,
    link: row.link,
    actor: row.actor,
    about: null,
  },
});

/** Reads notifications of a source (a table, or a statement that returns its rows), newest first. */
async function select(
  db: Db,
  source: Expression<unknown>,
  condition: Expression<SqlBool>,
  limit: number | null,
  { renewed = sql<boolean>`false`, mark = sql`` } = {},
): Promise<Owned[]> {
  const { rows } = await sql<Row>`${mark}
    WITH chosen AS (${source})
    SELECT chosen.id, user_id, type, content, link, is_read, chosen.created_at, ${renewed} AS renewed,
      CASE WHEN users.id IS NOT NULL
        THEN json_build_object('_id', users.id, 'firstName', users.first_name, 'lastName', users.last_name,
          'avatar', users.avatar) END AS actor
    FROM chosen LEFT JOIN users ON users.id = chosen.actor_id
    WHERE ${condition}
    ORDER BY chosen.created_at DESC, chosen.id DESC LIMIT (SELECT ${limit}::int)`.execute(db);
  return rows.map(toOwned);
}

const all = sql<SqlBool>`true`;

/** Reads a person's latest stored notifications, newest first; messages that are notifications are not stored. */
export const readNotifications = async (db: Db, userId: string, limit: number): Promise<Notification[]> => {
  const latest = sql`
    SELECT * FROM notifications WHERE user_id = ${userId} ORDER BY created_at DESC, id DESC LIMIT (SELECT ${limit}::int)`;
  return (await select(db, latest, all, limit, { mark: prepared('stored-notifications') })).map(
    owned => owned.notification,
  );
};

/** Reads one stored notification of a person; undefined when there is none. */
export async function readNotification(db: Db, userId: string, id: string): Promise<Notification | undefined> {
  const source = sql`SELECT * FROM notifications WHERE id = ${id} AND user_id = ${userId}`;
  const [found] = await select(db, source, all, 1);
  return found?.notification;
}

/** Stores the same notification for each of these people; skips deleted accounts. */
export async function insertNotifications(db: Db, userIds: readonly string[], made: NewNotification): Promise<Owned[]> {
  const people = [...new Set(userIds)];
  const source = sql`
    INSERT INTO notifications (id, user_id, type, content, link, actor_id, subject)
    SELECT wanted.id, users.id, ${made.type}, ${made.content}, ${made.link}, ${made.actorId}::uuid, ${made.subject ?? null}::text
    FROM unnest(${people.map(() => newId())}::uuid[], ${people}::uuid[]) AS wanted(id, user_id)
    JOIN users ON users.id = wanted.user_id
    ON CONFLICT (user_id, subject) WHERE subject IS NOT NULL DO UPDATE SET content = excluded.content,
      link = excluded.link, actor_id = excluded.actor_id, is_read = false, created_at = clock_timestamp()
    RETURNING *, xmax <> 0 AS renewed`;
  return select(db, source, all, people.length, { renewed: sql`chosen.renewed` });
}

/** Marks the person's own among these notifications, unless already so marked; returns the changed ones. */
export async function markNotifications(
  db: Db,
  userId: string,
  ids: readonly string[],
  isRead: boolean,
): Promise<Notification[]> {
  const source = sql`
    UPDATE notifications SET is_read = ${isRead}
    WHERE user_id = ${userId} AND id = ANY(${ids}::uuid[]) AND is_read <> ${isRead}
    RETURNING *`;
  return (await select(db, source, all, ids.length)).map(owned => owned.notification);
}

/**
 * Marks the notifications of these subjects for everyone, or for one person.
 * @returns notifications that changed, with their people
 */
export function settleNotifications(
  db: Db,
  subjects: readonly string[],
  { userId = null, isRead }: { userId?: string | null; isRead: boolean },
): Promise<Owned[]> {
  const source = sql`
    UPDATE notifications SET is_read = ${isRead}
    WHERE subject = ANY(${subjects}::text[]) AND is_read <> ${isRead} AND (${userId}::uuid IS NULL OR user_id = ${userId})
    RETURNING *`;
  return select(db, source, all, null);
}

/** Deletes at most `atMost` old rows of one table; returns whether there may be more. */
export async function purge(
  db: Db,
  table: 'notifications' | 'mentions' | 'notification_marks' | 'read_undos',
  { before, atMost }: { before: Date; atMost: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM ${sql.table(table)} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${sql.table(table)} WHERE created_at < ${before} LIMIT ${atMost}
    ))`.execute(db);
  return Number(numAffectedRows ?? 0) === atMost;
}
