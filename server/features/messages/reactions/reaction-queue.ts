import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { type Reaction, type ReactionAct, reacted } from '@palabre/common/rules/messages/reactions.ts';
import { type PlaceAccess, readersOf, rightKey } from '../../../platform/access/access.places.ts';
import { AppError, demand } from '../../../platform/http/errors.ts';
import { inBatches } from '../../../platform/pacing/in-batches.ts';
import { type ChangingInPlace, changeInPlace, unchanged } from '../timeline/open/change-in-place.ts';
import { readMessage } from '../timeline/open/messages.store.ts';
import { readReactions, writeReactions } from './open/reactions.store.ts';

/** Reaction that a person sets, toggles or removes. */
export interface Wanted {
  userId: string;
  reaction: string;
  act: ReactionAct;
}

/** Person, and the message they react to. */
interface Reader {
  userId: string;
  messageId: string;
}

interface Waiting extends Wanted {
  place: PlaceAccess;
  resolve: (message: Message) => void;
  reject: (error: unknown) => void;
}

/** Shortest pause between two changes of one message, so eight a second at most; longer for large reactions. */
const leastPauseMs = 125;
const bytesPerMs = 64;

/** Queue of the reactions to a message, alive until the pause after its last change. */
interface Line {
  waiting: Waiting[];
  /** Seq of the last change that this process made to the message; null before the first. */
  mine: number | null;
}

/** Facts that set the pause after a change: the bytes sent, and whether another process also changes this message. */
interface Told {
  /** Size of the reactions in bytes. */
  size: number;
  /** Whether another process has changed the message since this process did. */
  elsewhere: boolean;
}
const nothing: Told = { size: 0, elsewhere: false };

/**
 * Queue of reactions. Reactions to one message that arrive while a batch is stored, or too soon after, form the next
 * batch: one query of rights, one transaction, one seq and one event, however many people react (decision 0023).
 */
export class ReactionQueue {
  private readonly lines = new Map<string, Line>();
  /** Finds the place of a message, for a person who may read it. */
  private readonly placeOf = inBatches((asked: Reader[]) => this.placesOf(asked));

  /**
   * Starts with empty lines.
   * @param processes number of server processes, this one included
   */
  constructor(
    private readonly services: ChangingInPlace,
    private readonly processes: () => number,
  ) {}

  /**
   * Stores a reaction together with other pending ones, and returns the message. Fails with `not_found` for an
   * unreadable message, with `too_many_reactions` when there is no room for another kind.
   */
  async react(messageId: string, wanted: Wanted): Promise<Message> {
    // Checks the right before queueing: a wait would reveal to strangers that the message exists.
    const place = await this.placeOf({ userId: wanted.userId, messageId });
    demand(place, 'not_found');
    return this.wait(messageId, place, wanted);
  }

  /** Adds a reaction of a person who may read the message to its line. A method, so that tests can spy on it. */
  wait(messageId: string, place: PlaceAccess, wanted: Wanted): Promise<Message> {
    return new Promise((resolve, reject) => {
      const waiting = { ...wanted, place, resolve, reject };
      const line = this.lines.get(messageId);
      if (line) {
        line.waiting.push(waiting);
        return;
      }
      const begun = { waiting: [waiting], mine: null };
      this.lines.set(messageId, begun);
      void this.run(messageId, begun);
    });
  }

  private async run(messageId: string, line: Line): Promise<void> {
    // Waits for the other reactions of this turn of the event loop.
    await nextTurn();
    // The first batch has just passed the check of rights; later batches are checked again at their turn.
    for (let first = true; line.waiting.length > 0; first = false) {
      const { size, elsewhere } = await this.settle(messageId, line, line.waiting.splice(0), first);
      // Processes that change one message at the same time share its pace.
      await this.rest(Math.max(leastPauseMs, size / bytesPerMs) * (elsewhere ? this.processes() : 1));
    }
    this.lines.delete(messageId);
  }

  /** Waits before the next change of a message. A method, so that tests can end the wait. */
  rest(ms: number): Promise<void> {
    return pause(ms);
  }

  private async placesOf(asked: readonly Reader[]): Promise<Map<Reader, PlaceAccess>> {
    const places = await readersOf(this.services.database.pool, asked, can.react);
    return new Map(
      asked.flatMap(one => {
        const place = places.get(rightKey(one.userId, one.messageId));
        return place ? [[one, place] as const] : [];
      }),
    );
  }

  /** Stores a batch and answers each of its people. */
  private async settle(messageId: string, line: Line, waiting: readonly Waiting[], judged: boolean): Promise<Told> {
    try {
      const readers = judged ? waiting : await this.stillReaders(messageId, waiting);
      const place = readers[0]?.place;
      return place ? await this.store(messageId, line, place, readers) : nothing;
    } catch (error) {
      for (const { reject } of waiting) reject(error);
      return nothing;
    }
  }

  /** Returns the reactions of people who may still read the message; refuses the others. */
  private async stillReaders(messageId: string, waiting: readonly Waiting[]): Promise<Waiting[]> {
    const asked = waiting.map(({ userId }) => ({ userId, messageId }));
    const places = await readersOf(this.services.database.pool, asked, can.react);
    const isReader = ({ userId }: Waiting) => places.has(rightKey(userId, messageId));
    for (const one of waiting) if (!isReader(one)) one.reject(new AppError('not_found'));
    return waiting.filter(isReader);
  }

  private async store(messageId: string, line: Line, place: PlaceAccess, waiting: readonly Waiting[]): Promise<Told> {
    let refused: ReadonlySet<Waiting> = new Set();
    let told = nothing;
    const message = await changeInPlace(this.services, place.placeId, async ({ db, seq, tell }) => {
      const before = await readReactions(db, messageId);
      const after = together(before.reactions, waiting);
      refused = after.refused;
      if (after.reactions === before.reactions) return unchanged(await readMessage(db, messageId, place));
      await writeReactions(db, messageId, after.reactions, seq);
      const changed = await readMessage(db, messageId, place);
      tell('updateMessage', changed);
      const elsewhere = line.mine !== null && line.mine !== before.seq;
      told = { size: JSON.stringify(after.reactions).length, elsewhere };
      line.mine = seq;
      return changed;
    });
    for (const one of waiting) {
      if (refused.has(one)) one.reject(new AppError('too_many_reactions'));
      else one.resolve(message);
    }
    return told;
  }
}

/** Applies reactions in order; returns the result, and the reactions for which there was no room. */
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
