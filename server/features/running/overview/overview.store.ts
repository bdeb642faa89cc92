import type { Counts, WorkspaceSize } from '@palabre/common/contract/running/overview.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/db.ts';

/** Reads the time of the last count, and how many accounts it found. */
export async function readLast(db: Db): Promise<{ at: Date | undefined; accounts: number }> {
  const { rows } = await sql<{ at: Date; accounts: number }>`
    SELECT counted_at AS at, (counts ->> 'accounts')::int AS accounts FROM overview`.execute(db);
  return rows[0] ?? { at: undefined, accounts: 0 };
}

/** Reads the past days, from a day on, that are counted for good. */
export async function readDaysOver(db: Db, from: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    SELECT day::text FROM overview_days WHERE is_over AND day >= ${from}::date`.execute(db);
  return rows.map(({ day }) => day);
}

/**
 * Counts the messages of a day by their ids, which begin with their time. Messages deleted since count as written; the
 * copy of a reply in its channel does not count.
 * @param span smallest ids of the day, and of the day after
 */
export async function countDay(
  db: Db,
  day: string,
  { from, to, isOver }: { from: string; to: string; isOver: boolean },
): Promise<void> {
  await sql`
    INSERT INTO overview_days (day, messages, is_over)
    SELECT ${day}::date, count(*), ${isOver} FROM messages
    WHERE id >= ${from}::uuid AND id < ${to}::uuid AND twin_thread_id IS NULL
    ON CONFLICT (day) DO UPDATE SET messages = excluded.messages, is_over = excluded.is_over`.execute(db);
}

/** Files in messages of a workspace; the files of conversations have no workspace. */
export interface Held {
  workspaceId: string | null;
  files: number;
  bytes: number;
}

/**
 * Counts, by workspace, a batch of message files after an id, in order of id. A file in a thread belongs to its
 * channel.
 * @returns id of the last file; null when none was left
 */
export async function countFiles(
  db: Db,
  after: string,
  atMost: number,
): Promise<{ last: string | null; held: Held[] }> {
  const { rows } = await sql<Held & { last: string }>`
    SELECT channels.workspace_id AS "workspaceId", count(*)::int AS files, sum(part.size)::float8 AS bytes,
      max(part.id::text) AS last
    FROM (
      SELECT id, size, message_id FROM files WHERE message_id IS NOT NULL AND id > ${after}::uuid ORDER BY id LIMIT ${atMost}
    ) AS part
    LEFT JOIN messages ON messages.id = part.message_id
    LEFT JOIN places ON places.id = messages.place_id
    LEFT JOIN channels ON channels.id = coalesce(places.parent_id, places.id)
    GROUP BY channels.workspace_id`.execute(db);
  const last = rows.reduce<string | null>((most, row) => (most === null || row.last > most ? row.last : most), null);
  return { last, held: rows };
}

/** Stores the size of every workspace; 0 for a workspace without an entry in `held`. */
export async function storeSizes(db: Db, held: readonly Held[]): Promise<void> {
  await sql`
    INSERT INTO overview_workspaces AS size (workspace_id, files, bytes)
    SELECT workspaces.id, coalesce(held.files, 0), coalesce(held.bytes, 0)
    FROM workspaces LEFT JOIN unnest(
      ${held.map(({ workspaceId }) => workspaceId)}::uuid[], ${held.map(({ files }) => files)}::int[],
      ${held.map(({ bytes }) => bytes)}::bigint[]
    ) AS held(workspace_id, files, bytes) ON held.workspace_id = workspaces.id
    ORDER BY workspaces.id
    ON CONFLICT (workspace_id) DO UPDATE SET files = excluded.files, bytes = excluded.bytes
      WHERE (size.files, size.bytes) IS DISTINCT FROM (excluded.files, excluded.bytes)`.execute(db);
}

/** Builds how many people used Palabre within some days: with a session, or a browser known since they logged out. */
const activeWithin = (days: number) => sql`(
  SELECT count(*) FROM (
    SELECT user_id FROM sessions WHERE seen_at > now() - make_interval(days => ${days})
    UNION SELECT user_id FROM known_devices WHERE seen_at > now() - make_interval(days => ${days})
  ) AS active)`;

/** Counts everything but days and workspaces, and stores it. */
export async function countAll(db: Db, now: Date): Promise<void> {
  await sql`
    INSERT INTO overview (counted_at, counts)
    SELECT ${now}, jsonb_build_object(
      'accounts', (SELECT count(*) FROM users),
      'activeInWeek', ${activeWithin(7)}, 'activeInMonth', ${activeWithin(30)},
      'workspaces', (SELECT count(*) FROM workspaces), 'channels', (SELECT count(*) FROM channels),
      'conversations', (SELECT count(*) FROM conversations), 'societies', (SELECT count(*) FROM societies),
      'files', (SELECT count(*) FROM files), 'bytes', (SELECT coalesce(sum(size), 0) FROM files))
    ON CONFLICT (is_one) DO UPDATE SET counted_at = excluded.counted_at, counts = excluded.counts`.execute(db);
}

/** Reads the last count, with its last days; undefined before the first. */
export async function readCounts(db: Db, days: number): Promise<Counts | undefined> {
  const { rows } = await sql<{ at: Date; counts: Omit<Counts, 'at' | 'days'>; days: Counts['days'] }>`
    SELECT counted_at AS at, counts, (
      SELECT json_agg(json_build_object('day', day, 'messages', messages) ORDER BY day) FROM (
        SELECT day, messages FROM overview_days ORDER BY day DESC LIMIT ${days}
      ) AS last
    ) AS days FROM overview`.execute(db);
  const [found] = rows;
  return found && { ...found.counts, at: found.at.toISOString(), days: found.days };
}

/** Place of a workspace in the list by size. */
export interface SizeCursor {
  bytes: number;
  id: string;
}

/** Reads a page of workspaces by the size of their files, the largest first; a search keeps titles with every word. */
export async function readSizes(
  db: Db,
  { search, after, count }: { search: string | undefined; after: SizeCursor | undefined; count: number },
): Promise<WorkspaceSize[]> {
  const words = (search ?? '').split(/\s+/).filter(Boolean);
  const { rows } = await sql<WorkspaceSize>`
    SELECT json_build_object('_id', workspaces.id, 'title', title, 'logo', logo) AS workspace,
      members_count AS members, files, bytes
    FROM overview_workspaces AS size JOIN workspaces ON workspaces.id = size.workspace_id
    WHERE ${after ? sql`bytes <= ${after.bytes} AND (bytes < ${after.bytes} OR workspace_id > ${after.id}::uuid)` : sql`true`}
      ${sql.join(
        words.map(word => sql`AND strpos(folded(title), folded(${word})) > 0`),
        sql` `,
      )}
    ORDER BY bytes DESC, workspace_id LIMIT ${count}`.execute(db);
  return rows;
}
