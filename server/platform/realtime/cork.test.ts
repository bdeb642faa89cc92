import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, Socket as NetSocket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { Server, type Socket } from 'socket.io';
import { type Socket as ClientSocket, io as connect } from 'socket.io-client';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import WebSocket from 'ws';
import { behindBy, corkBursts, cutOff, filterPackets, freeWire } from './cork.ts';

/** Assumptions of cork.ts about engine.io and ws: a test fails when a new version breaks one. */

async function start(): Promise<{ io: Server; url: string }> {
  const http = createServer();
  const io = new Server(http, { serveClient: false });
  corkBursts(io.engine);
  await once(http.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => void (await io.close()));
  return { io, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` };
}

/** Opens a connection, and returns both ends. */
async function pair(transport: 'websocket' | 'polling'): Promise<{ socket: Socket; client: ClientSocket }> {
  const { io, url } = await start();
  const client = connect(url, { transports: [transport], reconnection: false, forceNew: true });
  onTestFinished(() => void client.disconnect());
  const [socket] = (await once(io, 'connection')) as [Socket];
  if (!client.connected) await new Promise<void>(resolve => client.once('connect', resolve));
  await vi.waitFor(() => expect(behindBy(socket.conn)).toBe(0));
  return { socket, client };
}

type Writev = (this: NetSocket, chunks: { chunk: Buffer }[], done: () => void) => void;

/** Records the pieces of each system write that contains a text. */
function writesOf(text: string): string[][] {
  const found: string[][] = [];
  const keep = (pieces: (Buffer | string)[]) => {
    const said = pieces.map(piece => piece.toString('latin1' as never));
    if (said.some(piece => piece.includes(text))) found.push(said);
  };
  const { _write } = NetSocket.prototype;
  vi.spyOn(NetSocket.prototype, '_write').mockImplementation(function (this: NetSocket, chunk, encoding, done) {
    keep([chunk]);
    _write.call(this, chunk, encoding, done);
  });
  const stream = NetSocket.prototype as unknown as { _writev: Writev };
  const { _writev } = stream;
  vi.spyOn(stream, '_writev').mockImplementation(function (this: NetSocket, chunks, done) {
    keep(chunks.map(({ chunk }) => chunk));
    _writev.call(this, chunks, done);
  });
  return found;
}
afterEach(() => void vi.restoreAllMocks());

describe('a system write', () => {
  it('contains the answer to a handshake and the greeting after it', async () => {
    const { url } = await start();
    const writes = writesOf('101 Switching Protocols');
    const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    await once(socket, 'message');
    socket.terminate();
    expect(writes).toHaveLength(1);
    expect(writes[0]?.join('')).toContain('"sid"');
  });

  it('contains all packets that waited for the previous one', async () => {
    const { socket, client } = await pair('websocket');
    const writes = writesOf('number');
    const heard = new Promise<void>(resolve => client.on('number', n => n === 9 && resolve()));
    for (let n = 0; n < 10; n++) socket.emit('number', n);
    await heard;
    expect(writes).toHaveLength(2);
    expect(writes[1]?.join('').match(/number/g)).toHaveLength(9);
  });
});

describe('the wire of a connection', () => {
  it('is free on a WebSocket with an empty buffer, and accepts raw frames', async () => {
    const { socket, client } = await pair('websocket');
    const heard = new Promise(resolve => client.once('frame', resolve));
    await vi.waitFor(() => expect(freeWire(socket.conn)).toBeDefined());
    freeWire(socket.conn)?.write(Buffer.from([0x81, 14, ...Buffer.from('42["frame",12]')]));
    expect(await heard).toBe(12);
  });

  it('is not free while a packet is being written, nor while packets wait', async () => {
    const { socket } = await pair('websocket');
    await vi.waitFor(() => expect(freeWire(socket.conn)).toBeDefined());
    expect(behindBy(socket.conn)).toBe(0);
    socket.emit('number', 1);
    expect(freeWire(socket.conn)).toBeUndefined();
    socket.emit('number', 2);
    expect(behindBy(socket.conn)).toBe(1);
    await vi.waitFor(() => expect(freeWire(socket.conn)).toBeDefined());
  });

  it('is not free while the system has not taken the last write', async () => {
    const { socket } = await pair('websocket');
    await vi.waitFor(() => expect(freeWire(socket.conn)).toBeDefined());
    const wire = freeWire(socket.conn);
    wire?.cork();
    wire?.write('');
    expect(freeWire(socket.conn)).toBeDefined();
    wire?.write(Buffer.from([0x81, 1, 0x36]));
    expect(freeWire(socket.conn)).toBeUndefined();
    wire?.uncork();
    await vi.waitFor(() => expect(freeWire(socket.conn)).toBeDefined());
  });

  it('is not free for a polling client', async () => {
    const { socket, client } = await pair('polling');
    await turn();
    expect(freeWire(socket.conn)).toBeUndefined();
    const heard = new Promise(resolve => client.once('number', resolve));
    socket.emit('number', 3);
    expect(await heard).toBe(3);
  });

  it.each(['websocket', 'polling'] as const)('is cut at once for %s, whatever is buffered', async transport => {
    const { socket, client } = await pair(transport);
    const over = once(socket, 'disconnect');
    const noticed = new Promise(resolve => client.once('disconnect', resolve));
    for (let n = 0; n < 100; n++) socket.emit('number', n);
    cutOff(socket.conn);
    await Promise.all([over, noticed]);
    expect(freeWire(socket.conn)).toBeUndefined();
  });
});

it('The wire is free only where nothing stands in the way of the next frame', () => {
  const wire = { writableLength: 0 };
  const free = { readyState: 'open', upgrading: false, writeBuffer: [] as unknown[] };
  const transport = { name: 'websocket', writable: true, socket: { readyState: 1, _socket: wire } };
  const found = (connection: object) => freeWire({ ...free, transport, ...connection } as never);
  expect(found({})).toBe(wire);
  for (const obstacle of [
    ...[{ readyState: 'closing' }, { upgrading: true }, { writeBuffer: [{}] }],
    ...[{ transport: { ...transport, writable: false } }, { transport: { ...transport, socket: undefined } }],
    { transport: { ...transport, socket: { readyState: 2, _socket: wire } } },
    { transport: { ...transport, socket: { readyState: 1, _socket: { writableLength: 1 } } } },
  ])
    expect([obstacle, found(obstacle)]).toEqual([obstacle, undefined]);
});

it('A packet that is refused comes through neither transport of a connection, before its upgrade nor after it', async () => {
  const { io, url } = await start();
  io.engine.on('connection', connection => filterPackets(connection, ({ data }) => !String(data).includes('refused')));
  const heard: string[] = [];
  io.on('connection', socket => socket.onAny(name => heard.push(name)));
  const client = connect(url, { transports: ['polling', 'websocket'], reconnection: false, forceNew: true });
  onTestFinished(() => void client.disconnect());
  const upgraded = new Promise<void>(resolve => client.io.engine.once('upgrade', () => resolve()));
  for (const name of ['refused', 'polled']) client.emit(name);
  await upgraded;
  for (const name of ['refused', 'sent']) client.emit(name);
  await vi.waitUntil(() => heard.includes('sent'));
  expect(heard).toEqual(['polled', 'sent']);
});
