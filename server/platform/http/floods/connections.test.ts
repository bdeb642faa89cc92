import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Bare, headOf, speakTo, statusOf } from '../../../test/floods/bare.ts';
import { type Palabre, startPalabre } from '../../../test/harness.ts';
import { refused } from '../../../test/refused.ts';
import type { Refusal } from '../../pacing/refusals.ts';
import { type ConnectionBounds, Connections } from './connections.ts';

/** Clock of the tests, moved by hand. */
let time = 0;
beforeEach(() => {
  time = 0;
});
const bounds: Partial<ConnectionBounds> = {
  halfSent: { ofAddress: 5, inAll: 12 },
  idle: { ofAddress: 4, inAll: 100 },
  lookEveryMs: 5,
  countedFor: address => address,
  now: () => time,
};
const start = (more: Partial<ConnectionBounds> = {}) => startPalabre({ connections: { ...bounds, ...more } });
const many = (count: number, open: () => Promise<Bare>) => Promise.all(Array.from({ length: count }, open));
/** Moves the clock until at most `atMost` connections are open. */
const leaves = (connections: readonly Bare[], atMost: number) =>
  vi.waitUntil(() => {
    time += 1_000;
    return openOf(connections) <= atMost;
  });
const openOf = (connections: readonly Bare[]) => connections.filter(({ closed }) => !closed()).length;
const half = (palabre: Palabre, from = '127.0.0.1') => speakTo(palabre, ['GET /healthz HTTP/1.1\r\nhost: loc'], from);
const whole = async (palabre: Palabre, from = '127.0.0.1') => {
  const bare = await speakTo(palabre, [headOf('GET', '/healthz')], from);
  await vi.waitUntil(() => bare.said().includes('\r\n\r\n'));
  return bare;
};

describe('half-sent connections', () => {
  it('over the limit of one address are closed, the oldest first; all others are served', async () => {
    const palabre = await start({ halfSent: { ofAddress: 5, inAll: 100 } });
    const before = await half(palabre, '127.0.0.3');
    const flood = await many(20, () => half(palabre));
    expect(openOf(flood)).toBe(20);
    await leaves(flood, 5);
    expect(await refused(palabre, 'half_sent')).toBeGreaterThanOrEqual(15);
    // A connection of that address that sends the rest is answered, and so is a connection of another address.
    const left = flood.filter(({ closed }) => !closed());
    expect(left.length).toBeGreaterThan(0);
    for (const { socket, said } of [...left, before]) {
      socket.write('alhost\r\n\r\n');
      await vi.waitUntil(() => statusOf(said()) === 200);
    }
  });

  it('over the limit in all are closed, whatever their address', async () => {
    const palabre = await start({ countedFor: () => undefined });
    const flood = await many(30, () => half(palabre));
    await leaves(flood, 12);
    expect(statusOf((await whole(palabre)).said())).toBe(200);
  });

  it('that come in the same moment are not closed before they could be read', async () => {
    const palabre = await start();
    const crowd = await many(40, () => half(palabre));
    time = 1_000;
    const looks = vi.spyOn(Connections.prototype, 'look');
    await vi.waitUntil(() => looks.mock.calls.length > 2);
    looks.mockRestore();
    for (const { socket } of crowd) socket.write('alhost\r\n\r\n');
    await vi.waitUntil(() => crowd.every(({ said }) => statusOf(said()) === 200));
  });
});

describe('idle connections', () => {
  it('that never sent a byte are closed when the server stops; a half-sent one is answered first', async () => {
    const palabre = await startPalabre();
    const silent = await speakTo(palabre);
    const sending = await half(palabre);
    // Both are known to the server by then.
    await whole(palabre);
    const stopped = palabre.stop();
    await vi.waitUntil(silent.closed);
    // The connection was not timed out as a late request head either.
    expect(sending.closed()).toBe(false);
    expect(silent.said()).toBe('');
    sending.socket.write('alhost\r\n\r\n');
    expect(statusOf(await sending.answer)).toBe(200);
    await stopped;
  });

  it('over the limit of one address are closed, the oldest first; sockets are not', async () => {
    const palabre = await start();
    const camille = await palabre.register();
    const ears = await Promise.all(Array.from({ length: 8 }, () => camille.connect()));
    const idle = await many(10, () => whole(palabre, '127.0.0.2'));
    await leaves(idle, 4);
    expect(await refused(palabre, 'idle_connections')).toBeGreaterThanOrEqual(6);
    expect(ears.every(({ socket }) => socket.connected)).toBe(true);
    expect(await ears[0]?.setStatus('busy')).toEqual({ status: 'busy' });
  });

  it('are closed when descriptors run out, which is counted; connections over the maximum are not accepted', async () => {
    const loose = { ofAddress: 1_000, inAll: 1_000 };
    const palabre = await start({ halfSent: loose, idle: loose, open: 40 });
    const idle = await many(20, () => whole(palabre));
    const flood = await many(40, () => half(palabre));
    await vi.waitUntil(() => openOf(flood) < 40);
    for (const { socket } of flood.slice(0, 30)) socket.destroy();
    await vi.waitUntil(async () => (await refused(palabre, 'descriptors').catch(() => 0)) > 0);
    await vi.waitUntil(() => openOf(idle) === 0);
    expect(statusOf((await whole(palabre)).said())).toBe(200);
  });

  it('that are over count no more, however many came before', async () => {
    const loose = { ofAddress: 1_000, inAll: 1_000 };
    const palabre = await start({ halfSent: loose, idle: loose, open: 40 });
    const looks = vi.spyOn(Connections.prototype, 'look');
    onTestFinished(() => looks.mockRestore());
    for (let round = 0; round < 3; round += 1) {
      const gone = await many(15, () => whole(palabre));
      for (const { socket } of gone) socket.destroy();
      await vi.waitUntil(() => openOf(gone) === 0);
    }
    const kept = await whole(palabre);
    const before = looks.mock.calls.length;
    await vi.waitUntil(() => looks.mock.calls.length > before + 2);
    expect([await refused(palabre, 'descriptors'), kept.closed()]).toEqual([0, false]);
  });
});

describe('pipelined requests of a connection', () => {
  async function serving() {
    const waiting: (() => void)[] = [];
    const parsed: string[] = [];
    const sockets: Socket[] = [];
    const http = createServer((request, response) => {
      waiting.push(() => response.end(`${request.url} `));
      request.resume();
    });
    const told: Refusal[] = [];
    const connections = new Connections(http, kind => told.push(kind));
    http.on('request', ({ url = '' }) => parsed.push(url)).on('connection', socket => sockets.push(socket));
    await new Promise<void>(done => http.listen(0, '127.0.0.1', done));
    onTestFinished(() => {
      connections.close();
      http.closeAllConnections();
      http.close();
    });
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const served = (count: number) => vi.waitUntil(() => waiting.length >= count, { interval: 1 });
    return { waiting, parsed, sockets, served, told, url };
  }
  const asked = (count: number) => Array.from({ length: count }, (_, n) => headOf('GET', `/${n}`)).join('');

  it('are served in their order, one at a time', async () => {
    const server = await serving();
    const { said } = await speakTo(server, [asked(12)]);
    for (let n = 0; n < 12; n += 1) {
      await server.served(n + 1);
      server.waiting[n]?.();
      await vi.waitUntil(() => said().includes(`/${n} `));
    }
  });

  it('are not read before the previous ones are served, even behind an upload; then none is lost', async () => {
    const server = await serving();
    const upload = `${headOf('POST', '/upload', { 'content-length': 100_000 })}${'x'.repeat(100_000)}`;
    const count = 40_000;
    const flood = await speakTo(server, [upload, asked(2)]);
    // These requests show that the connection pipelines.
    await vi.waitUntil(() => server.parsed.length === 3);
    flood.socket.write(asked(count));
    const other = await speakTo(server, [asked(1)]);
    await server.served(2);
    // While the first is served, about a chunk is read, and only a piece of that is parsed.
    await vi.waitUntil(() => server.parsed.length > 3);
    expect(server.parsed.length).toBeLessThan(64);
    expect(server.sockets[0]?.bytesRead).toBeLessThan(500_000);
    expect(flood.closed()).toBe(false);
    for (let n = 0; n < 300; n += 1) {
      await server.served(n + 1);
      server.waiting[n]?.();
    }
    await vi.waitUntil(() => flood.said().includes('/290 ') && other.said().includes('/0 '));
    const order = [...flood.said().matchAll(/\/(\d+) /g)].map(([, n]) => Number(n)).slice(2);
    expect(order).toEqual(order.map((_, n) => n));
    expect(server.parsed.length).toBeLessThan(400);
  });

  it('close the connection when hundreds come in its first chunk', async () => {
    const server = await serving();
    const other = await speakTo(server, [asked(1)]);
    await server.served(1);
    const { closed } = await speakTo(server, [asked(800)]);
    await vi.waitUntil(closed);
    expect(server.told).toEqual(['pipelined']);
    server.waiting[0]?.();
    await vi.waitUntil(() => other.said().includes('/0 '));
  });

  it('close the connection when a socket is opened among them', async () => {
    const palabre = await startPalabre();
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' };
    const path = '/socket.io/?EIO=4&transport=websocket';
    const opening = headOf('GET', path, { ...upgrade, 'sec-websocket-version': 13 });
    const { closed } = await speakTo(palabre, [opening + asked(1_000)]);
    await vi.waitUntil(closed);
    // Behind others, and used before its answer: by empty pongs, which a socket may always send.
    const pongs = Buffer.concat(Array(500).fill(Buffer.from([0x8a, 0x80, 0, 0, 0, 0])));
    const early = await speakTo(palabre, [asked(3)]);
    await vi.waitUntil(() => early.said().split('HTTP/1.1 ').length > 3);
    early.socket.write(Buffer.concat([Buffer.from(asked(1) + opening), pongs]));
    await vi.waitUntil(early.closed);
  });
});
