import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startPalabre } from '../../test/harness.ts';
import { type Certificate, certificate as makeCertificate } from '../../test/outside/certificate.ts';
import { address, sockets } from './address.ts';
import { certificate } from './certificate.ts';
import { examine, lineOf, reasonOf } from './finding.ts';
import { clock, descriptors, disk, processors } from './machine.ts';

/** Tests the findings of single looks; `tools/processes/doctor.test.ts` runs the command. */

it('A look that fails or never ends is bad, and says what to do', async () => {
  const todo = 'voyez SMTP_URL';
  const failed = (error: unknown) => examine({ name: 'e-mails', look: () => Promise.reject(error), todo });
  expect(await failed(new Error('refused\nwith a stack'))).toEqual({ state: 'bad', says: 'refused', todo });
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const late = examine({ name: 'e-mails', look: () => new Promise(() => {}), todo });
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await late).toEqual({ state: 'bad', says: 'sans réponse en 15 s', todo });
  const found = { state: 'good', says: 'bien' } as const;
  expect(await examine({ name: 'e-mails', look: async () => found, todo })).toBe(found);
  expect(vi.getTimerCount()).toBe(0);
});

it.each([
  ['getaddrinfo ENOTFOUND x', new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND x') })],
  ['connect (ECONNREFUSED)', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  ['connect ECONNREFUSED ::1', Object.assign(new Error('connect ECONNREFUSED ::1'), { code: 'ECONNREFUSED' })],
  ['ECONNREFUSED', Object.assign(new Error(''), { code: 'ECONNREFUSED' })],
  ['away', 'away'],
])('A failure is told as « %s »', (said, error) => expect(reasonOf(error)).toBe(said));

it('A finding is a line, with what to do below it where something is to be done', () => {
  expect(lineOf('disque', { state: 'good', says: 'bien', todo: 'rien' })).toBe('✓ disque            bien\n');
  expect(lineOf('base de données', { state: 'look', says: 'tard', todo: 'voyez' })).toBe(
    '! base de données   tard\n                    → voyez\n',
  );
  expect(lineOf('e-mails', { state: 'bad', says: 'mal' })).toBe('✗ e-mails           mal\n');
});

it('Clocks may be half a minute apart, workers as many as there are cores, and a disk is looked at where it is', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
  onTestFinished(() => now.mockRestore());
  const apart = (ms: number) => clock('la base', new Date(1_000_000 + ms));
  expect([30_000, -30_000, 30_001, -30_001].map(ms => apart(ms).state)).toEqual(['good', 'good', 'bad', 'bad']);
  expect(apart(90_500).says).toBe('90,5 s d’écart avec la base');
  expect([processors(1).state, processors(10_000).state]).toEqual(['good', 'look']);
  const cores = availableParallelism();
  expect([cores, cores + 1].map(workers => processors(workers).state)).toEqual(['good', 'look']);
  expect((await disk(tmpdir())).says).toContain(`(${tmpdir()})`);
  // A file system without any free space.
  if (existsSync('/proc/self')) expect((await disk('/proc')).state).toBe('bad');
});

it('A disk is to be made larger below five gigabytes, and at once below what uploads leave free', async () => {
  const free = (megabytes: number) =>
    disk('/donnees', async () => ({ bavail: megabytes * 1_000, bsize: 1_000, blocks: 9_000_000 }));
  expect(await free(5_000)).toMatchObject({ state: 'good', says: expect.stringContaining('(/donnees)') });
  expect(await free(4_999)).toMatchObject({ state: 'look' });
  const least = (512 * 1024 * 1024) / 1_000_000;
  expect([(await free(least)).state, (await free(least - 1)).state]).toEqual(['look', 'bad']);
});

it('Descriptors are too few below four thousand and some, and of no matter where there is no limit', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'palabre-limits-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const of = async (limit: number | string) => {
    const path = join(folder, 'limits');
    await writeFile(path, `Max processes  12  12  processes\nMax open files            ${limit}  1048576  files\n`);
    return descriptors(path);
  };
  expect(await of(4_095)).toMatchObject({ state: 'look', todo: expect.stringContaining('ulimit -n') });
  expect(await of(4_096)).toMatchObject({ state: 'good' });
  expect(await of('unlimited')).toEqual({ state: 'good', says: 'sans limite connue' });
  expect(await descriptors(join(folder, 'nothing'))).toEqual({ state: 'good', says: 'sans limite connue' });
});

/** Serves something at an address of its own; with a greeting, WebSockets that begin with it. */
async function serving(answer: RequestListener, greeting?: string): Promise<string> {
  const server = createServer(answer);
  if (greeting !== undefined) {
    server.on('upgrade', (request, socket) => {
      const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
      const accept = createHash('sha1').update(key).digest('base64');
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
      socket.end(Buffer.from([0x81, greeting.length, ...Buffer.from(greeting)]));
    });
  }
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('The address that people use is that of Palabre, which sends them nowhere else, and whose clock is right', async () => {
  const { url } = await startPalabre();
  expect(await address(url)).toEqual({ state: 'good', says: `${url} répond` });
  expect(await sockets(url)).toMatchObject({ state: 'good' });
  const moved = await serving((_request, response) => response.writeHead(301, { location: 'https://x.fr/' }).end());
  expect(await address(moved)).toMatchObject({ state: 'bad', says: `${moved} renvoie vers https://x.fr/` });
  for (const [status, body] of [
    [200, 'Welcome to nginx'],
    [502, '{"status":"ok"}'],
  ] as const) {
    const other = await serving((_request, response) => response.writeHead(status).end(body));
    expect(await address(other)).toMatchObject({
      state: 'bad',
      says: `${other} répond ${status}, et ce n’est pas Palabre`,
    });
    await expect(sockets(other)).rejects.toThrow();
  }
  const late = await serving((_request, response) => {
    const date = new Date(Date.now() - 120_000).toUTCString();
    response.writeHead(200, { date }).end('{"status":"ok"}');
  });
  expect(await address(late)).toMatchObject({ state: 'bad', says: expect.stringContaining('d’écart avec') });
});

it('An address without https, other than of this machine, is said to lack what browsers give by https alone', async () => {
  const url = await serving((_request, response) => response.end('{"status":"ok"}'));
  expect(await address(url)).toEqual({ state: 'good', says: `${url} répond` });
  const elsewhere = url.replace('127.0.0.1', '0.0.0.0');
  expect(await address(elsewhere)).toMatchObject({ state: 'look', says: `${elsewhere} répond, sans https` });
  const saying = (hsts: string) =>
    serving((_request, response) =>
      response.writeHead(200, { 'strict-transport-security': hsts }).end('{"status":"ok"}'),
    );
  const year = 'max-age=31536000';
  expect(await address(await saying(year), true)).toMatchObject({
    state: 'look',
    todo: expect.stringMatching(/^HSTS_SUB/),
  });
  expect(await address(await saying(`${year}; includeSubDomains`), true)).toMatchObject({ state: 'good' });
});

it('Sockets that something else than Palabre answers are bad', async () => {
  const nothing: RequestListener = (_request, response) => response.end();
  expect(await sockets(await serving(nothing, '0{"sid":"x"}'))).toMatchObject({ state: 'good' });
  expect(await sockets(await serving(nothing, 'Welcome'))).toMatchObject({
    ...{ state: 'bad', says: 'ce qui répond n’est pas Palabre' },
  });
});

/** Shows a certificate at an address of its own. */
async function showing(shown: Certificate): Promise<string> {
  const server = createSecureServer(shown);
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function certificates(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'palabre-certificate-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

it.for([
  ['/C=FR/O=Atelier Tilleul/CN=R3', 'Atelier Tilleul'],
  ['/O=Tilleul/O=Orme/CN=R3', 'Tilleul'],
  ['/CN=R3', 'R3'],
  ['/OU=Chantiers', 'une autorité sans nom'],
])(
  'A certificate that an authority signed says its organisation, or else its name: %s',
  async ([subject = '', said], { skip }) => {
    const authority = makeCertificate(await certificates(), { subject });
    const shown = makeCertificate(await certificates(), { ...(authority && { by: authority }), days: 90 });
    if (!authority || !shown) return skip('there is no openssl');
    expect(await certificate(await showing(shown), { roots: [authority.cert] })).toEqual({
      ...{ state: 'good', says: `signé par ${said}, une autorité publique, encore 89 jours` },
    });
  },
);

it('A certificate says who signed it, whether browsers know them, and its days, which are few or over', async ({
  skip,
}) => {
  const shown = makeCertificate(await certificates(), { names: 'IP:127.0.0.1', days: 90 });
  if (!shown) return skip('there is no openssl');
  const url = await showing(shown);
  const roots = [shown.cert];
  const found = (days: number, trusted: readonly string[] | undefined = roots) =>
    certificate(url, { roots: trusted, now: Date.now() + days * 86_400_000 });

  expect(await found(0)).toEqual({ state: 'good', says: 'signé par lui-même, une autorité publique, encore 89 jours' });
  expect((await found(68)).state).toBe('good');
  expect(await found(69.5)).toMatchObject({
    ...{ state: 'look', says: 'signé par lui-même, encore 20 jours seulement' },
    todo: expect.stringMatching(/^renouvelez-le/),
  });
  expect(await found(89.5)).toMatchObject({ state: 'look', says: expect.stringContaining('moins d’un jour') });
  expect(await found(90.5)).toMatchObject({ state: 'bad', says: expect.stringMatching(/, terminé depuis le \d/) });
  expect(await found(-1)).toMatchObject({ state: 'bad', says: expect.stringContaining('valable à partir du') });

  // The judgement of Node's own authorities, whatever NODE_EXTRA_CA_CERTS adds to them.
  expect(await certificate(url)).toMatchObject({
    ...{ state: 'look', says: expect.stringMatching(/aucune autorité publique .*SELF_SIGNED_CERT.*encore 89 jours$/) },
    todo: expect.stringContaining('fullchain.pem'),
  });
  expect(await certificate(url.replace('127.0.0.1', 'localhost'), { roots })).toMatchObject({
    ...{ state: 'bad', says: 'signé par lui-même, pour un autre nom que localhost' },
  });
  await expect(certificate('https://127.0.0.1:9')).rejects.toThrow('ECONNREFUSED');
});
