import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Refuse } from '../../pacing/refusals.ts';
import { type ArrivalTimes, leastBytesPerSecond, usualTimes } from './arrivals.ts';

/** Connection with unread answer bytes. */
interface Behind {
  since: number;
  /** Bytes that the client had taken by then. */
  takenThen: number;
  /** Bytes taken at the last look, and the time of their last growth. */
  taken: number;
  grewAt: number;
}

/** Criteria of a slow reader: no byte read for `stillMs`, or less than `bytesPerMs` after `afterMs`. */
const slow = { stillMs: 5_000, bytesPerMs: 64, afterMs: 30_000 };

const pieceBytes = 64 * 1024;

/** Streams bytes in pieces, so that the progress of the reader is known. */
export const inPieces = (bytes: Buffer): Readable =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
    })(),
    { objectMode: false },
  );

/** Counts the bytes that have left this process; bytes still in its buffer do not count. */
const takenBy = (socket: Socket): number => socket.bytesWritten - socket.writableLength;

/**
 * Bounds how long a slow reader may hold an answer of any kind: the server reads at most one buffer ahead of the
 * client, and closes the connection when the client stops reading.
 */
export class Departures {
  private readonly open = new Set<Socket>();
  private readonly behind = new Map<Socket, Behind>();
  private readonly times: ArrivalTimes;

  constructor(
    fastify: FastifyInstance,
    private readonly refuse: Refuse,
    times: Partial<ArrivalTimes> = {},
  ) {
    this.times = { ...usualTimes, ...times };
    this.watch(fastify.server);
    const looking = setInterval(() => this.look(), this.times.lookEveryMs).unref();
    fastify.addHook('onClose', async () => clearInterval(looking));
  }

  /** Tells whether a client reads so slowly that it must give way when there is no room for others. */
  isSlow(socket: Socket): boolean {
    const behind = this.behind.get(socket);
    if (!behind) return false;
    const now = this.times.now();
    const forMs = now - behind.since;
    const isStill = now - behind.grewAt >= slow.stillMs;
    return isStill || (forMs >= slow.afterMs && behind.taken - behind.takenThen < slow.bytesPerMs * forMs);
  }

  /** Closes a connection for reading too slowly. */
  letGo(socket: Socket): void {
    this.refuse('slow_reader');
    socket.destroy();
  }

  private watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      this.open.add(socket);
      socket.once('close', () => this.forget(socket));
    });
    // Upgraded sockets are exempt: a client that does not read misses its pings, which close the socket.
    server.on('upgrade', (_request, socket) => this.forget(socket as Socket));
  }

  private forget(socket: Socket): void {
    this.open.delete(socket);
    this.behind.delete(socket);
  }

  /** Closes the connections that are late. */
  look(): void {
    const now = this.times.now();
    for (const socket of this.open) {
      if (socket.writableLength === 0) this.behind.delete(socket);
      else if (this.isLate(socket, now)) this.letGo(socket);
    }
  }

  private isLate(socket: Socket, now: number): boolean {
    const taken = takenBy(socket);
    const behind = this.behind.get(socket);
    if (!behind) {
      this.behind.set(socket, { since: now, takenThen: taken, taken, grewAt: now });
      return false;
    }
    if (taken > behind.taken) Object.assign(behind, { taken, grewAt: now });
    // Bytes written in one chunk count as taken only once all of them are.
    const allowedMs = (bytes: number) => this.times.withinMs + (bytes * 1_000) / leastBytesPerSecond;
    return (
      now - behind.grewAt >= allowedMs(socket.writableLength) ||
      now - behind.since >= allowedMs(socket.bytesWritten - behind.takenThen)
    );
  }
}
