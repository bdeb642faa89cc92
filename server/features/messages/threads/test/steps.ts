import fc from 'fast-check';

/** Act of a sequence of threads. Numbers name its thread, and its message among the existing ones. */
export const step = fc.record({
  what: fc.constantFrom(
    ...(['post', 'post', 'post', 'post', 'also', 'remove', 'remove', 'remove root', 'read', 'back'] as const),
    ...(['follow', 'leave', 'all', 'threads', 'channel', 'close', 'open', 'away'] as const),
  ),
  by: fc.boolean(),
  thread: fc.nat({ max: 1 }),
  names: fc.boolean(),
  at: fc.nat({ max: 8 }),
  /** Number of replies posted at once. */
  times: fc.constantFrom(1, 1, 1, 1, 1, 1, 1, 3),
});
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const ofAllThreads: ReadonlySet<Step['what']> = new Set(['all', 'threads', 'channel', 'close', 'open', 'away']);

/**
 * Divides steps into consecutive groups of lanes that may run concurrently: in any order, the result is the same. Steps
 * of one thread are a lane; a step of all threads is a group of its own.
 */
export function lanesOf(steps: readonly Step[]): Step[][][] {
  const groups: Step[][][] = [];
  let open: Map<number, Step[]> | undefined;
  for (const one of steps) {
    if (ofAllThreads.has(one.what)) {
      groups.push([[one]]);
      open = undefined;
      continue;
    }
    if (!open) groups.push([]);
    open ??= new Map();
    const lane = open.get(one.thread) ?? [];
    if (lane.length === 0) groups.at(-1)?.push(lane);
    lane.push(one);
    open.set(one.thread, lane);
  }
  return groups;
}
