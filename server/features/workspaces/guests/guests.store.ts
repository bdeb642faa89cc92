import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/db.ts';
import type { Stay } from '../structure/open/guests.store.ts';

/** Claims stays that are over and not yet processed, so that no other process handles them. */
export async function claimEnded(db: Db, atMost: number): Promise<Stay[]> {
  const { rows } = await sql<Stay>`
    UPDATE guests SET ended = true WHERE (workspace_id, user_id) IN (
      SELECT workspace_id, user_id FROM guests WHERE NOT ended AND ends_at <= now()
      ORDER BY ends_at LIMIT ${atMost} FOR UPDATE SKIP LOCKED
    ) RETURNING workspace_id AS "workspaceId", user_id AS "userId"`.execute(db);
  return rows;
}

/** Reads when the next stay ends, if it is within this time. */
export async function readNextEnd(db: Db, withinMs: number): Promise<Date | undefined> {
  const { rows } = await sql<{ next: Date | null }>`
    SELECT min(ends_at) AS next FROM guests
    WHERE NOT ended AND ends_at <= now() + make_interval(secs => ${withinMs / 1_000})`.execute(db);
  return rows[0]?.next ?? undefined;
}

/** Guests of one workspace with the same sponsor. */
export interface Sponsored {
  workspaceId: string;
  title: string;
  sponsorId: string;
  email: string;
  firstName: string;
  language: 'fr' | 'en' | null;
  zone: string | null;
  guests: { name: string; endsAt: string }[];
}

const sponsored = sql`
  SELECT workspaces.id AS "workspaceId", title, users.id AS "sponsorId", users.email, users.first_name AS "firstName",
    users.time_zone AS zone, (SELECT language FROM message_mails WHERE user_id = users.id) AS language, of_them.guests
  FROM (
    SELECT workspace_id, sponsor_id, json_agg(json_build_object('name', first_name || ' ' || last_name,
      'endsAt', to_char(ends_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY ends_at, user_id) AS guests
    FROM changed JOIN users ON users.id = changed.user_id GROUP BY workspace_id, sponsor_id
  ) AS of_them JOIN workspaces ON workspaces.id = workspace_id JOIN users ON users.id = sponsor_id`;

/**
 * Makes the first owner of a workspace the sponsor of its guests whose sponsor is suspended, or no longer a member.
 * @returns the guests that each of these owners now sponsors
 */
export async function passOnGuests(db: Db): Promise<Sponsored[]> {
  const { rows } = await sql<Sponsored>`
    WITH changed AS (
      UPDATE guests SET sponsor_id = heir.user_id FROM (
        SELECT stay.workspace_id, stay.user_id AS guest_id, (
          SELECT member.user_id FROM workspace_members AS member JOIN users ON users.id = member.user_id
          WHERE member.workspace_id = stay.workspace_id AND member.owner AND users.suspended_at IS NULL
          ORDER BY member.joined_at, member.user_id LIMIT 1
        ) AS user_id
        FROM guests AS stay WHERE ends_at > now() AND NOT EXISTS (
          SELECT FROM workspace_members AS member JOIN users ON users.id = member.user_id
          WHERE member.workspace_id = stay.workspace_id AND member.user_id = stay.sponsor_id AND users.suspended_at IS NULL)
      ) AS heir
      WHERE guests.workspace_id = heir.workspace_id AND guests.user_id = heir.guest_id AND heir.user_id IS NOT NULL
      RETURNING guests.workspace_id, guests.user_id, guests.sponsor_id, guests.ends_at
    ) ${sponsored}`.execute(db);
  return rows;
}

/**
 * Records that sponsors are warned of guests who leave within these days; skips stays that were shorter from the
 * beginning.
 * @returns the guests that each sponsor is warned about
 */
export async function claimWarnings(db: Db, days: number): Promise<Sponsored[]> {
  const { rows } = await sql<Sponsored>`
    WITH changed AS (
      UPDATE guests SET warned_of = ends_at
      WHERE ends_at > now() AND ends_at <= now() + make_interval(days => ${days})
        AND warned_of IS DISTINCT FROM ends_at AND joined_at < ends_at - make_interval(days => ${days})
      RETURNING workspace_id, user_id, sponsor_id, ends_at
    ) ${sponsored}`.execute(db);
  return rows;
}
