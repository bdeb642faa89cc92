import type { Visibility } from '@palabre/common/contract/channels.ts';
import { can, type MemberFacts } from '@palabre/common/permissions/can.ts';
import { demand } from './http/errors.ts';
import type { Actor } from './session.ts';
import { readTogether } from './together.ts';

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
interface Facts {
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
const facts = (person: string, place: string) => `channels.visibility,
  CASE WHEN channels.id IS NULL THEN coalesce((
    SELECT true FROM conversation_users WHERE conversation_id = ${place} AND user_id = ${person}
  ), false) ELSE false END AS is_in,
  members.user_id IS NOT NULL AS is_member, coalesce(members.owner, false) AS is_owner,
  coalesce(held.visible, false) AS visible, coalesce(held.writable, false) AS writable`;

/** Joins what {@link facts} reads of a channel to a place, for a person. */
const factsOf = (person: string, place: string) => `
  LEFT JOIN channels ON channels.id = ${place}
  LEFT JOIN workspace_members AS members ON members.workspace_id = channels.workspace_id AND members.user_id = ${person}
  LEFT JOIN LATERAL (
    SELECT bool_or(role_channels.visible) AS visible, bool_or(role_channels.writable) AS writable
    FROM role_users JOIN role_channels USING (role_id)
    WHERE channels.visibility <> 'public' AND role_users.workspace_id = channels.workspace_id
      AND role_users.user_id = ${person} AND role_channels.channel_id = channels.id
  ) AS held ON true`;

/** Of a place that may be read; one that does not exist may not. */
const kindOf = ({ visibility }: Facts): PlaceAccess['kind'] => (visibility === null ? 'conversation' : 'channel');

function rightsIn(placeId: string, userId: string, row: Facts): Pick<PostingAccess, 'canRead' | 'canWrite'> {
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
  SELECT users.id AS user_id, wanted.place_id, users.first_name, users.last_name, users.avatar,
    ${facts('users.id', 'wanted.place_id')}
  FROM unnest((SELECT $1::uuid[]), (SELECT $2::uuid[])) AS wanted(user_id, place_id)
  JOIN users ON users.id = wanted.user_id
  ${factsOf('users.id', 'wanted.place_id')}`;

/**
 * Who may post where, for many posts in one query (house rule 4 for a batch). An entry is missing when there is
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

/** Rows of a place that a person may read, with the place's last change when they were read. */
export interface Reading<Row> {
  place: PlaceAccess;
  seq: number;
  /** Shared with whoever asked for the same rows at the same time. */
  rows: readonly Row[];
}

type Own = Record<string, 'uuid' | 'bigint' | 'int'>;

/** A statement that reads rows of places. */
export interface PlaceStatement<O extends Own> {
  name: string;
  /** What it gives of each row, as SQL; each is a key of the row by its last word. */
  columns: readonly string[];
  /** The types of what is asked, beside the place. */
  own: O;
  /** Where the columns come from: a lateral subquery, and joins to it. `asked` has `place_id` and the statement's own. */
  rows: string;
}

const readTogetherAtMost = 32;

/**
 * Makes a function that reads rows of a place for a person. One query reads, for all who ask at about the same time,
 * the rows and what says whether each may have them; who may not read the place learns nothing: `not_found`.
 *
 * The values are given to PostgreSQL as sub-selects: it then plans for any value, the first times as later, so that it
 * keeps the one plan at once, and never one made for a place that is like no other.
 */
export function placeReader<Row, O extends Own>(pool: Pool, { name, columns, own, rows }: PlaceStatement<O>) {
  type Asked = { userId: string; placeId: string; own: { [K in keyof O]: string | number } };
  type Place = Facts & { asked: number; seq: number };

  const names = Object.keys(own);
  const lists = Object.values(own).map((type, i) => `(SELECT $${i + 4}::${type}[])`);
  const text = `
    SELECT NULL::int AS page, row_to_json(place) AS place, ${columns.map(column => `NULL AS ${/\w+$/.exec(column)}`)}
    FROM (
      SELECT person.asked, places.seq, ${facts('person.id', 'places.id')}
      FROM unnest((SELECT $1::uuid[]), (SELECT $2::uuid[])) WITH ORDINALITY AS person(id, place_id, asked)
      JOIN places ON places.id = person.place_id ${factsOf('person.id', 'places.id')}
    ) AS place
    UNION ALL
    SELECT asked.page, NULL, ${columns}
    FROM unnest((SELECT $3::uuid[]), ${lists}) WITH ORDINALITY AS asked(place_id, ${names}, page)
    CROSS JOIN LATERAL ${rows}`;

  const read = readTogether(async (all: Asked[]) => {
    const keys = all.map(({ placeId, own }) => JSON.stringify([placeId, ...names.map(name => own[name])]));
    const pages = new Map(all.map((asked, i) => [keys[i] as string, { asked, rows: [] as Row[] }]));
    const distinct = [...pages.values()];
    const { rows } = await pool.query({
      name,
      text,
      values: [
        all.map(({ userId }) => userId),
        all.map(({ placeId }) => placeId),
        distinct.map(({ asked }) => asked.placeId),
        ...names.map(name => distinct.map(({ asked }) => asked.own[name])),
      ],
    });
    const places = new Map<Asked, { place: Place; rows: Row[] }>();
    for (const row of rows as (Row & { page: number; place: Place | null })[]) {
      if (row.place === null) distinct[row.page - 1]?.rows.push(row);
      else {
        const i = row.place.asked - 1;
        places.set(all[i] as Asked, { place: row.place, rows: pages.get(keys[i] as string)?.rows ?? [] });
      }
    }
    return places;
  }, readTogetherAtMost);

  return async (actor: Actor, placeId: string, own: Asked['own']): Promise<Reading<Row>> => {
    const found = await read({ userId: actor.userId, placeId, own });
    demand(found && rightsIn(placeId, actor.userId, found.place).canRead, 'not_found');
    return { place: { placeId, kind: kindOf(found.place) }, seq: found.place.seq, rows: found.rows };
  };
}
