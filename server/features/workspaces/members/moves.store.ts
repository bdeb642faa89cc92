import { limits } from '@palabre/common/contract/fields.ts';
import type { Move } from '@palabre/common/contract/workspaces/members.ts';
import { sql } from 'kysely';
import { type Db, newId } from '../../../platform/postgres/db.ts';

/**
 * Records that a person joined or left a workspace, which must be locked, and deletes the moves beyond
 * `limits.movesKept`. Records nothing where the workspace does not announce moves.
 */
export async function noteMove(db: Db, workspaceId: string, userId: string, kind: Move['kind']): Promise<void> {
  // The DELETE does not see the row that this statement inserts, so it keeps one row fewer.
  await sql`
    WITH announcing AS (SELECT id FROM workspaces WHERE id = ${workspaceId} AND announce_moves), gone AS (
      DELETE FROM workspace_moves WHERE id IN (
        SELECT moves.id FROM workspace_moves AS moves JOIN announcing ON announcing.id = workspace_id
        ORDER BY at DESC, moves.id DESC OFFSET ${sql.lit(limits.movesKept - 1)})
    )
    INSERT INTO workspace_moves (id, workspace_id, user_id, kind)
    SELECT ${newId()}, id, ${userId}, ${kind} FROM announcing`.execute(db);
}

/**
 * Reads the last moves of a workspace, newest last, in one query: none if it does not announce moves, and with
 * automatic deletion none older than the retention.
 */
export async function readMoves(db: Db, workspaceId: string): Promise<Move[]> {
  const rows = await db
    .selectFrom('workspace_moves')
    .innerJoin('workspaces', 'workspaces.id', 'workspace_moves.workspace_id')
    .innerJoin('users', 'users.id', 'workspace_moves.user_id')
    .select(['workspace_moves.id', 'kind', 'at', 'user_id', 'first_name', 'last_name'])
    .where('workspace_id', '=', workspaceId)
    .where('announce_moves', '=', true)
    .where(sql<boolean>`(NOT auto_delete OR at > now() - auto_delete_days * interval '1 day')`)
    .orderBy('at')
    .orderBy('workspace_moves.id')
    .execute();
  return rows.map(row => ({
    _id: row.id,
    kind: row.kind,
    time: row.at.toISOString(),
    user: { _id: row.user_id, firstName: row.first_name, lastName: row.last_name },
  }));
}
