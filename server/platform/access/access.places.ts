import type { Visibility } from '@palabre/common/contract/workspaces/channels.ts';
import { can, type MemberFacts } from '@palabre/common/permissions/can.ts';
import { CompiledQuery } from 'kysely';
import type { Db } from '../postgres/db.ts';

/**
 * The part of `access.ts` that reads rights in places: for many people and places at once, or in the statement that
 * reads a place's rows. These are what the server does most, so PostgreSQL is given each by name and plans it once.
 */

/** A channel or conversation one may read. */
export interface PlaceAccess {
  placeId: string;
  kind: 'channel' | 'conversation';
}

/** What posting needs to know of one person in one place. */
export interface PostingAccess {
  /** The room that hears the place is read when the message is stored; this only says what kind it is. */
  kind: PlaceAccess['kind'];
  firstName: string;
  lastName: string;
  avatar: string | null;
  canRead: boolean;
  canWrite: boolean;
}

/**
 * What a person is in a place: in a channel's workspace, and what their roles open of that channel; or in a
 * conversation. All of it is read the same way, so that one statement serves both.
 */
export interface Facts {
  /** Of a channel; null for anything else. */
  visibility: Visibility | null;
  /** Whether they are in the conversation. */
  is_in: boolean;
  is_member: boolean;
  is_owner: boolean;
  visible: boolean;
  writable: boolean;
}

/** Who is in a conversation is asked of what is no channel only: a join would be, of every post. */
export const facts = (person: string, place: string) => `channels.visibility,
  CASE WHEN channels.id IS NULL THEN coalesce((
    SELECT true FROM conversation_users WHERE conversation_id = ${place} AND user_id = ${person}
  ), false) ELSE false END AS is_in,
  members.user_id IS NOT NULL AS is_member, coalesce(members.owner, false) AS is_owner,
  coalesce(held.visible, false) AS visible, coalesce(held.writable, false) AS writable`;

/** Joins what {@link facts} reads of a channel to a place, for a person. */
export const factsOf = (person: string, place: string) => `
  LEFT JOIN channels ON channels.id = ${place}
  LEFT JOIN workspace_members AS members ON members.workspace_id = channels.workspace_id AND members.user_id = ${person}
  LEFT JOIN LATERAL (
    SELECT bool_or(role_channels.visible) AS visible, bool_or(role_channels.writable) AS writable
    FROM role_users JOIN role_channels USING (role_id)
    WHERE channels.visibility <> 'public' AND role_users.workspace_id = channels.workspace_id
      AND role_users.user_id = ${person} AND role_channels.channel_id = channels.id
  ) AS held ON true`;

/** Of a place that may be read; one that does not exist may not. */
export const kindOf = ({ visibility }: Facts): PlaceAccess['kind'] =>
  visibility === null ? 'conversation' : 'channel';

export function rightsIn(placeId: string, userId: string, row: Facts): Pick<PostingAccess, 'canRead' | 'canWrite'> {
  if (row.visibility === null) {
    const isIn = can.joinTalk({ isIn: row.is_in });
    return { canRead: isIn, canWrite: isIn };
  }
  const role = {
    rank: 1,
    creator: false,
    canKick: false,
    addChannels: false,
    visibleChannels: row.visible ? [placeId] : [],
    writableChannels: row.writable ? [placeId] : [],
  };
  const me: MemberFacts = { userId, isMember: row.is_member, isOwner: row.is_owner, roles: [role] };
  const channel = { id: placeId, visibility: row.visibility };
  return { canRead: can.seeChannel(me, channel), canWrite: can.postMessage(me, channel) };
}

/** What asks a statement by its name: the pool. */
export interface Pool {
  query(statement: { name: string; text: string; values: unknown[] }): Promise<{ rows: unknown[] }>;
}

/**
 * Of {@link Facts}, what {@link rightsIn} says of reading, in SQL: what one may not read is not even taken from the
 * database, which would take longer the more there is.
 */
export const readable = "(is_in OR (is_member AND (visibility <> 'private' OR is_owner OR visible)))";

/** What stands in a place, with whether a person may read that. */
export interface InPlace<Row> {
  row: Row;
  place: PlaceAccess;
  canRead: boolean;
}

/**
 * Makes a function that looks for one thing by its id with what a person may do in its place, in one statement: as much
 * is asked for what they may not read as for what is not there.
 * @param name of the statement
 * @param what.columns of a row, as SQL
 * @param what.from where the thing is looked for, as SQL; `asked.id` is its id
 * @param what.place the place it stands in, as SQL
 * @param what.given which rows are given, as SQL; those of places that the person may read unless said
 */
export function finderInPlace<Row>(
  name: string,
  what: { columns: string; from: string; place: string; given?: string },
) {
  const text = `/* prepared: ${name} */
    SELECT * FROM (
      SELECT ${what.columns}, ${what.place} AS in_place, ${facts('asked.user_id', what.place)}
      FROM (SELECT $1::uuid AS user_id, $2::uuid AS id) AS asked JOIN ${what.from} ${factsOf('asked.user_id', what.place)}
    ) AS found WHERE ${what.given ?? readable}`;
  return async (db: Db, userId: string, id: string): Promise<InPlace<Row> | undefined> => {
    const { rows } = await db.executeQuery<Row & Facts & { in_place: string }>(CompiledQuery.raw(text, [userId, id]));
    const [row] = rows;
    if (!row) return undefined;
    const { canRead } = rightsIn(row.in_place, userId, row);
    return { row, place: { placeId: row.in_place, kind: kindOf(row) }, canRead };
  };
}

interface PostingRow extends Facts {
  user_id: string;
  place_id: string;
  first_name: string;
  last_name: string;
  avatar: string | null;
}

const postingQuery = `
  SELECT users.id AS user_id, wanted.place_id, users.first_name, users.last_name, users.avatar,
    ${facts('users.id', 'wanted.place_id')}
  FROM unnest((SELECT $1::uuid[]), (SELECT $2::uuid[])) AS wanted(user_id, place_id)
  JOIN users ON users.id = wanted.user_id
  ${factsOf('users.id', 'wanted.place_id')}`;

/**
 * Who may post where, for many posts in one query. An entry is missing when there is
 * no such person; a place that does not exist may not be read.
 * @returns by `userId:placeId`
 */
export async function postingAccess(
  pool: Pool,
  pairs: readonly { userId: string; placeId: string }[],
): Promise<Map<string, PostingAccess>> {
  const { rows } = await pool.query({
    name: 'posting-access',
    text: postingQuery,
    values: [pairs.map(pair => pair.userId), pairs.map(pair => pair.placeId)],
  });
  return new Map(
    (rows as PostingRow[]).map(row => {
      const { first_name: firstName, last_name: lastName, avatar } = row;
      const rights = rightsIn(row.place_id, row.user_id, row);
      return [`${row.user_id}:${row.place_id}`, { kind: kindOf(row), firstName, lastName, avatar, ...rights }];
    }),
  );
}

const readersQuery = `
  SELECT * FROM (
    SELECT wanted.user_id, wanted.message_id, messages.place_id, ${facts('wanted.user_id', 'messages.place_id')}
    FROM unnest((SELECT $1::uuid[]), (SELECT $2::uuid[])) AS wanted(user_id, message_id)
    JOIN messages ON messages.id = wanted.message_id AND messages.deleted_at IS NULL
    ${factsOf('wanted.user_id', 'messages.place_id')}
  ) AS found WHERE ${readable}`;

/** The key of a person and a message, or a place, in what these functions answer. */
export const rightKey = (userId: string, id: string): string => `${userId}:${id}`;

/**
 * Who may read which message, for many people and messages in one query. An entry is missing when the message is not there,
 * or may not be read by the person.
 * @returns the message's place, by {@link rightKey}
 */
export async function readersOf(
  pool: Pool,
  pairs: readonly { userId: string; messageId: string }[],
): Promise<Map<string, PlaceAccess>> {
  const wanted = [...new Map(pairs.map(pair => [rightKey(pair.userId, pair.messageId), pair])).values()];
  const values = [wanted.map(({ userId }) => userId), wanted.map(({ messageId }) => messageId)];
  const { rows } = await pool.query({ name: 'message-readers', text: readersQuery, values });
  return new Map(
    (rows as (Facts & { user_id: string; message_id: string; place_id: string })[])
      .filter(row => rightsIn(row.place_id, row.user_id, row).canRead)
      .map(row => [rightKey(row.user_id, row.message_id), { placeId: row.place_id, kind: kindOf(row) }]),
  );
}
