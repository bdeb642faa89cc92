import { to } from '../../../platform/realtime/rooms.ts';
import { inTransaction } from '../../../platform/work.ts';
import type { ChangingInPlace } from '../timeline/open/change-in-place.ts';
import { deleteLast, readChannels } from './retention.store.ts';

/** Channels read by one statement, and channels changed by one transaction. */
const atOnce = { read: 1_000, changed: 100 };

/**
 * Deletes the last message of each channel once it is older than its workspace keeps it, and tells the channel's
 * readers: one message a channel each time. The number of statements does not depend on the number of messages.
 */
export async function deleteOldMessages(services: ChangingInPlace, now: Date): Promise<void> {
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

/** Deletes in many places at once, as `changeInPlace` does in one. */
function deleteTogether(services: ChangingInPlace, channelIds: readonly string[], now: Date): Promise<void> {
  const transaction = () =>
    inTransaction(services, async ({ db, emit }) => {
      for (const { id, channelId, seq, room } of await deleteLast(db, channelIds, now)) {
        emit('deleteMessage', { _id: id, channelId, conversationId: null, seq }, to(room));
      }
    });
  return services.places.run(channelIds, transaction);
}
