import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import type { Ways } from './ways.ts';

interface Message {
  _id: string;
  channelId: string;
  content: string;
}

/** Posts, and their acknowledgements. */
export class Ledger {
  /** Ids of acknowledged messages, by their content. */
  readonly acknowledged = new Map<string, string>();
  begun = 0;
  refused = 0;

  constructor(
    private readonly ways: Ways,
    private readonly channelIds: readonly string[],
  ) {}

  /** Posts a message with unique content, until it is acknowledged. */
  async post(token: string): Promise<void> {
    const n = this.begun++;
    const [content, channelId] = [`Bonjour ${n}`, this.channelIds[n % this.channelIds.length]];
    const { status, body } = await this.ways.ask(token, 'POST', '/message', {
      channelId,
      content,
      nonce: randomUUID(),
    });
    if (status === 201 || status === 200) this.acknowledged.set(content, body.message._id);
    else this.refused += 1;
  }
}

/** Person who listens, and after each connection fetches the changes meanwhile, as the page does. */
export class Listener {
  readonly known = new Set<string>();
  connections = 0;
  /** Messages received twice on one connection. */
  twice = 0;
  /** Messages received by catching up. */
  caughtUp = 0;
  /** Places with too many changes to catch up; their messages may be missing. */
  resets = 0;
  private heard = new Set<string>();
  private readonly upTo: Map<string, number>;
  private catching: Promise<void> = Promise.resolve();
  private readonly socket: Socket;

  constructor(
    private readonly ways: Ways,
    private readonly token: string,
    channelIds: readonly string[],
  ) {
    this.upTo = new Map(channelIds.map(id => [id, 0]));
    this.socket = ways.connect(token);
    this.socket.on('connect', () => {
      this.connections += 1;
      this.heard = new Set();
      this.catching = this.catching.then(() => this.catchUp());
    });
    this.socket.on('disconnect', reason => {
      // Socket.IO does not reconnect by itself after the server's own disconnection; the page does.
      if (reason === 'io server disconnect') this.socket.connect();
    });
    this.socket.on('newMessage', ({ _id, channelId }: Message) => {
      if (!this.upTo.has(channelId)) return;
      if (this.heard.has(_id)) this.twice += 1;
      this.heard.add(_id);
      this.known.add(_id);
    });
  }

  private async catchUp(): Promise<void> {
    for (const channelId of this.upTo.keys()) {
      for (let hasMore = true; hasMore; ) {
        const path = `/message/changes?channelId=${channelId}&after=${this.upTo.get(channelId)}`;
        const { status, body } = await this.ways.ask(this.token, 'GET', path);
        if (status !== 200) return;
        if (body.reset) this.resets += 1;
        for (const { _id } of body.messages as Message[]) {
          if (!this.known.has(_id)) this.caughtUp += 1;
          this.known.add(_id);
        }
        this.upTo.set(channelId, body.seq);
        hasMore = body.hasMore && !body.reset;
      }
    }
  }

  /** Waits, up to a minute, until it has all of these; returns how many are missing. */
  async missing(ids: readonly string[]): Promise<number> {
    const deadlineMs = performance.now() + 60_000;
    const left = () => ids.filter(id => !this.known.has(id)).length;
    while (left() > 0 && performance.now() < deadlineMs) await wait(100);
    return left();
  }

  stop(): void {
    this.socket.disconnect();
  }
}
