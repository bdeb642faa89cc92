import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { api } from '@palabre/common/contract/index.ts';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import { Client } from '../../server/test/client.ts';
import { isRunning, start, until, usedDataFolder } from './palabre.ts';

/** A connection on which requests are written by hand, to stop in their middle. */
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

// A request is waited for five seconds: where a busy machine stands still as long in between, it is gone through again.
test('SIGTERM, come twice at once too, lets a running request be answered, takes no new one, and then ends with 0', {
  retry: 2,
}, async () => {
  const palabre = await start(usedDataFolder()).ready();
  const url = palabre.url as string;
  const running = await dial(url);
  running.write(opening);
  await until('first answer', () => running.received().includes('"ok"'));
  running.write(head + body.slice(0, 20));
  // The server has read the first half once it has answered another connection after it.
  await palabre.status('/healthz');
  // One Ctrl+C may arrive twice, by the terminal and by npm. To one that stands still both have come once it goes on.
  for (const signal of ['SIGSTOP', 'SIGTERM', 'SIGINT', 'SIGCONT'] as const) palabre.kill(signal);
  await until('no new connection', () => palabre.ended !== undefined || refused(url));
  expect(palabre.ended).toBeUndefined();
  running.write(body.slice(20));
  await until('answer to the running request', () => running.received().includes('HTTP/1.1 401'));
  expect(await palabre.end()).toBe(0);
});

const refusals = new Set<string>();
/** Whether the server has been seen to refuse a connection; asks it once more. */
function refused(url: string): boolean {
  if (refusals.has(url)) return true;
  fetch(`${url}/readyz`).then(
    response => response.status === 503 && refusals.add(url),
    () => refusals.add(url),
  );
  return false;
}

test('SIGTERM with a request that never ends still ends, long before that is too late, and at once for who goes on asking', async () => {
  const dataDir = usedDataFolder();
  const palabre = await start(dataDir).ready();
  const stuck = await dial(palabre.url as string);
  stuck.write(head + body.slice(0, 20));
  await palabre.status('/healthz');
  palabre.kill('SIGTERM');
  expect(await palabre.end()).toBe(0);
  // Left to itself, it would have been answered 408 after a minute.
  expect(stuck.received()).toBe('');

  const again = await start(dataDir).ready();
  const postgres = again.postgres as number;
  const stuckAgain = await dial(again.url as string);
  stuckAgain.write(head + body.slice(0, 20));
  await again.status('/healthz');
  again.kill('SIGTERM');
  // Those that come at once are taken for the first one: who goes on is heard, however late the first one was.
  await until('end by impatience', () => {
    if (again.ended === undefined) again.kill('SIGINT');
    return again.ended !== undefined;
  });
  expect(again.ended).toBe(1);
  await until('end of PostgreSQL', () => !isRunning(postgres));
});

test('sockets are told to come back, and do when the server is there again', async () => {
  const dataDir = usedDataFolder();
  const first = await start(dataDir).ready();
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
  await start(dataDir, { PORT: new URL(url).port }).ready();
  await until('connected again', () => socket.connected);
});
