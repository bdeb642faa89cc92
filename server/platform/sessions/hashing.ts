import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';

/** Cost of argon2id: memory in KiB, passes over it, lanes. */
export type Cost = Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>>;

/** Request to a hashing thread: hash a password, or compare a password with a hash. */
export type Hashing = { password: string; cost: Cost } | { password: string; hash: string };

/** Returns the prefix of hashes of a cost: `$argon2id$v=19$m=…,t=…,p=…$`. */
export const beginOf = ({ memoryCost, timeCost, parallelism }: Cost): string =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;

/** Priority of hashing threads below the main thread: a tenth of its weight when both want one processor. */
const nice = 10;

/**
 * Program of a hashing thread. The threads of the library itself also serve files and pictures, at the priority of the
 * main thread. Only Linux has a priority per thread; elsewhere it would lower the whole server.
 */
const program = `
  const { parentPort, workerData } = require('node:worker_threads');
  const os = require('node:os');
  try {
    if (process.platform === 'linux') os.setPriority(0, Math.min(19, os.getPriority(0) + workerData.nice));
  } catch {
    // A container may forbid it: hashing then has the same priority as the server.
  }
  const { hashSync, verifySync } = require(workerData.library);
  parentPort.on('message', ({ password, cost, hash }) => {
    try {
      parentPort.postMessage({ value: cost ? hashSync(password, cost) : verifySync(hash, password) });
    } catch (error) {
      parentPort.postMessage({ error });
    }
  });`;

/** Thread that hashes, one request at a time. It keeps the process alive only while it hashes. */
class HashingThread {
  private readonly worker: Worker;
  private settle: (answer: { value?: unknown; error?: unknown }) => void = () => {};
  hasEnded = false;

  constructor() {
    const library = createRequire(import.meta.url).resolve('@node-rs/argon2');
    this.worker = new Worker(program, { eval: true, execArgv: [], workerData: { nice, library } });
    this.worker.on('message', answer => this.settle(answer));
    this.worker.on('error', error => this.end(error));
    this.worker.on('exit', () => this.end(new Error('the thread that hashes has ended')));
  }

  private end(error: unknown): void {
    this.hasEnded = true;
    this.settle({ error });
  }

  async ask(what: Hashing): Promise<unknown> {
    this.worker.ref();
    this.worker.postMessage(what);
    const { value, error } = await new Promise<{ value?: unknown; error?: unknown }>(resolve => {
      this.settle = resolve;
    });
    this.worker.unref();
    if (error !== undefined) throw error;
    return value;
  }
}

/** Idle threads: as many as ever hashed at once, a number that the caller bounds. */
const idle: HashingThread[] = [];

/** Hashes or compares, off the event loop and at a lower priority than the rest of the server. */
export async function hashing(what: Hashing): Promise<unknown> {
  let thread = idle.pop();
  while (thread?.hasEnded) thread = idle.pop();
  thread ??= new HashingThread();
  try {
    return await thread.ask(what);
  } finally {
    if (!thread.hasEnded) idle.push(thread);
  }
}
