import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Time that the slowest machine takes to start a browser. */
const startTimeoutMs = 60_000;

/** Child process and its output. */
export class Program {
  /** Both outputs, each for itself: a line of one may come in the middle of a line of the other. */
  private readonly said = ['', ''];
  private readonly child: ChildProcess;

  constructor(program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
    this.child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const [n, stream] of [this.child.stdout, this.child.stderr].entries()) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.said[n] += text;
      });
    }
    this.child.once('error', error => this.said.push(error.message));
  }

  /** Waits for an output that matches, to the end of a line; returns its first group. */
  async says(sentence: RegExp): Promise<string> {
    const signal = AbortSignal.timeout(startTimeoutMs);
    for (;;) {
      const [found] = this.said.flatMap(text => sentence.exec(text.slice(0, text.lastIndexOf('\n') + 1))?.[1] ?? []);
      if (found !== undefined) return found;
      if (this.hasEnded) throw new Error(`${this.child.spawnfile} has ended: ${this.said.join('\n')}`);
      const streams = [this.child.stdout, this.child.stderr].flatMap(stream => stream ?? []);
      await Promise.race([
        ...streams.map(stream => once(stream, 'data', { signal })),
        once(this.child, 'exit', { signal }),
      ]).catch(cause => {
        throw new Error(`${this.child.spawnfile} did not say ${sentence}: ${this.said.join('\n')}`, { cause });
      });
    }
  }

  private get hasEnded(): boolean {
    const { exitCode, signalCode, pid } = this.child;
    return exitCode !== null || signalCode !== null || pid === undefined;
  }

  /** Ends the process, and waits for its exit. */
  async end(): Promise<void> {
    if (this.hasEnded) return;
    const ended = once(this.child, 'exit');
    this.child.kill();
    const late = setTimeout(() => this.child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(late);
  }
}
