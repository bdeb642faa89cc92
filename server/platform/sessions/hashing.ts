import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';

/** What a thread is asked: the hash of a password, or whether a hash is that of a password. */
export type Hashing = { password: string; cost: Options } | { password: string; hash: string };

/** How far threads that hash stand below the one that answers: a tenth of its weight, where both want one processor. */
const nice = 10;

/**
 * What runs in a thread. The library's own threads are those of files and pictures too, and as urgent as the one that
 * answers. Only Linux knows a priority of a thread; elsewhere it would be the whole server's.
 */
const program = `
  const { parentPort, workerData } = require('node:worker_threads');
  const os = require('node:os');
  try {
    if (process.platform === 'linux') os.setPriority(0, Math.min(19, os.getPriority(0) + workerData.nice));
  } catch {
    // A container may forbid it: hashing is then as urgent as all else.
  }
  const { hashSync, verifySync } = require(workerData.library);
  parentPort.on('message', ({ password, cost, hash }) => {
    try {
      parentPort.postMessage({ value: cost ? hashSync(password, cost) : verifySync(hash, password) });
    } catch (error) {
      parentPort.postMessage({ error });
    }
  });`;

/** A thread that hashes, one thing at a time. It keeps the process alive only while it does. */
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

/** Those that wait for work: there are as many as ever hashed at once, which the caller bounds. */
const idle: HashingThread[] = [];

/** Hashes, or compares with a hash, off the event loop and at a lower priority than all else of the server. */
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
