import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { Notification } from '@palabre/common/contract/reading/notifications.ts';
import { excerptOf } from '@palabre/common/rules/messages/excerpts.ts';
import { notificationDays } from '@palabre/common/rules/reading/unread.ts';
import { type RawBuilder, sql } from 'kysely';
import { idsOf } from '../../../../platform/access/access.places.ts';
import { seen } from '../../../../platform/access/access.seen.ts';
import type { Db } from '../../../../platform/postgres/db.ts';
import { prepared } from '../../../../platform/postgres/prepared.ts';
import { movePointers } from '../../unread/open/unread.store.ts';

/**
 * Notifications derived from messages (decision 0031): each message that mentions a person, and the last message of
 * each of their conversations. No row is stored for them: a query decides at each reading, so that the notification
 * goes with the message and with the right to read it, and is read when its place is.
 */

/**
 * Kind of message for a person: a reply to a message of theirs, which notifies like a mention; a mention; a mention of
 * a suspended person whose deputy they are; or a message in one of their conversations. A message of several kinds gets
 * the first, by their alphabetical order.
 */
export type Kind = 'answer' | 'mention' | 'mention-for' | 'message';

/** Kind of a message to the person themself; mails and pushes cover only these. */
export type OwnKind = Exclude<Kind, 'mention-for'>;

const sentences: Record<Kind, string> = {
  answer: 'Un message répond au vôtre.',
  mention: 'Un message vous mentionne.',
  'mention-for': 'Un message mentionne une personne que vous remplacez.',
  message: 'Vous avez un nouveau message.',
};

type Where = { workspaceId: string | null; placeId: string; homeId: string };

/** Returns the path of a message in the application: of a reply, in its thread beside the channel or conversation. */
export function messageLink({ workspaceId, placeId, homeId }: Where, messageId: string): string {
  const home = workspaceId ? `/workspace/${workspaceId}/channel/${homeId}` : `/conversation/${homeId}`;
  return `${home}?message=${messageId}${placeId === homeId ? '' : `&thread=${placeId}`}`;
}

/** Makes the notification of a message, for a person it mentions or whose conversation it is in. */
export function notificationOf(
  message: Pick<Message, '_id' | 'content' | 'time' | 'position'> & { sender: Notification['actor'] },
  kind: Kind,
  where: Where,
  { isRead = false, inPlaceOf }: { isRead?: boolean; inPlaceOf?: string | undefined } = {},
): Notification {
  const { _id, content, time: createdAt, position, sender } = message;
  return {
    _id,
    content: sentences[kind],
    createdAt,
    isRead,
    type: kind === 'message' ? 'message' : 'mention',
    link: messageLink(where, _id),
    actor: sender && { _id: sender._id, firstName: sender.firstName, lastName: sender.lastName, avatar: sender.avatar },
    about: {
      ...idsOf({ ...where, kind: where.workspaceId ? 'channel' : 'conversation' }),
      position,
      isAnswer: kind === 'answer',
      ...(inPlaceOf !== undefined && { inPlaceOf }),
      excerpt: excerptOf(content),
    },
  };
}

interface Row {
  id: string;
  kind: Kind;
  place_id: string;
  home_id: string;
  workspace_id: string | null;
  content: string;
  time: string;
  position: number;
  is_read: boolean;
  in_place_of: string | null;
  actor: Notification['actor'];
}

const young = sql.raw(`now() - interval '${notificationDays} days'`);

/** Person in a query: their id, or the column that holds it. */
export type Whose = string | RawBuilder<unknown>;

/**
 * Builds one row for each mention target that includes this person: themself, their roles, and their workspaces and
 * conversations (everyone), the last two from their arrival on. A mention must stand in `workspace_id`, where it is not
 * null.
 */
export const targetsOf = (userId: Whose) => sql`
  SELECT ${userId}::uuid AS target, false AS everyone, '-infinity'::timestamptz AS since, NULL::uuid AS workspace_id
  UNION ALL SELECT role_id, false, '-infinity', workspace_id FROM role_users WHERE user_id = ${userId}
  UNION ALL SELECT workspace_id, true, joined_at, workspace_id FROM workspace_people WHERE user_id = ${userId}
  UNION ALL SELECT conversation_id, true, joined_at, NULL FROM conversation_users WHERE user_id = ${userId}`;

/** Channel or conversation of a mention, or of its thread. */
export const mentionHome = sql`CASE WHEN mentions.in_thread
    THEN (SELECT parent_id FROM places WHERE places.id = mentions.place_id) ELSE mentions.place_id END`;

/** Condition that a mention of a role or of everyone stands in the workspace of its target, a row of `targetsOf`. */
export const isInItsWorkspace = sql`(targets.workspace_id IS NULL OR EXISTS (
    SELECT FROM channels WHERE id = ${mentionHome} AND workspace_id = targets.workspace_id
  ))`;

/**
 * SQL, true when the place's level suppresses the message: `mention` for a message that mentions the person by a row of
 * `targetsOf` (by name, it reaches them even in a muted place), `plain` for any other.
 */
export const stoppedByLevel = {
  mention: (userId: Whose) => sql`level = 'nothing' OR (muted AND targets.target <> ${userId})`,
  plain: sql`level <> 'all' OR muted`,
};

/**
 * Builds the condition that a person may read the channel or conversation and that its level lets the message through
 * (`hearingOf`).
 * @param stopped condition on the place's level and mute under which the message is suppressed
 */
export const isHeardBy = (userId: Whose, placeId: RawBuilder<unknown>, stopped: RawBuilder<unknown>) => sql`NOT EXISTS (
    SELECT FROM read_pointers WHERE user_id = ${userId} AND place_id = ${placeId} AND (${stopped})
  ) AND (EXISTS (
    SELECT FROM channels JOIN workspace_people AS me ON me.workspace_id = channels.workspace_id
    WHERE channels.id = ${placeId} AND me.user_id = ${userId} AND ${seen}
  ) OR EXISTS (
    SELECT FROM conversation_users WHERE conversation_id = ${placeId} AND user_id = ${userId}
  ))`;

/** Builds the condition that a message is another person's, and not deleted. */
export const isByAnother = (userId: Whose) => sql`messages.deleted_at IS NULL AND messages.sender_id <> ${userId}`;

/**
 * Builds the condition under which a conversation's last message is listed: as young as other notifications, or unread.
 */
const isListedAsLast = (userId: string, last: RawBuilder<unknown>) => sql`(
    ${last}.created_at > greatest(${young}, joined_at) OR ${last}.position > coalesce((
      SELECT position FROM read_pointers WHERE read_pointers.user_id = ${userId} AND place_id = conversation_id
    ), 0)
  )`;

/** Builds the joins and conditions of mentions of suspended people, `standing`, whose deputy a person is. */
const inPlace = (userId: string) => sql`
  mentions.target = standing.user_id AND NOT mentions.everyone AND mentions.created_at > ${young}
    AND mentions.created_at > standing.since AND mentions.created_at < standing.until
    AND ${isByAnother(userId)} AND ${isHeardBy(userId, mentionHome, sql`level = 'nothing' OR muted`)}`;

/** Builds the latest messages that mention a person, and the last message of each of their conversations. */
const latest = (userId: string, limit: number) => sql`
  SELECT found.id, 'mention' AS type FROM (${targetsOf(userId)}) AS targets CROSS JOIN LATERAL (
    SELECT messages.id FROM mentions JOIN messages ON messages.id = mentions.message_id
    WHERE target = targets.target AND mentions.everyone = targets.everyone AND mentions.created_at > targets.since
      AND mentions.created_at > ${young} AND ${isInItsWorkspace}
      AND ${isByAnother(userId)} AND ${isHeardBy(userId, mentionHome, stoppedByLevel.mention(userId))}
    ORDER BY mentions.created_at DESC LIMIT ${limit}
  ) AS found
  UNION ALL
  SELECT found.id, 'mention-for' FROM mention_deputies AS standing CROSS JOIN LATERAL (
    SELECT messages.id FROM mentions JOIN messages ON messages.id = mentions.message_id
    WHERE ${inPlace(userId)} ORDER BY mentions.created_at DESC LIMIT ${limit}
  ) AS found WHERE deputy_id = ${userId}
  UNION ALL
  SELECT last.id, 'message' FROM conversation_users CROSS JOIN LATERAL (
    SELECT messages.id, messages.created_at, position FROM messages
    WHERE place_id = conversation_id AND ${isByAnother(userId)} ORDER BY position DESC LIMIT 1
  ) AS last
  WHERE user_id = ${userId} AND ${isListedAsLast(userId, sql.ref('last'))}
    AND ${isHeardBy(userId, sql`conversation_id`, stoppedByLevel.plain)}`;

/** Builds the given messages that mention a person, or are in a conversation of theirs. */
const named = (userId: string, ids: readonly string[]) => sql`
  SELECT messages.id, 'mention' AS type FROM (${targetsOf(userId)}) AS targets
  JOIN mentions ON mentions.target = targets.target AND mentions.everyone = targets.everyone
  JOIN messages ON messages.id = mentions.message_id
  WHERE message_id = ANY((SELECT ${ids}::uuid[])::uuid[]) AND mentions.created_at > targets.since AND mentions.created_at > ${young}
    AND ${isInItsWorkspace} AND ${isByAnother(userId)}
    AND ${isHeardBy(userId, mentionHome, stoppedByLevel.mention(userId))}
  UNION ALL
  SELECT messages.id, 'mention-for' FROM mention_deputies AS standing
  JOIN mentions ON mentions.target = standing.user_id JOIN messages ON messages.id = mentions.message_id
  WHERE deputy_id = ${userId} AND message_id = ANY((SELECT ${ids}::uuid[])::uuid[]) AND ${inPlace(userId)}
  UNION ALL
  SELECT messages.id, 'message' FROM messages JOIN conversation_users ON conversation_id = place_id
  WHERE messages.id = ANY((SELECT ${ids}::uuid[])::uuid[]) AND user_id = ${userId} AND ${isListedAsLast(userId, sql.ref('messages'))}
    AND ${isByAnother(userId)} AND ${isHeardBy(userId, sql`conversation_id`, stoppedByLevel.plain)}`;

/** Builds the kind of a row of `chosen`, which tells mentions from messages: a reply comes first. */
export const kindOf = (userId: Whose) =>
  sql`CASE WHEN messages.reply_calls = ${userId} THEN 'answer' ELSE chosen.type END`;

/**
 * Reads messages as notifications, newest first, each once: a message with a mention counts as a mention in any place.
 */
async function select(
  db: Db,
  userId: string,
  chosen: RawBuilder<unknown>,
  limit: number,
  mark: RawBuilder<unknown>,
): Promise<Notification[]> {
  const { rows } = await sql<Row>`${mark}
    SELECT messages.id, ${kindOf(userId)} AS kind, messages.place_id, home.id AS home_id, channels.workspace_id, messages.content, messages.position,
      messages.created_at AT TIME ZONE 'UTC' AS time,
      coalesce(mark.is_read, messages.position <= coalesce(pointer.position, 0)) AS is_read,
      CASE WHEN chosen.type = 'mention-for' THEN (
        SELECT first_name FROM mentions JOIN mention_deputies AS standing ON standing.user_id = target
        JOIN users AS gone ON gone.id = target
        WHERE message_id = messages.id AND deputy_id = ${userId}
          AND mentions.created_at > standing.since AND mentions.created_at < standing.until ORDER BY standing.since, standing.user_id LIMIT 1
      ) END AS in_place_of,
      CASE WHEN users.id IS NOT NULL
        THEN json_build_object('_id', users.id, 'firstName', users.first_name, 'lastName', users.last_name,
          'avatar', users.avatar) END AS actor
    FROM (SELECT id, min(type) AS type FROM (${chosen}) AS any_of GROUP BY id) AS chosen
    -- A few rows: OFFSET 0 keeps the planner from scanning all messages.
    CROSS JOIN LATERAL (SELECT * FROM messages WHERE messages.id = chosen.id OFFSET 0) AS messages
    JOIN places ON places.id = messages.place_id
    CROSS JOIN LATERAL (SELECT coalesce(places.parent_id, places.id) AS id) AS home
    LEFT JOIN channels ON channels.id = home.id
    LEFT JOIN users ON users.id = messages.sender_id
    LEFT JOIN read_pointers AS pointer ON pointer.user_id = ${userId} AND pointer.place_id = messages.place_id
    LEFT JOIN notification_marks AS mark ON mark.user_id = ${userId} AND mark.place_id = messages.place_id
      AND mark.message_id = messages.id
    ORDER BY messages.created_at DESC, messages.id DESC LIMIT (SELECT ${limit}::int)`.execute(db);
  return rows.map(row => {
    const message = { _id: row.id, content: row.content, time: row.time, position: row.position, sender: row.actor };
    const where = { workspaceId: row.workspace_id, placeId: row.place_id, homeId: row.home_id };
    return notificationOf(message, row.kind, where, {
      isRead: row.is_read,
      inPlaceOf: row.kind === 'mention-for' ? (row.in_place_of ?? undefined) : undefined,
    });
  });
}

/** Reads the latest messages that are notifications of a person, newest first: one query. */
export const readCalling = (db: Db, userId: string, limit: number): Promise<Notification[]> =>
  select(db, userId, latest(userId, limit), limit, prepared('calling'));

/** Reads the given messages that are notifications of a person. */
export const readCallingOf = (db: Db, userId: string, ids: readonly string[]): Promise<Notification[]> =>
  select(db, userId, named(userId, ids), ids.length, prepared('calling-of'));

/**
 * Marks messages as read or unread in the inbox: in a channel or thread each message by itself; a conversation is read
 * up to the message, or unread from it on.
 * @returns places whose unread state changed
 */
export async function markCalling(
  db: Db,
  userId: string,
  messages: readonly Notification[],
  isRead: boolean,
): Promise<string[]> {
  const inChannels = messages.flatMap(({ _id, about }) => {
    const placeId = about?.threadId ?? about?.channelId;
    return placeId ? [{ _id, placeId }] : [];
  });
  await sql`
    INSERT INTO notification_marks (user_id, place_id, message_id, is_read)
    SELECT ${userId}, place_id, message_id, ${isRead}
    FROM unnest(${inChannels.map(({ placeId }) => placeId)}::uuid[], ${inChannels.map(({ _id }) => _id)}::uuid[])
      AS said(place_id, message_id)
    ORDER BY place_id, message_id
    ON CONFLICT (user_id, place_id, message_id) DO UPDATE SET is_read = excluded.is_read, created_at = excluded.created_at`.execute(
    db,
  );
  const moves = new Map<string, number>();
  for (const { about } of messages) {
    if (!about?.conversationId) continue;
    const position = isRead ? about.position : about.position - 1;
    const wanted = moves.get(about.conversationId) ?? position;
    moves.set(about.conversationId, isRead ? Math.max(wanted, position) : Math.min(wanted, position));
  }
  const moved = await movePointers(
    db,
    [...moves].map(([placeId, position]) => ({ userId, placeId, position })),
    { back: !isRead },
  );
  return [...new Set([...inChannels, ...moved].map(({ placeId }) => placeId))];
}
