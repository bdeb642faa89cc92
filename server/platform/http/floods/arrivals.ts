import type { IncomingMessage } from 'node:http';
import { limits } from '@palabre/common/contract/fields.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../address.ts';
import { AppError } from '../errors.ts';
import { bodyBytes } from './bodies.ts';

const mebi = 1024 * 1024;

export interface ArrivalTimes {
  /** A whole request has this long; an upload, from one byte to the next. */
  withinMs: number;
  /** Between two looks for those that are late. */
  lookEveryMs: number;
  /** By what late is late, in milliseconds. */
  now: () => number;
}

export const usualTimes: ArrivalTimes = { withinMs: 60_000, lookEveryMs: 1_000, now: () => performance.now() };

/** What an upload brings, and who reads an answer takes, at least in all, for each second beyond `withinMs`. */
export const leastBytesPerSecond = 10 * 1024;
/** Bodies up to this size have a budget of their own: files that come slowly keep no message waiting. */
const smallBytes = 64 * 1024;
/** Bytes of bodies that may be on their way or in memory at once, of each kind. */
const budget = { ofAddress: 32 * mebi, inAll: 64 * mebi };
const multipartOverhead = mebi;
/**
 * Of a body that is answered without having been read, so much may still come, as long as the longest JSON: its client
 * hears the answer once all has been said. Whoever has a session may bring all that they were allowed to.
 */
const unreadBytes = bodyBytes.session + smallBytes;

interface Arrival {
  raw: IncomingMessage;
  reply: FastifyReply;
  upload: boolean;
  since: number;
  /** Bytes that its connection had brought by then. */
  bytesThen: number;
  /** Bytes at the last look, and when they had last grown. */
  bytes: number;
  grewAt: number;
}

/**
 * Bounds what requests that are on their way cost: the memory that their bodies may come to take is counted before any
 * of it is read, by address and in all, and none of them lasts for ever.
 */
export class Arrivals {
  private readonly under = new Set<Arrival>();
  private readonly byAddress = { small: new Map<string, number>(), large: new Map<string, number>() };
  private readonly taken = { small: 0, large: 0 };
  private readonly times: ArrivalTimes;

  constructor(times: Partial<ArrivalTimes> = {}) {
    this.times = { ...usualTimes, ...times };
  }

  /** Before all routes. */
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

  /** Bytes that are counted now. */
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
    // Once an address without a session is limited, its bodies are dropped early: its client may miss the answer.
    const unread = () => (reply.statusCode === 429 ? smallBytes : unreadBytes);
    reply.raw.once('prefinish', () => readPast(raw, request.actor ? atMost : unread()));
    // Of what does not exist, nothing is read.
    if (request.is404) throw new AppError('not_found');
    if (size > atMost) throw new AppError('too_large');
    this.reserve(addressOf(request), Math.min(size, inMemory), reply);
  }

  /** How large a body may be, and how much of it may come to be in memory. */
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
    if (ofAddress > budget.ofAddress || this.taken[kind] + size > budget.inAll) {
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

  /** Ends those that are late. */
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
    // Whoever reads the body hears of it as of any failure of the connection, and answers.
    if (raw.listenerCount('error') > 0) raw.emit('error', failure);
    else void reply.send(failure);
  }
}

/**
 * Lets so much of a request that is being answered come, unlooked at; beyond, its connection is cut. Before the answer has
 * left, when nobody has read anything: from then on Node drops what comes without telling.
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
