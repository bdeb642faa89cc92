import type pg from 'pg';
import type { Reading } from '../../../../platform/access/access.pages.ts';
import type { Piece } from '../../../../platform/http/answers.ts';
import { inBatches } from '../../../../platform/pacing/in-batches.ts';
import {
  hintedPeople,
  nobody,
  type OwnThread,
  type Replier,
  repliersColumn,
  type SharedThread,
  type ThreadSaid,
  threadJoin,
  toSharedThread,
  toThreadState,
} from './threads.store.ts';

/** Threads whose state is kept, some 10 MB. */
const threadsKept = 10_000;
/** Places whose people are kept, and people of each. */
const placesKept = 2_000;
const peopleOfPlace = 250;

const none: ReadonlyMap<string, readonly Piece[]> = new Map();

type People = Map<string, Replier | null>;

/** State of a thread with the people it shows, as they were written. */
interface Kept {
  state: SharedThread;
  shown: (Replier | null)[];
  /** JSON of the state, without its end: what the thread is to one person. */
  shared: Buffer;
}

const isSame = (a: Replier | null | undefined, b: Replier | null | undefined) =>
  a?.firstName === b?.firstName && a?.lastName === b?.lastName && a?.avatar === b?.avatar;

/** Writes a state; most people follow few threads, so that nearly all of it is the same for everybody. */
function write(state: SharedThread, people: People): Kept {
  const { unread: _unread, following: _following, read: _read, ...shared } = toThreadState(state, undefined, people);
  return {
    state,
    shown: state.people.map(id => people.get(id) ?? null),
    shared: Buffer.from(JSON.stringify(shared).slice(0, -1)),
  };
}

const toNobody = Buffer.from(`,${JSON.stringify(nobody).slice(1)}`);

/** Keeps a value, and forgets the one that was kept longest if there are too many. */
function keep<T>(kept: Map<string, T>, key: string, value: T, atMost: number): void {
  kept.delete(key);
  kept.set(key, value);
  if (kept.size <= atMost) return;
  for (const [oldest] of kept) return void kept.delete(oldest);
}

/**
 * States of the threads under the messages of pages, as JSON. The replies of a thread are read again only when its seq is
 * another: each reply and each deletion gives a thread another seq in its own transaction, so that a state kept with its seq
 * is the one the rows would give. Names and pictures of people are read with each page.
 */
export class ThreadStates {
  private readonly kept = new Map<string, Kept>();
  /** Ids of the people who replied last in the threads of a place. */
  private readonly people = new Map<string, string[]>();
  private readonly read: (id: string) => Promise<{ state: SharedThread; repliers: Replier[] } | undefined>;

  constructor(pool: pg.Pool) {
    this.read = inBatches(async ids => {
      const { rows } = await pool.query<{ id: string; state: ThreadSaid; repliers: Replier[] | null }>({
        name: 'thread-states',
        text: `SELECT asked.id, thread.state, ${repliersColumn}
          FROM unnest((SELECT $1::uuid[])) AS asked(id) ${threadJoin('asked.id')} WHERE thread.state IS NOT NULL`,
        values: [ids],
      });
      return new Map(
        rows.map(({ id, state, repliers }) => [id, { state: toSharedThread(state), repliers: repliers ?? [] }]),
      );
    });
  }

  /** Returns the people whom pages of these places are likely to show under their messages. */
  readonly hint = (placeIds: readonly string[]): string[] => [
    ...new Set(placeIds.flatMap(id => this.people.get(id) ?? [])),
  ];

  /** Returns the JSON of the states of the threads under the rows of a page, by the ids of their roots, for its reader. */
  async of({ place, own, shared }: Reading<{ id: string }>): Promise<ReadonlyMap<string, readonly Piece[]>> {
    const seqs = shared.get(place.placeId) as Record<string, number> | undefined;
    if (!seqs) return none;
    const people: People = new Map(Object.entries((shared.get(hintedPeople) ?? {}) as Record<string, Replier | null>));
    const found = new Map<string, Kept>();
    const missing: string[] = [];
    for (const [id, seq] of Object.entries(seqs)) {
      const kept = this.kept.get(id);
      if (kept?.state.seq === seq && kept.state.people.every(id => people.has(id))) found.set(id, kept);
      else missing.push(id);
    }
    if (missing.length > 0) await this.complete(place.placeId, missing, found, people);
    const followed = (own.get(place.placeId) ?? {}) as Record<string, OwnThread>;
    const written = new Map<string, readonly Piece[]>();
    for (const [id, one] of found) {
      const { shared } = this.withNames(id, one, people);
      const theirs = followed[id];
      written.set(id, [shared, theirs ? `,${JSON.stringify(theirs).slice(1)}` : toNobody]);
    }
    return written;
  }

  /** Returns a state with the names and pictures that people have now. */
  private withNames(id: string, kept: Kept, people: People): Kept {
    if (kept.state.people.every((person, i) => isSame(people.get(person), kept.shown[i]))) return kept;
    const written = write(kept.state, people);
    keep(this.kept, id, written, threadsKept);
    return written;
  }

  /** Reads the states of threads, with their people, and keeps them. A thread emptied meanwhile has none. */
  private async complete(placeId: string, ids: string[], found: Map<string, Kept>, people: People): Promise<void> {
    const states = await Promise.all(ids.map(async id => [id, await this.read(id)] as const));
    for (const [id, one] of states) {
      if (!one) continue;
      for (const replier of one.repliers) people.set(replier._id, replier);
      const written = write(one.state, people);
      found.set(id, written);
      keep(this.kept, id, written, threadsKept);
    }
    const shown = [...found.values()].flatMap(({ state }) => state.people);
    const hint = [...new Set([...shown, ...(this.people.get(placeId) ?? [])])].slice(0, peopleOfPlace);
    keep(this.people, placeId, hint, placesKept);
  }
}
