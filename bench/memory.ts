import { setTimeout as wait } from 'node:timers/promises';

/** How many timers there are, those that hold no process back too, and what else keeps the process at work, by kind. */
export interface Resources {
  timers: number;
  others: Record<string, number>;
}

/** Node's arguments that let a process of ours, unchanged, be asked by message what it holds: its memory, or its resources. */
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

/** What this process holds once its garbage is collected. It must have been started with `--expose-gc`. */
export function memoryNow(): NodeJS.MemoryUsage {
  gc?.();
  gc?.();
  return process.memoryUsage();
}

const everyMs = 1_000;
const askedAtMost = 20;
/** Freed pages go back to the system little by little: what is held is known once it hardly falls any more. */
const still = 0.002;

/** Asks again and again, until what a process holds has settled. */
export async function settled(ask: () => Promise<NodeJS.MemoryUsage>): Promise<NodeJS.MemoryUsage> {
  let before = await ask();
  for (let i = 0; i < askedAtMost; i++) {
    await wait(everyMs);
    const now = await ask();
    if (Math.abs(now.rss - before.rss) < before.rss * still) return now;
    before = now;
  }
  return before;
}
