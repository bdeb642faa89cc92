import type { EventName, EventPayload } from '@palabre/common/contract/index.ts';
import type { ClientToServer } from '@palabre/common/contract/people/presence.ts';
import { eventWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { io, type Socket } from 'socket.io-client';
import { markerEvent } from './marker.ts';

/** Event as one socket received it. */
export interface Heard {
  name: string;
  payload: unknown;
  /** Milliseconds since the epoch. */
  at: number;
}

type Matches<N extends EventName> = (payload: EventPayload<N>) => boolean;

/**
 * Open socket of one person, which records every event.
 * @param mark sends a marker to this person's sockets, after all earlier events
 */
export class Listener {
  readonly heard: Heard[] = [];
  private readonly taken = new Set<Heard>();
  private readonly waiting = new Set<() => void>();
  private readonly markers = new Set<unknown>();
  private closeReason: string | undefined;

  constructor(
    readonly socket: Socket<Record<string, never>, ClientToServer>,
    private readonly mark: () => Promise<string>,
  ) {
    socket.on('disconnect', reason => {
      this.closeReason = reason;
      for (const look of this.waiting) look();
    });
    socket.onAny((name: string, payload: unknown) => {
      if (name === markerEvent) this.markers.add(payload);
      else this.heard.push({ name, payload, at: Date.now() });
      for (const look of this.waiting) look();
    });
  }

  /** Resolves with the reason once the socket is closed, from either side. */
  get closed(): Promise<string> {
    return this.closedWithin(eventWaitTimeoutMs);
  }

  /** Like `closed`, for a server that closes only once it has missed another process, or Redis. */
  closedWithin(withinMs: number): Promise<string> {
    return this.until('disconnect', () => this.closeReason, withinMs);
  }

  /** Returns the payloads of all events of this name received so far. */
  all<N extends EventName>(name: N, matches: Matches<N> = () => true): EventPayload<N>[] {
    return this.heard
      .filter(event => event.name === name && matches(event.payload as EventPayload<N>))
      .map(event => event.payload as EventPayload<N>);
  }

  /**
   * Waits for the first event of this name, past or future, that no earlier `next` returned.
   * @param withinMs longer for an event of a job, or of a server in another process
   */
  next<N extends EventName>(
    name: N,
    matches: Matches<N> = () => true,
    withinMs = eventWaitTimeoutMs,
  ): Promise<EventPayload<N>> {
    const look = () => {
      const found = this.heard.find(
        event => event.name === name && !this.taken.has(event) && matches(event.payload as EventPayload<N>),
      );
      if (found) this.taken.add(found);
      return found?.payload as EventPayload<N> | undefined;
    };
    return this.until(name, look, withinMs);
  }

  /** Waits for this marker. */
  async arrived(marker: string): Promise<void> {
    await this.until('marker', () => this.markers.delete(marker) || undefined, eventWaitTimeoutMs);
  }

  /** Waits until `find` returns a value, now or after a later event. */
  private until<T>(what: string, find: () => T | undefined, withinMs: number): Promise<T> {
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
        reject(new Error(`no ${what} within ${withinMs} ms; heard: ${came.join('\n  ') || 'nothing'}`));
      }, withinMs);
      const stop = () => {
        clearTimeout(timer);
        this.waiting.delete(look);
      };
      this.waiting.add(look);
      look();
    });
  }

  /** Waits until all events sent so far have arrived: a socket keeps their order. */
  async settled(): Promise<void> {
    await this.arrived(await this.mark());
  }

  /** Checks that no event of this name arrived, once all events sent so far have. */
  async none<N extends EventName>(name: N, matches?: Matches<N>): Promise<void> {
    await this.settled();
    const found = this.all(name, matches);
    if (found.length > 0) throw new Error(`heard ${name}, which was not to come: ${JSON.stringify(found)}`);
  }

  /** Sets a status and returns the server's acknowledgement; rejects without one. */
  setStatus(status: Parameters<ClientToServer['setStatus']>[0]): Promise<unknown> {
    return this.socket.timeout(eventWaitTimeoutMs).emitWithAck('setStatus', status);
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
    // The server may close it before it has answered, without an error.
    socket.once('disconnect', reason => reject(new Error(reason)));
  });
}
