import { demand } from '../../../platform/http/errors.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import { to } from '../../../platform/realtime/rooms.ts';
import { inTransaction } from '../../../platform/work.ts';
import { type ChangingInPlace, ignoreGone } from '../timeline/open/change-in-place.ts';
import { deleteInPlace } from '../timeline/open/deletion.ts';
import { deleteLast, isReplyDue, readChannels, readDueReplies } from './retention.store.ts';

/** Channels read per statement, and channels changed per transaction. */
const atOnce = { read: 1_000, changed: 100 };

/**
 * Deletes the last message of each channel, and the last reply of each of its threads, past the workspace's retention.
 */
export async function deleteOldMessages(services: ChangingInPlace, now: Date): Promise<void> {
  await deleteLastReplies(services, now);
  await deleteLastMessages(services, now);
}

/** Deletes the last reply of each due thread, sequentially: each deletion may end its thread. */
async function deleteLastReplies(services: ChangingInPlace, now: Date): Promise<void> {
  let after: string | null = null;
  do {
    const batch: Awaited<ReturnType<typeof readDueReplies>> = await readDueReplies(services.database.kysely, {
      ...{ after, now },
      count: atOnce.read,
    });
    for (const { id, threadId, channelId, twinId } of batch.due) {
      const place = { placeId: threadId, homeId: channelId, kind: 'channel' as const };
      const twin = { id, place, twinId, twinThreadId: null };
      const demandStill = async (db: Db) => demand(await isReplyDue(db, { id, threadId, now }), 'not_found');
      await deleteInPlace(services, twin, async () => {}, demandStill).catch(ignoreGone);
    }
    after = batch.last;
  } while (after !== null);
}

/**
 * Deletes the last message of each channel past its workspace's retention, and notifies the channel's readers: one
 * message a channel each time. The number of statements does not depend on the number of messages.
 */
async function deleteLastMessages(services: ChangingInPlace, now: Date): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const channels = await readChannels(services.database.kysely, { after, count: atOnce.read, now });
    const due = channels.filter(channel => channel.due).map(({ id }) => id);
    for (let from = 0; from < due.length; from += atOnce.changed) {
      await deleteTogether(services, due.slice(from, from + atOnce.changed), now);
    }
    after = channels.at(-1)?.id ?? null;
    if (channels.length < atOnce.read) return;
  }
}

/** Deletes in many places in one transaction, as `changeInPlace` does in one place. */
function deleteTogether(services: ChangingInPlace, channelIds: readonly string[], now: Date): Promise<void> {
  const transaction = () =>
    inTransaction(services, async ({ db, emit }) => {
      for (const { id, channelId, seq, room, kept } of await deleteLast(db, channelIds, now)) {
        const deleted = { _id: id, channelId, conversationId: null, seq, ...(kept && { kept: true as const }) };
        emit('deleteMessage', deleted, to(room));
      }
    });
  return services.places.run(channelIds, transaction);
}
