import type { WorkerEvents } from 'graphile-worker';
import type { Job } from './jobs.ts';

/** Priorities of jobs by the person they run for, the lowest number first; `nobody` is an anonymous client. */
export const priorities = { theClock: 0, known: 1, anyone: 2, nobody: 3 } as const;

/** Person for whom an enqueued job runs. */
export type For = Exclude<keyof typeof priorities, 'theClock'>;

const unhurried = (name: string): string => `${name}:unhurried`;

/** Flags of a job: its name, and `unhurried` unless it may use the worker reserved for known people. */
export const flagsOf = (name: string, whom: For): string[] => (whom === 'known' ? [name] : [name, unhurried(name)]);

/** Concurrency of a job in one process. */
const atOnce = ({ together = 1 }: Job): number => together;

/**
 * Limits how many jobs of each name run at once, so that no name starves another: the pool has as many workers as all
 * names need together, and one of each name is reserved for known people. Workers fetch jobs one after the other, so
 * that the count is right when each of them fetches.
 */
export class Lines {
  private readonly doing = new Map<string, number>();
  private readonly atMost: ReadonlyMap<string, number>;
  private readonly looking: (() => void)[] = [];
  private isLooking = false;

  /** Number of workers that all jobs need. */
  readonly workers: number;

  constructor(jobs: readonly Job[], events: WorkerEvents) {
    this.workers = jobs.reduce((sum, job) => sum + atOnce(job), 0);
    this.atMost = new Map(
      jobs.flatMap((job): [string, number][] => [
        [job.name, atOnce(job)],
        [unhurried(job.name), Math.max(1, atOnce(job) - 1)],
      ]),
    );
    events.on('worker:getJob:empty', () => this.next());
    events.on('worker:getJob:error', () => this.next());
    events.on('job:start', ({ job }) => {
      this.count(job.flags, 1);
      this.next();
    });
    events.on('job:complete', ({ job }) => this.count(job.flags, -1));
  }

  /** Lists the flags at their limit; graphile-worker asks just before a worker fetches a job. */
  async forbidden(): Promise<string[]> {
    if (this.isLooking) await new Promise<void>(resolve => this.looking.push(resolve));
    this.isLooking = true;
    return [...this.doing].flatMap(([flag, count]) => (count >= (this.atMost.get(flag) ?? 1) ? [flag] : []));
  }

  private next(): void {
    const [next] = this.looking.splice(0, 1);
    this.isLooking = next !== undefined;
    next?.();
  }

  private count(flags: Record<string, true> | null, change: number): void {
    for (const flag of Object.keys(flags ?? {})) {
      const count = (this.doing.get(flag) ?? 0) + change;
      if (count > 0) this.doing.set(flag, count);
      else this.doing.delete(flag);
    }
  }
}
