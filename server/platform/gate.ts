import { fail } from './http/errors.ts';

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

/** Runs work on someone's behalf: see {@link createFairGate}. */
export type FairGate = <T>(who: string, work: () => Promise<T>) => Promise<T>;

/**
 * A gate for which each person has one piece of work that runs and one that waits, and takes turns with the others: many
 * of one keep no other waiting.
 * @param atOnce how many run together, of as many people
 * @param refuse called for who already has one waiting; throws
 */
export function createFairGate({ atOnce, refuse }: { atOnce: number; refuse: () => never }): FairGate {
  const running = new Set<string>();
  /** What each person has waiting, in the order of asking. */
  const line = new Map<string, () => void>();
  const next = (): void => {
    for (const [who, begin] of line) {
      if (running.size >= atOnce) return;
      if (running.has(who)) continue;
      line.delete(who);
      running.add(who);
      begin();
    }
  };
  return async (who, work) => {
    if (line.has(who)) refuse();
    await new Promise<void>(resolve => {
      line.set(who, resolve);
      next();
    });
    try {
      return await work();
    } finally {
      running.delete(who);
      next();
    }
  };
}
