import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import Fastify from 'fastify';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { refused } from '../../../test/refused.ts';
import { Arrivals, leastBytesPerSecond } from './arrivals.ts';
import { Departures } from './departures.ts';

/** Tests how long a body may take to come, and an answer to be read, by a clock that the tests move. */

let time = 0;
let palabre: Palabre;
let karim: Person;
beforeAll(async () => {
  palabre = await startPalabre({ arrivals: { withinMs: 60_000, lookEveryMs: 5, now: () => time } });
  karim = await palabre.register();
});

/** Begins a request that sends only a part of its body, and collects its answer. */
async function begin(
  path: string,
  type: string,
  part: string,
  length = 100_000,
  localAddress = '127.0.0.1',
): Promise<{ socket: Socket; said: () => string }> {
  const socket = connect({ port: Number(new URL(palabre.url).port), host: '127.0.0.1', localAddress });
  onTestFinished(() => void socket.destroy());
  let said = '';
  socket.on('data', chunk => (said += String(chunk))).on('error', () => {});
  await once(socket, 'connect');
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${karim.token}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n${part}`,
  );
  return { socket, said: () => said };
}

it.each([
  ['a message', 'application/json', '{"content":"'],
  ['a file', 'multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="content"\r\n\r\nUn'],
])('The body of %s that does not come in a minute is answered with 408', async (_what, type, part) => {
  const before = await refused(palabre, 'slow_request');
  const { said } = await begin('/api/message', type, part);
  await expect
    .poll(() => {
      time += 61_000;
      return said();
    })
    .toMatch(/^HTTP\/1.1 408 [\s\S]*connection: close[\s\S]*"code":"request_timeout"/i);
  expect(await refused(palabre, 'slow_request')).toBe(before + 1);
});

it('An upload that goes on, slower than ten kilobytes a second after the first minute, is answered with 408', async () => {
  const begun = '--x\r\ncontent-disposition: form-data; name="files"; filename="x.txt"\r\n\r\n';
  const { socket, said } = await begin('/api/message', 'multipart/form-data; boundary=x', begun);
  for (let part = 1; part <= 4; part += 1) {
    socket.write('x');
    // The server has read the byte once it has answered these: a byte arrives at least once a minute.
    for (let times = 0; times < 3; times += 1) await karim.ok(api.users.me);
    time += 30_000;
  }
  await vi.waitFor(() => expect(said()).toMatch(/^HTTP\/1.1 408 [\s\S]*"request_timeout"/));
});

it('The bodies of one address that come together may take 32 MB, those of messages apart from them; beyond, the next is told to wait', async () => {
  const before = await refused(palabre, 'body_memory');
  const json = 'application/json';
  const open = (bytes: number) => begin('/api/message', json, '{"content":"', bytes);
  const large = await Promise.all(Array.from({ length: 32 }, () => open(1_048_576)));
  const [next, small] = [await open(100_000), await open(60_000)];
  await vi.waitFor(() =>
    expect(next.said()).toMatch(/^HTTP\/1.1 429 [\s\S]*retry-after: 5[\s\S]*"too_many_requests"/i),
  );
  expect(await refused(palabre, 'body_memory')).toBe(before + 1);
  expect([small, ...large].map(({ said }) => said())).toEqual(Array(33).fill(''));
  // Requests that are over hold no memory.
  for (const { socket } of large) socket.destroy();
  // The server has seen that once it has answered this.
  for (let times = 0; times < 3; times += 1) await karim.ok(api.users.me);
  const again = await open(1_048_576);
  again.socket.write(' '.repeat(1_048_576 - 12));
  await vi.waitFor(() => expect(again.said()).toMatch(/^HTTP\/1.1 400 /));
});

it.skipIf(process.platform !== 'linux')(
  'The bodies of all addresses that come together may take 64 MB; beyond, the next is told to wait (skipped beyond Linux)',
  async () => {
    const before = await refused(palabre, 'body_memory');
    const open = (n: number) => begin('/api/message', 'application/json', '{', 1_048_576, `127.0.1.${n}`);
    // The addresses of this test are of no other.
    const large = await Promise.all(Array.from({ length: 64 }, (_, n) => open(1 + (n % 4))));
    const next = await open(9);
    await vi.waitFor(() => expect(next.said()).toMatch(/^HTTP\/1.1 429 [\s\S]*retry-after: 5/i));
    expect(await refused(palabre, 'body_memory')).toBe(before + 1);
    expect(large.map(({ said }) => said())).toEqual(Array(64).fill(''));
    for (const { socket } of large) socket.destroy();
    for (let times = 0; times < 3; times += 1) await karim.ok(api.users.me);
  },
);

it('A refused body may still come, as long as the longest JSON, so that its client reads the refusal; then its connection is cut', async () => {
  const json = 'application/json';
  const whole = await begin('/api/user/login', json, '{', 1_000_000);
  whole.socket.write('x'.repeat(999_999));
  await vi.waitFor(() => expect(whole.said()).toMatch(/^HTTP\/1.1 413 /));
  whole.socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await vi.waitFor(() => expect(whole.said()).toMatch(/HTTP\/1.1 200 /));
  const endless = await begin('/api/user/login', json, '{', 8_000_000);
  const closed = vi.fn();
  endless.socket.once('close', closed);
  for (let sent = 0; sent < 4; sent += 1) endless.socket.write('x'.repeat(1_000_000));
  await vi.waitFor(() => expect(closed, 'ends of the connection').toHaveBeenCalled());
});

it('A body for nothing that is there is answered before it comes', async () => {
  const { said } = await begin('/api/nowhere', 'application/json', '{', 1_000);
  await vi.waitFor(() => expect(said()).toMatch(/^HTTP\/1.1 404 [\s\S]*"not_found"/));
});

it('A body that is longer than any may be is refused before it comes', async () => {
  const { said } = await begin('/api/message', 'application/json', '{', 1_048_577);
  await vi.waitFor(() => expect(said()).toMatch(/^HTTP\/1.1 413 [\s\S]*"too_large"/));
  const nobodys = await begin('/api/user/login', 'application/json', '{', 16_385);
  await vi.waitFor(() => expect(nobodys.said()).toMatch(/^HTTP\/1.1 413 [\s\S]*"too_large"/));
  // Forms may hold a picture, or all files of a message, and a megabyte of fields.
  const form = 'multipart/form-data; boundary=x';
  for (const [path, most] of [
    ['/api/workspace', limits.imageBytes + 1_048_576],
    ['/api/message', limits.filesPerMessage * limits.fileBytes + 1_048_576],
  ] as const) {
    const [fits, long] = [await begin(path, form, '--x', most), await begin(path, form, '--x', most + 1)];
    await vi.waitFor(() => expect(long.said()).toMatch(/^HTTP\/1.1 413 [\s\S]*"too_large"/));
    for (let times = 0; times < 3; times += 1) await karim.ok(api.users.me);
    expect(fits.said()).toBe('');
    fits.socket.destroy();
  }
});

/** Connection of a reader, as much of it as departures look at. */
class Reader extends EventEmitter {
  bytesWritten = 0;
  writableLength = 0;
  readonly destroy = vi.fn();
  /** Has the server write bytes, of which the reader takes some. */
  write(bytes: number, taken: number): void {
    this.bytesWritten += bytes;
    this.writableLength += bytes - taken;
  }
  take(bytes: number): void {
    this.writableLength -= bytes;
  }
}

function departures() {
  const fastify = Fastify();
  onTestFinished(() => fastify.close());
  const refuse = vi.fn();
  let now = 0;
  const looking = new Departures(fastify, refuse, { withinMs: 60_000, lookEveryMs: 3_600_000, now: () => now });
  const open = () => {
    const reader = new Reader();
    fastify.server.emit('connection', reader);
    return reader;
  };
  const pass = (seconds: number) => {
    now += seconds * 1_000;
    looking.look();
  };
  return { fastify, looking, refuse, open, pass };
}
const isSlow = (looking: Departures, reader: Reader) => looking.isSlow(reader as never);

it('A reader who takes nothing of an answer is slow after five seconds, and cut off after a minute', () => {
  const { looking, refuse, open, pass } = departures();
  const [still, done, gone] = [open(), open(), open()];
  for (const reader of [still, done, gone]) reader.write(1_000, 0);
  pass(0);
  gone.emit('close');
  done.take(1_000);
  pass(4.9);
  expect(isSlow(looking, still)).toBe(false);
  pass(0.2);
  expect([still, done, gone].map(reader => isSlow(looking, reader))).toEqual([true, false, false]);
  pass(54.8);
  expect(still.destroy).not.toHaveBeenCalled();
  pass(1);
  expect([still, done, gone].map(reader => reader.destroy.mock.calls.length)).toEqual([1, 0, 0]);
  expect(refuse.mock.calls).toEqual([['slow_reader']]);
});

it('A reader who takes a long answer slowly gives way, and is cut off below ten kilobytes a second', () => {
  const { looking, open, pass } = departures();
  const bytesPerSecond = [8 * leastBytesPerSecond, 2 * leastBytesPerSecond, 40];
  const readers = bytesPerSecond.map(open);
  for (const [n, reader] of readers.entries()) reader.write(n < 2 ? 100_000_000 : 100 * leastBytesPerSecond, 0);
  pass(0);
  const read = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      for (const [n, reader] of readers.entries()) reader.take(bytesPerSecond[n] ?? 0);
      pass(1);
    }
  };
  read(29);
  expect(readers.map(reader => isSlow(looking, reader))).toEqual([false, false, false]);
  read(2);
  expect(readers.map(reader => isSlow(looking, reader))).toEqual([false, true, true]);
  // The bytes written allow a hundred seconds beyond the first minute.
  read(160 - 31 - 1);
  expect(readers.map(reader => reader.destroy.mock.calls.length)).toEqual([0, 0, 0]);
  read(1);
  expect(readers.map(reader => reader.destroy.mock.calls.length)).toEqual([0, 0, 1]);
});

it('A connection that becomes a socket is left to the pings of sockets', () => {
  const { fastify, open, pass } = departures();
  const reader = open();
  reader.write(1_000, 0);
  pass(0);
  fastify.server.emit('upgrade', {}, reader);
  for (let minute = 0; minute < 5; minute += 1) pass(60);
  expect(reader.destroy).not.toHaveBeenCalled();
});

it('A server that is closed looks for late requests and slow readers no more', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const app = Fastify();
  new Arrivals().register(app);
  new Departures(app, () => {});
  await app.ready();
  expect(vi.getTimerCount()).toBe(2);
  await app.close();
  expect(vi.getTimerCount()).toBe(0);
});

it('A body that is not read yet, since its request waits for its turn, is answered with 408 all the same', async () => {
  const before = await refused(palabre, 'slow_request');
  let refuse = () => {};
  const entering = vi
    .spyOn(palabre.services.shares, 'enter')
    .mockImplementationOnce(() => new Promise((_enter, fails) => (refuse = () => fails(new Error('gone')))));
  onTestFinished(() => {
    entering.mockRestore();
    // The server ends once no request is under way.
    refuse();
  });
  const { said } = await begin('/api/message', 'application/json', '{"content":"');
  await vi.waitUntil(() => entering.mock.calls.length > 0);
  entering.mockRestore();
  await expect
    .poll(() => {
      time += 61_000;
      return said();
    })
    .toMatch(/^HTTP\/1.1 408 [\s\S]*connection: close[\s\S]*"code":"request_timeout"/i);
  expect(await refused(palabre, 'slow_request')).toBe(before + 1);
});
