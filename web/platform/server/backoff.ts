/**
 * Returns the milliseconds before the next attempt: doubling up to 20 s, times a random factor (0.5 to 1.5) that spreads
 * the clients.
 */
export const backoff = (attempt: number, random = Math.random()): number =>
  Math.min(20_000, 400 * 2 ** Math.min(attempt, 8)) * (0.5 + random);

/** Maximum of attempts of a background request, before it is given up. */
export const triedAtMost = 6;
