import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { api } from '@palabre/common/contract/index.ts';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import { Client } from '../../server/test/client.ts';
import { freePort } from '../../server/test/outside/free-port.ts';
import { Running, start, until, usedDataFolder } from './palabre.ts';

/** Opens a connection on which requests are written by hand, to stop halfway. */
async function dial(url: string): Promise<{ write(text: string): void; received(): string; closed(): boolean }> {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect(Number(port), hostname);
  let text = '';
  let closed = false;
  socket.setEncoding('utf8').on('data', part => {
    text += part;
  });
  socket
    .on('error', () => {})
    .once('close', () => {
      closed = true;
    });
  await once(socket, 'connect');
  onTestFinished(() => void socket.destroy());
  return { write: part => socket.write(part), received: () => text, closed: () => closed };
}

const body = JSON.stringify({ email: 'personne@exemple.fr', password: 'un mot de passe' });
const head = `POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
const opening = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';

// Retried: the server waits five seconds for a request, and a busy machine may stall that long.
test('SIGTERM, even twice at once, lets a running request finish, refuses new ones, and ends with 0', {
  retry: 2,
}, async () => {
  const palabre = await start(usedDataFolder()).ready();
  const url = palabre.url as string;
  const running = await dial(url);
  running.write(opening);
  await until('first answer', () => running.received().includes('"ok"'));
  running.write(head + body.slice(0, 20));
  // The server has read the first half once it has answered a later connection.
  await palabre.status('/healthz');
  // One Ctrl+C may arrive twice, from the terminal and from npm. A stopped process gets both once it continues.
  for (const signal of ['SIGSTOP', 'SIGTERM', 'SIGINT', 'SIGCONT'] as const) palabre.kill(signal);
  await until('no new connection', () => palabre.ended !== undefined || refused(url));
  expect(palabre.ended).toBeUndefined();
  running.write(body.slice(20));
  await until('answer to the running request', () => running.received().includes('HTTP/1.1 401'));
  expect(await palabre.end()).toBe(0);
});

const refusals = new Set<string>();
/** Says whether the server was seen to refuse a connection; asks once more. */
function refused(url: string): boolean {
  if (refusals.has(url)) return true;
  fetch(`${url}/readyz`).then(
    response => response.status === 503 && refusals.add(url),
    () => refusals.add(url),
  );
  return false;
}

test('SIGTERM ends despite a request that never ends, long before its timeout, and a second signal ends at once', async () => {
  const dataDir = usedDataFolder();
  const palabre = await start(dataDir).ready();
  const stuck = await dial(palabre.url as string);
  stuck.write(head + body.slice(0, 20));
  await palabre.status('/healthz');
  palabre.kill('SIGTERM');
  expect(await palabre.end()).toBe(0);
  expect(palabre.errors).toContain('"msg":"requests still running after 5 s were cut"');
  // Without the stop, it would have been answered 408 after a minute.
  expect(stuck.received()).toBe('');

  const again = await start(dataDir).ready();
  const postgres = new Running(again.postgres as number);
  const stuckAgain = await dial(again.url as string);
  stuckAgain.write(head + body.slice(0, 20));
  await again.status('/healthz');
  again.kill('SIGTERM');
  // Signals at once count as the first one; a later one ends at once.
  await until('end by impatience', () => {
    if (again.ended === undefined) again.kill('SIGINT');
    return again.ended !== undefined;
  });
  expect(again.ended).toBe(1);
  await postgres.ended();
});

test('sockets reconnect when the server is back', async () => {
  const dataDir = usedDataFolder();
  const variables = { PORT: String(await freePort()) };
  const first = await start(dataDir, variables).ready();
  const url = first.url as string;
  const { token } = await new Client(url).ok(api.users.register, {
    body: { firstName: 'Claire', lastName: 'Fontaine', email: 'claire@exemple.fr', password: 'un mot de passe sûr' },
  });
  const socket = io(url, {
    auth: { token },
    transports: ['websocket'],
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
  });
  onTestFinished(() => void socket.close());
  const reasons: string[] = [];
  socket.on('disconnect', reason => reasons.push(reason));
  await until('connected', () => socket.connected);
  first.kill('SIGTERM');
  expect(await first.end()).toBe(0);
  await until('disconnected', () => !socket.connected);
  expect(reasons).toEqual(['transport close']);
  await start(dataDir, variables).ready();
  await until('connected again', () => socket.connected);
});
