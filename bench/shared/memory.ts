import { setTimeout as wait } from 'node:timers/promises';

/** Resources of a process: its number of timers, unref'd ones included, and the other active resources by kind. */
export interface Resources {
  timers: number;
  others: Record<string, number>;
}

/** Node's arguments by which an unchanged process of ours answers messages about its memory and its resources. */
export const askedForMemory = [
  '--expose-gc',
  '--import',
  `data:text/javascript,${encodeURIComponent(`
    import { queryObjects } from 'node:v8';
    const Timeout = setTimeout(() => {}, 0).constructor;
    process.on('message', what => {
      if (what === 'memory') { gc(); gc(); return process.send(process.memoryUsage()); }
      const others = {};
      for (const kind of process.getActiveResourcesInfo())
        if (kind !== 'Timeout') others[kind] = (others[kind] ?? 0) + 1;
      process.send({ timers: queryObjects(Timeout, { format: 'count' }), others });
    });
    process.channel.unref();`)}`,
];

/** Returns this process's memory after a garbage collection; needs `--expose-gc`. */
export function memoryNow(): NodeJS.MemoryUsage {
  gc?.();
  gc?.();
  return process.memoryUsage();
}

const everyMs = 1_000;
const askedAtMost = 20;
/** Share of RSS below which a change counts as settled, since freed pages return to the system little by little. */
const settledShare = 0.002;

/** Polls a process's memory until it has settled. */
export async function settled(ask: () => Promise<NodeJS.MemoryUsage>): Promise<NodeJS.MemoryUsage> {
  let before = await ask();
  for (let i = 0; i < askedAtMost; i++) {
    await wait(everyMs);
    const now = await ask();
    if (Math.abs(now.rss - before.rss) < before.rss * settledShare) return now;
    before = now;
  }
  return before;
}
