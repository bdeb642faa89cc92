import { fail } from '../http/errors.ts';

/** Runs work with limited concurrency; see {@link createGate}. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Creates a gate: a few heavy tasks run at once and the others queue, which leaves the processor and the thread pool
 * free for everything else.
 * @param atOnce limit on concurrent tasks
 * @param waiting limit on queued tasks; the next caller is refused with `too_many_requests`
 */
export function createGate({ atOnce, waiting }: { atOnce: number; waiting: number }): Gate {
  let running = 0;
  const line: (() => void)[] = [];
  return async work => {
    if (running >= atOnce) {
      if (line.length >= waiting) fail('too_many_requests', { retryAfter: 5, refusal: 'passwords' });
      await new Promise<void>(resolve => line.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      // Hands the place to the next in the queue without freeing it: nobody else can take it in between.
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Person for whom the task runs, and their client address. */
export interface Asker {
  /** Id of the person. */
  person: string;
  /** Client address, as rate limits count it. */
  address: string;
}

/** Runs work for one person, in fair turns; see {@link createFairGate}. */
export type FairGate = <T>(who: Asker, work: () => Promise<T>) => Promise<T>;

interface InLine extends Asker {
  begin: () => void;
}

/**
 * Limit on the remembered turns of people, and of addresses; beyond it the map is emptied and everyone counts as new.
 */
const rememberedAtMost = 10_000;

/**
 * Creates a fair gate: each person has at most one task running and one waiting. Addresses take turns, and the people
 * of an address take turns within it, so a busy person or address delays others by at most the tasks already running.
 * @param atOnce concurrent tasks, each for a different person
 * @param waiting limits on waiting tasks, per address and in all
 * @param refuse throws; called when the person already has a waiting task, or when the queue is full
 */
export function createFairGate({
  atOnce,
  waiting,
  refuse,
}: {
  atOnce: number;
  waiting: { ofAddress: number; inAll: number };
  refuse: () => never;
}): FairGate {
  const running = new Set<string>();
  /** Queue, by person, in order of arrival. */
  const line = new Map<string, InLine>();
  /** Number of the last turn of each person and each address; a lower number is an older turn. */
  const turns = { person: new Map<string, number>(), address: new Map<string, number>() };
  let turn = 0;
  const turnOf = (kind: keyof Asker, who: Asker): number => turns[kind].get(who[kind]) ?? 0;
  const isBefore = (one: Asker, other: Asker): boolean =>
    turnOf('address', one) < turnOf('address', other) ||
    (turnOf('address', one) === turnOf('address', other) && turnOf('person', one) < turnOf('person', other));

  const first = (): InLine | undefined => {
    let found: InLine | undefined;
    for (const one of line.values()) if (!running.has(one.person) && (!found || isBefore(one, found))) found = one;
    return found;
  };
  const note = (who: Asker): void => {
    turn += 1;
    for (const kind of ['person', 'address'] as const) {
      if (turns[kind].size >= rememberedAtMost) turns[kind].clear();
      turns[kind].set(who[kind], turn);
    }
  };
  const next = (): void => {
    for (let one = first(); one && running.size < atOnce; one = first()) {
      line.delete(one.person);
      running.add(one.person);
      note(one);
      one.begin();
    }
    if (running.size === 0) for (const known of Object.values(turns)) known.clear();
  };
  const isFull = ({ address }: Asker): boolean =>
    line.size >= waiting.inAll || [...line.values()].filter(one => one.address === address).length >= waiting.ofAddress;

  return async (who, work) => {
    if (line.has(who.person) || isFull(who)) refuse();
    await new Promise<void>(resolve => {
      line.set(who.person, { ...who, begin: resolve });
      next();
    });
    try {
      return await work();
    } finally {
      running.delete(who.person);
      next();
    }
  };
}
