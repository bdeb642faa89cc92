import type pg from 'pg';
import { placeReader } from '../../../platform/access/access.pages.ts';
import { fail } from '../../../platform/http/errors.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import { columns, type MessageRow, withAuthors } from '../timeline/open/messages.store.ts';

/** Makes the reader of a place's pinned messages for a person, the last pinned first. */
export const pinReader = (pool: pg.Pool) =>
  placeReader<MessageRow, { count: 'int' }>(pool, {
    name: 'pins',
    columns,
    own: { count: 'int' },
    rows: withAuthors(`
      SELECT * FROM messages WHERE place_id = asked.place_id AND pinned_at IS NOT NULL
      ORDER BY pinned_at DESC, position DESC LIMIT asked.count`),
  });
/** Reader of pinned messages. */
export type PinReader = ReturnType<typeof pinReader>;

/** Reads whether a message that is not deleted is pinned, and the number of pins in its place. */
export async function readPin(db: Db, messageId: string, placeId: string): Promise<{ pinned: boolean; count: number }> {
  const row = await db
    .selectFrom('messages')
    .select(({ selectFrom, fn, eb }) => [
      eb('pinned_at', 'is not', null).as('pinned'),
      selectFrom('messages')
        .select(fn.countAll<number>().as('count'))
        .where('place_id', '=', placeId)
        .where('pinned_at', 'is not', null)
        .as('count'),
    ])
    .where('id', '=', messageId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) fail('not_found');
  return { pinned: Boolean(row.pinned), count: Number(row.count) };
}

/** Pins or unpins a message. */
export async function writePin(db: Db, messageId: string, pinned: boolean, seq: number): Promise<void> {
  await db
    .updateTable('messages')
    .set({ pinned_at: pinned ? new Date() : null, seq })
    .where('id', '=', messageId)
    .execute();
}
