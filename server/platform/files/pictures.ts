import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants, getPriority, setPriority } from 'node:os';
import { pathToFileURL } from 'node:url';
import { fail } from '../http/errors.ts';
import { type Asker, createFairGate, type FairGate } from '../pacing/gate.ts';
import { pictureProgram } from '../paths.ts';
import type { Asked, Said } from './picture-process.ts';
import type { MadePicture, PictureTask, Treated } from './treatment.ts';

const mebi = 1024 * 1024;

interface PictureLimits {
  /** A process without work ends after so long. */
  idleMs: number;
  /** What a picture may take of the processor, and from the first moment to the last, however busy the machine is. */
  cpuAtMostMs: number;
  withinMs: number;
  /** Memory of the process while it treats a picture, and with what it waits for the next one. */
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

/** A picture that costs less, in pixels, is treated within half a second: none of these waits for a larger one. */
const smallCost = 16_000_000;
/** How far the processes stand below the one that answers, as threads that hash do. */
const nice = 10;
const waiting = { ofAddress: 16, inAll: 256 };
/** A picture with which a process has ended twice is one that ends them. */
const triedAtMost = 2;

/** A process has ended that had something to treat. */
class Ended extends Error {
  constructor(
    message: string,
    /** Whether it had begun by then. */
    readonly wasUp: boolean,
  ) {
    super(message);
  }
}

/** The little that it needs: what decodes bytes of strangers knows no secret. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'SystemRoot'].flatMap(name => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** A process that treats pictures, one at a time. It keeps this one alive only while it does. */
class PictureProcess {
  private readonly child: ChildProcess;
  private settle: (said: Said | Ended) => void = () => {};
  private isUp = false;
  private complaint = '';
  private howEnded = new Ended('the process of pictures ended', true);
  private idle: NodeJS.Timeout | undefined;
  hasEnded = false;

  constructor(private readonly limits: PictureLimits) {
    // What is not built is read by what reads the tests and the tools.
    const loader = () => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
    this.child = fork(pictureProgram, {
      execArgv: pictureProgram.endsWith('.ts') ? ['--import', loader()] : [],
      env: environment(),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    lower(this.child.pid);
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

  /** @throws Ended when the process does before it has answered */
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

  /** Ends the process, whatever it does. */
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

/** On Linux, what a process begins from then on is as low as its first thread. */
function lower(pid: number | undefined): void {
  try {
    if (pid) setPriority(pid, Math.min(constants.priority.PRIORITY_LOW, getPriority() + nice));
  } catch {
    // A container may forbid it: pictures are then as urgent as all else.
  }
}

/** Pictures that wait for one another, and the processes that treat them: one for each that may run at once. */
class Line {
  private readonly gate: FairGate;
  private readonly free: PictureProcess[] = [];
  readonly processes = new Set<PictureProcess>();

  constructor(
    atOnce: number,
    private readonly limits: PictureLimits,
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
    one ??= new PictureProcess(this.limits);
    this.processes.add(one);
    return one;
  }
}

/**
 * Treats pictures in processes of their own, which end when there is nothing to do: their memory goes back, and what a
 * picture does to its decoder happens to nothing else (decision 0042).
 */
export class Pictures {
  private readonly small: Line;
  private readonly large: Line;

  constructor(limits: Partial<PictureLimits> = {}) {
    const all = { ...usualLimits, ...limits };
    this.small = new Line(2, all);
    this.large = new Line(1, all);
  }

  /**
   * Makes a smaller picture of one; null when it is none, is broken, or takes more than a picture may.
   * @throws AppError `image_in_progress` for who already has one waiting
   */
  async make(who: Asker, task: PictureTask): Promise<MadePicture | null> {
    const treated = await this.small.treat(who, task, smallCost);
    const made = treated === 'large' ? await this.large.treat(who, task, Number.POSITIVE_INFINITY) : treated;
    return typeof made === 'string' ? null : made;
  }

  /** The processes that are there now, by their ids: of small pictures, and of large ones. */
  get pids(): Record<'small' | 'large', number[]> {
    const of = ({ processes }: Line) => [...processes].flatMap(({ hasEnded, pid }) => (hasEnded || !pid ? [] : [pid]));
    return { small: of(this.small), large: of(this.large) };
  }
}

/** Those of this server. */
export const pictures = new Pictures();
