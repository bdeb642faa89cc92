import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Time that the slowest machine takes to start a browser. */
const startTimeoutMs = 60_000;

/** Child process and its output. */
export class Program {
  private said = '';
  private readonly child: ChildProcess;

  constructor(program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
    this.child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.said += text;
      });
    }
    this.child.once('error', error => {
      this.said += error.message;
    });
  }

  /** Waits for an output that matches; returns its first group. */
  async says(sentence: RegExp): Promise<string> {
    const signal = AbortSignal.timeout(startTimeoutMs);
    for (;;) {
      const found = sentence.exec(this.said)?.[1];
      if (found !== undefined) return found;
      if (this.child.exitCode !== null) throw new Error(`${this.child.spawnfile} has ended: ${this.said}`);
      const streams = [this.child.stdout, this.child.stderr].flatMap(stream => stream ?? []);
      await Promise.race([
        ...streams.map(stream => once(stream, 'data', { signal })),
        once(this.child, 'exit', { signal }),
      ]).catch(cause => {
        throw new Error(`${this.child.spawnfile} did not say ${sentence}: ${this.said}`, { cause });
      });
    }
  }

  /** Ends the process, and waits for its exit. */
  async end(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null || this.child.pid === undefined) return;
    const ended = once(this.child, 'exit');
    this.child.kill();
    const late = setTimeout(() => this.child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(late);
  }
}
