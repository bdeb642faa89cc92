import type { Guest } from '@palabre/common/contract/workspaces/guests.ts';
import { sql } from 'kysely';
import { seen } from '../../../../platform/access/access.seen.ts';
import { nameOrEmailHolds } from '../../../../platform/access/people.store.ts';
import type { Db } from '../../../../platform/postgres/db.ts';

/** Stay of a guest in a workspace. */
export interface Stay {
  workspaceId: string;
  userId: string;
}

/** Reads the channels that each current guest is let into, by the id of the guest. */
export async function readLetIn(db: Db, workspaceId: string): Promise<Map<string, ReadonlySet<string>>> {
  const { rows } = await sql<{ user_id: string; channels: string[] }>`
    SELECT user_id, array_agg(channel_id::text ORDER BY channel_id) AS channels
    FROM let_in WHERE workspace_id = ${workspaceId} GROUP BY user_id`.execute(db);
  return new Map(rows.map(row => [row.user_id, new Set(row.channels)]));
}

/** Reads the channels of a workspace that are open to every member, and to guests too. */
export async function readOpenToGuests(db: Db, workspaceId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT channels.id FROM let_in JOIN channels ON channels.id = channel_id
    WHERE let_in.workspace_id = ${workspaceId} AND visibility <> 'private'`.execute(db);
  return rows.map(({ id }) => id);
}

/** Reads the guests of a workspace, including those whose stay is over. */
export async function readGuestIds(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db.selectFrom('guests').select('user_id').where('workspace_id', '=', workspaceId).execute();
  return rows.map(row => row.user_id);
}

/** Reads which of these channels of a workspace a person sees. */
export async function readSeenAmong(db: Db, { workspaceId, userId }: Stay, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT channels.id FROM channels JOIN workspace_people AS me USING (workspace_id)
    WHERE workspace_id = ${workspaceId} AND me.user_id = ${userId} AND channels.id = ANY(${ids}::uuid[]) AND ${seen}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Stay to begin or to change. */
export interface NewStay extends Stay {
  sponsorId: string;
  endsAt: Date;
}

/** Begins the stay of a guest, or restarts one that is over. */
export async function writeStay(db: Db, { workspaceId, userId, sponsorId, endsAt }: NewStay): Promise<void> {
  await sql`
    INSERT INTO guests (workspace_id, user_id, sponsor_id, ends_at) VALUES (${workspaceId}, ${userId}, ${sponsorId}, ${endsAt})
    ON CONFLICT (workspace_id, user_id) DO UPDATE
    SET sponsor_id = excluded.sponsor_id, ends_at = excluded.ends_at, joined_at = now(), ended = false, warned_of = NULL`.execute(
    db,
  );
}

/** Sets the end of a stay; null ends it now. */
export async function setEnd(db: Db, { workspaceId, userId }: Stay, endsAt: Date | null): Promise<void> {
  await sql`
    UPDATE guests SET ends_at = coalesce(${endsAt}::timestamptz, date_trunc('milliseconds', now())), ended = ${endsAt === null}
    WHERE workspace_id = ${workspaceId} AND user_id = ${userId}`.execute(db);
}

/** Lets a guest into channels and out of others. */
export async function moveGuest(
  db: Db,
  { workspaceId, userId }: Stay,
  { into, outOf }: { into: readonly string[]; outOf: readonly string[] },
): Promise<void> {
  await sql`
    DELETE FROM guest_channels WHERE user_id = ${userId} AND channel_id = ANY(${outOf}::uuid[])`.execute(db);
  await sql`
    INSERT INTO guest_channels (channel_id, user_id, workspace_id)
    SELECT id, ${userId}, ${workspaceId} FROM channels
    WHERE id = ANY(${into}::uuid[]) AND workspace_id = ${workspaceId} ON CONFLICT DO NOTHING`.execute(db);
}

/** Reads the channels of a guest, whether or not their stay is over. */
export async function readChannelsOf(db: Db, { workspaceId, userId }: Stay): Promise<string[]> {
  const rows = await db
    .selectFrom('guest_channels')
    .select('channel_id')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
  return rows.map(row => row.channel_id);
}

/**
 * Updates the end of the accounts of guests to their stays.
 * @returns guests without a remaining stay: their accounts are closed
 */
export async function settleEnds(db: Db, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH settled AS (
      UPDATE users SET guest_until = coalesce((SELECT max(ends_at) FROM guests WHERE user_id = users.id), now())
      WHERE id = ANY(${userIds}::uuid[]) AND guest_until IS NOT NULL RETURNING id, guest_until
    ) SELECT id FROM settled WHERE guest_until <= now()`.execute(db);
  return rows.map(({ id }) => id);
}

/** Turns a new account into a guest's. */
export async function makeGuest(db: Db, userId: string, until: Date): Promise<void> {
  await db.updateTable('users').set({ guest_until: until }).where('id', '=', userId).execute();
}

/** Reads whether an account is a guest's, whether or not a stay is left. */
export async function isGuestAccount(db: Db, userId: string): Promise<boolean> {
  const row = db.selectFrom('users').select('id').where('id', '=', userId).where('guest_until', 'is not', null);
  return (await row.executeTakeFirst()) !== undefined;
}

/**
 * SQL for a guest's sponsor: their inviter, or the first owner of the workspace once the inviter is suspended, or no
 * longer a member.
 * @param stay alias of the row of `guests`
 */
const sponsorOf = (stay: string) =>
  sql.raw(`LATERAL (
    SELECT users.id, first_name, last_name FROM workspace_members AS member JOIN users ON users.id = member.user_id
    WHERE member.workspace_id = ${stay}.workspace_id AND (member.user_id = ${stay}.sponsor_id OR member.owner)
      AND users.suspended_at IS NULL
    ORDER BY member.user_id = ${stay}.sponsor_id DESC NULLS LAST, member.joined_at, member.user_id LIMIT 1
  )`);

/** SQL for a guest's own view of their stay, and the channels they are let into, as JSON, of a row `guests`. */
export const ownStay = sql`(
  SELECT json_build_object(
    'endsAt', to_char(guests.ends_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'channels', ARRAY(SELECT channel_id FROM guest_channels
      WHERE guest_channels.workspace_id = guests.workspace_id AND guest_channels.user_id = guests.user_id
      ORDER BY channel_id),
    'sponsor', (SELECT json_build_object('_id', sponsor.id, 'firstName', first_name, 'lastName', last_name)
      FROM ${sponsorOf('guests')} AS sponsor)))`;

/** Finds a stay, with the guest's sponsor; undefined when the person never was a guest of the workspace. */
export async function findStay(
  db: Db,
  { workspaceId, userId }: Stay,
): Promise<{ sponsorId: string | null; endsAt: Date; isOver: boolean; name: string } | undefined> {
  const { rows } = await sql<{ sponsorId: string | null; endsAt: Date; isOver: boolean; name: string }>`
    SELECT sponsor.id AS "sponsorId", ends_at AS "endsAt", ends_at <= now() AS "isOver",
      people.first_name || ' ' || people.last_name AS name
    FROM guests JOIN users AS people ON people.id = guests.user_id LEFT JOIN ${sponsorOf('guests')} AS sponsor ON true
    WHERE workspace_id = ${workspaceId} AND user_id = ${userId}`.execute(db);
  return rows[0];
}

/** Filter and page of the guests of a workspace. */
export interface GuestsAsked {
  /** Viewer of the list: only channels that they see are named. */
  viewerId: string;
  /** Sponsor whose guests alone are listed; null for all. */
  sponsorId: string | null;
  isOver: boolean;
  search: string | undefined;
  userId?: string;
  after: { endsAt: string; id: string } | undefined;
  count: number;
}

/** Reads a page of guests: current stays by their end, the earliest first; or ended ones, the latest first. */
export async function readGuests(db: Db, workspaceId: string, asked: GuestsAsked): Promise<Guest[]> {
  const { viewerId, sponsorId, isOver, search = '', userId, after, count } = asked;
  const words = search.split(/\s+/).filter(Boolean).slice(0, 10);
  const order = isOver ? sql`DESC` : sql`ASC`;
  const beyond = isOver ? sql`<` : sql`>`;
  const { rows } = await sql<Guest>`
    SELECT users.id AS _id, users.first_name AS "firstName", users.last_name AS "lastName", users.avatar, users.email,
      CASE WHEN sponsor.id IS NOT NULL THEN json_build_object(
        '_id', sponsor.id, 'firstName', sponsor.first_name, 'lastName', sponsor.last_name) END AS sponsor,
      page.joined_at AT TIME ZONE 'UTC' AS "joinedAt", page.ends_at AT TIME ZONE 'UTC' AS "endsAt",
      coalesce((
        SELECT json_agg(json_build_object('_id', channels.id, 'title', channels.title) ORDER BY channels.position, channels.id)
        FROM guest_channels JOIN channels ON channels.id = channel_id
        JOIN workspace_people AS me ON me.workspace_id = channels.workspace_id AND me.user_id = ${viewerId}
        WHERE guest_channels.workspace_id = ${workspaceId} AND guest_channels.user_id = users.id AND ${seen}
      ), '[]') AS channels
    FROM (
      SELECT guests.* FROM guests JOIN users ON users.id = guests.user_id
      WHERE workspace_id = ${workspaceId}
        ${userId ? sql`AND user_id = ${userId}` : sql`AND ends_at ${isOver ? sql`<=` : sql`>`} now()`}
        ${sponsorId ? sql`AND sponsor_id = ${sponsorId}` : sql``}
        ${words.length > 0 ? sql`AND (${sql.join(words.map(nameOrEmailHolds), sql`) AND (`)})` : sql``}
        ${after ? sql`AND (ends_at, user_id) ${beyond} (${after.endsAt}::timestamptz, ${after.id}::uuid)` : sql``}
      ORDER BY ends_at ${order}, user_id ${order} LIMIT ${count}
    ) AS page JOIN users ON users.id = page.user_id
    LEFT JOIN ${sponsorOf('page')} AS sponsor ON true
    ORDER BY page.ends_at ${order}, page.user_id ${order}`.execute(db);
  return rows;
}
