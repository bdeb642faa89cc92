import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { Client } from '../../server/test/client.ts';
import { until } from './palabre.ts';

/** A message that the server has said to be stored. */
export interface Acknowledged {
  writer: number;
  content: string;
  message: Message;
}

/**
 * People who write all the time and never give up: what is not acknowledged is sent again under the same nonce, for as
 * long as it takes, wherever the server is by then.
 */
export class Writers {
  readonly acknowledged: Acknowledged[] = [];
  /** How often each status came; `0` for a connection refused or cut. */
  readonly statuses = new Map<number, number>();
  /** 503 that did not say when to come back. */
  withoutRetryAfter = 0;
  private running = true;
  private readonly all: Promise<unknown>;

  /**
   * @param url where the server is now
   */
  constructor(
    private readonly url: () => string,
    private readonly tokens: readonly string[],
    private readonly channelIds: readonly string[],
    count = 16,
  ) {
    this.all = Promise.all(Array.from({ length: count }, (_, writer) => this.write(writer)));
  }

  /** Waits until this many more messages have been acknowledged. */
  async more(count: number): Promise<void> {
    const goal = this.acknowledged.length + count;
    await until(`${count} more messages acknowledged`, () => this.acknowledged.length >= goal);
  }

  /** Lets each writer finish what it has begun. */
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
