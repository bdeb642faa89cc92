import type { CustomEmoji } from '@palabre/common/contract/workspaces/emoji.ts';
import type { Selectable } from 'kysely';
import { type Db, newId } from '../../../../platform/postgres/db.ts';
import type { Tables } from '../../../../platform/postgres/tables.ts';

const toEmoji = ({ id, workspace_id, name, image }: Selectable<Tables['emoji']>): CustomEmoji => ({
  _id: id,
  workspaceId: workspace_id,
  name,
  url: image,
});

/** Reads the emoji of a workspace, ordered by name. */
export async function readEmoji(db: Db, workspaceId: string): Promise<CustomEmoji[]> {
  const rows = await db
    .selectFrom('emoji')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('name')
    .execute();
  return rows.map(toEmoji);
}

/** Inserts an emoji; undefined when the workspace has one of that name. */
export async function insertEmoji(
  db: Db,
  emoji: { workspaceId: string; name: string; url: string },
): Promise<CustomEmoji | undefined> {
  const row = await db
    .insertInto('emoji')
    .values({ id: newId(), workspace_id: emoji.workspaceId, name: emoji.name, image: emoji.url })
    .onConflict(conflict => conflict.columns(['workspace_id', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && toEmoji(row);
}

/** Deletes an emoji of a workspace; undefined when it has none of that id. */
export async function deleteEmoji(db: Db, workspaceId: string, id: string): Promise<CustomEmoji | undefined> {
  const row = await db
    .deleteFrom('emoji')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row && toEmoji(row);
}
