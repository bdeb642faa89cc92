import { to } from '../../../platform/realtime/rooms.ts';
import type { Services } from '../../../platform/services.ts';
import { inTransaction } from '../../../platform/work.ts';
import { dropFiles, fileIdsOf } from '../../messages/files/open/attachments.ts';
import { readReactions, writeReactions } from '../../messages/reactions/open/reactions.store.ts';
import { changeInPlace, ignoreGone, unchanged } from '../../messages/timeline/open/change-in-place.ts';
import { readMessage } from '../../messages/timeline/open/messages.store.ts';
import {
  blankMessages,
  endErasure,
  readErasures,
  readReacted,
  readWritten,
  type Written,
  withoutThose,
} from './erasure.store.ts';

type Erasing = Pick<Services, 'database' | 'storage' | 'places' | 'turns' | 'locked' | 'broadcaster' | 'logger'>;

/** Messages read per statement. */
const atOnce = { read: 500, reacted: 2_000 };
/**
 * Limit on the changes in a place that are announced one by one; beyond it, only the last is, and clients fetch the
 * gap.
 */
const toldOneByOne = 20;
const before = '00000000-0000-0000-0000-000000000000';

/** Work done in steps. */
type Steps = AsyncGenerator<void, void>;

/**
 * Blanks the messages of deleted people who asked for it, and removes their reactions: round-robin over the people, so
 * that a short erasure does not wait for a long one. Restartable after an interruption.
 */
export async function eraseAsked(services: Erasing): Promise<void> {
  const begun = new Map<string, Steps>();
  for (let isDone = false; !isDone; ) {
    isDone = true;
    for (const userId of await readErasures(services.database.kysely)) {
      const steps = begun.get(userId) ?? erase(services, userId);
      begun.set(userId, steps);
      if (!(await steps.next()).done) isDone = false;
    }
  }
}

async function* erase(services: Erasing, userId: string): Steps {
  yield* blankAll(services, userId);
  yield* takeBackReactions(services, userId);
  await endErasure(services.database.kysely, userId);
}

/**
 * Blanks a person's messages in steps, so that no place is locked for long.
 * @param batchesAtMost number of steps; the job does the rest
 */
export async function eraseMessages(services: Erasing, userId: string, batchesAtMost: number): Promise<void> {
  const steps = blankAll(services, userId);
  for (let batch = 0; batch < batchesAtMost; batch += 1) if ((await steps.next()).done) return;
}

async function* blankAll(services: Erasing, userId: string): Steps {
  for (let after = before; ; ) {
    const written = await readWritten(services.database.kysely, userId, after, atOnce.read);
    await blank(services, written);
    after = written.at(-1)?.id ?? after;
    if (written.length < atOnce.read) return;
    yield;
  }
}

async function blank(services: Erasing, written: readonly Written[]): Promise<void> {
  // Deletes the bytes first: an interrupted erasure finds them again by their message.
  await dropFiles(services, fileIdsOf(written.flatMap(({ files }) => files ?? [])));
  for (const [placeId, ids] of byPlace(written)) {
    await services.places.run([placeId], () =>
      inTransaction(services, async ({ db, emit }) => {
        const blanked = await blankMessages(db, placeId, ids);
        if (!blanked) return;
        const { room, place } = blanked;
        const told = blanked.ids.length > toldOneByOne ? blanked.ids.slice(-1) : blanked.ids;
        for (const id of told) emit('updateMessage', await readMessage(db, id, place), to(room));
      }),
    );
  }
}

function byPlace(written: readonly Written[]): Map<string, string[]> {
  const places = new Map<string, string[]>();
  for (const { id, placeId } of written) {
    const ids = places.get(placeId);
    if (ids) ids.push(id);
    else places.set(placeId, [id]);
  }
  return places;
}

async function* takeBackReactions(services: Erasing, userId: string): Steps {
  for (let after: string | null = before; after !== null; ) {
    const found: Awaited<ReturnType<typeof readReacted>> = await readReacted(
      services.database.kysely,
      userId,
      after,
      atOnce.reacted,
    );
    for (const { id, ...place } of found.reacted) {
      await changeInPlace(services, place.placeId, async ({ db, seq, tell }) => {
        const { reactions } = await readReactions(db, id);
        if (!reactions.some(({ usersId }) => usersId.includes(userId))) unchanged(null);
        await writeReactions(db, id, withoutThose(reactions, userId), seq);
        tell('updateMessage', await readMessage(db, id, place));
      }).catch(ignoreGone);
    }
    after = found.last;
    yield;
  }
}
