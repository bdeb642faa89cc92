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
      if (line.length >= waiting) fail('too_many_requests', { retryAfter: 5 });
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
