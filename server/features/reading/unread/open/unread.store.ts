import { type Level, type Unread, unreadCounted } from '@palabre/common/contract/reading/unread.ts';
import { waitingIn } from '@palabre/common/rules/reading/unread.ts';
import { type RawBuilder, sql } from 'kysely';
import { idsOf } from '../../../../platform/access/access.places.ts';
import { Written } from '../../../../platform/http/answers.ts';
import { fail } from '../../../../platform/http/errors.ts';
import type { Db } from '../../../../platform/postgres/db.ts';
import { prepared } from '../../../../platform/postgres/prepared.ts';
import { placesOf, placesOfThose, threadsOf, threadsOfThose, young } from './places.store.ts';

/** Person and a place that they may read. */
export interface Reader {
  userId: string;
  placeId: string;
}

interface Row {
  user_id: string;
  place_id: string;
  home_id: string;
  workspace_id: string | null;
  seq: number;
  read: number;
  first_id: string | null;
  first_position: number;
  messages: number;
  mentions: number;
  level: Level;
  muted: boolean;
}

function toUnread({
  place_id,
  home_id,
  workspace_id,
  seq,
  read,
  first_id,
  first_position,
  messages,
  mentions,
  level,
  muted,
}: Row): Unread {
  return {
    ...idsOf({ placeId: place_id, homeId: home_id, kind: workspace_id ? 'channel' : 'conversation' }),
    workspaceId: workspace_id,
    seq,
    read,
    first: first_id ? { _id: first_id, position: first_position } : null,
    messages,
    mentions: Math.min(mentions, unreadCounted),
    level,
    muted,
  };
}

const counted = sql.raw(String(unreadCounted));

/**
 * SQL for whether a mention's `target` is this person: by name, by a role of theirs, or as everyone of the place, when
 * `target` holds the id of the workspace or of the conversation; in a muted place by name alone. In a thread everyone
 * means the people present at the time: its read position tells nothing about later members. A mention older than
 * notifications notifies nobody.
 */
const callsReader = sql`CASE WHEN mentions.everyone
    THEN target = coalesce(place.workspace_id, place.home_id) AND NOT muted.it AND mentions.created_at > place.since
  ELSE target = place.user_id OR NOT muted.it AND EXISTS (
    SELECT FROM role_users
    WHERE role_id = target AND role_users.user_id = place.user_id AND role_users.workspace_id = place.workspace_id
  ) END AND mentions.created_at > ${young}`;

/** SQL for the person's own mark on the notification of a message. */
const markOf = sql`(
  SELECT is_read FROM notification_marks AS mark
  WHERE mark.user_id = place.user_id AND mark.place_id = place.id AND mark.message_id = messages.id
)`;

/** SQL for messages marked as unread one by one, in a place that is read. */
const keptUnread = sql`
  SELECT FROM notification_marks AS mark
  WHERE mark.user_id = place.user_id AND mark.place_id = place.id AND NOT mark.is_read`;

/**
 * Builds the unread state of places. Nothing is counted when messages are posted, so that no order of posts, deletions
 * and reads makes a count wrong. A channel counts mentions only, and its `messages` is 0: other unread messages of a
 * channel show as bold. A thread counts its replies only for followers.
 * @param places rows of `user_id`, `id`, `home_id` (of a thread its channel or conversation, else its own),
 *   `workspace_id` (null in a conversation), `seq`, `following` (of a thread), and `since`, the time from which everyone
 *   includes the person
 */
const unreadStatesOf = (places: RawBuilder<unknown>, mark = sql``) => sql<Row>`${mark}
  SELECT place.user_id, place.id AS place_id, place.home_id, place.workspace_id, place.seq,
    coalesce(pointer.position, 0) AS read,
    coalesce(heard.level, 'all') AS level, muted.it AS muted,
    first.id AS first_id, first.position AS first_position,
    CASE WHEN first.id IS NULL OR NOT coalesce(place.following, place.workspace_id IS NULL) THEN 0 ELSE (
      SELECT count(*) FROM (
        SELECT FROM messages WHERE place_id = place.id AND deleted_at IS NULL AND position >= first.position
          AND sender_id <> place.user_id LIMIT ${counted}
      ) AS counted
    ) END AS messages,
    -- Most places have no mention, and EXISTS costs less than a count.
    CASE WHEN first.id IS NULL OR NOT EXISTS (
      SELECT FROM mentions WHERE mentions.place_id = place.id AND mentions.position >= first.position
    ) THEN 0 ELSE (
      SELECT count(*) FROM (
        SELECT DISTINCT message_id FROM mentions JOIN messages ON messages.id = message_id
        WHERE mentions.place_id = place.id AND mentions.position >= first.position AND ${callsReader}
          AND deleted_at IS NULL AND sender_id <> place.user_id AND NOT coalesce(${markOf}, false) LIMIT ${counted}
      ) AS counted
    ) END + CASE WHEN NOT EXISTS (${keptUnread}) THEN 0 ELSE (
      SELECT count(*) FROM (
        SELECT FROM messages
        WHERE id = ANY (ARRAY(SELECT message_id FROM notification_marks AS mark
            WHERE mark.user_id = place.user_id AND mark.place_id = place.id AND NOT mark.is_read))
          AND position <= coalesce(pointer.position, 0) AND deleted_at IS NULL AND sender_id <> place.user_id
          AND EXISTS (SELECT FROM mentions WHERE message_id = messages.id AND ${callsReader}) LIMIT ${counted}
      ) AS counted
    ) END AS mentions
  FROM (${places}) AS place
  LEFT JOIN read_pointers AS pointer ON pointer.user_id = place.user_id AND pointer.place_id = place.id
  LEFT JOIN LATERAL (
    SELECT level, muted FROM read_pointers AS home
    WHERE place.home_id <> place.id AND home.user_id = place.user_id AND home.place_id = place.home_id
    UNION ALL SELECT pointer.level, pointer.muted WHERE place.home_id = place.id
  ) AS heard ON true
  CROSS JOIN LATERAL (SELECT coalesce(heard.muted, false) AS it) AS muted
  LEFT JOIN LATERAL (
    SELECT id, position FROM messages
    -- Skips a place whose last message is read.
    WHERE place.seq > coalesce(pointer.position, 0) AND place_id = place.id AND deleted_at IS NULL
      AND position > coalesce(pointer.position, 0) AND sender_id <> place.user_id
    ORDER BY position LIMIT 1
  ) AS first ON true`;

/**
 * Writes a person's places that are unread, muted, or of a level below « all », and their unread threads: one query.
 * PostgreSQL writes the JSON, since thousands of rows would block the event loop for everybody else.
 */
export async function writeUnread(db: Db, userId: string): Promise<Written<{ unread: Unread[]; threads: Unread[] }>> {
  const { rows } = await sql<{ unread: string | null; threads: string | null }>`${prepared('unread')}
    SELECT string_agg(to_json(place)::text, ',') FILTER (WHERE home_id = place_id) AS unread,
      string_agg(to_json(thread)::text, ',') FILTER (WHERE home_id <> place_id) AS threads
    FROM (${unreadStatesOf(sql`${placesOf(userId)} UNION ALL ${threadsOf(userId)}`)} OFFSET 0) AS state
    LEFT JOIN LATERAL (SELECT first_id AS _id, first_position AS position) AS first ON first_id IS NOT NULL
    CROSS JOIN LATERAL (
      SELECT CASE WHEN workspace_id IS NOT NULL THEN home_id END AS "channelId",
        CASE WHEN workspace_id IS NULL THEN home_id END AS "conversationId"
    ) AS home
    CROSS JOIN LATERAL (
      SELECT home.*, workspace_id AS "workspaceId", seq, read, CASE WHEN first_id IS NOT NULL THEN first END AS first, messages,
        least(mentions, ${counted}) AS mentions, level, muted
    ) AS place
    CROSS JOIN LATERAL (
      SELECT NULL::uuid AS "channelId", NULL::uuid AS "conversationId", place_id AS "threadId", home AS parent,
        place."workspaceId", place.seq, place.read, place.first, place.messages, place.mentions, place.level, place.muted
    ) AS thread
    WHERE CASE WHEN home_id <> place_id THEN state.messages > 0 OR state.mentions > 0
      ELSE first_id IS NOT NULL OR state.mentions > 0 OR state.level <> 'all' OR state.muted END`.execute(db);
  return new Written(`{"unread":[${rows[0]?.unread ?? ''}],"threads":[${rows[0]?.threads ?? ''}]}`);
}

/** Counts the unread messages of each of these people, over all places: one query. */
export async function readWaiting(db: Db, userIds: readonly string[]): Promise<Map<string, number>> {
  const them = sql`= ANY((SELECT ${userIds}::uuid[])::uuid[])`;
  const { rows } = await sql<Row>`${prepared('waiting')}
    SELECT * FROM (${unreadStatesOf(sql`${placesOfThose(them)} UNION ALL ${threadsOfThose(them)}`)}) AS state
    WHERE first_id IS NOT NULL OR mentions > 0`.execute(db);
  const waiting = new Map<string, number>();
  for (const row of rows) waiting.set(row.user_id, (waiting.get(row.user_id) ?? 0) + waitingIn(toUnread(row)));
  return waiting;
}

/** Reads the unread state of each reader, in their order: one query for all. */
export async function readStates(db: Db, readers: readonly Reader[]): Promise<(Unread | undefined)[]> {
  const { rows } = await unreadStatesOf(
    sql`
    SELECT reader.user_id, places.id, coalesce(places.parent_id, places.id) AS home_id, channels.workspace_id, places.seq,
      CASE WHEN places.parent_id IS NOT NULL THEN EXISTS (
        SELECT FROM thread_follows AS follow
        WHERE follow.user_id = reader.user_id AND follow.thread_id = places.id AND follow.following
      ) END AS following,
      CASE WHEN places.parent_id IS NULL THEN '-infinity' ELSE coalesce((
        SELECT joined_at FROM workspace_people AS me
        WHERE me.workspace_id = channels.workspace_id AND me.user_id = reader.user_id
      ), (
        SELECT joined_at FROM conversation_users AS me
        WHERE me.conversation_id = places.parent_id AND me.user_id = reader.user_id
      )) END AS since
    FROM unnest((SELECT ${readers.map(one => one.userId)}::uuid[]), (SELECT ${readers.map(one => one.placeId)}::uuid[]))
      AS reader(user_id, place_id)
    JOIN places ON places.id = reader.place_id
    LEFT JOIN channels ON channels.id = coalesce(places.parent_id, places.id)`,
    prepared('unread-states'),
  ).execute(db);
  const found = new Map(rows.map(row => [`${row.user_id}:${row.place_id}`, toUnread(row)]));
  return readers.map(({ userId, placeId }) => found.get(`${userId}:${placeId}`));
}

/** Reads the unread state of one place for a person who may read it. */
export async function readState(db: Db, reader: Reader): Promise<Unread> {
  const [state] = await readStates(db, [reader]);
  return state ?? fail('not_found');
}

/** Move of a pointer to a position. */
export interface PointerMove extends Reader {
  position: number;
}

/**
 * Moves pointers in one statement, at most one for each person and place, forward only unless `back`. Deletes the marks
 * on single notifications that the move overrides. Writes in order of person and place, so that no two statements
 * deadlock on each other's rows.
 * @returns readers whose pointer changed
 */
export async function movePointers(db: Db, moves: readonly PointerMove[], { back = false } = {}): Promise<Reader[]> {
  if (moves.length === 0) return [];
  const { rows } = await sql<{ user_id: string; place_id: string }>`${prepared(back ? 'pointers-back' : 'pointers-on')}
    WITH moved AS (
      INSERT INTO read_pointers AS pointer (user_id, place_id, position)
      SELECT wanted.user_id, places.id, least(wanted.position, places.seq)
      FROM unnest((SELECT ${moves.map(one => one.userId)}::uuid[]), (SELECT ${moves.map(one => one.placeId)}::uuid[]),
        (SELECT ${moves.map(one => one.position)}::bigint[])) AS wanted(user_id, place_id, position)
      JOIN places ON places.id = wanted.place_id
      ORDER BY wanted.user_id, places.id
      ON CONFLICT (user_id, place_id) DO UPDATE SET position = excluded.position
        WHERE excluded.position ${back ? sql`<>` : sql`>`} pointer.position
      RETURNING user_id, place_id
    ), said AS (
      DELETE FROM notification_marks AS mark USING moved
      WHERE mark.user_id = moved.user_id AND mark.place_id = moved.place_id AND mark.is_read = ${back}
    )
    SELECT * FROM moved`.execute(db);
  return rows.map(row => ({ userId: row.user_id, placeId: row.place_id }));
}

/**
 * Marks places as read for people who have just joined, with the threads that they followed there before: one
 * statement, whatever the number of channels.
 */
export async function readSoFar(
  db: Db,
  userIds: readonly string[],
  where: { workspaceId: string } | { conversationId: string },
): Promise<void> {
  const places =
    'workspaceId' in where
      ? sql`SELECT id FROM channels WHERE workspace_id = ${where.workspaceId}`
      : sql`SELECT ${where.conversationId}::uuid AS id`;
  await sql`
    INSERT INTO read_pointers AS pointer (user_id, place_id, position)
    SELECT person.id, places.id, places.seq
    FROM (${places}) AS place JOIN places USING (id) CROSS JOIN unnest(${userIds}::uuid[]) AS person(id)
    WHERE places.seq > 0
    UNION ALL
    SELECT follow.user_id, thread.id, thread.seq FROM thread_follows AS follow JOIN places AS thread ON thread.id = thread_id
    WHERE follow.user_id = ANY(${userIds}::uuid[]) AND thread.parent_id IN (${places})
    ON CONFLICT (user_id, place_id) DO UPDATE SET position = greatest(pointer.position, excluded.position)`.execute(db);
}
