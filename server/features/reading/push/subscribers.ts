import type { Cluster } from '../../../platform/processes/cluster.ts';
import type { Called } from './push.store.ts';

/**
 * Caches whether no device at all gets pushes, so that a message with mentions costs nothing then. Unknown or missed
 * changes count as if there were devices; a subscription missed by another process is found by the look of each minute.
 */
export class Subscribers {
  private isNone = false;
  /** Number of subscriptions observed: a read that began before one of them is stale. */
  private heard = 0;

  constructor(private readonly cluster: Cluster) {
    cluster.on('pushSubscribed', () => this.note());
    cluster.onMissed(() => this.note());
  }

  /** Whether no device gets pushes. */
  get none(): boolean {
    return this.isNone;
  }

  /** Records that a device may get pushes. */
  note(): void {
    this.isNone = false;
    this.heard += 1;
  }

  /** Records that a device gets pushes, in all processes. */
  async tell(): Promise<void> {
    this.note();
    await this.cluster.ask('pushSubscribed', null);
  }

  /** Runs a read of devices, and caches whether there are any. */
  async learn(read: () => Promise<Called>): Promise<Called['devices']> {
    const { heard } = this;
    const { devices, areAny } = await read();
    if (heard === this.heard) this.isNone = !areAny;
    return devices;
  }
}
