import type { Unread } from '@palabre/common/contract/reading/unread.ts';
import { postingAccess } from '../../../platform/access/access.places.ts';
import { demand } from '../../../platform/http/errors.ts';
import { inBatches } from '../../../platform/pacing/in-batches.ts';
import { sayInTurn } from '../../../platform/realtime/events.ts';
import { rooms, to } from '../../../platform/realtime/rooms.ts';
import type { Services } from '../../../platform/services.ts';
import { movePointers, type PointerMove, readStates } from './open/unread.store.ts';

/** Request of a person to move a read pointer. */
export interface PointerRequest extends PointerMove {
  /** Whether the pointer may move back. */
  back: boolean;
}

const keyOf = ({ userId, placeId }: { userId: string; placeId: string }) => `${userId}:${placeId}`;

/** Makes the service of read pointers: concurrent requests share the same statements. */
export function createReadPointers(services: Pick<Services, 'database' | 'broadcaster' | 'turns' | 'logger'>) {
  const { pool, kysely } = services.database;

  const moveTogether = inBatches<PointerRequest, Unread>(async requests => {
    const rights = await postingAccess(pool, requests);
    const allowed = requests.filter(request => rights.get(keyOf(request))?.canRead);
    // A single move for each person and place: a move back wins over the others, else the furthest.
    const wanted = new Map<string, PointerRequest>();
    for (const request of allowed) {
      const before = wanted.get(keyOf(request));
      const isFurther = !before || (!before.back && before.position < request.position);
      if (request.back || isFurther) wanted.set(keyOf(request), request);
    }
    const moves = [...wanted.values()];
    const moved = [
      ...(await movePointers(
        kysely,
        moves.filter(({ back }) => !back),
      )),
      ...(await movePointers(
        kysely,
        moves.filter(({ back }) => back),
        { back: true },
      )),
    ];
    const states = await readStates(kysely, moves);
    const found = new Map(moves.map((move, i) => [keyOf(move), states[i]]));
    for (const reader of moved) {
      const state = found.get(keyOf(reader));
      if (state) sayInTurn(services, 'updateUnread', state, to(rooms.user(reader.userId)));
    }
    return new Map(
      allowed.flatMap(request => {
        const state = found.get(keyOf(request));
        return state ? [[request, state] as const] : [];
      }),
    );
  });

  return {
    /**
     * Marks a place as read up to a position, and updates the person's devices; fails with `not_found` without the
     * right to read.
     */
    async mark(request: PointerRequest): Promise<Unread> {
      const state = await moveTogether(request);
      demand(state, 'not_found');
      return state;
    },
  };
}
/** Service of read pointers. */
export type ReadPointers = ReturnType<typeof createReadPointers>;
