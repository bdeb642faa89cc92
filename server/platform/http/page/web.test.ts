import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { takeTurns } from '../asking.ts';
import { serveWeb } from './web.ts';

const page = '<!doctype html><html lang="fr"></html>';
const script = 'export const tree = "tilleul";\n'.repeat(40);
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>';
let folder: string;
let web: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palabre-web-'));
  await mkdir(join(folder, 'assets'));
  const write = async (path: string, text: string) => {
    await writeFile(join(folder, path), text);
    await writeFile(join(folder, `${path}.br`), brotliCompressSync(text));
    await writeFile(join(folder, `${path}.gz`), gzipSync(text));
  };
  await write('index.html', page);
  await write('assets/index-a1b2.js', script);
  await write('sw.js', script);
  await write('favicon.svg', drawing);
  await writeFile(join(folder, 'assets/text-a1b2.woff2'), 'wOF2');
  web = Fastify();
  await serveWeb(web, folder);
});
afterAll(async () => {
  await web.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, encoding?: string, headers: Record<string, string> = {}) =>
  web.inject({ url, headers: { ...(encoding && { 'accept-encoding': encoding }), ...headers } });

describe('a file of the page', () => {
  test.each([
    ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
    ['gzip', 'gzip, deflate', gunzipSync],
  ] as const)('is sent as %s when the client accepts it', async (encoding, accepted, decode) => {
    for (const [path, text, type] of [
      ['/assets/index-a1b2.js', script, 'application/javascript; charset=utf-8'],
      ['/workspace/x', page, 'text/html; charset=utf-8'],
      ['/favicon.svg', drawing, 'image/svg+xml; charset=utf-8'],
    ] as const) {
      const { statusCode, headers, rawPayload } = await get(path, accepted);
      expect([statusCode, headers['content-encoding'], headers['content-type'], headers.vary]).toEqual([
        200,
        encoding,
        type,
        'accept-encoding',
      ]);
      expect(decode(rawPayload).toString()).toBe(text);
      expect(headers['content-length']).toBe(String(rawPayload.length));
    }
  });

  test('is sent uncompressed when the client accepts no encoding', async () => {
    for (const accepted of [undefined, 'identity', 'br;q=0, gzip;q=0']) {
      const { headers, payload } = await get('/assets/index-a1b2.js', accepted);
      expect([headers['content-encoding'], headers.vary, payload]).toEqual([undefined, 'accept-encoding', script]);
    }
  });

  test('is answered 304 when the client has it in the same encoding', async () => {
    const tags = new Set<unknown>();
    for (const accepted of ['br', 'gzip', 'identity']) {
      const { headers } = await get('/login', accepted);
      tags.add(headers.etag);
      const again = await get('/login', accepted, { 'if-none-match': String(headers.etag) });
      expect([again.statusCode, again.payload, again.headers.vary]).toEqual([304, '', 'accept-encoding']);
    }
    expect(tags.size).toBe(3);
  });

  test('named sw.js is revalidated each time, and may control every page', async () => {
    const { headers } = await get('/sw.js', 'br');
    expect([headers['cache-control'], headers['service-worker-allowed']]).toEqual(['no-cache', '/']);
    expect((await get('/assets/index-a1b2.js')).headers).not.toHaveProperty('service-worker-allowed');
  });

  test('has no body on HEAD', async () => {
    for (const url of ['/assets/index-a1b2.js', '/login']) {
      const { headers, statusCode, payload } = await web.inject({
        method: 'HEAD',
        url,
        headers: { 'accept-encoding': 'br' },
      });
      const whole = await get(url, 'br');
      expect([statusCode, payload, headers['content-encoding']]).toEqual([200, '', 'br']);
      expect(headers['content-length']).toBe(String(whole.rawPayload.length));
    }
  });

  test('of a compressed format is sent uncompressed', async () => {
    const { headers, payload } = await get('/assets/text-a1b2.woff2', 'br, gzip');
    expect([headers['content-encoding'], headers['content-type'], payload]).toEqual([undefined, 'font/woff2', 'wOF2']);
  });

  test('is cached for ever when its name has a hash, and revalidated otherwise', async () => {
    expect((await get('/assets/index-a1b2.js', 'br')).headers['cache-control']).toMatch(/^public, .*immutable$/);
    for (const path of ['/', '/login', '/index.html'])
      expect((await get(path, 'br')).headers['cache-control']).toBe('no-cache');
  });
});

test('a path that is no page and no file of the page answers 404, whatever its query', async () => {
  for (const path of ['/assets/index-a1b2.js.br', '/assets/index-0000.js', '/api/nothing', '/socket.io/', '/x.php'])
    for (const query of ['', '?v=1']) {
      const url = path + query;
      expect([url, (await get(url, 'br')).statusCode]).toEqual([url, 404]);
    }
  // The end of a query is no file name.
  expect((await get('/login?email=camille@exemple.fr', 'br')).statusCode).toBe(200);
});

test('a file of the page takes the turn of a download, and a page or what is not there that of a reading', async () => {
  const fastify = Fastify() as unknown as FastifyInstance;
  onTestFinished(() => fastify.close());
  fastify.decorateRequest('address', null);
  const [enter, answered] = [vi.fn(async () => ({ answered: () => {} })), vi.fn()];
  enter.mockImplementation(async () => ({ answered }));
  takeTurns(fastify, { enter } as never);
  await serveWeb(fastify, folder);
  const paths = ['/assets/index-a1b2.js', '/sw.js', '/index.html', '/login', '/', '/assets/nothing.js'];
  for (const path of paths) await fastify.inject(path);
  const kinds = enter.mock.calls.map(([, kind]: unknown[]) => kind);
  expect(kinds).toEqual(['downloads', 'downloads', 'downloads', 'readings', 'readings', 'readings']);
  expect(enter.mock.calls.map(([asker]: unknown[]) => asker)).toEqual(
    Array(6).fill({ userId: null, address: '127.0.0.1' }),
  );
  expect(answered).toHaveBeenCalledTimes(6);
});

test('without a build, nothing is served', async () => {
  const fastify = Fastify() as unknown as FastifyInstance;
  onTestFinished(() => fastify.close());
  await serveWeb(fastify, join(folder, 'nowhere'));
  expect((await fastify.inject('/login')).statusCode).toBe(404);
});
