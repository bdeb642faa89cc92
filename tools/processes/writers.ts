import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { Client } from '../../server/test/client.ts';
import { until } from './palabre.ts';

/** Message acknowledged by the server. */
export interface Acknowledged {
  writer: number;
  content: string;
  message: Message;
}

/**
 * People who write without pause and never give up: an unacknowledged message is retried under the same nonce, for as
 * long as it takes, wherever the server is by then.
 */
export class Writers {
  readonly acknowledged: Acknowledged[] = [];
  /** Count of each status; `0` is a refused or cut connection. */
  readonly statuses = new Map<number, number>();
  /** Number of 503 answers without Retry-After. */
  withoutRetryAfter = 0;
  private running = true;
  private readonly all: Promise<unknown>;

  /**
   * Starts the writers.
   * @param url returns the current URL of the server
   */
  constructor(
    private readonly url: () => string,
    private readonly tokens: readonly string[],
    private readonly channelIds: readonly string[],
    count = 16,
  ) {
    this.all = Promise.all(Array.from({ length: count }, (_, writer) => this.write(writer)));
  }

  /** Waits until `count` more messages are acknowledged. */
  async more(count: number): Promise<void> {
    const goal = this.acknowledged.length + count;
    await until(`${count} more messages acknowledged`, () => this.acknowledged.length >= goal);
  }

  /** Lets each writer finish its current message. */
  async stop(): Promise<Acknowledged[]> {
    this.running = false;
    await this.all;
    return this.acknowledged;
  }

  private async write(writer: number): Promise<void> {
    for (let number = 0; this.running; number++) {
      const channelId = this.channelIds[(writer + number) % this.channelIds.length] as string;
      const body = { channelId, content: `${writer}, message ${number}`, nonce: randomUUID() };
      for (let message: Message | undefined; !message; ) {
        message = await this.attempt(writer, body);
        if (message) this.acknowledged.push({ writer, content: body.content, message });
        else await wait(100);
      }
    }
  }

  private async attempt(writer: number, body: { channelId: string; content: string; nonce: string }) {
    const client = new Client(this.url(), this.tokens[writer % this.tokens.length] ?? '');
    const answer = await client.call(api.messages.send, { body }).catch(() => null);
    const status = answer?.status ?? 0;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (status === 503 && !answer?.headers.get('retry-after')) this.withoutRetryAfter += 1;
    return status === 200 || status === 201 ? answer?.body.message : undefined;
  }
}
