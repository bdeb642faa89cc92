import type { Logger } from 'pino';

const usualPeriodMs = 60_000;

/** Logs messages that may come thousands of times a second; see {@link createSparing}. */
export type Sparing = (level: 'warn' | 'error', what: string, details?: object) => void;

/**
 * Creates a logger that writes the first message of a kind at once, then once a period the count of its repeats: an
 * attacker cannot fill the disk with log lines.
 * @param periodMs time between two lines of one kind
 */
export function createSparing(logger: Logger, periodMs = usualPeriodMs): Sparing {
  const more = new Map<string, number>();
  return function log(level, what, details = {}) {
    const before = more.get(what);
    if (before !== undefined) {
      more.set(what, before + 1);
      return;
    }
    logger[level](details, what);
    more.set(what, 0);
    const closePeriod = (): void => {
      const count = more.get(what) ?? 0;
      more.delete(what);
      if (count > 0) log(level, what, { again: count, seconds: periodMs / 1000 });
    };
    setTimeout(closePeriod, periodMs).unref();
  };
}
