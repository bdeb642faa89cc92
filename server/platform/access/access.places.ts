import type { Visibility } from '@palabre/common/contract/workspaces/channels.ts';
import { can, type MemberFacts, type PlaceRights } from '@palabre/common/permissions/can.ts';
import { CompiledQuery } from 'kysely';
import type { Db } from '../postgres/db.ts';

/**
 * Part of `access.ts`: reads rights in places, for many people and places at once, or in the statement that reads the
 * rows of a place. The server runs these statements most, so each has a name under which PostgreSQL plans it once.
 */

/** Channel, conversation or thread that a person may read. A thread has another home: the channel or conversation it belongs to. */
export interface PlaceAccess {
  placeId: string;
  /**
   * Channel or conversation that gives the place its rights, level and room; the place itself, unless it is a thread.
   */
  homeId: string;
  /** Kind of the home. */
  kind: 'channel' | 'conversation';
}

/** Tells whether a place is a thread. */
export const isThread = ({ placeId, homeId }: Pick<PlaceAccess, 'placeId' | 'homeId'>): boolean => placeId !== homeId;

/** Ids by which a place is named on the wire. */
export interface WireIds {
  channelId: string | null;
  conversationId: string | null;
  threadId?: string;
  parent?: { channelId: string | null; conversationId: string | null };
}

/** Returns the ids by which a place is named on the wire. */
export function idsOf({ placeId, homeId, kind }: PlaceAccess): WireIds {
  const parent = { channelId: kind === 'channel' ? homeId : null, conversationId: kind === 'channel' ? null : homeId };
  return placeId === homeId ? parent : { channelId: null, conversationId: null, threadId: placeId, parent };
}

/** Columns of a {@link PlaceAccess}, as SQL, of a row of `places`. */
export const placeColumns = `places.id AS "placeId", coalesce(places.parent_id, places.id) AS "homeId",
  CASE WHEN EXISTS (SELECT FROM channels AS home WHERE home.id = coalesce(places.parent_id, places.id))
    THEN 'channel' ELSE 'conversation' END AS kind`;

/** Builds SQL for the home of a place, where no row of `places` is at hand. */
export const homeOf = (place: string) =>
  `coalesce((SELECT own.parent_id FROM places AS own WHERE own.id = ${place}), ${place})`;

/** Facts about one person in one place that posting needs. */
export interface PostingAccess extends PlaceRights {
  /** Kind of the place; the room of its events is read when the message is stored. */
  kind: PlaceAccess['kind'];
  homeId: string;
  firstName: string;
  lastName: string;
  avatar: string | null;
  /** Whether the account is a guest's. */
  isGuest: boolean;
}

/**
 * Facts about a person in a place: in the workspace of a channel, with the rights that their roles give in that
 * channel; or in a conversation. Both kinds have the same columns, so that one statement serves both.
 */
export interface Facts {
  /** Channel or conversation of a thread; null for anything else. */
  parent_id: string | null;
  /** Visibility of a channel; null for anything else. */
  visibility: Visibility | null;
  /** Whether the person is in the conversation. */
  is_in: boolean;
  is_member: boolean;
  is_owner: boolean;
  /** Whether the person is a guest who is let into the channel. */
  let_in: boolean;
  visible: boolean;
  writable: boolean;
}

const isLetIn = (
  person: string,
) => `CASE WHEN channels.id IS NULL OR members.user_id IS NOT NULL THEN false ELSE EXISTS (
    SELECT FROM let_in WHERE let_in.channel_id = channels.id AND let_in.user_id = ${person}
  ) END`;

/**
 * Lists the columns of {@link Facts}, as SQL. The people of a conversation are a sub-select, run only for
 * conversations; the channels of guests are another, run only for people who aren't members. Joins would run for every
 * post.
 */
export const facts = (person: string, place: string, letIn = isLetIn(person)) => `own.parent_id, channels.visibility,
  CASE WHEN channels.id IS NULL THEN coalesce((
    SELECT true FROM conversation_users WHERE conversation_id = coalesce(own.parent_id, ${place}) AND user_id = ${person}
  ), false) ELSE false END AS is_in,
  members.user_id IS NOT NULL AS is_member, coalesce(members.owner, false) AS is_owner,
  ${letIn} AS let_in,
  coalesce(held.visible, false) AS visible, coalesce(held.writable, false) AS writable`;

/** Joins the tables that {@link facts} reads: about a place, through its home, and about a channel, for a person. */
export const factsOf = (person: string, place: string) => `
  LEFT JOIN places AS own ON own.id = ${place}
  LEFT JOIN channels ON channels.id = coalesce(own.parent_id, ${place})
  LEFT JOIN workspace_members AS members ON members.workspace_id = channels.workspace_id AND members.user_id = ${person}
  LEFT JOIN LATERAL (
    SELECT bool_or(role_channels.visible) AS visible, bool_or(role_channels.writable) AS writable
    FROM role_users JOIN role_channels USING (role_id)
    WHERE channels.visibility <> 'public' AND role_users.workspace_id = channels.workspace_id
      AND role_users.user_id = ${person} AND role_channels.channel_id = channels.id
  ) AS held ON true`;

const kindOf = ({ visibility }: Facts): PlaceAccess['kind'] => (visibility === null ? 'conversation' : 'channel');

/** Returns the place that facts are about. */
export const placeOf = (placeId: string, row: Facts): PlaceAccess => ({
  placeId,
  homeId: row.parent_id ?? placeId,
  kind: kindOf(row),
});

/** Computes, by `can`, what a person may do in a place. */
export function rightsIn(placeId: string, userId: string, row: Facts): PlaceRights {
  if (row.visibility === null) {
    const isIn = can.seeConversation({ isIn: row.is_in });
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
  if (row.let_in) me.letInto = [placeId];
  const channel = { id: placeId, visibility: row.visibility };
  return { canRead: can.seeChannel(me, channel), canWrite: can.postMessage(me, channel) };
}

/** Runs named statements: the pool. */
export interface Pool {
  query(statement: { name: string; text: string; values: unknown[] }): Promise<{ rows: unknown[] }>;
}

/**
 * Condition in SQL equal to `mayRead` of {@link rightsIn}: rows that may not be read stay in the database, since their
 * number would show in the response time.
 */
export const readable = "(is_in OR let_in OR (is_member AND (visibility <> 'private' OR is_owner OR visible)))";

/** Row that stands in a place, with what a person may do there. */
export interface InPlace<Row> {
  row: Row;
  place: PlaceAccess;
  rights: PlaceRights;
}

/**
 * Creates a function that finds one row by its id, with what a person may do in its place, in one statement: a row that
 * may not be read costs as much as a missing one.
 * @param name name of the statement
 * @param what.columns columns of the row, as SQL
 * @param what.from source of the row, as SQL; `asked.id` is its id
 * @param what.place place of the row, as SQL
 * @param what.given condition on the rows, as SQL; by default, the place may be read
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
    return { row, place: placeOf(row.in_place, row), rights: rightsIn(row.in_place, userId, row) };
  };
}

interface PostingRow extends Facts {
  user_id: string;
  place_id: string;
  first_name: string;
  last_name: string;
  avatar: string | null;
  is_guest: boolean;
}

const postingQuery = (letIn?: string) => `
  SELECT users.id AS user_id, wanted.place_id, users.first_name, users.last_name, users.avatar,
    users.guest_until IS NOT NULL AS is_guest, ${facts('users.id', 'wanted.place_id', letIn)}
  FROM unnest((SELECT $1::uuid[]), (SELECT $2::uuid[])) AS wanted(user_id, place_id)
  JOIN users ON users.id = wanted.user_id
  ${factsOf('users.id', 'wanted.place_id')}`;

/**
 * Statements that read posting rights: for everybody, without the check of guests, which each post would pay for; for
 * guests.
 */
const postingOfAll = { name: 'posting-access', text: postingQuery('false') };
const postingOfGuests = { name: 'posting-access-of-guests', text: postingQuery() };

/**
 * Reads posting rights for many posts in one query, and in one more for guests. A person who does not exist has no
 * entry; a place that does not exist may not be read.
 * @returns entries by `userId:placeId`
 */
export async function postingAccess(
  pool: Pool,
  pairs: readonly { userId: string; placeId: string }[],
): Promise<Map<string, PostingAccess>> {
  const read = async (query: typeof postingOfAll, userIds: string[], placeIds: string[]) =>
    (await pool.query({ ...query, values: [userIds, placeIds] })).rows as PostingRow[];
  const rows = await read(
    postingOfAll,
    pairs.map(pair => pair.userId),
    pairs.map(pair => pair.placeId),
  );
  const byGuests = rows.filter(row => row.is_guest);
  if (byGuests.length > 0) {
    const userIds = byGuests.map(row => row.user_id);
    // Later entries of the map replace earlier ones.
    rows.push(
      ...(await read(
        postingOfGuests,
        userIds,
        byGuests.map(row => row.place_id),
      )),
    );
  }
  return new Map(
    rows.map(row => {
      const { first_name: firstName, last_name: lastName, avatar, is_guest: isGuest } = row;
      const { kind, homeId } = placeOf(row.place_id, row);
      const rights = rightsIn(row.place_id, row.user_id, row);
      return [`${row.user_id}:${row.place_id}`, { kind, homeId, firstName, lastName, avatar, isGuest, ...rights }];
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

/** Builds the key of a person and a message, or a place, in the maps of this file. */
export const rightKey = (userId: string, id: string): string => `${userId}:${id}`;

/**
 * Checks the rights of many people to messages in one query. A pair has no entry when the message does not exist, when
 * the person may not read it, or when `may` refuses.
 * @param may judges the rights, by `can`
 * @returns the place of the message, by {@link rightKey}
 */
export async function readersOf(
  pool: Pool,
  pairs: readonly { userId: string; messageId: string }[],
  may: (rights: PlaceRights) => boolean,
): Promise<Map<string, PlaceAccess>> {
  const wanted = [...new Map(pairs.map(pair => [rightKey(pair.userId, pair.messageId), pair])).values()];
  const values = [wanted.map(({ userId }) => userId), wanted.map(({ messageId }) => messageId)];
  const { rows } = await pool.query({ name: 'message-readers', text: readersQuery, values });
  return new Map(
    (rows as (Facts & { user_id: string; message_id: string; place_id: string })[])
      .filter(row => may(rightsIn(row.place_id, row.user_id, row)))
      .map(row => [rightKey(row.user_id, row.message_id), placeOf(row.place_id, row)]),
  );
}
