import { to } from '../../../platform/realtime/rooms.ts';
import { inTransaction } from '../../../platform/work.ts';
import type { ChangingInPlace } from '../timeline/open/change-in-place.ts';
import { deleteLast, readChannels } from './retention.store.ts';

/** Channels that are looked at in one statement, and those that one transaction changes. */
const atOnce = { read: 1_000, changed: 100 };

/**
 * Looks at each channel: when its last message is older than its workspace keeps it, that message is deleted, and who
 * may read the channel is told. One message a channel each time, in statements whose number
 * does not depend on that of messages.
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

/** As `changeInPlace` does, for many places at once. */
function deleteTogether(services: ChangingInPlace, channelIds: readonly string[], now: Date): Promise<void> {
  const transaction = () =>
    inTransaction(services, async ({ db, emit }) => {
      for (const { id, channelId, seq, room } of await deleteLast(db, channelIds, now)) {
        emit('deleteMessage', { _id: id, channelId, conversationId: null, seq }, to(room));
      }
    });
  return services.places.run(channelIds, transaction);
}
