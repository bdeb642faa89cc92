import { setTimeout as pause } from 'node:timers/promises';

/** Work between two rests, at least. */
const workMs = 10;
/** Length of a rest, as a multiple of the work before it, so that people's requests go first. */
const restTimes = 7;
/** Work before the first rest: a small Palabre is backed up before anybody notices. */
const freeMs = 500;
/** Total work, as a multiple of this process's CPU time: PostgreSQL and the disk do the rest of it. */
const shareTimes = 3;

/** Clock of a long task: wall-clock time and this process's CPU time, both in milliseconds, and a pause. */
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

/**
 * Pauses between the steps of a long task. On a busy machine, most of a step's duration is other processes' work, and
 * does not count.
 */
export class Rests {
  private freeMs = freeMs;
  private since: { nowMs: number; cpuMs: number };

  constructor(private readonly clock: Clock = systemClock) {
    this.since = this.look();
  }

  private look = () => ({ nowMs: this.clock.nowMs(), cpuMs: this.clock.cpuMs() });

  /** Pauses if the work since the last pause was long enough, and more than a small Palabre needs. */
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
