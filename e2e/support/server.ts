import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A Palabre of one test's own, which it may kill. */
export class Server {
  private child: ChildProcess | undefined;
  url = '';

  constructor(private readonly dataDir: string) {}

  /** Starts it as `npm start` does, at the same address as before if it ran before. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, ['tools/start.mjs'], {
      env: {
        ...process.env,
        PORT: this.url === '' ? '0' : new URL(this.url).port,
        DATA_DIR: this.dataDir,
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.child = child;
    for await (const line of createInterface({ input: child.stdout })) {
      const found = /(http:\/\/\S+)/.exec(line)?.[1];
      if (!found) continue;
      this.url = found.replace(/\/$/, '');
      child.stdout.resume();
      return;
    }
    throw new Error('Palabre did not start');
  }

  /** Ends it as a power cut does. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const over = once(child, 'exit');
    child.kill(signal);
    await over;
  }
}
