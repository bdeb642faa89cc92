import fs from 'node:fs';
import { createServer, Server } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type Bare, headOf, speakTo, statusOf } from '../../../test/floods/bare.ts';
import type { Refusal } from '../../pacing/refusals.ts';
import { type ConnectionBounds, Connections, countedFor } from './connections.ts';

/** Tests the bounds of connections on a plain server; `connections.test.ts` tests floods of a whole one. */

const loose = { ofAddress: 1_000, inAll: 1_000 };

/**
 * Serves requests that wait until the test answers them, and looks at connections when the test does.
 * @param usual bounds where the test gives none
 */
async function serving(
  bounds: Partial<ConnectionBounds> = {},
  usual: Partial<ConnectionBounds> = { halfSent: loose, idle: loose },
) {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  let now = 0;
  const http = createServer((request, response) => {
    asked.push(request.url ?? '');
    answers.push(() => response.end(`${request.url} `));
  });
  // Turns off Node's own timeout, which would close idle connections too.
  http.keepAliveTimeout = 0;
  const told: Refusal[] = [];
  const connections = new Connections(http, kind => told.push(kind), {
    ...{ lookEveryMs: 3_600_000, countedFor: (address = '') => address, now: () => now },
    ...{ ...usual, ...bounds },
  });
  await new Promise<void>(done => http.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    connections.close();
    http.closeAllConnections();
    http.close();
  });
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const known = (count: number) =>
    vi.waitUntil(() => new Promise<boolean>(done => http.getConnections((_error, n) => done(n >= count))));
  const open = async (...parts: string[]): Promise<Bare> => {
    const bare = await speakTo({ url }, parts);
    return bare;
  };
  const answer = async (bare: Bare, path: string) => {
    await vi.waitUntil(() => asked.includes(path));
    answers[asked.indexOf(path)]?.();
    await vi.waitUntil(() => bare.said().includes(`${path} `));
  };
  /** Looks after so many seconds, once all received bytes are read. */
  const look = async (seconds = 3) => {
    await new Promise(setImmediate);
    now += seconds * 1_000;
    connections.look();
  };
  return { http, connections, asked, answers, told, known, open, answer, look };
}
const half = 'GET /half HTTP/1.1\r\nhost: loc';
const rest = 'alhost\r\n\r\n';

it('Connections that have sent half of a request are closed over the bound of their address, the oldest first', async () => {
  const { told, known, open, answer, look } = await serving({ halfSent: { ofAddress: 2, inAll: 100 } });
  const [oldest, second, third] = [await open(half), await open(half), await open(half)];
  await known(3);
  await look(1);
  expect(told).toEqual([]);
  await look();
  await vi.waitUntil(oldest.closed);
  expect(told).toEqual(['half_sent']);
  expect([second.closed(), third.closed()]).toEqual([false, false]);
  second.socket.write(rest);
  await answer(second, '/half');
  expect(statusOf(second.said())).toBe(200);
});

it('Connections that have sent half of a request are closed a few at a time while there is room, all at once when there is none', async () => {
  const silent = { halfSent: { ofAddress: 1_000, inAll: 2 }, idle: loose };
  const flood = async (room: number) => {
    const { told, open, known, look } = await serving({ ...silent, open: room });
    await Promise.all(Array.from({ length: 300 }, () => open(half)));
    await known(300);
    await look();
    return told.filter(kind => kind === 'half_sent').length;
  };
  expect([await flood(1_000), await flood(500)]).toEqual([256, 298]);
});

it('Connections that ask for nothing are closed over the bound of their address, and none that is being served', async () => {
  const { told, open, answer, look } = await serving({ idle: { ofAddress: 1, inAll: 100 } });
  const [one, two, busy] = [
    await open(headOf('GET', '/one')),
    await open(headOf('GET', '/two')),
    await open(headOf('GET', '/busy')),
  ];
  await answer(one, '/one');
  await answer(two, '/two');
  await look();
  await vi.waitUntil(one.closed);
  expect(told).toEqual(['idle_connections']);
  // A connection that asks again is no longer idle.
  two.socket.write(headOf('GET', '/again'));
  await answer(busy, '/busy');
  await look();
  expect([told, two.closed(), busy.closed()]).toEqual([['idle_connections'], false, false]);
  await answer(two, '/again');
});

it('Connections that ask for nothing are all closed when few more can be opened', async () => {
  const { told, known, open, answer, look } = await serving({ open: 4 });
  const all = [await open(headOf('GET', '/0')), await open(headOf('GET', '/1')), await open(headOf('GET', '/2'))];
  for (const [n, bare] of all.entries()) await answer(bare, `/${n}`);
  await look();
  expect(told).toEqual([]);
  const last = await open(headOf('GET', '/last'));
  await known(4);
  await look();
  expect(told).toEqual(['descriptors']);
  await vi.waitUntil(() => all.every(({ closed }) => closed()));
  await answer(last, '/last');
});

it('Connections that nothing runs on are closed as the server ends: those that never asked, and those that were answered', async () => {
  const { connections, known, open, answer } = await serving();
  const [silent, sending, asking] = [await open(), await open(half), await open(headOf('GET', '/asking'))];
  const idle = await open(headOf('GET', '/idle'));
  await answer(idle, '/idle');
  await known(4);
  connections.closeUnused();
  await vi.waitUntil(() => silent.closed() && idle.closed());
  expect([sending.closed(), asking.closed()]).toEqual([false, false]);
  sending.socket.write(rest);
  await answer(sending, '/half');
  await answer(asking, '/asking');
});

it('Requests that come together on a connection are served in their order, each once the one before is answered', async () => {
  const { asked, told, open, answer } = await serving();
  const paths = Array.from({ length: 6 }, (_, n) => `/${n}`);
  const heads = paths.map(path => headOf('GET', path));
  const bare = await open(heads.slice(0, 3).join(''));
  await vi.waitUntil(() => asked.length > 0);
  // These come while others wait, and are not read before.
  bare.socket.write(heads.slice(3).join(''));
  for (const [n, path] of paths.entries()) {
    await vi.waitUntil(() => asked.length > n);
    expect(asked).toEqual(paths.slice(0, n + 1));
    await answer(bare, path);
  }
  expect([told, bare.closed()]).toEqual([[], false]);
});

it('A connection on which hundreds of requests come at once is cut, and no other', async () => {
  const { told, open, answer } = await serving();
  const other = await open(headOf('GET', '/other'));
  const flood = await open(Array.from({ length: 800 }, (_, n) => headOf('GET', `/${n}`)).join(''));
  await vi.waitUntil(flood.closed);
  expect(told).toEqual(['pipelined']);
  await answer(other, '/other');
});

it('A connection that has become a WebSocket is none that has sent half of a request', async () => {
  const { http, told, open, look } = await serving({ halfSent: { ofAddress: 0, inAll: 100 } });
  http.on('upgrade', (_request, socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
  const upgraded = await open(headOf('GET', '/live', { connection: 'upgrade', upgrade: 'websocket' }));
  await vi.waitUntil(() => upgraded.said().includes('101'));
  const silent = await open(half);
  await look();
  await vi.waitUntil(silent.closed);
  expect([told, upgraded.closed()]).toEqual([['half_sent'], false]);
});

it('A connection on which a request still runs is not idle, whatever was answered there before', async () => {
  const { asked, told, open, answer, look } = await serving({ idle: { ofAddress: 0, inAll: 100 } });
  const busy = await open(headOf('GET', '/first') + headOf('GET', '/second'));
  await answer(busy, '/first');
  await vi.waitUntil(() => asked.includes('/second'));
  const idle = await open(headOf('GET', '/idle'));
  await answer(idle, '/idle');
  await look();
  await vi.waitUntil(idle.closed);
  expect(told).toEqual(['idle_connections']);
  await answer(busy, '/second');
});

it.each([
  ['127.0.0.1', undefined],
  ['127.255.0.9', undefined],
  ['::ffff:127.0.0.1', undefined],
  ['::1', undefined],
  [undefined, undefined],
  ['128.0.0.1', '128.0.0.1'],
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['::2', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('A connection from %s counts for %s', (address, whom) => expect(countedFor(address)).toBe(whom));

it('A server keeps descriptors for all else: 256 of them, or an eighth of many', () => {
  const { readFileSync } = fs;
  onTestFinished(() => {
    fs.readFileSync = readFileSync;
    syncBuiltinESMExports();
  });
  const most = (limits: () => string) => {
    fs.readFileSync = ((path: string, ...more: []) =>
      path === '/proc/self/limits' ? limits() : readFileSync(path, ...more)) as typeof readFileSync;
    syncBuiltinESMExports();
    const http = new Server();
    new Connections(http, () => {}).close();
    return http.maxConnections;
  };
  const line = (limit: string) => () =>
    `Max cpu time  unlimited\nMax open files            ${limit}   524288   files\n`;
  expect(['1024', '100000', '200'].map(limit => most(line(limit)))).toEqual([768, 87_500, 64]);
  // Without a limit that the system tells, there is none for connections either.
  const none = () => {
    throw new Error('ENOENT');
  };
  expect([most(line('unlimited')), most(none)]).toEqual([undefined, undefined]);
});

it('A server holds 256 half-sent connections of one address', async () => {
  const { known, open, look, told } = await serving({}, {});
  await Promise.all(Array.from({ length: 260 }, () => open(half)));
  await known(260);
  await look();
  expect(told).toEqual(Array(4).fill('half_sent'));
});

it('Connections that the server could not accept are counted: beyond its maximum, and for want of descriptors', async () => {
  const { http, told } = await serving();
  http.emit('drop', {});
  expect(told).toEqual(['descriptors']);
  http.emit('error', Object.assign(new Error('accept EMFILE'), { syscall: 'accept' }));
  http.emit('error', Object.assign(new Error('listen EADDRINUSE'), { syscall: 'listen' }));
  expect(told).toEqual(['descriptors', 'descriptors']);
});

it('Connections are looked at every second, once what has come is read, until the server is closed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const looks = vi.spyOn(Connections.prototype, 'look').mockImplementation(() => {});
  onTestFinished(() => looks.mockRestore());
  const connections = new Connections(createServer(), () => {});
  vi.advanceTimersByTime(1_000);
  expect(looks).not.toHaveBeenCalled();
  await new Promise(setImmediate);
  expect(looks).toHaveBeenCalledTimes(1);
  connections.close();
  expect(vi.getTimerCount()).toBe(0);
});

it('A connection may have 64 requests waiting behind the one that is served, and is cut at the next', async () => {
  const { asked, answers, told, open } = await serving();
  const paths = Array.from({ length: 65 }, (_, n) => `/${n}`);
  const most = await open(paths.map(path => headOf('GET', path)).join(''));
  for (let n = 0; n < 65; n += 1) {
    await vi.waitUntil(() => asked.length > n, { interval: 1 });
    answers[n]?.();
  }
  await vi.waitUntil(() => most.said().includes('/64 '));
  expect([told, most.closed()]).toEqual([[], false]);
  const more = await open([...paths, '/65'].map(path => headOf('GET', path)).join(''));
  await vi.waitUntil(more.closed);
  expect(told).toEqual(['pipelined']);
});

it('Connections that ask for nothing are left as long as a tenth of all is free', async () => {
  const { known, told, open, answer, look } = await serving({ open: 10 });
  const idle = await open(headOf('GET', '/idle'));
  await answer(idle, '/idle');
  await Promise.all(Array.from({ length: 8 }, (_, n) => open(headOf('GET', `/${n}`))));
  await known(9);
  await look();
  expect([told, idle.closed()]).toEqual([[], false]);
  await open(headOf('GET', '/last'));
  await known(10);
  await look();
  await vi.waitUntil(idle.closed);
  expect(told).toEqual(['descriptors']);
});
