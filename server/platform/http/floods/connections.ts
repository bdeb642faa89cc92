import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList, isIP, isIPv6, type Socket } from 'node:net';
import type { Refuse } from '../../pacing/refusals.ts';
import { addressKey } from '../address.ts';
import { readPast } from './arrivals.ts';
import { Intake } from './intake.ts';
import { Waiting, type WaitingBounds } from './waiting.ts';

/** How the server is to be made, so that the head of a request comes soon after its connection, or never. */
export const headTimes = { headersTimeout: 15_000, connectionsCheckingInterval: 1_000 };

export interface ConnectionBounds {
  /** Connections that have not said a whole head of a request. */
  halfSent: WaitingBounds;
  /** Those that have been answered and ask for nothing. */
  idle: WaitingBounds;
  /** All of them, sockets included. */
  open: number;
  lookEveryMs: number;
  countedFor: (address?: string) => string | undefined;
  now: () => number;
}

/** Requests of one connection that wait for the one in front: browsers and proxies send one after the other. */
const waitingAtMost = 64;
/** What may come of a call of Socket.IO that is answered already. */
const unreadOfSocket = 128 * 1024;
/** Descriptors that are left to files, the database and all else; and from how many on connections that do nothing are closed. */
const keptForOthers = 256;
const keptFree = 7 / 8;
const full = 0.9;
/** While half of the descriptors are free, so few half-sent ones are let go at each look: who opened them opens others at once. */
const roomy = 1 / 2;
const fewAtOnce = 256;

/** How many descriptors this process may have, where the system tells. */
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

/** Whom a connection counts for; nobody when it comes from this machine: a proxy there speaks for all. */
export function countedFor(address = ''): string | undefined {
  const bare = address.replace(/%.*$/, '');
  // One that is gone already has no address any more.
  if (isIP(bare) === 0) return undefined;
  return loopback.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4') ? undefined : addressKey(bare);
}

function usualBounds(): ConnectionBounds {
  const all = descriptors();
  const open = Math.max(64, Math.min(all - keptForOthers, all * keptFree));
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
  /** Of one on which a request has come before the one in front was answered. */
  intake: Intake | undefined;
  /** Requests that are served or wait for the one before, and those that wait. */
  serving: number;
  waiting: number;
}

/**
 * Bounds what connections cost before a request is there: those that say nothing, or half of a head, or that keep a
 * descriptor for nothing, by address and in all. Requests that come one behind the other on a connection are served in that
 * order, never together, and what comes behind them is read when they are.
 */
export class Connections {
  private readonly known = new WeakMap<Socket, Connection>();
  private readonly halfSent: Waiting<Connection>;
  private readonly idle: Waiting<Connection>;
  private readonly looking: NodeJS.Timeout;
  private readonly almostAll: number;
  private readonly half: number;
  private open = 0;

  /** Called once all that listens to requests does. */
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
    this.almostAll = open * full;
    this.half = open * roomy;
    http.on('connection', socket => this.come(socket, forWhom(socket.remoteAddress)));
    this.serveInTurn();
    // After what has come meanwhile is read: a server that was busy has kept it waiting, not the other way round.
    this.looking = setInterval(() => setImmediate(() => this.look()), lookEveryMs).unref();
  }

  /** Closes those that are too many; once descriptors run out, all that ask for nothing. */
  look(): void {
    this.halfSent.trim(this.open < this.half ? fewAtOnce : undefined);
    this.idle.trim();
    if (this.open <= this.almostAll) return;
    this.refuse('descriptors');
    this.http.closeIdleConnections();
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
    if (request.url?.startsWith('/socket.io/')) response.once('prefinish', () => readPast(request, unreadOfSocket));
  }

  /** Node gives a response its connection once the one before has left; until then the connection brings no more. */
  private wait(one: Connection, response: ServerResponse, serve: () => void): void {
    one.waiting += 1;
    one.intake ??= new Intake(one.socket);
    one.intake.hold();
    // The chunk in which the first of them came is parsed whole.
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
 * Cuts a connection that has brought hundreds of requests at once: each is aborted by an error of its own, for which nobody
 * needs to know where it was made.
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
