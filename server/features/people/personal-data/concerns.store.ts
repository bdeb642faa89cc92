import type { Level } from '@palabre/common/contract/reading/unread.ts';
import type { Report, ReportReason } from '@palabre/common/contract/running/reports.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/db.ts';
import { readNames } from '../users/open/users.store.ts';

/** Level or mute of a place, where it is not the default. */
export interface Heard {
  placeId: string;
  level: Level;
  muted: boolean;
}

/** Reads the places with a level or mute of the person's own, readable or not. */
export async function readHeard(db: Db, userId: string): Promise<Heard[]> {
  const { rows } = await sql<Heard>`
    SELECT place_id AS "placeId", level, muted FROM read_pointers
    WHERE user_id = ${userId} AND (muted OR level <> 'all') ORDER BY place_id`.execute(db);
  return rows;
}

/** Report that a person made, for their export. */
export interface OwnReport {
  id: string;
  reason: ReportReason;
  description: string;
  /** Name of the reported person. */
  person: string;
  workspace: string | null;
  status: Report['status'];
  time: string;
}

/** Reads a batch of a person's reports after an id: their own words, and the status. */
export async function readOwnReports(db: Db, userId: string, after: string, count: number): Promise<OwnReport[]> {
  const { rows } = await sql<OwnReport>`
    SELECT reports.id, reason, reports.description, first_name || ' ' || last_name AS person, title AS workspace, reports.status,
      reports.created_at AT TIME ZONE 'UTC' AS time
    FROM reports JOIN users ON users.id = reported_user LEFT JOIN workspaces ON workspaces.id = workspace_id
    WHERE reported_by = ${userId} AND reports.id > ${after} ORDER BY reports.id LIMIT ${count}`.execute(db);
  return rows;
}

/** Stored notification, for the export. */
export interface KeptNotification {
  id: string;
  /** Time of creation, with PostgreSQL's precision. */
  at: string;
  type: string;
  content: string;
  link: string;
  from: string | null;
  isRead: boolean;
  time: string;
}

/** Reads a batch of stored notifications before this one, newest first. */
export async function readKeptNotifications(
  db: Db,
  userId: string,
  before: KeptNotification | undefined,
  count: number,
): Promise<KeptNotification[]> {
  const { rows } = await sql<KeptNotification>`
    SELECT kept.id, kept.created_at::text AS at, type, content, link, users.first_name AS "from", is_read AS "isRead",
      kept.created_at AT TIME ZONE 'UTC' AS time
    FROM notifications AS kept LEFT JOIN users ON users.id = actor_id
    WHERE user_id = ${userId} AND (kept.created_at, kept.id)
      < (coalesce(${before?.at ?? null}::timestamptz, 'infinity'), coalesce(${before?.id ?? null}::uuid, kept.id))
    ORDER BY kept.created_at DESC, kept.id DESC LIMIT ${count}`.execute(db);
  return rows;
}

/** Reads the names of people, and of roles in the person's workspaces, by id. */
export async function readNamesFor(db: Db, userId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const people = await readNames(db, ids, userId);
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM roles WHERE id = ANY(${ids}::uuid[])
      AND workspace_id IN (SELECT workspace_id FROM workspace_members WHERE user_id = ${userId})`.execute(db);
  return new Map([
    ...people.map(one => [one._id, fullName(one)] as const),
    ...rows.map(row => [row.id, row.name] as const),
  ]);
}
