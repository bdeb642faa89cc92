import type { Thread } from '@palabre/common/contract/messages/threads.ts';
import { unreadCounted } from '@palabre/common/contract/reading/unread.ts';
import { sql } from 'kysely';
import type pg from 'pg';
import { type PlaceAccess, placeColumns } from '../../../platform/access/access.places.ts';
import { seesChannel } from '../../../platform/access/access.seen.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import {
  type Replier,
  repliersColumn,
  type ThreadSaid,
  threadJoin,
  unreadAfter,
} from '../timeline/open/threads.store.ts';
import { toThread } from './threads.store.ts';

/** Shortest time between two announcements of a thread's state. */
const everyMs = 1_000;
/** Age from which an unannounced change counts as left by an ended process. */
const leftSeconds = 5;

/** Threads that this process may announce now, and the delays of the others with pending changes. */
export interface Claims {
  /** Claimed threads, each with the seq announced before. */
  claimed: Map<string, number>;
  waits: Map<string, number>;
}

/** Claims the current second of each of these threads, unless another process has: one statement. */
export async function claimTellings(pool: pg.Pool, ids: readonly string[]): Promise<Claims> {
  const { rows } = await pool.query<{ id: string; claimed: number | null; wait_ms: number }>({
    name: 'threads-claim',
    text: `
      WITH asked AS (
        SELECT places.id, seq FROM unnest((SELECT $1::uuid[])) AS asked(id) JOIN places USING (id)
        WHERE parent_id IS NOT NULL
      ), claimed AS (
        INSERT INTO thread_tellings AS telling (thread_id, told_at, told_seq)
        SELECT id, clock_timestamp(), 0 FROM asked ORDER BY id
        ON CONFLICT (thread_id) DO UPDATE SET told_at = excluded.told_at
          WHERE telling.told_at <= excluded.told_at - interval '${everyMs} milliseconds' AND telling.told_seq < (
            SELECT seq FROM places WHERE places.id = excluded.thread_id
          )
        RETURNING thread_id, told_seq
      )
      SELECT asked.id, claimed.told_seq AS claimed,
        greatest(1, ceil(${everyMs} - extract(epoch FROM clock_timestamp() - coalesce(told_at, clock_timestamp())) * 1000))::int AS wait_ms
      FROM asked LEFT JOIN claimed ON claimed.thread_id = asked.id
      LEFT JOIN thread_tellings AS known ON known.thread_id = asked.id
      WHERE claimed.thread_id IS NOT NULL OR coalesce(known.told_seq, 0) < asked.seq`,
    values: [ids],
  });
  return {
    claimed: new Map(rows.flatMap(({ id, claimed }) => (claimed === null ? [] : [[id, claimed] as const]))),
    waits: new Map(rows.flatMap(({ id, claimed, wait_ms }) => (claimed === null ? [[id, wait_ms] as const] : []))),
  };
}

/** State of a thread to announce. */
export interface Telling {
  /** State of the thread for people who do not follow it. */
  thread: Thread;
  room: string;
  /** Followers who may read the thread, with their own counts. */
  followers: { userId: string; unread: number; read: number }[];
}

/** Reads the states of threads to announce: one query for all. */
export async function readTellings(pool: pg.Pool, ids: readonly string[]): Promise<Telling[]> {
  const { rows } = await pool.query<
    PlaceAccess & {
      workspace_id: string | null;
      state: ThreadSaid | null;
      repliers: Replier[] | null;
      seq: number;
      room: string;
    } & Pick<Telling, 'followers'>
  >({
    name: 'threads-told',
    text: `
      WITH asked AS MATERIALIZED (SELECT unnest((SELECT $1::uuid[])) AS id), recent AS MATERIALIZED (
        SELECT asked.id AS thread_id, replies.sender_id, replies.position FROM asked CROSS JOIN LATERAL (
          SELECT sender_id, position FROM messages AS replies
          WHERE replies.place_id = asked.id AND replies.deleted_at IS NULL ORDER BY position DESC LIMIT ${2 * unreadCounted}
        ) AS replies
      ), span AS MATERIALIZED (
        SELECT thread_id, min(position) AS since, count(*) AS replies FROM recent GROUP BY thread_id
      ), own AS MATERIALIZED (
        SELECT thread_id, sender_id, count(*) AS replies FROM recent GROUP BY thread_id, sender_id
      ), told AS MATERIALIZED (
        SELECT follow.thread_id, json_agg(json_build_object('userId', follow.user_id, 'unread',
          -- Who is far behind has as many as are counted among the recent replies: not one of them is read again.
          CASE WHEN coalesce(pointer.position, 0) < span.since AND span.replies - coalesce(own.replies, 0) >= ${unreadCounted}
            THEN ${unreadCounted} ELSE ${unreadAfter('follow.thread_id', 'follow.user_id', 'coalesce(pointer.position, 0)')}
          END, 'read', coalesce(pointer.position, 0))) AS followers
        FROM asked JOIN places USING (id) LEFT JOIN channels ON channels.id = places.parent_id
        JOIN thread_follows AS follow ON follow.thread_id = asked.id AND follow.following
        LEFT JOIN read_pointers AS pointer ON pointer.user_id = follow.user_id AND pointer.place_id = follow.thread_id
        LEFT JOIN span ON span.thread_id = follow.thread_id
        LEFT JOIN own ON own.thread_id = follow.thread_id AND own.sender_id = follow.user_id
        WHERE EXISTS (
          SELECT FROM workspace_people AS me
          WHERE me.workspace_id = channels.workspace_id AND me.user_id = follow.user_id AND ${seesChannel('me')}
        ) OR EXISTS (
          SELECT FROM conversation_users AS me WHERE me.conversation_id = places.parent_id AND me.user_id = follow.user_id
        )
        GROUP BY follow.thread_id
      )
      SELECT ${placeColumns}, channels.workspace_id, thread.state, ${repliersColumn}, places.seq, places.room,
        coalesce(told.followers, '[]') AS followers
      FROM asked JOIN places USING (id) LEFT JOIN told ON told.thread_id = asked.id
      LEFT JOIN channels ON channels.id = places.parent_id
      ${threadJoin('places.id')}`,
    values: [ids],
  });
  return rows.map(({ room, followers, ...row }) => ({
    thread: toThread(row, { ...row, following: false, unread: 0, read: 0 }),
    room,
    followers,
  }));
}

/** Records the last announced change of threads, unless another announcement was requested meanwhile. */
export async function noteTold(
  pool: pg.Pool,
  tellings: readonly Pick<Telling, 'thread'>[],
  claimed: Claims['claimed'],
): Promise<void> {
  await pool.query({
    name: 'threads-note',
    text: `
      UPDATE thread_tellings AS telling SET told_seq = told.seq
      FROM unnest((SELECT $1::uuid[]), (SELECT $2::bigint[]), (SELECT $3::bigint[])) AS told(id, seq, before)
      WHERE telling.thread_id = told.id AND telling.told_seq = told.before`,
    values: [
      tellings.map(({ thread }) => thread.threadId),
      tellings.map(({ thread }) => thread.seq),
      tellings.map(({ thread }) => claimed.get(thread.threadId) ?? 0),
    ],
  });
}

/** Requests another announcement of an unchanged thread: a state read earlier may be on its way. */
export async function noteUntold(db: Db, threadId: string): Promise<void> {
  // Random each time, so that a concurrent claim never mistakes it for the number it has read.
  await sql`UPDATE thread_tellings SET told_seq = -1 - floor(random() * 1e12) WHERE thread_id = ${threadId}`.execute(
    db,
  );
}

/** Lists threads with unannounced changes. */
export async function readUntold(pool: pg.Pool, atMost: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT places.id FROM places LEFT JOIN thread_tellings AS telling ON telling.thread_id = places.id
      WHERE parent_id IS NOT NULL AND places.seq > coalesce(told_seq, 0)
        AND coalesce(told_at < now() - interval '${leftSeconds} seconds', true)
      ORDER BY places.id LIMIT ${atMost}`,
  );
  return rows.map(({ id }) => id);
}
