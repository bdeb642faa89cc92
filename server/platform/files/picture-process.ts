import type { PictureTask, Treated } from './treatment.ts';

/** What the process is asked, one picture after the other. */
export interface Asked {
  task: PictureTask;
  costAtMost: number;
  /** Processor time that it may take, and memory that the process may come to hold. */
  cpuAtMostMs: number;
  rssAtMost: number;
}

/** What it says: that it is there, what it has made, or that it takes more than it may and is to be ended. */
export type Said = { kind: 'up' } | { kind: 'treated'; treated: Treated; rss: number } | { kind: 'exceeded' };

const looksEveryMs = 50;
const say = (said: Said): void => void process.send?.(said);

// Who asks is gone, however that ended: nobody wants what is still being made, nor waits until it is.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// A terminal, or what runs services, tells all processes at once: what is asked is done before the server ends.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});

const { treat } = await import('./treatment.ts');
process.on('message', async ({ task, costAtMost, cpuAtMostMs, rssAtMost }: Asked) => {
  const began = process.cpuUsage();
  const look = setInterval(() => {
    const { user, system } = process.cpuUsage(began);
    if ((user + system) / 1_000 > cpuAtMostMs || process.memoryUsage.rss() > rssAtMost) say({ kind: 'exceeded' });
  }, looksEveryMs);
  const treated = await treat(task, costAtMost);
  clearInterval(look);
  say({ kind: 'treated', treated, rss: process.memoryUsage.rss() });
});
say({ kind: 'up' });
