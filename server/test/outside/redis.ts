import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../../tools/programs.ts';
import { freePort } from './free-port.ts';

/** Finds the system's redis-server (or Valkey, its equivalent); undefined without one. */
export const findRedis = (): string | undefined =>
  findProgram(
    ['redis-server', 'valkey-server'],
    ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server'],
  );

/** Redis on loopback without persistence, which can be paused, killed and started again. */
export class TestRedis {
  private child: ChildProcess | undefined;
  private readonly folder = mkdtempSync(join(tmpdir(), 'palabre-redis-'));

  private constructor(
    private readonly program: string,
    private readonly port: number,
  ) {}

  static async start(): Promise<TestRedis> {
    const redis = new TestRedis(findRedis() ?? 'redis-server', await freePort());
    await redis.start();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const options = [
      '--port',
      this.port,
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      this.folder,
    ];
    const child = spawn(this.program, options.map(String), { stdio: ['ignore', 'pipe', 'inherit'] });
    this.child = child;
    await new Promise<void>((ready, failed) => {
      child.once('error', failed);
      child.once('exit', code => failed(new Error(`redis-server ended with ${code}`)));
      let said = '';
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes('eady to accept connections')) ready();
      });
    });
  }

  /** Freezes the process: it neither answers nor closes connections. */
  pause(): void {
    this.child?.kill('SIGSTOP');
  }

  resume(): void {
    this.child?.kill('SIGCONT');
  }

  /** Deletes all that it holds. */
  flush(): Promise<void> {
    return this.ask('FLUSHALL', '+OK');
  }

  /** Closes the one connection that hears messages, as Redis does to a listener that reads too slowly. */
  closeListener(): Promise<void> {
    return this.ask('CLIENT KILL TYPE pubsub', ':1');
  }

  private async ask(command: string, wanted: string): Promise<void> {
    const socket = connect(this.port, '127.0.0.1').setEncoding('utf8');
    socket.end(`${command}\r\n`);
    const [answer] = await once(socket, 'data');
    if (answer !== `${wanted}\r\n`) throw new Error(`${command} answered ${answer}`);
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise(done => child.once('exit', done));
    child.kill('SIGKILL');
    await gone;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
