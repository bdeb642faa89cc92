import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import type { Server, Socket } from 'engine.io';

/** All that we reach into of engine.io and ws; `cork.test.ts` fails when it is not so any more. */
interface Connection {
  readyState: string;
  upgrading: boolean;
  /** Packets that wait for the transport. */
  writeBuffer: unknown[];
  transport: {
    name: string;
    /** False while what was last given to it is not written yet. */
    writable: boolean;
    /** The WebSocket, and the stream below it. */
    socket?: { readyState: number; terminate(): void; _socket?: Writable };
    /** Called with each packet that came, before what it carries is parsed. */
    onPacket(packet: Packet): void;
  };
}

/** A packet of engine.io; of one that carries something, `data` is that as it came. */
export interface Packet {
  type: string;
  data?: string | Buffer;
}

const inside = (connection: Socket): Connection => connection as unknown as Connection;
const websocketOpen = 1;

/**
 * Makes what leaves a socket together leave in one system call: the answer to the handshake with the greeting after it,
 * and packets that waited. Engine.IO says `flush` with the packets it is about to write, writes them, then says `drain`,
 * all in one go.
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

/** The stream of a WebSocket that has nothing else to write: frames may go straight into it, in their order. */
export function freeWire(connection: Socket): Writable | undefined {
  const { readyState, upgrading, writeBuffer, transport } = inside(connection);
  if (readyState !== 'open' || upgrading || writeBuffer.length > 0 || !transport.writable) return undefined;
  const wire = transport.socket?._socket;
  const open = transport.socket?.readyState === websocketOpen && wire?.writableLength === 0;
  return open ? wire : undefined;
}

/** How many packets a connection has yet to write. */
export const behindBy = (connection: Socket): number => inside(connection).writeBuffer.length;

/** Closes a connection without waiting for what it has yet to write. */
export function cutOff(connection: Socket): void {
  const { socket } = inside(connection).transport;
  if (socket) socket.terminate();
  else connection.close(true);
}

/** Lets through only the packets that are accepted, whatever transport they come by. */
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
