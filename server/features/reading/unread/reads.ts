import type { Unread } from '@palabre/common/contract/reading/unread.ts';
import { postingAccess } from '../../../platform/access/access.places.ts';
import { demand } from '../../../platform/http/errors.ts';
import { readTogether } from '../../../platform/pacing/together.ts';
import { sayInTurn } from '../../../platform/realtime/events.ts';
import { rooms, to } from '../../../platform/realtime/rooms.ts';
import type { Services } from '../../../platform/services.ts';
import { type Move, movePointers, readStates } from './open/unread.store.ts';

/** Read pointer that a person asks to move. */
export interface Read extends Move {
  /** Whether the pointer may move back. */
  back: boolean;
}

const keyOf = ({ userId, placeId }: { userId: string; placeId: string }) => `${userId}:${placeId}`;

/** Makes the service of read pointers: concurrent requests share the same statements. */
export function createReads(services: Pick<Services, 'database' | 'broadcaster' | 'turns' | 'logger'>) {
  const { pool, kysely } = services.database;

  const together = readTogether<Read, Unread>(async reads => {
    const rights = await postingAccess(pool, reads);
    const allowed = reads.filter(read => rights.get(keyOf(read))?.canRead);
    // One move for each person and place: a move back wins over the others, else the furthest.
    const wanted = new Map<string, Read>();
    for (const read of allowed) {
      const before = wanted.get(keyOf(read));
      if (!before || read.back || (!before.back && before.position < read.position)) wanted.set(keyOf(read), read);
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
      allowed.flatMap(read => {
        const state = found.get(keyOf(read));
        return state ? [[read, state] as const] : [];
      }),
    );
  });

  return {
    /**
     * Marks a place as read up to a position, and tells the person's devices; fails with `not_found` without the right
     * to read.
     */
    async mark(read: Read): Promise<Unread> {
      const state = await together(read);
      demand(state, 'not_found');
      return state;
    },
  };
}
/** Service of read pointers. */
export type Reads = ReturnType<typeof createReads>;
