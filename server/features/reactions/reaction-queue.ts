import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Message } from '@palabre/common/contract/messages.ts';
import { type Reaction, type ReactionAct, reacted } from '@palabre/common/rules/reactions.ts';
import { type PlaceAccess, postingAccess } from '../../platform/access.places.ts';
import { AppError } from '../../platform/http/errors.ts';
import { type ChangingInPlace, changeInPlace, unchanged } from '../messages/change-in-place.ts';
import { readMessage } from '../messages/messages.store.ts';
import { readPlaceId, readReactions, writeReactions } from './reactions.store.ts';

/** What a person asks of the reactions to a message. */
export interface Wanted {
  userId: string;
  reaction: string;
  act: ReactionAct;
}

interface Waiting extends Wanted {
  resolve: (message: Message) => void;
  reject: (error: unknown) => void;
}

/** At most eight changes of one message a second, and so many bytes of it to each who hears them. */
const leastPauseMs = 125;
const bytesPerMs = 64;

/**
 * Reactions to one message that arrive while others are being stored, or too soon after them, wait and are then stored
 * together: their rights read in one query, one transaction, one number, one event, however many people react (decision 0023).
 */
export class ReactionQueue {
  /** What waits for each message that was reacted to just now. */
  private readonly lines = new Map<string, Waiting[]>();

  constructor(private readonly services: ChangingInPlace) {}

  /**
   * Answers the message once the reaction is stored with whatever else waits for the same one. Refuses with `not_found`
   * who may not read it, with `too_many_reactions` what it has no room for.
   */
  react(messageId: string, wanted: Wanted): Promise<Message> {
    return new Promise((resolve, reject) => {
      const waiting = { ...wanted, resolve, reject };
      const line = this.lines.get(messageId);
      if (line) {
        line.push(waiting);
        return;
      }
      this.lines.set(messageId, [waiting]);
      void this.run(messageId);
    });
  }

  private async run(messageId: string): Promise<void> {
    // Those that arrived in this turn of the event loop go together.
    await nextTurn();
    for (let line = this.take(messageId); line.length > 0; line = this.take(messageId)) {
      const size = await this.settle(messageId, line);
      await pause(Math.max(leastPauseMs, size / bytesPerMs));
    }
    this.lines.delete(messageId);
  }

  private take(messageId: string): Waiting[] {
    return this.lines.get(messageId)?.splice(0) ?? [];
  }

  /** Answers each who waited; says how much everyone in the place was told, in bytes. */
  private async settle(messageId: string, line: readonly Waiting[]): Promise<number> {
    try {
      const { database } = this.services;
      const placeId = await readPlaceId(database.kysely, messageId);
      const people = [...new Set(line.map(({ userId }) => userId))];
      const rights = await postingAccess(
        database.pool,
        people.map(userId => ({ userId, placeId })),
      );
      const rightOf = (userId: string) => rights.get(`${userId}:${placeId}`);
      const readers = line.filter(({ userId }) => rightOf(userId)?.canRead);
      for (const one of line) if (!readers.includes(one)) one.reject(new AppError('not_found'));
      const kind = readers[0] && rightOf(readers[0].userId)?.kind;
      return kind ? await this.store(messageId, { placeId, kind }, readers) : 0;
    } catch (error) {
      for (const { reject } of line) reject(error);
      return 0;
    }
  }

  private async store(messageId: string, place: PlaceAccess, line: readonly Waiting[]): Promise<number> {
    let refused: ReadonlySet<Waiting> = new Set();
    let size = 0;
    const message = await changeInPlace(this.services, place.placeId, async ({ db, seq, tell }) => {
      const before = await readReactions(db, messageId);
      const after = together(before, line);
      refused = after.refused;
      if (after.reactions === before) return unchanged(await readMessage(db, messageId, place));
      await writeReactions(db, messageId, after.reactions, seq);
      const changed = await readMessage(db, messageId, place);
      tell('updateMessage', changed);
      size = JSON.stringify(after.reactions).length;
      return changed;
    });
    for (const one of line) {
      if (refused.has(one)) one.reject(new AppError('too_many_reactions'));
      else one.resolve(message);
    }
    return size;
  }
}

/** The reactions once each of these was done in turn, and those for which there was no room. */
function together<W extends Wanted>(
  before: readonly Reaction[],
  line: readonly W[],
): { reactions: readonly Reaction[]; refused: ReadonlySet<W> } {
  const refused = new Set<W>();
  let reactions = before;
  for (const one of line) {
    const next = reacted(reactions, one.userId, one.reaction, one.act);
    if (next) reactions = next;
    else refused.add(one);
  }
  return { reactions, refused };
}
