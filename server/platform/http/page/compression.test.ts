import { request } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { createWorkspace } from '../../../test/people/world.ts';
import { compressAnswer } from './compression.ts';

let palabre: Palabre;
let camille: Person;
let channelId: string;
let workspaceId: string;

/** Requests a path without decoding the answer, which `fetch` would do. */
async function ask(path: string, encoding?: string, method = 'GET') {
  return new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${camille.token}`,
      ...(encoding !== undefined && { 'accept-encoding': encoding }),
    };
    request(palabre.url + path, { method, headers }, async answer => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) });
    })
      .on('error', reject)
      .end();
  });
}

beforeAll(async () => {
  palabre = await startPalabre();
  camille = await palabre.register();
  const { workspace, welcome } = await createWorkspace(camille, { title: 'Atelier Tilleul' });
  workspaceId = workspace._id;
  channelId = welcome._id;
  for (let i = 0; i < 20; i += 1) {
    await camille.ok(api.messages.send, {
      body: { channelId, content: `La livraison n° ${i} des menuiseries est reportée à mardi.` },
    });
  }
});

const page = () => `/api/message/paginated?channelId=${channelId}&limit=50`;

describe('a long answer', () => {
  test.each(['gzip, deflate, br, zstd', 'BR;q=0.5, gzip;q=0.2', '*'])(
    'is compressed when Accept-Encoding is « %s »',
    async accepted => {
      const plain = await ask(page());
      const { status, headers, bytes } = await ask(page(), accepted);
      expect([status, headers['content-encoding'], headers.vary, headers['content-length']]).toEqual([
        200,
        'br',
        'accept-encoding',
        String(bytes.length),
      ]);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
      expect(brotliDecompressSync(bytes).toString()).toBe(plain.bytes.toString());
    },
  );

  test.each([undefined, '', 'identity', 'gzip, deflate', 'br;q=0, gzip', 'br;q=0, *', '*;q=0', 'deflate'])(
    'is not compressed when Accept-Encoding is %j',
    async accepted => {
      const { headers, bytes } = await ask(page(), accepted);
      expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'accept-encoding']);
      expect(JSON.parse(bytes.toString()).messages.length).toBeGreaterThanOrEqual(20);
    },
  );

  test('is compressed too when it is very long', async () => {
    const content = 'Un très long compte rendu de chantier. '.repeat(120);
    for (let i = 0; i < 20; i += 1) await camille.ok(api.messages.send, { body: { channelId, content } });
    const plain = await ask(page());
    expect(plain.bytes.length).toBeGreaterThan(65_536);
    const { headers, bytes } = await ask(page(), 'br');
    expect(headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(bytes).toString()).toBe(plain.bytes.toString());
  });

  test('has no body on HEAD, and the same length', async () => {
    const whole = await ask(page(), 'br');
    const { status, headers, bytes } = await ask(page(), 'br', 'HEAD');
    expect([status, headers['content-encoding'], headers['content-length'], bytes.length]).toEqual([
      200,
      'br',
      String(whole.bytes.length),
      0,
    ]);
  });
});

test('an answer is compressed from a kilobyte on, by its bytes, and what is no text or bytes is left as it is', () => {
  const sent = (payload: unknown) => {
    const headers: Record<string, string> = {};
    let found: unknown;
    compressAnswer(
      { headers: { 'accept-encoding': 'br' } } as never,
      { header: (name: string, value: string) => (headers[name] = value) } as never,
      payload,
      (_error, written) => (found = written),
    );
    return { headers, found };
  };
  expect(sent('x'.repeat(1_023))).toEqual({ headers: {}, found: 'x'.repeat(1_023) });
  for (const long of ['x'.repeat(1_024), 'é'.repeat(512), Buffer.from('x'.repeat(1_024))]) {
    const { headers, found } = sent(long);
    expect(headers).toEqual({ vary: 'accept-encoding', 'content-encoding': 'br' });
    expect(`${brotliDecompressSync(found as Buffer)}`).toBe(`${long}`);
  }
  const stream = { pipe: () => {} };
  expect(sent(stream)).toEqual({ headers: {}, found: stream });
});

test('a short answer is not compressed', async () => {
  const { headers, bytes } = await ask('/api/notifications', 'br');
  expect(bytes.length).toBeLessThan(1_024);
  expect(headers['content-encoding']).toBeUndefined();
});

test('the answer that lists invite codes is never compressed: names that people choose stand beside the codes', async () => {
  for (let i = 0; i < 12; i += 1) await camille.ok(api.invites.create, { params: { id: workspaceId }, body: {} });
  const { status, headers, bytes } = await ask(`/api/invite?workspaceId=${workspaceId}`, 'br, gzip');
  expect([status, headers['content-encoding']]).toEqual([200, undefined]);
  expect(bytes.length).toBeGreaterThan(1_024);
});
