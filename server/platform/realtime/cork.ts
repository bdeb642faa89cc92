import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import type { Server, Socket } from 'engine.io';

/** What we reach into: a packet as Socket.IO's broadcast makes it, and the WebSocket transport's stream. */
interface Packet {
  /** One object for all sockets of a broadcast; the frame is its head and its payload. */
  options?: { wsPreEncodedFrame?: Buffer[] };
}
interface Wire {
  socket?: { _socket?: Writable };
}

/**
 * Makes a delivery as cheap as its bytes: packets that leave a socket together leave in one system call, and a
 * broadcast's frame is joined once for all sockets instead of being written in two pieces to each.
 * Engine.IO says `flush` with the packets it is about to write, writes them, then says `drain`, all in one go.
 */
export function corkBursts(engine: Pick<Server, 'on'>): void {
  // The answer to the handshake and the greeting after it leave together too.
  engine.on('initial_headers', (_headers: unknown, { socket }: IncomingMessage) => {
    socket.cork();
    setImmediate(() => socket.uncork());
  });
  engine.on('connection', (connection: Socket) => {
    let corked: Writable | undefined;
    connection.on('packetCreate', ({ options }: Packet) => {
      const frame = options?.wsPreEncodedFrame;
      if (options && frame?.length === 2) options.wsPreEncodedFrame = [Buffer.concat(frame)];
    });
    connection.on('flush', (packets: readonly unknown[]) => {
      if (packets.length < 2) return;
      corked = (connection.transport as unknown as Wire).socket?._socket;
      corked?.cork();
    });
    connection.on('drain', () => {
      corked?.uncork();
      corked = undefined;
    });
  });
}
