import type pg from 'pg';
import type { Reading } from '../../../../platform/access/access.pages.ts';
import { type Piece, reopen } from '../../../../platform/http/answers.ts';
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
  type UnderMessage,
} from './threads.store.ts';

/** Limit on cached thread states, some 10 MB. */
const threadsKept = 10_000;
/** Limits of the cache of people by place: places, and people of each. */
const placesKept = 2_000;
const peopleOfPlace = 250;
/** Limit on cached names of people. */
const peopleKept = 20_000;
/** Characters of an id. */
const idChars = 36;

/** Person shown in a state. */
interface Shown {
  id: string;
  /** Null for a deleted account. */
  replier: Replier | null;
  /** Last JSON of the person in a page. */
  said?: string;
  /** Page that last had this JSON. */
  saidBy?: object;
}

/** State of a thread with the people it shows, as serialized. */
interface Kept {
  state: SharedThread;
  shown: readonly Shown[];
  /**
   * Tail of the root message's JSON, after its other fields, for a person who does not follow the thread; its first
   * `sharedBytes` are the same for everybody.
   */
  bytes: Buffer;
  sharedBytes: number;
}

/** Serializes a state; most people follow few threads, so nearly all of it is the same for everybody. */
function write(state: SharedThread, shown: readonly Shown[]): Kept {
  const repliers = new Map(shown.map(({ id, replier }) => [id, replier]));
  const { unread: _unread, following: _following, read: _read, ...shared } = toThreadState(state, nobody, repliers);
  const text = `,"thread":${JSON.stringify(shared).slice(0, -1)}`;
  return { state, shown, bytes: Buffer.from(`${text}${toNobody}`), sharedBytes: Buffer.byteLength(text) };
}

/** Parses a page's line about a person: JSON of their id, names and picture, or of the id of a deleted account. */
function toShown(said: string): Shown {
  const [id, firstName, lastName, avatar = null] = JSON.parse(said) as [string, string?, string?, (string | null)?];
  return {
    id,
    replier: firstName === undefined ? null : { _id: id, firstName, lastName: lastName ?? '', avatar },
    said,
  };
}

const endFor = (own: OwnThread) => `,${JSON.stringify(own).slice(1)}}`;
const toNobody = endFor(nobody);

/** Caches a value, and evicts the oldest one beyond the limit. */
function keep<T>(kept: Map<string, T>, key: string, value: T, atMost: number): void {
  kept.delete(key);
  kept.set(key, value);
  if (kept.size <= atMost) return;
  for (const [oldest] of kept) return void kept.delete(oldest);
}

type MessageOfPage = { id: string };
type Row = MessageOfPage & UnderMessage;

/** States of the threads under the rows of a page, for its reader. */
export class PageThreads {
  private readonly states: ReadonlyMap<MessageOfPage, Kept>;
  private readonly own: ReadonlyMap<string, unknown>;

  constructor(states: ReadonlyMap<MessageOfPage, Kept>, own: ReadonlyMap<string, unknown>) {
    this.states = states;
    this.own = own;
  }

  /** Adds the state of the thread under a message to its JSON. */
  addTo(pieces: Piece[], row: MessageOfPage): void {
    const kept = this.states.get(row);
    if (!kept) return;
    const own = this.own.get(row.id) as OwnThread | undefined;
    if (own) pieces.push(reopen, kept.bytes.subarray(0, kept.sharedBytes), endFor(own));
    else pieces.push(reopen, kept.bytes);
  }
}

/** Tells whether all of these people's latest JSON came with this page. */
function areSaidBy(page: object, shown: readonly Shown[]): boolean {
  for (const { saidBy } of shown) if (saidBy !== page) return false;
  return true;
}

/**
 * Cache of thread states under the messages of pages, as JSON. The replies of a thread are read again only when its seq
 * has changed: each reply and each deletion gives a thread another seq in its own transaction, so a state cached with
 * its seq equals the one in the rows. Names and pictures of people are read with each page; a state is serialized again
 * when someone it shows has changed.
 */
export class ThreadStates {
  private readonly kept = new Map<string, Kept>();
  private readonly known = new Map<string, Shown>();
  /** Ids of the people who replied last in the threads of a place. */
  private readonly people = new Map<string, string[]>();
  /** Statement results already noted. */
  private readonly noted = new WeakSet<object>();
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

  /** Returns the states of the threads under the rows of a page, for its reader. */
  async of({ place, rows, own, shared }: Reading<Row>): Promise<PageThreads> {
    if (shared.size > 0) this.note(shared);
    const found = new Map<Row, Kept>();
    const missing: Row[] = [];
    for (const row of rows) {
      if (row.thread_seq === null) continue;
      const kept = this.kept.get(row.id);
      const state = kept?.state.seq === row.thread_seq ? this.asSaid(row.id, kept, shared) : undefined;
      if (state) found.set(row, state);
      else missing.push(row);
    }
    if (missing.length > 0) await this.complete(place.placeId, missing, found);
    return new PageThreads(found, own);
  }

  /** Caches the people in a statement's result. */
  private note(shared: ReadonlyMap<string, unknown>): void {
    if (this.noted.has(shared)) return;
    this.noted.add(shared);
    const said = shared.get(hintedPeople) as string | undefined;
    for (const line of said?.split('\n') ?? []) {
      const id = line.slice('["'.length, '["'.length + idChars);
      const known = this.known.get(id);
      if (known?.said === line) known.saidBy = shared;
      else keep(this.known, id, { ...toShown(line), saidBy: shared }, peopleKept);
    }
  }

  /** Returns a cached state if the statement has everybody it shows, with unchanged names and pictures. */
  private asSaid(id: string, kept: Kept, shared: object): Kept | undefined {
    if (areSaidBy(shared, kept.shown)) return kept;
    const people = kept.state.people.flatMap(person => this.known.get(person) ?? []);
    if (people.length < kept.state.people.length || !areSaidBy(shared, people)) return;
    const written = write(kept.state, people);
    keep(this.kept, id, written, threadsKept);
    return written;
  }

  /** Reads the states of threads, with their people, and caches them. A thread emptied meanwhile has none. */
  private async complete(placeId: string, missing: readonly Row[], found: Map<Row, Kept>): Promise<void> {
    const states = await Promise.all(missing.map(async row => [row, await this.read(row.id)] as const));
    for (const [row, one] of states) {
      if (!one) continue;
      const repliers = new Map(one.repliers.map(replier => [replier._id, replier]));
      const written = write(
        one.state,
        one.state.people.map(id => ({ id, replier: repliers.get(id) ?? null })),
      );
      found.set(row, written);
      keep(this.kept, row.id, written, threadsKept);
    }
    const shown = [...found.values()].flatMap(({ state }) => state.people);
    const hint = [...new Set([...shown, ...(this.people.get(placeId) ?? [])])].slice(0, peopleOfPlace);
    keep(this.people, placeId, hint, placesKept);
  }
}
