import type { EventName } from '@palabre/common/contract/index.ts';
import type { Socket as Connection } from 'engine.io';
import { behindBy, cutOff, freeWire } from './cork.ts';
import type { Event } from './events.ts';
import type { Target } from './rooms.ts';
import type { PalabreServer, PalabreSocket } from './socket.ts';

/** An event and its payload, which nobody changes any more. */
type Said = [name: EventName, payload: unknown];

/** Packets that a connection may be behind: whoever doesn't read is closed, and catches up when they come back. */
const behindAtMost = 5_000;

/**
 * Sends events to rooms. What is said to the same rooms in one turn is one piece of bytes, the same for all, and one
 * system call for each socket that has nothing else to write; the others get it through engine.io, which keeps the order.
 */
export class Delivery {
  private target: Target = { rooms: [] };
  private waiting: Said[] = [];

  constructor(private readonly io: PalabreServer) {}

  /** Sends to all who are in these rooms now; every socket hears all that is sent in the order in which it was. */
  send(name: EventName, payload: unknown, target: Target): void {
    if (this.waiting.length > 0 && !sameTarget(this.target, target)) this.flush();
    if (this.waiting.length === 0) process.nextTick(() => this.flush());
    this.target = target;
    this.waiting.push([name, payload]);
  }

  /** Sends events that speak of different things: each socket hears those that are for it in one write. */
  sendTogether(events: readonly Event[]): void {
    this.flush();
    const said = new Map<string, { target: Target; events: Said[] }>();
    for (const { name, payload, target } of events) {
      const key = `${target.rooms} ${target.except ?? ''}`;
      const group = said.get(key) ?? { target, events: [] };
      group.events.push([name, payload]);
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
    // Most hear the same as many others.
    const shared = new Map<string, { texts: string[]; bytes: Buffer }>();
    for (const [{ conn }, numbers] of heard) {
      const key = String(numbers);
      let packet = shared.get(key);
      if (!packet) {
        const texts = numbers.flatMap(number => groups[number]?.events.map(textOf) ?? []);
        packet = { texts, bytes: Buffer.concat(texts.flatMap(frame)) };
        shared.set(key, packet);
      }
      write(conn, packet.texts, packet.bytes);
    }
  }

  /** Sends what still waits. Called before anybody enters or leaves a room. */
  flush(): void {
    const { waiting, target } = this;
    if (waiting.length === 0) return;
    this.waiting = [];
    const sockets = socketsIn(this.io, target);
    // Much is said to one person, who may not be there.
    if (sockets.length === 0) return;
    const texts = waiting.map(textOf);
    const bytes = Buffer.concat(texts.flatMap(frame));
    for (const { conn } of sockets) write(conn, texts, bytes);
  }
}

/** An event as a packet of Socket.IO. */
const textOf = (said: Said): string => `2${JSON.stringify(said)}`;

function write(connection: Connection, texts: readonly string[], bytes: Buffer): void {
  const wire = freeWire(connection);
  if (wire) wire.write(bytes);
  else queue(connection, texts);
}

function queue(connection: Connection, texts: readonly string[]): void {
  if (behindBy(connection) + texts.length > behindAtMost) cutOff(connection);
  else for (const text of texts) connection.write(text);
}

/** An engine.io message as the frame of a WebSocket: its head, and its text. */
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

/** Each socket once. */
function socketsIn(io: PalabreServer, { rooms, except = [] }: Target): PalabreSocket[] {
  const { adapter, sockets } = io.of('/');
  const members = (names: readonly string[]) =>
    names.map(name => adapter.rooms.get(name)).filter(ids => ids !== undefined);
  const apart = members(except);
  const groups = members(rooms);
  // Most is said to one room, whole.
  const [first = new Set<string>()] = groups;
  const told = groups.length > 1 ? new Set(groups.flatMap(ids => [...ids])) : first;
  const found: PalabreSocket[] = [];
  for (const id of told) {
    const socket = sockets.get(id);
    if (socket && !apart.some(others => others.has(id))) found.push(socket);
  }
  return found;
}
