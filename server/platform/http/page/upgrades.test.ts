import { get } from 'node:http';
import { errors } from '@palabre/common/contract/errors.ts';
import { expect, test } from 'vitest';
import { startPalabre } from '../../../test/harness.ts';

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
  for (const path of ['/', '/socket.io/?EIO=4&transport=websocket']) {
    const body = { code, message: errors[code].fr };
    expect(await ask(path, 'h2c')).toEqual({ status: 426, upgrade: 'websocket', body });
  }
  expect((await ask('/', 'h2c', 'en')).body).toEqual({ code, message: errors[code].en });
});

test('A WebSocket at another address is refused', async () => {
  const body = { code: 'invalid_input', message: errors.invalid_input.fr };
  expect(await ask('/elsewhere', 'websocket')).toEqual({ status: 400, upgrade: undefined, body });
});
