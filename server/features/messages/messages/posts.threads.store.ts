import { limits } from '@palabre/common/contract/fields.ts';
import type pg from 'pg';
import { facts, factsOf, readable, rightKey } from '../../../platform/access/access.places.ts';
import { insertMessages, type NewMessage, type Stored } from './posts.store.ts';

/** Seq of a thread from which its replies are counted before a post, with a margin for concurrent posts. */
const countedFrom = limits.repliesPerThread - 1_000;

/** Stores a reply and its copy in the channel, both or none. */
export async function insertTwins(pool: pg.Pool, twins: readonly NewMessage[]): Promise<Map<string, Stored>> {
  const client = await pool.connect();
  let failed: unknown;
  try {
    await client.query('BEGIN');
    const stored = await insertMessages(client, twins);
    const isWhole = stored.size === twins.length;
    await client.query(isWhole ? 'COMMIT' : 'ROLLBACK');
    return isWhole ? stored : new Map();
  } catch (error) {
    failed = error;
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    client.release(failed instanceof Error && !('constraint' in failed) ? failed : undefined);
  }
}

/** Thread in which a post asks to reply. */
export interface ThreadAsked {
  threadId: string;
  homeId: string;
  /** Number of replies, exact only near the thread's limit, else lower. */
  replies: number;
}

/** Person who asks to reply in the thread under a message. */
export interface Asking {
  userId: string;
  messageId: string;
}

/**
 * Finds the threads under messages, by the id of a root, of a reply, or of the copy of a reply, for people who may read
 * them: one query for all, none without ids.
 * @returns threads by {@link rightKey} of the person and the message
 */
export async function readThreadsAsked(pool: pg.Pool, asking: readonly Asking[]): Promise<Map<string, ThreadAsked>> {
  if (asking.length === 0) return new Map();
  const { rows } = await pool.query<ThreadAsked & { user_id: string; asked: string }>({
    name: 'posts-threads',
    text: `
      SELECT user_id, asked, "threadId", "homeId", CASE WHEN seq >= ${countedFrom} THEN (
          SELECT count(*) FROM messages WHERE place_id = "threadId" AND deleted_at IS NULL
        ) ELSE 0 END AS replies
      FROM (
        SELECT asked.user_id, asked.id AS asked, root.id AS "threadId", root.place_id AS "homeId", thread.seq,
          ${facts('asked.user_id', 'root.place_id')}
        FROM unnest((SELECT $1::uuid[]), (SELECT $2::uuid[])) AS asked(user_id, id)
        CROSS JOIN LATERAL (
          SELECT id, place_id, twin_thread_id FROM messages
          WHERE messages.id = asked.id AND (deleted_at IS NULL OR kept) OFFSET 0
        ) AS named
        JOIN places AS stands ON stands.id = named.place_id
        CROSS JOIN LATERAL (
          SELECT id, place_id FROM messages
          WHERE messages.id = coalesce(named.twin_thread_id, CASE WHEN stands.parent_id IS NULL THEN named.id ELSE stands.id END)
          OFFSET 0
        ) AS root
        LEFT JOIN places AS thread ON thread.id = root.id
        ${factsOf('asked.user_id', 'root.place_id')}
      ) AS found WHERE ${readable}`,
    values: [asking.map(({ userId }) => userId), asking.map(({ messageId }) => messageId)],
  });
  return new Map(rows.map(({ user_id, asked, ...thread }) => [rightKey(user_id, asked), thread]));
}
