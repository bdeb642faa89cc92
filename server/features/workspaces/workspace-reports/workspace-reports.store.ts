import type { WorkspaceReport } from '@palabre/common/contract/workspaces/workspace-reports.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/postgres/db.ts';
import { contextOf, messageOf, notesOf, person } from '../../running/reports/open/parts.store.ts';

/** Filter and page of the reports of a workspace. */
export interface Wanted {
  status?: WorkspaceReport['status'] | undefined;
  before?: string | undefined;
  count: number;
}

/** Reads reports that owners of a workspace may handle (`can.handleReport`), newest first: one query. */
async function select(
  db: Db,
  workspaceId: string,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<WorkspaceReport[]> {
  const { rows } = await sql<WorkspaceReport>`
    SELECT reports.id AS _id, reason, reports.description, reports.status, handled_by_owner AS "handledByOwner",
      reports.created_at AT TIME ZONE 'UTC' AS "createdAt", handled_at AT TIME ZONE 'UTC' AS "handledAt",
      passed_on_at AT TIME ZONE 'UTC' AS "passedOnAt", target.user_id IS NOT NULL AS "isMember",
      ${person('reported_user')} AS "reportedUser",
      CASE WHEN handled_by_owner THEN ${person('handled_by')} END AS "handledBy",
      ${messageOf} AS message, ${contextOf} AS context, ${notesOf(sql`notes.by_owner`)} AS notes
    FROM reports
    LEFT JOIN workspace_members AS target ON target.workspace_id = reports.workspace_id AND target.user_id = reported_user
    WHERE reports.workspace_id = ${workspaceId} AND for_owners AND target.owner IS NOT TRUE AND ${condition}
    ORDER BY reports.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** Reads reports of a workspace, newest first. */
export const readWorkspaceReports = (
  db: Db,
  workspaceId: string,
  { status, before, count }: Wanted,
): Promise<WorkspaceReport[]> => {
  const conditions = [
    sql`true`,
    ...(status === 'new' ? [sql`reports.status = 'new' AND passed_on_at IS NULL`] : []),
    ...(status === 'handled' ? [sql`(reports.status = 'handled' OR passed_on_at IS NOT NULL)`] : []),
    ...(before ? [sql`reports.id < ${before}`] : []),
  ];
  return select(db, workspaceId, sql.join(conditions, sql` AND `), count);
};

/** Reads one report of a workspace; undefined when owners may not handle it. */
export const readWorkspaceReport = async (
  db: Db,
  workspaceId: string,
  id: string,
): Promise<WorkspaceReport | undefined> => (await select(db, workspaceId, sql`reports.id = ${id}`, 1))[0];
