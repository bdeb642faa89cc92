import { setTimeout as pause } from 'node:timers/promises';

/** Work between two rests, at least. */
const workMs = 10;
/** Rest, as a multiple of the work before it: people go before a backup. */
const restTimes = 7;
/** Work before the first rest: a small Palabre is backed up before anybody feels it. */
const freeMs = 500;
/** Work of all, as a multiple of this process's time of a processor: PostgreSQL and the disk have the rest of it. */
const shareTimes = 3;

/** Clock of a work: the time, this process's time of a processor, both in milliseconds, and a pause. */
interface Clock {
  nowMs(): number;
  cpuMs(): number;
  pause(ms: number): Promise<void>;
}

const systemClock: Clock = {
  nowMs: () => performance.now(),
  cpuMs() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
  pause,
};

/** Rests between the steps of a long work. On a busy machine, most of the time that a step lasts is the work of others. */
export class Rests {
  private freeMs = freeMs;
  private since: { nowMs: number; cpuMs: number };

  constructor(private readonly clock: Clock = systemClock) {
    this.since = this.look();
  }

  private look = () => ({ nowMs: this.clock.nowMs(), cpuMs: this.clock.cpuMs() });

  /** Rests if the work since the last rest was long enough, and more than a small Palabre takes. */
  async rest(): Promise<void> {
    const { nowMs, cpuMs } = this.look();
    const lastedMs = nowMs - this.since.nowMs;
    if (lastedMs < workMs) return;
    const workedMs = Math.min(lastedMs, shareTimes * (cpuMs - this.since.cpuMs));
    if (this.freeMs > 0) this.freeMs -= workedMs;
    else await this.clock.pause(workedMs * restTimes);
    this.since = this.look();
  }
}
