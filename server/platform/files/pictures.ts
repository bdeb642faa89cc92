import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { fail } from '../http/errors.ts';
import { type Asker, createFairGate, type FairGate } from '../pacing/gate.ts';
import { pictureProgram } from '../paths.ts';
import { lowerPriority } from '../processes/priority.ts';
import type { Asked, Said } from './picture-process.ts';
import type { MadePicture, PictureTask, Treated } from './treatment.ts';

const mebi = 1024 * 1024;

interface PictureLimits {
  /** Idle time after which a process ends. */
  idleMs: number;
  /** Limits on the CPU time of a picture, and on its total time, however busy the machine is. */
  cpuAtMostMs: number;
  withinMs: number;
  /** Limits on the memory of the process in bytes: while it makes a picture, and while it is idle. */
  rssAtMost: number;
  rssKept: number;
}

const usualLimits: PictureLimits = {
  idleMs: 30_000,
  cpuAtMostMs: 10_000,
  withinMs: 60_000,
  rssAtMost: 768 * mebi,
  rssKept: 192 * mebi,
};

/**
 * Cost in pixels up to which a picture takes less than half a second: such pictures never queue behind a larger one.
 */
const smallCostPixels = 16_000_000;
/**
 * Niceness of the processes, above the server's: a large picture takes seconds, which must not delay other people's
 * posts.
 */
const niceness = { small: 10, large: 15 };
const waiting = { ofAddress: 16, inAll: 256 };
/** Tries of a picture: if its process dies twice, the picture is the cause. */
const triedAtMost = 2;

/** Error of a process that ended while it made a picture. */
class Ended extends Error {
  constructor(
    message: string,
    /** Whether the process had started. */
    readonly wasUp: boolean,
  ) {
    super(message);
  }
}

/** Environment of the process, without secrets, since it decodes strangers' bytes. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'SystemRoot'].flatMap(name => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** Process that makes pictures, one at a time. It keeps the server alive only while it makes one. */
class PictureProcess {
  private readonly child: ChildProcess;
  private settle: (said: Said | Ended) => void = () => {};
  private isUp = false;
  private complaint = '';
  private howEnded = new Ended('the process of pictures ended', true);
  private idle: NodeJS.Timeout | undefined;
  hasEnded = false;

  constructor(
    private readonly limits: PictureLimits,
    nice: number,
  ) {
    // tsx loads the sources, as in the tests and the tools.
    const loader = () => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
    this.child = fork(pictureProgram, {
      execArgv: pictureProgram.endsWith('.ts') ? ['--import', loader()] : [],
      env: environment(),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    lowerPriority(this.child.pid, nice);
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.complaint = (this.complaint + text).slice(-2_000);
    });
    this.child.on('message', said => this.hear(said as Said));
    this.child.on('error', error => this.noteEnd(error.message));
    this.child.on('exit', (code, signal) => this.noteEnd(`${code ?? signal}`));
    this.child.unref();
    (this.child.stderr as unknown as { unref(): void } | null)?.unref();
    this.child.channel?.unref();
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /**
   * Requests a picture from the process.
   * @throws Ended when the process ends before it answers
   */
  async ask(task: PictureTask, costAtMost: number): Promise<Treated> {
    clearTimeout(this.idle);
    const { cpuAtMostMs, rssAtMost, withinMs, rssKept, idleMs } = this.limits;
    const late = setTimeout(() => this.settle({ kind: 'exceeded' }), withinMs);
    this.child.channel?.ref();
    const said = await new Promise<Said | Ended>(resolve => {
      this.settle = resolve;
      const asked: Asked = { task, costAtMost, cpuAtMostMs, rssAtMost };
      if (this.hasEnded) resolve(this.howEnded);
      else this.child.send(asked, error => error && this.end());
    });
    clearTimeout(late);
    this.child.channel?.unref();
    if (said instanceof Ended) throw said;
    if (said.kind !== 'treated') {
      this.end();
      return 'invalid';
    }
    if (said.rss > rssKept) this.end();
    else this.idle = setTimeout(() => this.end(), idleMs).unref();
    return said.treated;
  }

  private hear(said: Said): void {
    if (said.kind === 'up') this.isUp = true;
    else this.settle(said);
  }

  /** Kills the process, whatever it does. */
  private end(): void {
    this.hasEnded = true;
    this.child.kill('SIGKILL');
  }

  private noteEnd(how: string): void {
    this.hasEnded = true;
    clearTimeout(this.idle);
    const what = this.isUp ? 'ended' : 'did not begin';
    this.howEnded = new Ended(`the process of pictures ${what} (${how}) ${this.complaint}`, this.isUp);
    this.settle(this.howEnded);
  }
}

/** Queue of pictures, with a pool of one process for each concurrent picture. */
class Line {
  private readonly gate: FairGate;
  private readonly free: PictureProcess[] = [];
  readonly processes = new Set<PictureProcess>();

  constructor(
    atOnce: number,
    private readonly limits: PictureLimits,
    private readonly nice: number,
  ) {
    const refuse = () => fail('image_in_progress', { retryAfter: 5, refusal: 'image_line' });
    this.gate = createFairGate({ atOnce, waiting, refuse });
  }

  treat(who: Asker, task: PictureTask, costAtMost: number): Promise<Treated> {
    return this.gate(who, async () => {
      for (let tries = 1; ; tries += 1) {
        const one = this.take();
        try {
          return await one.ask(task, costAtMost);
        } catch (error) {
          if (!(error instanceof Ended)) throw error;
          if (tries < triedAtMost) continue;
          if (error.wasUp) return 'invalid';
          throw error;
        } finally {
          if (!one.hasEnded) this.free.push(one);
        }
      }
    });
  }

  private take(): PictureProcess {
    for (const one of this.processes) if (one.hasEnded) this.processes.delete(one);
    let one = this.free.pop();
    while (one?.hasEnded) one = this.free.pop();
    one ??= new PictureProcess(this.limits, this.nice);
    this.processes.add(one);
    return one;
  }
}

/**
 * Makes pictures in separate processes, which end when idle: their memory is freed, and a picture that crashes its
 * decoder harms nothing else (decision 0042).
 */
export class Pictures {
  private readonly small: Line;
  private readonly large: Line;

  constructor(limits: Partial<PictureLimits> = {}) {
    const all = { ...usualLimits, ...limits };
    this.small = new Line(2, all, niceness.small);
    this.large = new Line(1, all, niceness.large);
  }

  /**
   * Makes a smaller picture; null when the source is no picture, is broken, or exceeds the limits.
   * @throws AppError `image_in_progress` for a person who already has one waiting
   */
  async make(who: Asker, task: PictureTask): Promise<MadePicture | null> {
    const treated = await this.small.treat(who, task, smallCostPixels);
    const made = treated === 'large' ? await this.large.treat(who, task, Number.POSITIVE_INFINITY) : treated;
    return typeof made === 'string' ? null : made;
  }

  /** Pids of the live processes, for small and for large pictures. */
  get pids(): Record<'small' | 'large', number[]> {
    const of = ({ processes }: Line) => [...processes].flatMap(({ hasEnded, pid }) => (hasEnded || !pid ? [] : [pid]));
    return { small: of(this.small), large: of(this.large) };
  }
}

/** Picture processes of this server. */
export const pictures = new Pictures();
