import type { EventName, EventPayload } from '@palabre/common/contract/index.ts';
import { to } from '../../../../platform/realtime/rooms.ts';
import type { Services } from '../../../../platform/services.ts';
import { type Changing, inTransaction, type Work } from '../../../../platform/work.ts';
import { nextSeq } from './messages.store.ts';

/** Services that a change in a place uses. */
export type ChangingInPlace = Changing & Pick<Services, 'places'>;

/** Change of a place's messages, under the place's lock. */
export interface ChangeInPlace {
  db: Work['db'];
  emit: Work['emit'];
  /** Seq of this change in its place. */
  seq: number;
  /** Emits an event to the room of the place. */
  tell: <N extends EventName>(name: N, payload: EventPayload<N>) => void;
}

/**
 * Thrown by a change that turns out to change nothing, so that its transaction rolls back and its seq is free again.
 */
class Unchanged {
  constructor(readonly answer: unknown) {}
}

/** Ends a change that changes nothing: no write, no seq, no event. */
export function unchanged<T>(answer: T): T {
  throw new Unchanged(answer);
}

/** Limit on the changes waiting for one place: about as many as it makes in a second. */
const changesInLine = 200;

/**
 * Makes one change to a channel's or conversation's messages (an edit, a deletion): alone in its place in this process
 * until its event has left, without a connection while it waits, in a transaction that takes the place's next seq and
 * its lock (decision 0002).
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

/** Ignores a message or place deleted meanwhile, of which nothing is left to change; throws any other error again. */
export function ignoreGone(error: unknown): void {
  if ((error as { code?: string }).code !== 'not_found') throw error;
}
