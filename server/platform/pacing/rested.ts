import { setTimeout as pause } from 'node:timers/promises';

/**
 * Does a step of a long work, then rests for twice the time that the step took: requests come between two steps.
 * @param atMostMs longest rest
 */
export async function rested<T>(step: () => Promise<T>, atMostMs: number): Promise<T> {
  const beganMs = performance.now();
  const result = await step();
  await pause(Math.min(2 * (performance.now() - beganMs), atMostMs));
  return result;
}
