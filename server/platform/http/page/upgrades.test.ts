import { get } from 'node:http';
import { connect } from 'node:net';
import { errors } from '@palabre/common/contract/errors.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import WebSocket from 'ws';
import { startPalabre } from '../../../test/harness.ts';
import { refused } from '../../../test/refused.ts';

const palabre = await startPalabre();

/** Asks for an upgrade; returns the plain answer in its place. */
const ask = (path: string, upgrade: string, language = 'fr') =>
  new Promise<{ status: number | undefined; upgrade: string | undefined; body: object }>((resolve, reject) => {
    const headers = { connection: 'Upgrade', upgrade, 'accept-language': language };
    get(palabre.url + path, { headers }, async answer => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part);
      const body = JSON.parse(Buffer.concat(parts).toString());
      resolve({ status: answer.statusCode, upgrade: answer.headers.upgrade, body });
    }).once('error', reject);
  });

test('An upgrade to another protocol is refused, with the one that would do', async () => {
  const code = 'upgrade_refused';
  const before = await refused(palabre, 'upgrade');
  for (const path of ['/', '/socket.io/?EIO=4&transport=websocket']) {
    const body = { code, message: errors[code].fr };
    expect(await ask(path, 'h2c')).toEqual({ status: 426, upgrade: 'websocket', body });
  }
  expect((await ask('/', 'h2c', 'en')).body).toEqual({ code, message: errors[code].en });
  expect(await refused(palabre, 'upgrade')).toBe(before + 3);
});

test('A WebSocket at another address is refused', async () => {
  const body = { code: 'invalid_input', message: errors.invalid_input.fr };
  expect(await ask('/elsewhere', 'websocket')).toEqual({ status: 400, upgrade: undefined, body });
});

test('A WebSocket of Socket.IO is opened however its protocol is written, and is refused nothing', async () => {
  const before = await refused(palabre, 'upgrade');
  const socket = new WebSocket(`${palabre.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    headers: { upgrade: 'WebSocket' },
  });
  onTestFinished(() => socket.terminate());
  await new Promise((opened, failed) => socket.once('message', opened).once('error', failed));
  expect(await refused(palabre, 'upgrade')).toBe(before);
});

test('A client that resets its connection as its upgrade is refused harms nobody', async () => {
  const { port } = new URL(palabre.url);
  for (let times = 0; times < 20; times += 1) {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    await new Promise(connected => socket.once('connect', connected));
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n');
    socket.resetAndDestroy();
  }
  await vi.waitFor(async () => expect((await fetch(`${palabre.url}/healthz`)).status).toBe(200));
});
