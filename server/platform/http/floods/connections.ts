import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList, isIP, isIPv6, type Socket } from 'node:net';
import type { Refuse } from '../../pacing/refusals.ts';
import { addressKey } from '../address.ts';
import { readPast } from './arrivals.ts';
import { Intake } from './intake.ts';
import { Waiting, type WaitingBounds } from './waiting.ts';

/** Options of the HTTP server that close a connection whose request head is late. */
export const headTimes = { headersTimeout: 15_000, connectionsCheckingInterval: 1_000 };

/** Bounds of {@link Connections}. */
export interface ConnectionBounds {
  /** Connections that have not sent a whole request head. */
  halfSent: WaitingBounds;
  /** Idle connections: answered, and without a new request. */
  idle: WaitingBounds;
  /** All connections, sockets included. */
  open: number;
  lookEveryMs: number;
  countedFor: (address?: string) => string | undefined;
  now: () => number;
}

/** Limit on pipelined requests waiting on one connection: browsers and proxies do not pipeline. */
const waitingAtMost = 64;
/** Bytes still accepted of a Socket.IO request that is already answered. */
const unreadOfSocketBytes = 128 * 1024;
/** Minimum of descriptors reserved for files, the database and the rest. */
const keptForOthers = 256;
/** Largest share of the descriptors for connections. */
const connectionsPart = 7 / 8;
/** Share of the connection limit above which idle connections are closed. */
const fullPart = 0.9;
/**
 * Share of free connections above which only `fewAtOnce` half-sent ones are closed at each look: an attacker would
 * reopen them at once.
 */
const roomyPart = 1 / 2;
const fewAtOnce = 256;

/** Reads this process's limit of descriptors, where the system provides it. */
function descriptors(): number {
  try {
    const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return limit ? Number(limit) : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Returns the address under which a connection is counted; undefined on loopback, where a proxy speaks for all. */
export function countedFor(address = ''): string | undefined {
  const bare = address.replace(/%.*$/, '');
  // A closed connection has no address any more.
  if (isIP(bare) === 0) return undefined;
  return loopback.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4') ? undefined : addressKey(bare);
}

function usualBounds(): ConnectionBounds {
  const all = descriptors();
  const open = Math.max(64, Math.min(all - keptForOthers, all * connectionsPart));
  return {
    halfSent: { ofAddress: 256, inAll: Math.min(2_048, open / 4) },
    idle: { ofAddress: 2_048, inAll: open / 2 },
    open,
    lookEveryMs: 1_000,
    countedFor,
    now: () => performance.now(),
  };
}

interface Connection {
  socket: Socket;
  address: string | undefined;
  /** Set once a request arrived before the previous one was answered. */
  intake: Intake | undefined;
  /** Requests being served or waiting, and waiting requests. */
  serving: number;
  waiting: number;
}

/**
 * Limits connections by address and in all: silent ones, half-sent request heads, and idle ones. Pipelined requests of
 * a connection run one at a time, in order, and later ones stay unread until their turn.
 */
export class Connections {
  private readonly known = new WeakMap<Socket, Connection>();
  private readonly halfSent: Waiting<Connection>;
  private readonly idle: Waiting<Connection>;
  private readonly looking: NodeJS.Timeout;
  private readonly almostAll: number;
  private readonly half: number;
  private open = 0;

  /** Takes over the request listeners of the server: called once all of them are added. */
  constructor(
    private readonly http: Server,
    private readonly refuse: Refuse,
    bounds: Partial<ConnectionBounds> = {},
  ) {
    const { halfSent, idle, open, lookEveryMs, countedFor: forWhom, now } = { ...usualBounds(), ...bounds };
    this.halfSent = new Waiting(halfSent, one => this.cut(one, 'half_sent'), now);
    this.idle = new Waiting(idle, one => this.cut(one, 'idle_connections'), now);
    if (Number.isFinite(open)) http.maxConnections = Math.floor(open);
    http.on('drop', () => this.refuse('descriptors'));
    http.on('error', ({ syscall }: NodeJS.ErrnoException) => {
      if (syscall === 'accept') this.refuse('descriptors');
    });
    this.almostAll = open * fullPart;
    this.half = open * roomyPart;
    http.on('connection', socket => this.come(socket, forWhom(socket.remoteAddress)));
    this.serveInTurn();
    // Deferred, so that bytes already received are read first: the server itself may have been slow.
    this.looking = setInterval(() => setImmediate(() => this.look()), lookEveryMs).unref();
  }

  /** Closes connections over the limits; when file descriptors run out, all idle ones. */
  look(): void {
    this.halfSent.trim(this.open < this.half ? fewAtOnce : undefined);
    this.idle.trim();
    if (this.open <= this.almostAll) return;
    this.refuse('descriptors');
    this.http.closeIdleConnections();
  }

  /**
   * Closes connections without a request in flight: idle ones, and those that never sent a byte, which browsers open
   * ahead and proxies keep, and which Node counts as busy.
   */
  closeUnused(): void {
    this.http.closeIdleConnections();
    for (const { socket } of this.halfSent.list()) if (socket.bytesRead === 0) socket.destroy();
  }

  close(): void {
    clearInterval(this.looking);
  }

  private come(socket: Socket, address: string | undefined): void {
    const one = { socket, address, intake: undefined, serving: 0, waiting: 0 };
    this.known.set(socket, one);
    this.halfSent.add(one, address);
    this.open += 1;
    socket.once('close', () => {
      this.open -= 1;
      this.forget(one);
    });
  }

  private forget(one: Connection): void {
    this.halfSent.delete(one);
    this.idle.delete(one);
  }

  private cut(one: Connection, kind: 'half_sent' | 'idle_connections'): void {
    this.refuse(kind);
    one.socket.destroy();
  }

  private serveInTurn(): void {
    const { http } = this;
    const listeners = http.listeners('request');
    http.removeAllListeners('request');
    http.on('request', (request, response) => {
      const one = this.known.get(request.socket);
      const serve = (): void => {
        for (const listener of listeners) listener.call(http, request, response);
      };
      if (!one) return serve();
      this.begin(one, request, response);
      if (response.socket) serve();
      else this.wait(one, response, serve);
    });
    http.on('upgrade', ({ socket }: IncomingMessage) => {
      const one = this.known.get(socket);
      if (!one) return;
      this.forget(one);
      one.intake?.upgrade();
    });
  }

  private begin(one: Connection, request: IncomingMessage, response: ServerResponse): void {
    this.forget(one);
    one.serving += 1;
    response.once('close', () => {
      one.serving -= 1;
      if (one.serving === 0 && !one.socket.destroyed) this.idle.add(one, one.address);
    });
    if (request.url?.startsWith('/socket.io/'))
      response.once('prefinish', () => readPast(request, unreadOfSocketBytes));
  }

  /**
   * Waits for the previous answer, when Node gives the response its connection. Meanwhile the connection is not read.
   */
  private wait(one: Connection, response: ServerResponse, serve: () => void): void {
    one.waiting += 1;
    one.intake ??= new Intake(one.socket);
    one.intake.hold();
    // The first chunk was parsed whole, before the intake took over.
    if (one.waiting > waitingAtMost) {
      if (one.socket.destroyed) return;
      this.refuse('pipelined');
      cutPipeline(one.socket);
      return;
    }
    response.once('socket', () => {
      one.waiting -= 1;
      if (one.waiting === 0) one.intake?.release();
      serve();
    });
  }
}

/**
 * Cuts a connection with hundreds of pipelined requests. Each is aborted with an error of its own, so stack traces,
 * unused and costly, are off meanwhile.
 */
function cutPipeline(socket: Socket): void {
  const { stackTraceLimit } = Error;
  socket.prependListener('close', () => {
    Error.stackTraceLimit = 0;
  });
  socket.on('close', () => {
    Error.stackTraceLimit = stackTraceLimit;
  });
  socket.destroy();
}
