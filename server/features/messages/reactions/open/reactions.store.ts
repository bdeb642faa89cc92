import type { Reaction } from '@palabre/common/rules/messages/reactions.ts';
import { fail } from '../../../../platform/http/errors.ts';
import type { Db } from '../../../../platform/postgres/db.ts';

/** Reads the reactions to a message that is not deleted, and the seq of its last change. */
export async function readReactions(db: Db, messageId: string): Promise<{ reactions: Reaction[]; seq: number }> {
  const row = await db
    .selectFrom('messages')
    .select(['reactions', 'seq'])
    .where('id', '=', messageId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) fail('not_found');
  return { reactions: row.reactions ?? [], seq: row.seq };
}

/** Writes the reactions to a message. */
export async function writeReactions(
  db: Db,
  messageId: string,
  reactions: readonly Reaction[],
  seq: number,
): Promise<void> {
  await db
    .updateTable('messages')
    .set({ reactions: reactions.length > 0 ? JSON.stringify(reactions) : null, seq })
    .where('id', '=', messageId)
    .execute();
}
