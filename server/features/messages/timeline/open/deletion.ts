import { idsOf, isThread } from '../../../../platform/access/access.places.ts';
import { to } from '../../../../platform/realtime/rooms.ts';
import type { Work } from '../../../../platform/work.ts';
import type { ChangingInPlace } from './change-in-place.ts';
import { emptyThread, letRootGo } from './deletion.store.ts';
import { deleteMessage } from './messages.store.ts';
import { changeRows, type Twin } from './twins.ts';

/**
 * Deletes a message and notifies the readers of its place. The copy of a reply goes with the reply; with the last reply
 * goes the thread, and a deleted root kept above it. All under the lock of the channel or conversation, so that a root
 * and its thread are never judged apart (decision 0060).
 * @param also writes in the same transaction
 * @param demandStill fails, under the locks, if the message is to stay after all
 */
export function deleteInPlace<T>(
  services: ChangingInPlace,
  twin: Twin,
  also: (work: Work) => Promise<T>,
  demandStill?: (db: Work['db']) => Promise<void>,
): Promise<T> {
  return changeRows(
    services,
    twin,
    async ({ id, place, db, emit, seq, tell }) => {
      await demandStill?.(db);
      const kept = await deleteMessage(db, id, seq);
      tell('deleteMessage', { _id: id, ...idsOf(place), seq, ...(kept && { kept: true as const }) });
      if (!isThread(place) || !(await emptyThread(db, place.placeId))) return;
      const home = { ...place, placeId: place.homeId };
      const root = await letRootGo(db, place.placeId, place.homeId);
      if (root) emit('deleteMessage', { _id: place.placeId, ...idsOf(home), seq: root.seq }, to(root.room));
    },
    { isStructural: true, also },
  );
}
