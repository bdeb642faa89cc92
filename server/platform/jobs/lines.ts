import type { WorkerEvents } from 'graphile-worker';
import type { Job } from './jobs.ts';

/** Whom a job is done for, those who go first first: nobody's is what nobody known asked for. */
export const priorities = { theClock: 0, known: 1, anyone: 2, nobody: 3 } as const;

/** Whom a job that is asked for is done for. */
export type For = Exclude<keyof typeof priorities, 'theClock'>;

const unhurried = (name: string): string => `${name}:unhurried`;

/** What a job is counted by while it is done: its name, and whether it may use what is kept for those who are known. */
export const flagsOf = (name: string, whom: For): string[] => (whom === 'known' ? [name] : [name, unhurried(name)]);

/** How many of a name one process does at once. */
const atOnce = ({ together = 1 }: Job): number => together;

/**
 * Has jobs of one name never hold those of another: each has workers enough for as many as it does together, and of these
 * one is left to people who are known. Workers look for a job one after the other, so that none counts without the others.
 */
export class Lines {
  private readonly doing = new Map<string, number>();
  private readonly atMost: ReadonlyMap<string, number>;
  private readonly looking: (() => void)[] = [];
  private isLooking = false;

  /** How many workers all jobs need. */
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

  /** What a worker may not begin now; asked just before it looks for a job. */
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
