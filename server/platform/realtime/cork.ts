import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import type { Server, Socket } from 'engine.io';

/** Internals of engine.io and ws used here; `cork.test.ts` fails when a new version changes them. */
interface Connection {
  readyState: string;
  upgrading: boolean;
  /** Packets buffered for the transport. */
  writeBuffer: unknown[];
  transport: {
    name: string;
    /** False while the last write is not finished. */
    writable: boolean;
    /** WebSocket, and the stream below it. */
    socket?: { readyState: number; terminate(): void; _socket?: Writable };
    /** Called with each incoming packet, before its payload is parsed. */
    onPacket(packet: Packet): void;
  };
}

/** Packet of engine.io; `data` is its payload as received, if it has one. */
export interface Packet {
  type: string;
  data?: string | Buffer;
}

const inside = (connection: Socket): Connection => connection as unknown as Connection;
const websocketOpen = 1;

/**
 * Sends packets that leave a socket together in one system call: the answer to the handshake with its greeting, and
 * buffered packets. Engine.IO emits `flush` before it writes packets and `drain` after, synchronously.
 */
export function corkBursts(engine: Pick<Server, 'on'>): void {
  let corked: Writable | undefined;
  engine.on('initial_headers', (_headers: unknown, { socket }: IncomingMessage) => {
    socket.cork();
    setImmediate(() => socket.uncork());
  });
  engine.on('flush', (connection: Socket, packets: readonly unknown[]) => {
    if (packets.length < 2) return;
    corked = inside(connection).transport.socket?._socket;
    corked?.cork();
  });
  engine.on('drain', () => {
    corked?.uncork();
    corked = undefined;
  });
}

/** Returns the stream of a WebSocket with nothing buffered: raw frames may go into it, in order. */
export function freeWire(connection: Socket): Writable | undefined {
  const { readyState, upgrading, writeBuffer, transport } = inside(connection);
  if (readyState !== 'open' || upgrading || writeBuffer.length > 0 || !transport.writable) return undefined;
  const wire = transport.socket?._socket;
  const open = transport.socket?.readyState === websocketOpen && wire?.writableLength === 0;
  return open ? wire : undefined;
}

/** Counts the buffered packets of a connection. */
export const behindBy = (connection: Socket): number => inside(connection).writeBuffer.length;

/** Closes a connection without sending its buffered packets. */
export function cutOff(connection: Socket): void {
  const { socket } = inside(connection).transport;
  if (socket) socket.terminate();
  else connection.close(true);
}

/** Drops the incoming packets that `accepts` refuses, on any transport. */
export function filterPackets(connection: Socket, accepts: (packet: Packet) => boolean): void {
  const filter = (transport: Connection['transport']): void => {
    const pass = transport.onPacket.bind(transport);
    transport.onPacket = packet => {
      if (accepts(packet)) pass(packet);
    };
  };
  filter(inside(connection).transport);
  connection.on('upgrading', filter);
}
