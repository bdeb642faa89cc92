import type { Logger } from 'pino';

const usualPeriodMs = 60_000;

/** Logs what may happen thousands of times a second; see {@link createSparing}. */
export type Sparing = (level: 'warn' | 'error', what: string, details?: object) => void;

/**
 * Logs the first failure of a kind at once, and then once a period how many more of it there were: what someone can
 * make happen at will fills no disk.
 * @param periodMs between two lines about the same thing
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
