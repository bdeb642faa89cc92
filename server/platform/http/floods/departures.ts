import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Refuse } from '../../pacing/refusals.ts';
import { type ArrivalTimes, leastBytesPerSecond, usualTimes } from './arrivals.ts';

/** Someone who has not read all that they were sent. */
interface Behind {
  since: number;
  /** Bytes that its other side had taken by then. */
  takenThen: number;
  /** The same at the last look, and when they had last grown. */
  taken: number;
  grewAt: number;
}

/** Who reads nothing for so long is slow, and who reads less than that for longer. */
const slow = { stillMs: 5_000, bytesPerMs: 64, afterMs: 30_000 };

const piece = 64 * 1024;

/** Bytes as a stream, so that how much of them has been read is known while they are. */
export const inPieces = (bytes: Buffer): Readable =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
    })(),
    { objectMode: false },
  );

/** Bytes that have left this process: what waits in it does not count. */
const takenBy = (socket: Socket): number => socket.bytesWritten - socket.writableLength;

/**
 * Bounds how long who reads slowly may keep an answer waiting, whatever it is: what is read for it is never further ahead
 * of its reader than a buffer, and a reader who stands still is let go.
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

  /** Whether the other side of a connection reads so slowly that it is to give way to who finds no room. */
  isSlow(socket: Socket): boolean {
    const behind = this.behind.get(socket);
    if (!behind) return false;
    const now = this.times.now();
    const forMs = now - behind.since;
    const isStill = now - behind.grewAt >= slow.stillMs;
    return isStill || (forMs >= slow.afterMs && behind.taken - behind.takenThen < slow.bytesPerMs * forMs);
  }

  /** Ends a connection for how slowly it is read. */
  letGo(socket: Socket): void {
    this.refuse('slow_reader');
    socket.destroy();
  }

  private watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      this.open.add(socket);
      socket.once('close', () => this.forget(socket));
    });
    // Who does not read a socket answers no question whether they are there: it is closed by that.
    server.on('upgrade', (_request, socket) => this.forget(socket as Socket));
  }

  private forget(socket: Socket): void {
    this.open.delete(socket);
    this.behind.delete(socket);
  }

  /** Ends those that are late. */
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
    // Of what was given in one piece, nothing counts as taken before all of it is.
    const allowedMs = (bytes: number) => this.times.withinMs + (bytes * 1_000) / leastBytesPerSecond;
    return (
      now - behind.grewAt >= allowedMs(socket.writableLength) ||
      now - behind.since >= allowedMs(socket.bytesWritten - behind.takenThen)
    );
  }
}
