import { isThread, type PlaceAccess } from '../../../../platform/access/access.places.ts';
import { to } from '../../../../platform/realtime/rooms.ts';
import { inTransaction, type Work } from '../../../../platform/work.ts';
import type { ChangeInPlace, ChangingInPlace } from './change-in-place.ts';
import { holdPlace } from './deletion.store.ts';
import { nextSeq } from './messages.store.ts';

/** Message, with its twin: the other row of a reply that its channel or conversation shows too. */
export interface Twin {
  id: string;
  place: PlaceAccess;
  twinId: string | null;
  /** For the copy of a reply, the thread of the reply. */
  twinThreadId: string | null;
}

/** Row of a message, in its place. */
export type Row = Pick<Twin, 'id' | 'place'>;

/** Limit on the changes waiting for one place: about as many as it makes in a second. */
const changesInLine = 200;

/** Returns the rows of a message: both of a reply that its channel shows too, the copy first. */
export function rowsOf({ id, place, twinId, twinThreadId }: Twin): Row[] {
  const rows = [{ id, place }];
  if (twinId) rows.push({ id: twinId, place: { ...place, placeId: twinThreadId ?? place.homeId } });
  // Places are locked in this order: the parent, then the thread.
  return rows.sort((a, b) => Number(isThread(a.place)) - Number(isThread(b.place)));
}

/**
 * Changes a message, and the other row of a reply that its channel shows too, alone in their places: one transaction,
 * which takes the next seq of each row's place when its turn comes. A change of both rows, or a deletion
 * (`isStructural`), runs under the lock of the channel or conversation.
 * @param also writes after the rows
 */
export async function changeRows<T>(
  services: ChangingInPlace,
  twin: Twin,
  change: (row: Row & ChangeInPlace) => Promise<void>,
  { isStructural = false, also }: { isStructural?: boolean; also: (work: Work) => Promise<T> },
): Promise<T> {
  const rows = rowsOf(twin);
  const { homeId } = twin.place;
  const holds = isStructural || rows.length > 1;
  const places = new Set([...(holds ? [homeId] : []), ...rows.map(({ place }) => place.placeId)]);
  const transaction = () =>
    inTransaction(services, async work => {
      const { db, emit } = work;
      if (holds) await holdPlace(db, homeId);
      for (const row of rows) {
        const { seq, room } = await nextSeq(db, row.place.placeId);
        await change({ ...row, db, emit, seq, tell: (name, payload) => emit(name, payload, to(room)) });
      }
      return also(work);
    });
  return services.places.run(places, transaction, changesInLine);
}
