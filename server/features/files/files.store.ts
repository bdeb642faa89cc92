import type { Selectable } from 'kysely';
import type { Db } from '../../platform/postgres/db.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

/** What is known of a file, or undefined when there is none. */
export function findFile(db: Db, id: string): Promise<Selectable<Tables['files']> | undefined> {
  return db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst();
}
