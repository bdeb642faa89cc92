import type { EventName } from '@palabre/common/contract/index.ts';

type Listener = (...given: unknown[]) => void;
const listeners = new Map<string, Set<Listener>>();
const on = (name: string, listener: Listener) => {
  listeners.set(name, (listeners.get(name) ?? new Set()).add(listener));
};

/** Fake socket of the page, driven by the tests. */
export const socket = {
  connected: false,
  tries: 0,
  on,
  off: (name: string, listener: Listener) => void listeners.get(name)?.delete(listener),
  onAny() {},
  emit() {},
  /** Answer to `missed`, and the milliseconds asked about. */
  missed: [] as EventName[] | null,
  missedMs: [] as number[],
  timeout() {
    const emitWithAck = async (_name: string, ms: number) => {
      this.missedMs.push(ms);
      return { events: this.missed };
    };
    return { emitWithAck };
  },
  io: { on, off() {}, engine: { close: (): void => socket.hear('disconnect', 'transport close') } },
  connect() {
    this.tries += 1;
  },
  disconnect() {
    this.connected = false;
  },
  removeAllListeners: () => listeners.clear(),
  hear(name: string, ...given: unknown[]) {
    this.connected = name === 'connect' || (this.connected && name !== 'disconnect');
    for (const listener of listeners.get(name) ?? []) listener(...given);
  },
};
