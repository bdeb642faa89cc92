import type { IncomingMessage } from 'node:http';
import { limits } from '@palabre/common/contract/fields.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../address.ts';
import { AppError } from '../errors.ts';
import { bodyBytes } from './bodies.ts';

const mebi = 1024 * 1024;

/** Times of {@link Arrivals}. */
export interface ArrivalTimes {
  /** Time for a whole request; for an upload, time between two bytes. */
  withinMs: number;
  /** Interval of the search for late requests. */
  lookEveryMs: number;
  /** Clock, in milliseconds. */
  now: () => number;
}

/** Times in production. */
export const usualTimes: ArrivalTimes = { withinMs: 60_000, lookEveryMs: 1_000, now: () => performance.now() };

/** Minimum average rate of an upload, or of a reader of an answer, beyond `withinMs`. */
export const leastBytesPerSecond = 10 * 1024;
/** Size up to which bodies have a budget of their own: slow file uploads block no message. */
const smallBytes = 64 * 1024;
/** Limits on the body bytes in flight or in memory at once, of each kind. */
const budgetBytes = { ofAddress: 32 * mebi, inAll: 64 * mebi };
const multipartOverhead = mebi;
/**
 * Bytes still accepted of a body that was answered unread, as long as the longest JSON: many clients read the answer
 * only once they have sent everything. A client with a session may send its full allowance.
 */
const unreadBytes = bodyBytes.session + smallBytes;

interface Arrival {
  raw: IncomingMessage;
  reply: FastifyReply;
  upload: boolean;
  since: number;
  /** Bytes received on the connection by then. */
  bytesThen: number;
  /** Bytes at the last look, and the time of their last growth. */
  bytes: number;
  grewAt: number;
}

/**
 * Bounds the cost of incoming requests: the memory for a body is reserved before any of it is read, by address and in
 * all, and every request has a time limit.
 */
export class Arrivals {
  private readonly under = new Set<Arrival>();
  private readonly byAddress = { small: new Map<string, number>(), large: new Map<string, number>() };
  private readonly taken = { small: 0, large: 0 };
  private readonly times: ArrivalTimes;

  constructor(times: Partial<ArrivalTimes> = {}) {
    this.times = { ...usualTimes, ...times };
  }

  /** Adds hooks to the server; must be called before any route is added. */
  register(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      try {
        this.begin(request, reply);
        done();
      } catch (error) {
        done(error as Error);
      }
    });
    const looking = setInterval(() => this.look(), this.times.lookEveryMs).unref();
    fastify.addHook('onClose', async () => clearInterval(looking));
  }

  /** Bytes reserved now. */
  get bytes(): number {
    return this.taken.small + this.taken.large;
  }

  private begin(request: FastifyRequest, reply: FastifyReply): void {
    const { raw } = request;
    const { 'content-length': length, 'transfer-encoding': encoding, 'content-type': type = '' } = raw.headers;
    if ((length === undefined || length === '0') && encoding === undefined) return;
    const upload = type.startsWith('multipart/');
    const { atMost, inMemory } = this.boundsOf(request, upload);
    const size = length === undefined ? atMost : Number(length);
    const [now, bytes] = [this.times.now(), raw.socket.bytesRead];
    this.under.add({ raw, reply, upload, since: now, bytesThen: bytes, bytes, grewAt: now });
    // Bodies of a rate-limited client without a session are cut early: it may miss the answer.
    const unread = () => (reply.statusCode === 429 ? smallBytes : unreadBytes);
    reply.raw.once('prefinish', () => readPast(raw, request.actor ? atMost : unread()));
    // The body of a request to a missing route is not read.
    if (request.is404) throw new AppError('not_found');
    if (size > atMost) throw new AppError('too_large');
    this.reserve(addressOf(request), Math.min(size, inMemory), reply);
  }

  /** Bounds the size of a body, and the part of it that may be in memory. */
  private boundsOf({ routeOptions }: FastifyRequest, upload: boolean): { atMost: number; inMemory: number } {
    if (!upload) return { atMost: routeOptions.bodyLimit, inMemory: routeOptions.bodyLimit };
    if (routeOptions.config?.takesFiles) {
      return { atMost: limits.filesPerMessage * limits.fileBytes + multipartOverhead, inMemory: multipartOverhead };
    }
    const atMost = limits.imageBytes + multipartOverhead;
    return { atMost, inMemory: atMost };
  }

  private reserve(address: string, size: number, reply: FastifyReply): void {
    const kind = size <= smallBytes ? 'small' : 'large';
    const byAddress = this.byAddress[kind];
    const ofAddress = (byAddress.get(address) ?? 0) + size;
    if (ofAddress > budgetBytes.ofAddress || this.taken[kind] + size > budgetBytes.inAll) {
      throw new AppError('too_many_requests', { retryAfter: 5, refusal: 'body_memory' });
    }
    byAddress.set(address, ofAddress);
    this.taken[kind] += size;
    reply.raw.once('close', () => {
      this.taken[kind] -= size;
      const left = (byAddress.get(address) ?? 0) - size;
      if (left > 0) byAddress.set(address, left);
      else byAddress.delete(address);
    });
  }

  /** Ends the requests that are late. */
  look(): void {
    const { withinMs } = this.times;
    const now = this.times.now();
    for (const arrival of this.under) {
      const { raw } = arrival;
      if (raw.complete || raw.socket.destroyed) this.under.delete(arrival);
      else if (isLate(arrival, now, withinMs)) this.end(arrival);
    }
  }

  private end(arrival: Arrival): void {
    const { raw, reply } = arrival;
    this.under.delete(arrival);
    if (reply.sent) {
      raw.socket.destroy();
      return;
    }
    reply.header('connection', 'close');
    const failure = new AppError('request_timeout', { refusal: 'slow_request' });
    // A reader of the body sees a connection failure, and answers it.
    if (raw.listenerCount('error') > 0) raw.emit('error', failure);
    else void reply.send(failure);
  }
}

/**
 * Lets up to `bytes` more of an answered request arrive, unread, and cuts the connection beyond. Called before the
 * answer has left and while nobody reads the body: afterwards Node drops incoming bytes silently.
 */
export function readPast(raw: IncomingMessage, bytes: number): void {
  if (raw.complete || raw.socket.destroyed) return;
  const end = raw.socket.bytesRead + bytes;
  raw.on('data', () => {
    if (raw.socket.bytesRead > end) raw.socket.destroy();
  });
}

function isLate(arrival: Arrival, now: number, withinMs: number): boolean {
  const { raw, upload, since, bytesThen } = arrival;
  const { bytesRead } = raw.socket;
  if (bytesRead > arrival.bytes) Object.assign(arrival, { bytes: bytesRead, grewAt: now });
  if (!upload) return now - since >= withinMs;
  const due = (leastBytesPerSecond * Math.max(0, now - since - withinMs)) / 1000;
  return now - arrival.grewAt >= withinMs || bytesRead - bytesThen < due;
}
