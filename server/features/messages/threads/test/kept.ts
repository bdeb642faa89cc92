import { api } from '@palabre/common/contract/index.ts';
import type { Thread } from '@palabre/common/contract/messages/threads.ts';
import type { Client } from '../../../../test/client.ts';
import type { Listener } from '../../../../test/listener.ts';

/** Mirror of a page's thread states, changed by events alone. */
export class Kept {
  readonly states = new Map<string, Thread>();
  private heard = 0;
  private reading: Promise<void> = Promise.resolve();

  constructor(
    private ears: Listener,
    private readonly person: Client,
  ) {}

  /** Switches to another socket, once the previous one has closed. */
  hearBy(ears: Listener): void {
    this.ears = ears;
    this.heard = 0;
  }

  /** Reads the states again, as a page does when a channel or its connection comes back. */
  readAgain(ids: readonly string[]): Promise<void> {
    this.reading = this.reading.then(() => {
      this.heard = this.ears.heard.length;
      return this.read(ids);
    });
    return this.reading;
  }

  /** Reads states; concurrent events, even those being applied, are applied after it. */
  private async read(ids: readonly string[]): Promise<void> {
    const { threads } = await this.person.ok(api.threads.states, { query: { ids: ids.join() } });
    for (const id of ids) this.states.delete(id);
    for (const thread of threads) this.states.set(thread.threadId, thread);
  }

  /** Applies the events received meanwhile. */
  async hear(): Promise<void> {
    const events = this.ears.heard.slice(this.heard);
    this.heard = this.ears.heard.length;
    for (const { name, payload } of events) {
      if (name === 'updateThread') await this.take(payload as Thread);
      else if (name === 'updateUnread') {
        const { threadId, messages, read } = payload as { threadId?: string; messages: number; read: number };
        const known = threadId && this.states.get(threadId);
        if (known) this.states.set(known.threadId, { ...known, unread: messages, read });
      } else if (name === 'readThreads' || name === 'readAll') await this.read([...this.states.keys()]);
    }
  }

  private async take(thread: Thread): Promise<void> {
    const known = this.states.get(thread.threadId);
    if (known && known.seq > thread.seq) return;
    if (known?.following && thread.following && known.read !== thread.read) return this.readOne(thread.threadId);
    this.states.set(thread.threadId, thread);
  }

  private async readOne(id: string): Promise<void> {
    const { threads } = await this.person.ok(api.threads.states, { query: { ids: id } });
    if (threads[0]) this.states.set(id, threads[0]);
  }
}
