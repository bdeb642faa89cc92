import type { EventName, EventPayload } from '@palabre/common/contract/index.ts';
import { to } from '../../../../platform/realtime/rooms.ts';
import type { Services } from '../../../../platform/services.ts';
import { type Changing, inTransaction, type Work } from '../../../../platform/work.ts';
import { nextSeq } from './messages.store.ts';

/** What a change in a place needs of the server. */
export type ChangingInPlace = Changing & Pick<Services, 'places'>;

/** A change to what is in a place, under the place's lock. */
interface ChangeInPlace {
  db: Work['db'];
  emit: Work['emit'];
  /** The number of this change in its place. */
  seq: number;
  /** Emits an event to whoever hears the place. */
  tell: <N extends EventName>(name: N, payload: EventPayload<N>) => void;
}

/** Thrown out of a change that turns out to be none: its number goes to the next one. */
class Unchanged {
  constructor(readonly answer: unknown) {}
}

/** Ends a change that turns out to be none: nothing is written, numbered or told. */
export function unchanged<T>(answer: T): T {
  throw new Unchanged(answer);
}

/** How many changes may wait for one place: as many as it makes in a second or so. */
const changesInLine = 200;

/**
 * Makes one change to what is in a channel or conversation (an edit, a deletion): alone there in this process until
 * its event has left (it has no connection before), in a transaction that has taken the place's next number and, with it, its lock (decision 0002).
 */
export async function changeInPlace<T>(
  services: ChangingInPlace,
  placeId: string,
  change: (change: ChangeInPlace) => Promise<T>,
): Promise<T> {
  const transaction = () =>
    inTransaction(services, async ({ db, emit }) => {
      const { seq, room } = await nextSeq(db, placeId);
      return change({ db, emit, seq, tell: (name, payload) => emit(name, payload, to(room)) });
    });
  try {
    return await services.places.run([placeId], transaction, changesInLine);
  } catch (thrown) {
    if (thrown instanceof Unchanged) return thrown.answer as T;
    throw thrown;
  }
}
