import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { Server } from 'engine.io';
import { expect, onTestFinished, test, vi } from 'vitest';
import WebSocket from 'ws';
import { shareTransports } from './transports.ts';

/** Starts so many workers, each on a port of its own: a client may reach any of them. */
async function workers(count: number) {
  const folder = mkdtempSync(join(tmpdir(), 'palabre-transports-'));
  const socketOf = (number: number) => join(folder, `${number}.sock`);
  const all: { url: string; engine: Server; http: HttpServer; end: () => void; heard: string[]; told: unknown[] }[] =
    [];
  for (let number = 1; number <= count; number += 1) {
    const engine = new Server({ pingInterval: 60_000 });
    const http = createServer((request, response) => engine.handleRequest(request as never, response as never));
    http.on('upgrade', (request, socket, head) => engine.handleUpgrade(request as never, socket as never, head));
    // A killed worker leaves its socket file behind; another starts for the first time.
    if (number === 1) writeFileSync(socketOf(number), '');
    const end = await shareTransports(engine, { number, count, socketOf } as never);
    const [heard, told]: [string[], unknown[]] = [[], []];
    engine.on('headers', (_headers: object, { headers }: IncomingMessage) => told.push(headers.cookie));
    engine.on('connection', connection => {
      connection.on('message', (said: string) => {
        heard.push(said);
        connection.send(`${number} hears ${said}`);
      });
    });
    await new Promise<void>(done => http.listen(0, '127.0.0.1', done));
    all.push({ url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, engine, http, end, heard, told });
  }
  onTestFinished(() => {
    for (const { engine, http, end } of all) {
      end();
      engine.close();
      http.closeAllConnections();
      http.close();
    }
    rmSync(folder, { recursive: true, force: true });
  });
  return { all, socketOf };
}
const path = '/socket.io/?EIO=4&transport=polling';
const open = async (url: string) => {
  const answer = await fetch(url + path);
  return JSON.parse((await answer.text()).slice(1)) as { sid: string };
};

test('A client that polls speaks with the worker that has its connection, whichever takes its requests', async () => {
  const { all } = await workers(2);
  const [one, two] = all.map(({ url }) => url) as [string, string];
  const { sid } = await open(one);
  expect(sid).toMatch(/^1\.[\w-]{20}$/);
  expect((await open(two)).sid).toMatch(/^2\./);
  const headers = { 'content-type': 'text/plain;charset=UTF-8', cookie: 'token=motsecret' };
  const said = await fetch(`${two}${path}&sid=${sid}`, { method: 'POST', headers, body: '4bonjour é' });
  expect([said.status, await said.text()]).toEqual([200, 'ok']);
  expect(all.map(({ heard }) => heard)).toEqual([['bonjour é'], []]);
  // The client's cookies reach that worker.
  expect(all.map(({ told }) => told.at(-1))).toEqual(['token=motsecret', undefined]);
  const answer = await fetch(`${two}${path}&sid=${sid}`);
  expect([answer.status, await answer.text()]).toEqual([200, '41 hears bonjour é']);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=UTF-8');
  // The last worker's connections are its own too.
  const { sid: other } = await open(two);
  await fetch(`${one}${path}&sid=${other}`, { method: 'POST', headers, body: '4bonsoir' });
  expect(all.map(({ heard }) => heard)).toEqual([['bonjour é'], ['bonsoir']]);
});

test('A client that goes over to a WebSocket stays with the worker that has its connection', async () => {
  const { all } = await workers(2);
  const [one, two] = all.map(({ url }) => url) as [string, string];
  const { sid } = await open(one);
  const socket = new WebSocket(`${two.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket&sid=${sid}`);
  onTestFinished(() => socket.terminate());
  const heard: string[] = [];
  socket.on('message', text => heard.push(String(text))).on('error', () => {});
  await vi.waitUntil(() => socket.readyState === WebSocket.OPEN);
  socket.send('2probe');
  await vi.waitUntil(() => heard.includes('3probe'));
  socket.send('5');
  socket.send('4de là');
  await vi.waitUntil(() => heard.includes('41 hears de là'));
  expect(all.map(({ heard: words }) => words)).toEqual([['de là'], []]);
});

test('A request for the connection of a worker that is gone is answered, so that its client makes another', async () => {
  const { all, socketOf } = await workers(2);
  const [one, two] = all.map(({ url }) => url) as [string, string];
  const { sid } = await open(one);
  all[0]?.end();
  await vi.waitUntil(() => !existsSync(socketOf(1)));
  expect((await fetch(`${two}${path}&sid=${sid}`)).status).toBe(503);
  // A connection id with the number of no worker is refused.
  for (const unknown of ['3.abc', '0.abc', 'abc', '2.abc']) {
    const answer = await fetch(`${two}${path}&sid=${unknown}`);
    expect([unknown, answer.status]).toEqual([unknown, 400]);
  }
});

test('A client that leaves while it waits for an answer by another worker ends its connection there', async () => {
  const { all } = await workers(2);
  const [one, two] = all as [(typeof all)[0], (typeof all)[0]];
  const { sid } = await open(one.url);
  const clients = () => Object.keys((one.engine as Server & { clients: object }).clients);
  expect(clients()).toEqual([sid]);
  const page = new AbortController();
  const waiting = fetch(`${two.url}${path}&sid=${sid}`, { signal: page.signal });
  const connection = (one.engine as Server & { clients: Record<string, { transport: { writable: boolean } }> }).clients[
    sid
  ];
  // A connection is writable while a request of its client waits for what is sent.
  await vi.waitUntil(() => connection?.transport.writable);
  page.abort();
  await expect(waiting).rejects.toThrow();
  await vi.waitFor(() => expect(clients(), 'connections of the worker').toEqual([]), eventWaitTimeoutMs);
});

test('A client that waits for an answer by another worker is answered as its worker goes', async () => {
  const { all } = await workers(2);
  const [one, two] = all as [(typeof all)[0], (typeof all)[0]];
  const { sid } = await open(one.url);
  const { clients } = one.engine as Server & { clients: Record<string, { transport: { writable: boolean } }> };
  const answered = vi.fn();
  void fetch(`${two.url}${path}&sid=${sid}`).then(({ status }) => answered(status));
  await vi.waitUntil(() => clients[sid]?.transport.writable);
  one.end();
  await vi.waitFor(() => expect(answered.mock.calls).toEqual([[503]]), eventWaitTimeoutMs);
});

test('A WebSocket for the connection of a worker that is gone is closed, and nobody else’s', async () => {
  const { all, socketOf } = await workers(2);
  const [one, two] = all.map(({ url }) => url) as [string, string];
  const { sid } = await open(one);
  all[0]?.end();
  await vi.waitUntil(() => !existsSync(socketOf(1)));
  const joining = new WebSocket(`${two.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket&sid=${sid}`);
  const ended = vi.fn();
  joining.on('error', () => {}).once('close', ended);
  await vi.waitFor(() => expect(ended, 'ends of the WebSocket').toHaveBeenCalled(), eventWaitTimeoutMs);
  expect((await open(two)).sid).toMatch(/^2\./);
});
