import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Poster } from './posting.ts';

/** Time between two posts of {@link postSteadily}. */
const everyMs = 20;

/** Latencies of posts in milliseconds, and the outcome of failed posts. */
export interface Felt {
  latencies: number[];
  failed: (string | number)[];
}

/** Posts at a steady rate for a duration, or until a promise settles. */
export async function postSteadily(
  poster: Poster,
  channelId: string,
  lasting: number | Promise<unknown>,
): Promise<Felt> {
  const felt: Felt = { latencies: [], failed: [] };
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  (typeof lasting === 'number' ? wait(lasting * 1_000) : lasting).then(over, over);
  for (; !isOver; await wait(everyMs)) {
    const before = performance.now();
    const status = await poster.post(channelId, 'Bonjour', randomUUID()).catch(() => 'cut');
    if (status === 201) felt.latencies.push(performance.now() - before);
    else felt.failed.push(status);
  }
  return felt;
}
