import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { Client } from '../../server/test/client.ts';
import { type Listener, openSocket } from '../../server/test/listener.ts';

/**
 * Mirror of one person's screen: built from events, and after a reconnection from the changes since the last message
 * without a gap, as the page does.
 */
export class Watcher {
  /** Faults on the way: a message duplicated, out of order, or after a gap; more missed at once than changes tell. */
  readonly faults: string[] = [];
  /** Reason why the current socket has closed. */
  closed: string | undefined;
  private readonly views = new Map<string, Map<number, Message>>();
  private listener: Listener | undefined;

  constructor(
    private readonly token: string,
    private readonly channelIds: readonly string[],
  ) {}

  /** Opens a socket, then fetches the missed changes. */
  async connect(url: string): Promise<void> {
    const listener = await openSocket(url, this.token, async () => '');
    this.listener = listener;
    this.closed = undefined;
    listener.socket.once('disconnect', reason => {
      this.closed = reason;
    });
    const last = new Map<string, number>();
    listener.socket.on('newMessage' as never, (message: Message) => {
      const place = message.channelId ?? '';
      const before = last.get(place);
      if (before !== undefined && message.seq !== before + 1) this.faults.push(`heard ${message.seq} after ${before}`);
      last.set(place, message.seq);
      this.keep(message);
    });
    await this.catchUp(url);
  }

  /** Fetches the changes of each channel after the last message without a gap. */
  async catchUp(url: string): Promise<void> {
    const client = new Client(url, this.token);
    for (const channelId of this.channelIds) {
      for (let more = true; more; ) {
        const query = { channelId, after: this.known(channelId) };
        const { messages, hasMore, reset } = await client.ok(api.messages.changes, { query });
        if (reset) this.faults.push(`reset after ${query.after}`);
        for (const message of reset ? (await readAll(client, channelId)).messages : messages) this.keep(message);
        more = hasMore;
      }
    }
  }

  /** Returns the highest seq of a channel below which nothing is missing. */
  known(channelId: string): number {
    const view = this.views.get(channelId);
    let seq = 0;
    while (view?.has(seq + 1)) seq += 1;
    return seq;
  }

  view(channelId: string): Message[] {
    return [...(this.views.get(channelId)?.values() ?? [])].sort((a, b) => a.seq - b.seq);
  }

  close(): void {
    this.listener?.close();
  }

  private keep(message: Message): void {
    const place = message.channelId ?? '';
    const view = this.views.get(place) ?? new Map<number, Message>();
    this.views.set(place, view);
    const known = view.get(message.seq);
    if (known && known._id !== message._id) this.faults.push(`two messages numbered ${message.seq}`);
    view.set(message.seq, message);
  }
}

/** Reads all messages of a channel, page by page from the first, and the seq of the channel. */
export async function readAll(client: Client, channelId: string): Promise<{ messages: Message[]; seq: number }> {
  const latest = await client.ok(api.messages.page, { query: { channelId, limit: 100 } });
  const messages = [...latest.messages];
  for (let cursor = latest.prevCursor; cursor; ) {
    const page = await client.ok(api.messages.page, { query: { channelId, limit: 100, prev: cursor } });
    messages.unshift(...page.messages);
    cursor = page.prevCursor;
  }
  return { messages, seq: latest.seq };
}
