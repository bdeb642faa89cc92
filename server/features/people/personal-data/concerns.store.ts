import type { Level } from '@palabre/common/contract/reading/unread.ts';
import type { Report, ReportReason } from '@palabre/common/contract/running/reports.ts';
import { fullName } from '@palabre/common/rules/names.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/db.ts';
import { readNames } from '../users/open/users.store.ts';

/** What a person wants to hear of a place, where that is not all of it. */
export interface Heard {
  placeId: string;
  level: Level;
  muted: boolean;
}

/** The places of which a person wants to hear less than all, whether they may still read them or not. */
export async function readHeard(db: Db, userId: string): Promise<Heard[]> {
  const { rows } = await sql<Heard>`
    SELECT place_id AS "placeId", level, muted FROM read_pointers
    WHERE user_id = ${userId} AND (muted OR level <> 'all') ORDER BY place_id`.execute(db);
  return rows;
}

export interface OwnReport {
  id: string;
  reason: ReportReason;
  description: string;
  /** Whom they reported, by name. */
  person: string;
  workspace: string | null;
  status: Report['status'];
  time: string;
}

/** So many reports that a person made, behind this one: what they wrote, nothing of what became of it but its state. */
export async function readOwnReports(db: Db, userId: string, after: string, count: number): Promise<OwnReport[]> {
  const { rows } = await sql<OwnReport>`
    SELECT reports.id, reason, reports.description, first_name || ' ' || last_name AS person, title AS workspace, reports.status,
      reports.created_at AT TIME ZONE 'UTC' AS time
    FROM reports JOIN users ON users.id = reported_user LEFT JOIN workspaces ON workspaces.id = workspace_id
    WHERE reported_by = ${userId} AND reports.id > ${after} ORDER BY reports.id LIMIT ${count}`.execute(db);
  return rows;
}

export interface KeptNotification {
  id: string;
  /** When it was made, as exactly as PostgreSQL has it. */
  at: string;
  type: string;
  content: string;
  link: string;
  from: string | null;
  isRead: boolean;
  time: string;
}

/** So many notifications of what is no message, the newest first, before this one. */
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

/** What these people are called, and these roles of workspaces where a person is, by id. */
export async function readNamesFor(db: Db, userId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const people = await readNames(db, ids);
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM roles WHERE id = ANY(${ids}::uuid[])
      AND workspace_id IN (SELECT workspace_id FROM workspace_members WHERE user_id = ${userId})`.execute(db);
  return new Map([
    ...people.map(one => [one._id, fullName(one)] as const),
    ...rows.map(row => [row.id, row.name] as const),
  ]);
}
