import { type ErrorCode, errors } from '@palabre/common/contract/errors.ts';
import type { Socket as Connection, Server } from 'engine.io';
import type { Language } from '../http/errors.ts';
import { countedFor } from '../http/floods/connections.ts';
import { Waiting } from '../http/floods/waiting.ts';
import { isBounded } from '../http/json.ts';
import { Bucket, type BucketRule } from '../pacing/bucket.ts';
import type { Refuse } from '../pacing/refusals.ts';
import { cutOff, filterPackets, type Packet } from './cork.ts';

/**
 * Limits of the frames and bytes sent by one socket, and by all sockets of one person. A page sends a frame every 15 s.
 */
const rules = {
  /** Socket not authenticated yet: it sends its token, and little else. */
  arriving: { frames: { burst: 10, perSecond: 1 }, bytes: { burst: 16 * 1024, perSecond: 1024 } },
  socket: { frames: { burst: 60, perSecond: 10 }, bytes: { burst: 256 * 1024, perSecond: 32 * 1024 } },
  person: { frames: { burst: 600, perSecond: 60 }, bytes: { burst: 1024 * 1024, perSecond: 64 * 1024 } },
} as const;
/** Cost of a handshake for its person, in frames: it reads a session and rights. */
const handshakeFrames = 10;
/** Limit on a socket's refused frames, after which it is closed; a large frame counts once more per `refusedBytes`. */
const refusedAtMost = 50;
const refusedBytes = 4 * 1024;
const forgottenEveryMs = 60_000;
/** Limit on unauthenticated connections: a whole office reconnects at once, and authenticates at once. */
const arrivingAtMost = { ofAddress: 1_024, inAll: Number.POSITIVE_INFINITY };
const lookEveryMs = 1_000;

class Allowance {
  private readonly frames: Bucket;
  private readonly bytes: Bucket;
  sockets = 0;

  constructor(rule: { frames: BucketRule; bytes: BucketRule }, now: number) {
    this.frames = new Bucket(rule.frames, now);
    this.bytes = new Bucket(rule.bytes, now);
  }

  spend(frames: number, bytes: number, now: number): boolean {
    return this.frames.spend(frames, now) && this.bytes.spend(bytes, now);
  }

  isUnused(now: number): boolean {
    return this.sockets === 0 && this.frames.isFull(now) && this.bytes.isFull(now);
  }
}

interface Source {
  own: Allowance;
  person?: Allowance;
  language: Language;
  refused: number;
}

/**
 * Rate-limits the frames of sockets, before they are parsed: a frame nested too deep, with too many values, or over the
 * limits of its socket or person gets an error if it asks for an acknowledgement; a socket that goes on is closed.
 */
export class Inflow {
  private readonly sources = new WeakMap<Connection, Source>();
  private readonly people = new Map<string, Allowance>();
  private readonly arriving: Waiting<Connection>;
  private readonly forgetting: NodeJS.Timeout | undefined;
  private readonly looking: NodeJS.Timeout;

  /**
   * Guards each new connection.
   * @param on false lifts the rate limits, for load tests on loopback
   */
  constructor(
    engine: Pick<Server, 'on'>,
    private readonly on: boolean,
    private readonly refuse: Refuse,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.arriving = new Waiting(arrivingAtMost, connection => this.letGo(connection), now);
    this.looking = setInterval(() => setImmediate(() => this.look()), lookEveryMs).unref();
    engine.on('connection', (connection: Connection) => this.guard(connection));
    if (!on) return;
    this.forgetting = setInterval(() => this.forget(), forgottenEveryMs).unref();
  }

  /**
   * Counts a socket against the limits of its person, from its handshake on.
   * @returns false when the person has sent too much lately to open another
   */
  admit(connection: Connection, userId: string, language: Language): boolean {
    this.arriving.delete(connection);
    const source = this.sources.get(connection);
    if (!source || source.person) return true;
    if (!this.on) {
      source.language = language;
      return true;
    }
    const now = this.now();
    const person = this.people.get(userId) ?? new Allowance(rules.person, now);
    this.people.set(userId, person);
    if (!person.spend(handshakeFrames, 0, now)) {
      this.refuse('socket_flood');
      // Deferred, so that the client gets the reason first.
      setImmediate(() => connection.close());
      return false;
    }
    Object.assign(source, { own: new Allowance(rules.socket, now), person, language });
    person.sockets += 1;
    connection.once('close', () => {
      person.sockets -= 1;
    });
    return true;
  }

  /** Closes unauthenticated connections over the maximum. */
  look(): void {
    this.arriving.trim();
  }

  close(): void {
    clearInterval(this.forgetting);
    clearInterval(this.looking);
  }

  /** Number of remembered people. */
  get size(): number {
    return this.people.size;
  }

  private guard(connection: Connection): void {
    const source: Source = { own: new Allowance(rules.arriving, this.now()), language: 'fr', refused: 0 };
    this.sources.set(connection, source);
    this.arriving.add(connection, countedFor(connection.remoteAddress));
    connection.once('close', () => this.arriving.delete(connection));
    filterPackets(connection, packet => this.accepts(connection, source, packet));
  }

  private letGo(connection: Connection): void {
    this.refuse('half_sent');
    cutOff(connection);
  }

  private accepts(connection: Connection, source: Source, packet: Packet): boolean {
    if (source.refused > refusedAtMost) return false;
    const bytes = packet.data?.length ?? 0;
    const code = this.reasonAgainst(source, packet, bytes);
    if (!code) return true;
    source.refused += 1 + Math.floor(bytes / refusedBytes);
    this.refuse('socket_flood');
    if (source.refused > refusedAtMost) cutOff(connection);
    else answer(connection, packet, code, source.language);
    return false;
  }

  private reasonAgainst({ own, person }: Source, { data }: Packet, bytes: number): ErrorCode | undefined {
    const now = this.now();
    const spent = !this.on || (own.spend(1, bytes, now) && person?.spend(1, bytes, now) !== false);
    if (!spent) return 'too_many_requests';
    return typeof data === 'string' && !isFrameBounded(data) ? 'invalid_input' : undefined;
  }

  private forget(): void {
    const now = this.now();
    for (const [userId, person] of this.people) if (person.isUnused(now)) this.people.delete(userId);
  }
}

/**
 * Says whether the JSON of a frame is within bounds. A quote in a namespace would hide the JSON; our namespaces have
 * none.
 */
function isFrameBounded(data: string): boolean {
  const json = data.replace(/^[^/"[{]*(?:\/[^",]*,)?/, '');
  return !json.startsWith('/') && isBounded(json);
}

/** Answers the acknowledgement that a frame asks for, if any; only its number is read. */
function answer(connection: Connection, { data }: Packet, code: ErrorCode, language: Language): void {
  const asked = typeof data === 'string' ? /^2(\d{1,15})\[/.exec(data)?.[1] : undefined;
  if (asked) connection.write(`3${asked}${JSON.stringify([{ code, message: errors[code][language] }])}`);
}
