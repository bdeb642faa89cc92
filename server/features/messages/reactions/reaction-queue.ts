import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { type Reaction, type ReactionAct, reacted } from '@palabre/common/rules/reactions.ts';
import { type PlaceAccess, readersOf, rightKey } from '../../../platform/access/access.places.ts';
import { AppError, demand } from '../../../platform/http/errors.ts';
import { readTogether } from '../../../platform/pacing/together.ts';
import { type ChangingInPlace, changeInPlace, unchanged } from '../timeline/open/change-in-place.ts';
import { readMessage } from '../timeline/open/messages.store.ts';
import { readReactions, writeReactions } from './open/reactions.store.ts';

/** What a person asks of the reactions to a message. */
export interface Wanted {
  userId: string;
  reaction: string;
  act: ReactionAct;
}

/** A person who asks for a message. */
interface Reader {
  userId: string;
  messageId: string;
}

interface Waiting extends Wanted {
  place: PlaceAccess;
  resolve: (message: Message) => void;
  reject: (error: unknown) => void;
}

/** At most eight changes of one message a second, and so many bytes of it to each who hears them. */
const leastPauseMs = 125;
const bytesPerMs = 64;

/** What waits for a message that was reacted to just now. */
interface Line {
  waiting: Waiting[];
  /** The number of the last change that was made to the message here; null before there is one. */
  mine: number | null;
}

/** What a change cost those who hear the place. */
interface Told {
  /** In bytes. */
  size: number;
  /** Another process has changed the message since this one last did. */
  elsewhere: boolean;
}
const nothing: Told = { size: 0, elsewhere: false };

/**
 * Reactions to one message that arrive while others are being stored, or too soon after them, wait and are then stored
 * together: their rights read in one query, one transaction, one number, one event, however many people react (decision 0023).
 */
export class ReactionQueue {
  private readonly lines = new Map<string, Line>();
  /** Where a message is, for a person who may read it. */
  private readonly placeOf = readTogether((asked: Reader[]) => this.placesOf(asked));

  /** @param processes how many there are, this one included */
  constructor(
    private readonly services: ChangingInPlace,
    private readonly processes: () => number,
  ) {}

  /**
   * Answers the message once the reaction is stored with whatever else waits for the same one. Refuses with `not_found`
   * who may not read it, with `too_many_reactions` what it has no room for.
   */
  async react(messageId: string, wanted: Wanted): Promise<Message> {
    // Who may not read the message waits for nobody who does: how long that takes would tell that it is there.
    const place = await this.placeOf({ userId: wanted.userId, messageId });
    demand(place, 'not_found');
    return this.wait(messageId, place, wanted);
  }

  /** Answers a person who may read the message, once the line has come to them. Apart, so that a test may say who is in it. */
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
    // Those that arrived in this turn of the event loop go together.
    await nextTurn();
    // The first ones have just been judged; all others are judged again when their turn has come.
    for (let first = true; line.waiting.length > 0; first = false) {
      const { size, elsewhere } = await this.settle(messageId, line, line.waiting.splice(0), first);
      // Processes that change one message at the same time share its pace.
      await this.rest(Math.max(leastPauseMs, size / bytesPerMs) * (elsewhere ? this.processes() : 1));
    }
    this.lines.delete(messageId);
  }

  /** Time left to those who hear of one message. Apart, so that a test may say when it is over. */
  rest(ms: number): Promise<void> {
    return pause(ms);
  }

  private async placesOf(asked: readonly Reader[]): Promise<Map<Reader, PlaceAccess>> {
    const places = await readersOf(this.services.database.pool, asked);
    return new Map(
      asked.flatMap(one => {
        const place = places.get(rightKey(one.userId, one.messageId));
        return place ? [[one, place] as const] : [];
      }),
    );
  }

  /** Answers each who waited. */
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

  /** Those who may still read the message; refuses the others. */
  private async stillReaders(messageId: string, waiting: readonly Waiting[]): Promise<Waiting[]> {
    const asked = waiting.map(({ userId }) => ({ userId, messageId }));
    const places = await readersOf(this.services.database.pool, asked);
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
