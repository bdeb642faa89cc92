import { limits } from '@palabre/common/contract/fields.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { Thread, ThreadFilter } from '@palabre/common/contract/messages/threads.ts';
import { sql } from 'kysely';
import {
  type Facts,
  facts,
  factsOf,
  idsOf,
  type PlaceAccess,
  placeOf,
  readable,
} from '../../../platform/access/access.places.ts';
import { fail } from '../../../platform/http/errors.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import { prepared } from '../../../platform/postgres/prepared.ts';
import { columns, type MessageRow, toMessage, withAuthors } from '../timeline/open/messages.store.ts';
import {
  byId,
  noReplies,
  type OwnThread,
  type Replier,
  readIn,
  repliersColumn,
  type ThreadSaid,
  threadJoin,
  toSharedThread,
  toThreadState,
  unreadIn,
} from '../timeline/open/threads.store.ts';

/** Thread that a person may read, with its state for them. */
interface StateRow extends Facts, OwnThread {
  id: string;
  workspace_id: string | null;
  /** Null without replies. */
  state: ThreadSaid | null;
  repliers: Replier[] | null;
  /** seq of the thread's place; null when nobody ever replied. */
  seq: number | null;
}

/** Converts a thread to wire format. */
export function toThread(place: PlaceAccess, row: Omit<StateRow, keyof Facts | 'id'>): Thread {
  const { workspace_id: workspaceId, state, repliers, following, unread, read, seq } = row;
  const own = { following, unread, read };
  const { channelId, conversationId } = idsOf({ ...place, placeId: place.homeId });
  return {
    threadId: place.placeId,
    parent: { channelId, conversationId },
    workspaceId,
    ...(state ? toThreadState(toSharedThread(state), own, byId(repliers)) : { ...noReplies, ...own, seq: seq ?? 0 }),
  };
}

/**
 * Builds the states of threads for a person: rows of {@link StateRow}, from `found`, rows of `id` and `user_id` with
 * {@link Facts}.
 */
const statesOf = (found: string) => `
  SELECT found.*, thread.state, ${repliersColumn}, own.seq, coalesce(follow.following, false) AS following,
    CASE WHEN follow.following THEN ${unreadIn('found.id', 'found.user_id')} ELSE 0 END AS unread,
    CASE WHEN follow.following THEN ${readIn('found.id', 'found.user_id')} ELSE 0 END AS read
  FROM (${found}) AS found
  LEFT JOIN places AS own ON own.id = found.id
  LEFT JOIN thread_follows AS follow ON follow.user_id = found.user_id AND follow.thread_id = found.id
  ${threadJoin('found.id')}`;

/**
 * Reads a person's view of the given threads, except threads without replies and those that the person may not read.
 */
export async function readStates(db: Db, userId: string, ids: readonly string[]): Promise<Thread[]> {
  const found = sql.raw(
    statesOf(`
    SELECT * FROM (
      SELECT asked.user_id, asked.id, channels.workspace_id, ${facts('asked.user_id', 'asked.id')}
      FROM asked ${factsOf('asked.user_id', 'asked.id')}
    ) AS found WHERE parent_id IS NOT NULL AND ${readable}`),
  );
  const { rows } = await sql<StateRow>`${prepared('states-of-threads')}
    WITH asked AS (SELECT ${userId}::uuid AS user_id, id FROM unnest((SELECT ${ids}::uuid[])) AS asked(id))
    SELECT * FROM (${found}) AS states WHERE state IS NOT NULL`.execute(db);
  return rows.map(row => toThread(placeOf(row.id, row), row));
}

/** Root of a thread with its state for a person. */
export interface Rooted {
  root: Message;
  thread: Thread;
  /** Whether anybody ever replied. */
  isPlace: boolean;
}

type RootRow = MessageRow &
  Omit<StateRow, keyof Facts | 'id' | 'seq'> & { thread_id: string; thread_seq: number | null };

/** Reads the roots of threads that a person may read, with their states: one query for all. */
export async function readRoots(db: Db, userId: string, places: readonly PlaceAccess[]): Promise<Map<string, Rooted>> {
  if (places.length === 0) return new Map();
  const states = sql.raw(
    statesOf(
      `SELECT asked.user_id, asked.id, channels.workspace_id FROM asked LEFT JOIN channels ON channels.id = asked.home_id`,
    ),
  );
  const roots = sql.raw(
    withAuthors(`SELECT messages.* FROM asked CROSS JOIN LATERAL (
      SELECT * FROM messages WHERE messages.id = asked.id AND (deleted_at IS NULL OR kept) OFFSET 0) AS messages`),
  );
  const { rows } = await sql<RootRow>`${prepared('thread-roots')}
    WITH asked AS (
      SELECT ${userId}::uuid AS user_id, id, home_id
      FROM unnest((SELECT ${places.map(({ placeId }) => placeId)}::uuid[]),
        (SELECT ${places.map(({ homeId }) => homeId)}::uuid[])) AS asked(id, home_id)
    ), states AS MATERIALIZED (${states})
    SELECT ${sql.raw(columns.join(', '))}, states.id AS thread_id, states.workspace_id, states.state, states.repliers, states.following,
      states.unread, states.read, states.seq AS thread_seq
    FROM ${roots} JOIN states ON states.id = messages.id`.execute(db);
  const found = new Map(rows.map(row => [row.thread_id, row]));
  return new Map(
    places.flatMap(place => {
      const row = found.get(place.placeId);
      if (!row) return [];
      const thread = toThread(place, { ...row, seq: row.thread_seq });
      const { threadId: _id, parent: _parent, workspaceId: _workspaceId, ...state } = thread;
      const message = toMessage(row, { ...place, placeId: place.homeId });
      const root = state.replies > 0 ? { ...message, thread: state } : message;
      return [[place.placeId, { root, thread, isPlace: row.thread_seq !== null }] as const];
    }),
  );
}

/** Reads the root of a thread that a person may read; fails with `not_found`. */
export const readRoot = async (db: Db, userId: string, place: PlaceAccess): Promise<Rooted> =>
  (await readRoots(db, userId, [place])).get(place.placeId) ?? fail('not_found');

/** Keyset cursor of a page of threads: the time of the last reply, in microseconds since 1970, and the thread. */
export interface ListedAt {
  at: string;
  id: string;
}

/** Thread of a list, with its place. */
export interface ListedRow extends ListedAt, Facts {
  title: string | null;
}

const filters: Record<ThreadFilter, string> = {
  followed: 'follow.following',
  unread: `follow.following AND EXISTS (
      SELECT FROM messages AS replies
      WHERE replies.place_id = thread.id AND replies.deleted_at IS NULL AND replies.sender_id <> follow.user_id
        AND replies.position > ${readIn('thread.id', 'follow.user_id')}
    )`,
  mine: 'EXISTS (SELECT FROM messages AS root WHERE root.id = thread.id AND root.sender_id = follow.user_id)',
};

/**
 * Reads a page of a person's threads, the last replied to first: readable threads, filtered by the person's relation to
 * them.
 */
export async function listThreads(
  db: Db,
  userId: string,
  { filter, after, count }: { filter: ThreadFilter; after: ListedAt | null; count: number },
): Promise<ListedRow[]> {
  const place = sql.raw(facts('asked.user_id', 'asked.id'));
  const { rows } = await sql<ListedRow>`${prepared(`threads-${filter}`)}
    SELECT found.*, (extract(epoch FROM last_at) * 1000000)::bigint::text AS at,
      coalesce(channel_title, (SELECT title FROM conversations WHERE conversations.id = parent_id)) AS title
    FROM (
      SELECT asked.*, channels.title AS channel_title, ${place}
      FROM (
        SELECT follow.user_id, thread.id, last.created_at AS last_at
        FROM thread_follows AS follow JOIN places AS thread ON thread.id = follow.thread_id AND thread.live
        CROSS JOIN LATERAL (
          SELECT created_at FROM messages WHERE place_id = thread.id AND deleted_at IS NULL ORDER BY position DESC LIMIT 1
        ) AS last
        WHERE follow.user_id = ${userId} AND ${sql.raw(filters[filter])}
          AND (${after?.at ?? null}::bigint IS NULL OR (last.created_at, thread.id)
            < ('epoch'::timestamptz + ${after?.at ?? null}::bigint * interval '1 microsecond', ${after?.id ?? null}::uuid))
      ) AS asked ${sql.raw(factsOf('asked.user_id', 'asked.id'))}
    ) AS found WHERE ${sql.raw(readable)} ORDER BY last_at DESC, id DESC LIMIT (SELECT ${count}::int)`.execute(db);
  return rows;
}

/** Reads the last replies of threads, ascending: one query for all. */
export async function readLastReplies(db: Db, places: readonly PlaceAccess[]): Promise<Map<string, Message[]>> {
  if (places.length === 0) return new Map();
  const replies = sql.raw(
    withAuthors(`SELECT messages.* FROM asked CROSS JOIN LATERAL (
      SELECT * FROM messages WHERE place_id = asked.id AND deleted_at IS NULL
      ORDER BY position DESC LIMIT ${limits.threadReplies}) AS messages`),
  );
  const { rows } = await sql<MessageRow & { thread_id: string }>`
    WITH asked AS (SELECT id FROM unnest(${places.map(({ placeId }) => placeId)}::uuid[]) AS asked(id))
    SELECT ${sql.raw(columns.join(', '))}, messages.place_id AS thread_id
    FROM ${replies} ORDER BY messages.place_id, messages.position`.execute(db);
  const known = new Map(places.map(place => [place.placeId, { place, replies: [] as Message[] }]));
  for (const row of rows) {
    const thread = known.get(row.thread_id);
    thread?.replies.push(toMessage(row, thread.place));
  }
  return new Map([...known].map(([id, { replies }]) => [id, replies]));
}

/** Makes a person follow a thread, or unfollow it; false when the thread has no replies. */
export async function setFollowing(db: Db, userId: string, threadId: string, following: boolean): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO thread_follows (user_id, thread_id, following)
    SELECT ${userId}::uuid, id, ${following}::boolean FROM (
      SELECT id FROM places WHERE id = ${threadId} AND parent_id IS NOT NULL AND live FOR SHARE
    ) AS thread
    ON CONFLICT (user_id, thread_id) DO UPDATE SET following = excluded.following`.execute(db);
  return numAffectedRows > 0n;
}
