import type { EventName, EventPayload } from '@palabre/common/contract/index.ts';
import type { ClientToServer } from '@palabre/common/contract/people/presence.ts';
import { patienceMs } from '@palabre/common/test/patience.ts';
import { io, type Socket } from 'socket.io-client';
import { markerEvent } from './marker.ts';

/** An event as one socket received it. */
export interface Heard {
  name: string;
  payload: unknown;
  /** Milliseconds since the epoch. */
  at: number;
}

type Matches<N extends EventName> = (payload: EventPayload<N>) => boolean;

/**
 * One person's open socket, which keeps everything it hears.
 * @param mark sends this socket's person a marker behind all that was sent before it
 */
export class Listener {
  readonly heard: Heard[] = [];
  /** Resolves with the reason when the socket closes, from either side. */
  readonly closed: Promise<string>;
  private readonly taken = new Set<Heard>();
  private readonly waiting = new Set<() => void>();
  private readonly markers = new Set<unknown>();

  constructor(
    readonly socket: Socket<Record<string, never>, ClientToServer>,
    private readonly mark: () => Promise<string>,
  ) {
    this.closed = new Promise(resolve => socket.on('disconnect', reason => resolve(reason)));
    socket.onAny((name: string, payload: unknown) => {
      if (name === markerEvent) this.markers.add(payload);
      else this.heard.push({ name, payload, at: Date.now() });
      for (const look of this.waiting) look();
    });
  }

  /** Payloads of all events of this name heard so far. */
  all<N extends EventName>(name: N, matches: Matches<N> = () => true): EventPayload<N>[] {
    return this.heard
      .filter(event => event.name === name && matches(event.payload as EventPayload<N>))
      .map(event => event.payload as EventPayload<N>);
  }

  /** The first event of this name, heard already or yet to come, that no earlier `next` has answered. */
  next<N extends EventName>(name: N, matches: Matches<N> = () => true): Promise<EventPayload<N>> {
    return this.until(name, () => {
      const found = this.heard.find(
        event => event.name === name && !this.taken.has(event) && matches(event.payload as EventPayload<N>),
      );
      if (found) this.taken.add(found);
      return found?.payload as EventPayload<N> | undefined;
    });
  }

  /** Waits until this marker has come. */
  async arrived(marker: string): Promise<void> {
    await this.until('marker', () => this.markers.delete(marker) || undefined);
  }

  /** What `find` finds, at once or in what is yet to come. */
  private until<T>(what: string, find: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = find();
        if (found === undefined) return;
        stop();
        resolve(found);
      };
      const timer = setTimeout(() => {
        stop();
        const came = this.heard.map(event => `${event.name} ${JSON.stringify(event.payload)}`.slice(0, 200));
        reject(new Error(`no ${what} within ${patienceMs} ms; heard: ${came.join('\n  ') || 'nothing'}`));
      }, patienceMs);
      const stop = () => {
        clearTimeout(timer);
        this.waiting.delete(look);
      };
      this.waiting.add(look);
      look();
    });
  }

  /** Waits until all that the server has sent so far has arrived: events keep their order on a socket. */
  async settled(): Promise<void> {
    await this.arrived(await this.mark());
  }

  /** What was heard under these names once all that was sent has arrived; expected to be empty by most callers. */
  async none<N extends EventName>(name: N, matches?: Matches<N>): Promise<void> {
    await this.settled();
    const found = this.all(name, matches);
    if (found.length > 0) throw new Error(`heard ${name}, which was not to come: ${JSON.stringify(found)}`);
  }

  /** Chooses a status and answers the server's acknowledgement. */
  setStatus(status: Parameters<ClientToServer['setStatus']>[0]): Promise<unknown> {
    return new Promise(resolve => this.socket.emit('setStatus', status, resolve));
  }

  close(): void {
    this.socket.disconnect();
  }
}

/**
 * Opens a socket as a browser does.
 * @throws Error with the server's reason (`unauthorized`) when the connection is refused
 */
export function openSocket(
  url: string,
  token: string,
  mark: () => Promise<string>,
  headers: Record<string, string> = {},
): Promise<Listener> {
  const socket: Socket<Record<string, never>, ClientToServer> = io(url, {
    auth: { token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: headers,
  });
  const listener = new Listener(socket, mark);
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(listener));
    socket.once('connect_error', error => {
      socket.disconnect();
      reject(error);
    });
  });
}
