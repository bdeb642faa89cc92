import { limits } from '@palabre/common/contract/fields.ts';
import type { Scheduled } from '@palabre/common/contract/messages/scheduled.ts';
import type { Selectable } from 'kysely';
import type { Db } from '../../../../platform/postgres/db.ts';
import type { Tables } from '../../../../platform/postgres/tables.ts';

/** Row of a scheduled message. */
export type ScheduledRow = Selectable<Tables['scheduled_messages']>;

/** Builds the wire format of a scheduled message. */
export const toScheduled = (row: ScheduledRow): Scheduled => ({
  _id: row.id,
  remindsOf: row.reminds_of,
  channelId: row.workspace_id ? row.place_id : null,
  conversationId: row.workspace_id ? null : row.place_id,
  workspaceId: row.workspace_id,
  threadOf: row.thread_of,
  alsoInPlace: row.also_in_place,
  replyTo: row.reply_to,
  content: row.content,
  fileAttachments: row.files ?? [],
  localTime: row.local_time,
  zone: row.zone,
  at: row.at.toISOString(),
  state: row.state,
  failure: row.failure,
  version: row.version,
  nonce: row.nonce,
});

/** Reads a person's scheduled messages, the next first. */
export async function readScheduled(db: Db, authorId: string): Promise<Scheduled[]> {
  const rows = await db
    .selectFrom('scheduled_messages')
    .selectAll()
    .where('author_id', '=', authorId)
    .orderBy('at')
    .orderBy('id')
    .limit(limits.scheduledPerPerson)
    .execute();
  return rows.map(toScheduled);
}
