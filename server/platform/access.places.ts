import type { Visibility } from '@palabre/common/contract/channels.ts';
import { can, type MemberFacts } from '@palabre/common/permissions/can.ts';
import { demand } from './http/errors.ts';
import type { Actor } from './session.ts';

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

/** What a person is in a channel's workspace, and what their roles open of that channel. */
interface Facts {
  visibility: Visibility;
  is_member: boolean;
  is_owner: boolean;
  visible: boolean;
  writable: boolean;
}

const facts = `channels.visibility, members.user_id IS NOT NULL AS is_member, coalesce(members.owner, false) AS is_owner,
  coalesce(held.visible, false) AS visible, coalesce(held.writable, false) AS writable`;

/** Joins what {@link facts} reads to a channel, for a person. */
const factsOf = (person: string) => `
  LEFT JOIN workspace_members AS members ON members.workspace_id = channels.workspace_id AND members.user_id = ${person}
  LEFT JOIN LATERAL (
    SELECT bool_or(role_channels.visible) AS visible, bool_or(role_channels.writable) AS writable
    FROM role_users JOIN role_channels USING (role_id)
    WHERE channels.visibility <> 'public' AND role_users.workspace_id = channels.workspace_id
      AND role_users.user_id = ${person} AND role_channels.channel_id = channels.id
  ) AS held ON true`;

function rightsIn(placeId: string, userId: string, row: Facts): Pick<PostingAccess, 'canRead' | 'canWrite'> {
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
interface Pool {
  query(statement: { name: string; text: string; values: unknown[] }): Promise<{ rows: unknown[] }>;
}

interface PostingRow extends Facts {
  user_id: string;
  place_id: string;
  first_name: string;
  last_name: string;
  avatar: string | null;
}

const postingQuery = `
  SELECT users.id AS user_id, channels.id AS place_id, users.first_name, users.last_name, users.avatar, ${facts}
  FROM unnest((SELECT $1::uuid[]), (SELECT $2::uuid[])) AS wanted(user_id, place_id)
  JOIN channels ON channels.id = wanted.place_id
  JOIN users ON users.id = wanted.user_id
  ${factsOf('users.id')}`;

/**
 * Who may post where, for many posts in one query (house rule 4 for a batch). An entry is missing when there is
 * no such place or person.
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
      return [`${row.user_id}:${row.place_id}`, { kind: 'channel', firstName, lastName, avatar, ...rights }];
    }),
  );
}

/** Rows of a place that a person may read, with the place's last change when they were read. */
export interface Reading<Row> {
  place: PlaceAccess;
  seq: number;
  rows: Row[];
}

/**
 * Declares a statement that reads rows of one place for one person and, in the same query, what says whether they may.
 * Who may not read the place learns nothing: `not_found`.
 *
 * Values are to be written as sub-selects, `(SELECT $3::int)`. PostgreSQL then plans for any value, the first times
 * as later: it keeps the one plan at once, and never one made for a place that is like no other.
 * @param columns what `rows` gives, as SQL; each is a key of `Row` by its last word
 * @param rows what follows FROM; `(SELECT $1::uuid)` is the place, `$2` the person, the others are its own
 */
export function placeStatement<Row>(name: string, columns: readonly string[], rows: string) {
  const text = `
    SELECT row_to_json(place) AS place, ${columns.map(column => `NULL AS ${/\w+$/.exec(column)}`).join(', ')}
    FROM (
      SELECT places.seq, ${facts} FROM channels JOIN places ON places.id = channels.id ${factsOf('(SELECT $2::uuid)')}
      WHERE channels.id = (SELECT $1::uuid)
    ) AS place
    UNION ALL
    SELECT NULL, ${columns.join(', ')} FROM ${rows}`;
  return async (pool: Pool, actor: Actor, placeId: string, ...own: unknown[]): Promise<Reading<Row>> => {
    const values = [placeId, actor.userId, ...own];
    const { rows } = await pool.query({ name, text, values });
    const found = rows as (Row & { place: (Facts & { seq: number }) | null })[];
    const place = found.find(row => row.place !== null)?.place;
    demand(place && rightsIn(placeId, actor.userId, place).canRead, 'not_found');
    return { place: { placeId, kind: 'channel' }, seq: place.seq, rows: found.filter(row => row.place === null) };
  };
}
