import { sql } from 'kysely';
import type { Db } from '../postgres/db.ts';

/** Records a square image whose bytes are in the storage under this id. */
export async function insertImage(
  db: Db,
  image: { id: string; ownerId: string; size: number; side: number },
): Promise<void> {
  const { id, ownerId, size, side } = image;
  const file = { id, owner_id: ownerId, name: 'image.webp', type: 'image/webp', size, width: side, height: side };
  await db.insertInto('files').values(file).execute();
}

/** Deletes the record of a file. */
export async function deleteFile(db: Db, id: string): Promise<void> {
  await db.deleteFrom('files').where('id', '=', id).execute();
}

/** Attaches images to a message that never existed: nobody may read them, and the sweep of files deletes them. */
export async function hideImages(db: Db, ids: readonly string[]): Promise<void> {
  await sql`UPDATE files SET message_id = id WHERE id = ANY(${ids}) AND message_id IS NULL`.execute(db);
}
