import type { PictureTask, Treated } from './treatment.ts';

/** Request to the picture process, which handles one at a time. */
export interface Asked {
  task: PictureTask;
  costAtMost: number;
  /** Limits of the task: CPU time, and memory of the process in bytes. */
  cpuAtMostMs: number;
  rssAtMost: number;
}

/** Message of the picture process: it is up, it has made the picture, or it exceeds its limits and must be killed. */
export type Said = { kind: 'up' } | { kind: 'treated'; treated: Treated; rss: number } | { kind: 'exceeded' };

const looksEveryMs = 50;
const say = (said: Said): void => void process.send?.(said);

// The server is gone: nobody wants the picture any more.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// A terminal or a service manager signals all processes: pictures in progress are finished before the server ends.
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
