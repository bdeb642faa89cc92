import { setTimeout as wait } from 'node:timers/promises';

/** Node's arguments that let a process of ours, unchanged, be asked by message what it holds. */
export const askedForMemory = [
  '--expose-gc',
  '--import',
  `data:text/javascript,${encodeURIComponent(`
    process.on('message', () => { gc(); gc(); process.send(process.memoryUsage()); });
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
