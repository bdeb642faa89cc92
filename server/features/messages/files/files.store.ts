import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/db.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';

/** Inserts files whose bytes are about to be stored. */
export async function insertFiles(db: Db, files: readonly Insertable<Tables['files']>[]): Promise<void> {
  await db
    .insertInto('files')
    .values([...files])
    .execute();
}

/** Deletes rows of files. */
export async function deleteFiles(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await db
      .deleteFrom('files')
      .where('id', 'in', [...ids])
      .execute();
}

/** Batch of attachments in order of id: the last id, and the ids of orphans. */
export interface Looked {
  last: string | null;
  orphans: string[];
}

/**
 * Finds attachments whose message was deleted or never came. Skips recent files, whose message may be on the way, and
 * files of scheduled messages. The row of a deleted message remains, and marks its files as orphans at once.
 */
export async function findOrphans(
  db: Db,
  { after, count, lateAfterMinutes }: { after: string; count: number; lateAfterMinutes: number },
): Promise<Looked> {
  const { rows } = await sql<{ id: string; orphan: boolean }>`
    SELECT files.id, messages.deleted_at IS NOT NULL
      OR messages.id IS NULL AND files.created_at < now() - make_interval(mins => ${lateAfterMinutes})
        AND NOT EXISTS (SELECT FROM scheduled_messages WHERE scheduled_messages.id = files.message_id) AS orphan
    FROM (
      SELECT * FROM files WHERE message_id IS NOT NULL AND id > ${after} ORDER BY id LIMIT ${count}
    ) AS files
    LEFT JOIN LATERAL (SELECT id, deleted_at FROM messages WHERE id = files.message_id OFFSET 0) AS messages ON true
    ORDER BY files.id`.execute(db);
  return { last: rows.at(-1)?.id ?? null, orphans: rows.filter(({ orphan }) => orphan).map(({ id }) => id) };
}
