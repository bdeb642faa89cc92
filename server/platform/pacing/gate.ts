import { fail } from '../http/errors.ts';

/** Runs work, some at a time: see {@link createGate}. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets a few pieces of heavy work run at once and the others wait in line, so that they leave the processor and the
 * thread pool to everything else.
 * @param atOnce how many run together
 * @param waiting how many may wait; the next is refused with `too_many_requests`
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
      // The place is handed to the next in line, never freed in between.
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** On whose behalf work is done. */
export interface Asker {
  /** A person's id. */
  person: string;
  /** Where they ask from, as limits count it. */
  address: string;
}

/** Runs work on someone's behalf: see {@link createFairGate}. */
export type FairGate = <T>(who: Asker, work: () => Promise<T>) => Promise<T>;

interface InLine extends Asker {
  begin: () => void;
}

/** Turns that are remembered, of people and of addresses: beyond it, everyone is new again. */
const rememberedAtMost = 10_000;

/**
 * A gate for which each person has one piece of work that runs and one that waits. Addresses take turns, and at each of
 * them its people: many of one person, or of one address, keep no other waiting for more than what runs.
 * @param atOnce how many run together, of as many people
 * @param waiting how many may wait, of one address and in all
 * @param refuse called for who already has one waiting, or finds the line full; throws
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
  /** What each person has waiting, in the order of asking. */
  const line = new Map<string, InLine>();
  /** When each person, and each address, last had a turn: the lower, the longer ago. */
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
