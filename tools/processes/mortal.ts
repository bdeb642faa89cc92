import { setTimeout as wait } from 'node:timers/promises';
import type { EventName } from '@palabre/common/contract/index.ts';
import { waitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { expect, onTestFinished } from 'vitest';
import { Client, type RawRequest, type Reply } from '../../server/test/client.ts';
import { type Listener, openSocket } from '../../server/test/listener.ts';
import { freePort } from '../../server/test/outside/free-port.ts';
import type { Launched } from '../launch.ts';
import { start, untilReady, usedDataFolder } from './palabre.ts';

/** Moment at which a server is killed. */
export interface Death {
  /** Index of the request in flight from which on no answer arrives. */
  request: number;
  /** Number of requests that the server still carries out, but whose answers are dropped. */
  inVain: number;
  /** Time that it then lives on, to continue its work in progress. */
  afterMs: number;
  /** Kills its PostgreSQL too. */
  postgres: boolean;
}

/** Time before a server's last sign in which its events may have been in flight. */
const underwayMs = 60_000;
const againAfterMs = 100;

/** Server that is killed with requests in flight, and restarted in place, on the same data. */
export class Mortal {
  /** Answers to retried requests. */
  readonly repeated = new WeakSet<Reply<unknown>>();
  /** Number of retried requests. */
  lost = 0;
  /** Whether no answer arrives: the server is about to be killed, or is restarting. */
  isAway = false;
  private running!: Launched & { readonly url: string };
  private goneAt = 0;
  private sent = 0;
  private answeredInVain = 0;

  private constructor(
    private readonly dataDir: string,
    private readonly port: number,
  ) {}

  /** Starts a server in a data folder of its own. */
  static async start(): Promise<Mortal> {
    const server = new Mortal(usedDataFolder(), await freePort());
    await server.begin();
    return server;
  }

  get url(): string {
    return this.running.url;
  }

  /** Milliseconds whose events a formerly connected device may have missed. */
  get silentMs(): number {
    return Math.ceil(performance.now() - this.goneAt) + underwayMs;
  }

  /** Sends a request by `ask`; undefined without an answer, or when the answer asks to retry. */
  async attempt<T>(ask: () => Promise<Reply<T>>): Promise<Reply<T> | undefined> {
    this.sent += 1;
    const { isAway } = this;
    try {
      const reply = await ask();
      if (this.isAway) this.answeredInVain += 1;
      return this.isAway || (isAway && reply.status === 503) ? undefined : reply;
    } catch (cause) {
      if (isAway || this.isAway) return undefined;
      throw cause;
    }
  }

  /**
   * Kills the server with requests of `acts` in flight, and restarts it.
   * @param comeBack reconnects devices, while they retry their requests
   */
  async dieAmid(death: Death, acts: () => Promise<void>, comeBack: () => Promise<void>): Promise<void> {
    let areOver = false;
    const due = this.sent + death.request;
    const acting = acts().finally(() => {
      areOver = true;
    });
    const dying = async () => {
      await until(() => areOver || this.sent >= due);
      [this.isAway, this.goneAt, this.answeredInVain] = [true, performance.now(), 0];
      await until(() => areOver || this.answeredInVain >= death.inVain);
      await wait(death.afterMs);
      const { postgres } = this.running;
      this.running.kill('SIGKILL');
      if (death.postgres && postgres !== undefined) process.kill(postgres, 'SIGKILL');
      expect(await this.running.end()).toBe('SIGKILL');
      await this.begin();
      await comeBack();
    };
    const both = [acting, dying()];
    // Nothing starts after a failure of either.
    await Promise.allSettled(both);
    await Promise.all(both);
  }

  private async begin(): Promise<void> {
    try {
      this.running = await start(this.dataDir, { PORT: String(this.port), RATE_LIMITS: 'off' }).ready();
      await untilReady(this.running);
    } finally {
      this.isAway = false;
    }
  }
}

/** Polls every millisecond, to catch short-lived states. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await wait(1);
}

/** Device of a person, which retries unanswered requests, as the page does. */
export class Device extends Client {
  constructor(
    private readonly server: Mortal,
    token: string,
    readonly id: string,
  ) {
    super(server.url, token);
  }

  override async raw<T = Record<string, unknown>>(
    method: string,
    path: string,
    request?: RawRequest,
  ): Promise<Reply<T>> {
    for (let tries = 1; ; tries += 1) {
      const reply = await this.server.attempt(() => super.raw<T>(method, path, request));
      if (reply && tries > 1) this.server.repeated.add(reply);
      if (reply) return reply;
      if (tries === 1) this.server.lost += 1;
      await wait(againAfterMs);
    }
  }

  /** Opens a socket. */
  async connect(): Promise<Listener> {
    const listener = await openSocket(this.url, this.token ?? '', async () => '');
    onTestFinished(() => listener.close());
    return listener;
  }

  /**
   * Asks the server, by a socket, for the names of the events that this device may have missed; null if the server does
   * not know.
   */
  async missed({ socket }: Listener): Promise<EventName[] | null> {
    return (await socket.timeout(waitTimeoutMs).emitWithAck('missed', this.server.silentMs)).events;
  }
}
