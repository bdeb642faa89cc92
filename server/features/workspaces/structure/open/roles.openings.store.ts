import type { Opening } from '@palabre/common/permissions/role-channels.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/postgres/db.ts';
import { prepared } from '../../../../platform/postgres/prepared.ts';

/** Channels that a role opens: each is in `visible`, in `writable`, or in both. */
export interface RoleChannels {
  visible: readonly string[];
  writable: readonly string[];
}

/** Code of the character that stands for the first channel. */
const firstPlace = 256;

const every = (workspaceId: string) => sql`(SELECT id FROM channels WHERE workspace_id = ${workspaceId})`;

/**
 * Channels that a role opens, in a text with one character per channel: all of them, then those in only one of the two
 * lists.
 */
export interface Places {
  places: string;
  hidden: string;
  silent: string;
}

/**
 * Builds two tables of a statement: the character of each given channel, and the characters that each role opens. Most
 * channels are in both lists or in neither, and aggregating thousands of ids takes time.
 * @param roles condition on `role_id`
 */
export const openings = (channels: RawBuilder<unknown>, roles: RawBuilder<unknown>) => sql`placed AS MATERIALIZED (
    SELECT id, chr(${firstPlace}::int - 1 + (row_number() OVER (ORDER BY id))::int) AS place FROM ${channels} AS channels
  ), opened AS (
    SELECT role_id, string_agg(place, '') AS places, coalesce(string_agg(place, '') FILTER (WHERE NOT visible), '') AS hidden,
      coalesce(string_agg(place, '') FILTER (WHERE NOT writable), '') AS silent
    FROM role_channels JOIN placed ON placed.id = channel_id WHERE role_id ${roles} GROUP BY role_id
  )`;
/** SQL for the ids of the channels in the order of their characters, on the first row only. */
export const listed = sql`CASE WHEN row_number() OVER () = 1 THEN (
    SELECT string_agg(id::text, ',' ORDER BY id) FROM placed) END AS channels`;

/** Returns the channel ids from the column `listed` in the rows of a statement. */
export const channelsIn = (rows: readonly { channels: string | null }[]): string[] =>
  rows.flatMap(({ channels }) => channels?.split(',') ?? []);

/** Splits places into the two lists, still as characters. */
export const listsOf = ({ places, hidden, silent }: Places): Record<'visible' | 'writable', string> => ({
  visible: without(places, hidden),
  writable: without(places, silent),
});

function without(places: string, some: string): string {
  if (some === '') return places;
  const left = new Set(some);
  return [...places].filter(place => !left.has(place)).join('');
}

/** Returns the channels at these places, in the order of `channels`. */
export function atPlaces<T>(places: string, channels: readonly T[]): T[] {
  const named = new Uint8Array(channels.length);
  for (let i = 0; i < places.length; i++) named[places.charCodeAt(i) - firstPlace] = 1;
  return channels.filter((_, place) => named[place]);
}

/**
 * Reads the channels that these roles open, sorted; roles that open none are left out, and equal lists are one array.
 */
export async function readOpenings(
  db: Db,
  workspaceId: string,
  roleIds: readonly string[],
): Promise<Map<string, RoleChannels>> {
  if (roleIds.length === 0) return new Map();
  const { rows } = await sql<Places & { role_id: string; channels: string | null }>`
    WITH ${openings(every(workspaceId), sql`= ANY(${roleIds}::uuid[])`)}
    SELECT role_id, places, hidden, silent, ${listed} FROM opened`.execute(db);
  const channels = channelsIn(rows);
  const lists = new Map<string, string[]>();
  const listOf = (places: string) => {
    const list = lists.get(places) ?? atPlaces(places, channels);
    lists.set(places, list);
    return list;
  };
  return new Map(
    rows.map(row => {
      const { visible, writable } = listsOf(row);
      return [row.role_id, { visible: listOf(visible), writable: listOf(writable) }];
    }),
  );
}

/** Reads the roles that open a channel, and whether to see or to write. */
export async function readOpeners(db: Db, channelId: string): Promise<Map<string, Opening>> {
  const { rows } = await sql<Opening & { role_id: string }>`
    SELECT role_id, visible, writable FROM role_channels WHERE channel_id = ${channelId}`.execute(db);
  return new Map(rows.map(({ role_id, ...opening }) => [role_id, opening]));
}

/**
 * Returns the roles that open one of these channels. OFFSET 0 makes PostgreSQL check role by role and stop at the first
 * channel found, since a role may open many.
 */
export async function readOpenersOfAny(
  db: Db,
  workspaceId: string,
  channelIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (channelIds.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM roles WHERE workspace_id = ${workspaceId} AND EXISTS (
      SELECT FROM role_channels WHERE role_id = roles.id AND channel_id = ANY(${channelIds}::uuid[]) OFFSET 0)`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Reads the private channels that each set of roles shows together. OFFSET 0 makes PostgreSQL check channel by channel
 * and stop at the first role found: reading all channels of each role is slow if many roles show the same channels.
 */
export async function readShown(
  db: Db,
  workspaceId: string,
  sets: readonly (readonly string[])[],
): Promise<ReadonlySet<string>[]> {
  if (sets.length === 0) return [];
  const { rows } = await sql<{ shown: string[] }>`${prepared('shown-by-roles')}
    SELECT ARRAY(
      SELECT id FROM channels WHERE workspace_id = ${workspaceId} AND visibility = 'private' AND EXISTS (
        SELECT FROM unnest(held.roles) AS role(id) WHERE EXISTS (
          SELECT FROM role_channels WHERE role_id = role.id AND channel_id = channels.id AND visible OFFSET 0) OFFSET 0)
    ) AS shown
    FROM (
      SELECT n, ARRAY(SELECT role::uuid FROM json_array_elements_text(roles) AS role) AS roles
      FROM json_array_elements(${JSON.stringify(sets)}::json) WITH ORDINALITY AS given(roles, n)
    ) AS held ORDER BY n`.execute(db);
  return rows.map(({ shown }) => new Set(shown));
}
