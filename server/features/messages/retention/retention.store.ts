import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/db.ts';
import { emptied } from '../timeline/open/messages.store.ts';

/** Builds the moment before which a workspace's retention deletes messages. */
const keptSince = (now: Date) => sql`${now}::timestamptz - auto_delete_days * interval '1 day'`;

/**
 * Builds the last message of a channel, if its retention is over: no reply in a thread of the channel is younger. The
 * copy of a reply goes with the reply.
 */
const overdue = (now: Date) => sql`
  SELECT last.id FROM workspaces CROSS JOIN LATERAL (
    SELECT id, created_at, twin_thread_id FROM messages WHERE place_id = channels.id AND deleted_at IS NULL
    ORDER BY position DESC LIMIT 1
  ) AS last
  WHERE workspaces.id = channels.workspace_id AND auto_delete
    AND last.created_at < ${keptSince(now)} AND last.twin_thread_id IS NULL AND NOT EXISTS (
      SELECT FROM places AS thread CROSS JOIN LATERAL (
        SELECT created_at FROM messages WHERE place_id = thread.id AND deleted_at IS NULL ORDER BY position DESC LIMIT 1
      ) AS reply
      WHERE thread.parent_id = channels.id AND thread.live AND reply.created_at >= ${keptSince(now)}
    )`;

/** Reads a batch of channels after an id, in order of id, and whether the last message of each is due. */
export async function readChannels(
  db: Db,
  { after, count, now }: { after: string | null; count: number; now: Date },
): Promise<{ id: string; due: boolean }[]> {
  const { rows } = await sql<{ id: string; due: boolean }>`
    SELECT id, EXISTS (${overdue(now)}) AS due
    FROM (
      SELECT id, workspace_id FROM channels WHERE ${after}::uuid IS NULL OR id > ${after}::uuid ORDER BY id LIMIT ${count}
    ) AS channels
    ORDER BY id`.execute(db);
  return rows;
}

/** Deleted message, with its channel's room. */
export interface Deleted {
  id: string;
  channelId: string;
  seq: number;
  room: string;
  /** Whether it stays above the replies of its thread. */
  kept: boolean;
}

/**
 * Deletes the last message of each of these channels if it is still due, under the channel's next seq. Skips a channel
 * that is locked; the next run deletes its message.
 */
export async function deleteLast(db: Db, channelIds: readonly string[], now: Date): Promise<Deleted[]> {
  // The next statement decides, and sees everything committed before these locks.
  const { rows: locked } = await sql<{ id: string }>`
    SELECT id FROM places WHERE id = ANY(${channelIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`.execute(db);
  const { rows } = await sql<Deleted>`
    WITH due AS (
      SELECT channels.id AS place_id, last.id
      FROM channels CROSS JOIN LATERAL (${overdue(now)}) AS last
      WHERE channels.id = ANY(${locked.map(({ id }) => id)}::uuid[])
    ), numbered AS (
      UPDATE places SET seq = places.seq + 1 FROM due WHERE places.id = due.place_id
      RETURNING places.id, places.seq, places.room
    )
    UPDATE messages SET ${emptied}, seq = numbered.seq
    FROM due JOIN numbered ON numbered.id = due.place_id WHERE messages.id = due.id
    RETURNING messages.id, messages.place_id AS "channelId", messages.seq, messages.kept, numbered.room`.execute(db);
  return rows;
}

/** Last reply of a thread that is due, in its places. */
export interface DueReply {
  id: string;
  threadId: string;
  channelId: string;
  twinId: string | null;
}

/**
 * Reads a batch of threads of channels after an id, in order of id: the last thread's id, and the last replies that are
 * due.
 */
export async function readDueReplies(
  db: Db,
  { after, count, now }: { after: string | null; count: number; now: Date },
): Promise<{ last: string | null; due: DueReply[] }> {
  const { rows } = await sql<DueReply & { isDue: boolean }>`
    SELECT thread.id AS "threadId", parent_id AS "channelId", reply.id, reply.twin_id AS "twinId",
      reply.created_at < ${keptSince(now)} AND auto_delete AS "isDue"
    FROM (
      SELECT places.id, parent_id, workspace_id FROM places JOIN channels ON channels.id = parent_id
      WHERE live AND (${after}::uuid IS NULL OR places.id > ${after}::uuid) ORDER BY places.id LIMIT ${count}
    ) AS thread
    JOIN workspaces ON workspaces.id = thread.workspace_id
    LEFT JOIN LATERAL (
      SELECT id, created_at, twin_id FROM messages WHERE place_id = thread.id AND deleted_at IS NULL
      ORDER BY position DESC LIMIT 1
    ) AS reply ON true
    ORDER BY thread.id`.execute(db);
  return { last: rows.at(-1)?.threadId ?? null, due: rows.filter(({ isDue }) => isDue) };
}

/** Tells whether a reply is still the last of its thread, and due. */
export async function isReplyDue(
  db: Db,
  { id, threadId, now }: { id: string; threadId: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM places JOIN channels ON channels.id = parent_id JOIN workspaces ON workspaces.id = workspace_id
    CROSS JOIN LATERAL (
      SELECT id, created_at FROM messages WHERE place_id = places.id AND deleted_at IS NULL
      ORDER BY position DESC LIMIT 1
    ) AS last
    WHERE places.id = ${threadId} AND last.id = ${id} AND auto_delete AND last.created_at < ${keptSince(now)}`.execute(
    db,
  );
  return rows.length > 0;
}
