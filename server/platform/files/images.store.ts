import type { Db } from '../postgres/db.ts';

/** Notes a square image whose bytes are in the storage under this id. */
export async function insertImage(
  db: Db,
  image: { id: string; ownerId: string; size: number; side: number },
): Promise<void> {
  const { id, ownerId, size, side } = image;
  const file = { id, owner_id: ownerId, name: 'image.webp', type: 'image/webp', size, width: side, height: side };
  await db.insertInto('files').values(file).execute();
}

/** Forgets a file. */
export async function deleteFile(db: Db, id: string): Promise<void> {
  await db.deleteFrom('files').where('id', '=', id).execute();
}
