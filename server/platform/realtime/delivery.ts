import type { EventName } from '@palabre/common/contract/index.ts';
import type { Socket as Connection } from 'engine.io';
import { behindBy, cutOff, freeWire } from './cork.ts';
import type { Event } from './events.ts';
import type { Target } from './rooms.ts';
import type { PalabreServer, PalabreSocket } from './socket.ts';

/** Event; the payload must not change any more. */
interface Said {
  name: EventName;
  payload: unknown;
  /** Time of its commit in this process, by `performance.now()`. */
  sinceMs?: number;
}

/** Limit on a connection's buffered packets: a client that does not read is closed, and catches up on reconnect. */
const behindAtMost = 5_000;

/**
 * Sends events to rooms. Events of one event-loop turn to the same rooms are encoded once for all sockets, and written
 * in one system call per socket with an empty buffer; other sockets get them through engine.io, which keeps the order.
 */
export class Delivery {
  private target: Target = { rooms: [] };
  private waiting: Said[] = [];
  /** Counts of events written to sockets, and of sockets dropped because they did not read. */
  readonly counts = { events: 0, dropped: 0 };
  /** Receives the delay from the commit of an event to its last socket, in seconds. */
  delayed: ((seconds: number) => void) | undefined;

  constructor(private readonly io: PalabreServer) {}

  /** Sends an event to the sockets in these rooms now; every socket receives events in the order of sending. */
  send(name: EventName, payload: unknown, target: Target, sinceMs?: number): void {
    if (this.waiting.length > 0 && !sameTarget(this.target, target)) this.flush();
    if (this.waiting.length === 0) process.nextTick(() => this.flush());
    this.target = target;
    this.waiting.push({ name, payload, ...(sinceMs !== undefined && { sinceMs }) });
  }

  /** Sends events about different things: each socket gets all of its events in one write. */
  sendTogether(events: readonly Event[]): void {
    this.flush();
    const said = new Map<string, { target: Target; events: Said[] }>();
    for (const { name, payload, target } of events) {
      const key = `${target.rooms} ${target.except ?? ''}`;
      const group = said.get(key) ?? { target, events: [] };
      group.events.push({ name, payload });
      said.set(key, group);
    }
    const groups = [...said.values()];
    const heard = new Map<PalabreSocket, number[]>();
    for (const [number, { target }] of groups.entries()) {
      for (const socket of socketsIn(this.io, target)) {
        const numbers = heard.get(socket);
        if (numbers) numbers.push(number);
        else heard.set(socket, [number]);
      }
    }
    // Most sockets get the same events: their bytes are shared.
    const shared = new Map<string, { texts: string[]; bytes: Buffer }>();
    for (const [{ conn }, numbers] of heard) {
      const key = String(numbers);
      let packet = shared.get(key);
      if (!packet) {
        const texts = numbers.flatMap(number => groups[number]?.events.map(textOf) ?? []);
        packet = { texts, bytes: Buffer.concat(texts.flatMap(frame)) };
        shared.set(key, packet);
      }
      this.write(conn, packet.texts, packet.bytes);
    }
  }

  /** Sends the queued events. Called before a socket enters or leaves a room. */
  flush(): void {
    const { waiting, target } = this;
    if (waiting.length === 0) return;
    this.waiting = [];
    const sockets = socketsIn(this.io, target);
    // Many events go to one person, who may be offline.
    if (sockets.length === 0) return;
    const texts = waiting.map(textOf);
    const bytes = Buffer.concat(texts.flatMap(frame));
    for (const { conn } of sockets) this.write(conn, texts, bytes);
    const writtenMs = performance.now();
    for (const { sinceMs } of waiting) if (sinceMs !== undefined) this.delayed?.((writtenMs - sinceMs) / 1_000);
  }

  private write(connection: Connection, texts: readonly string[], bytes: Buffer): void {
    this.counts.events += texts.length;
    const wire = freeWire(connection);
    if (wire) wire.write(bytes);
    else if (behindBy(connection) + texts.length <= behindAtMost) for (const text of texts) connection.write(text);
    else {
      this.counts.dropped += 1;
      cutOff(connection);
    }
  }
}

/** Encodes an event as a Socket.IO packet. */
const textOf = ({ name, payload }: Said): string => `2${JSON.stringify([name, payload])}`;

/** Encodes an engine.io message as a WebSocket frame: header and payload. */
function frame(text: string): Buffer[] {
  const payload = Buffer.from(`4${text}`);
  const { length } = payload;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = 0x81;
  head[1] = length < 126 ? length : length < 65_536 ? 126 : 127;
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeUIntBE(length, 4, 6);
  return [head, payload];
}

const sameTarget = (one: Target, other: Target): boolean =>
  one === other || (sameNames(one.rooms, other.rooms) && sameNames(one.except ?? [], other.except ?? []));

const sameNames = (ones: readonly string[], others: readonly string[]): boolean =>
  ones.length === others.length && ones.every((name, i) => name === others[i]);

/** Lists the sockets of a target, each once. */
function socketsIn(io: PalabreServer, { rooms, except = [] }: Target): PalabreSocket[] {
  const { adapter, sockets } = io.of('/');
  const members = (names: readonly string[]) =>
    names.map(name => adapter.rooms.get(name)).filter(ids => ids !== undefined);
  const apart = members(except);
  const groups = members(rooms);
  // Most events go to one room, whose set is used directly.
  const [first = new Set<string>()] = groups;
  const told = groups.length > 1 ? new Set(groups.flatMap(ids => [...ids])) : first;
  const found: PalabreSocket[] = [];
  for (const id of told) {
    const socket = sockets.get(id);
    if (socket && !apart.some(others => others.has(id))) found.push(socket);
  }
  return found;
}
