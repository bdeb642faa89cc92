import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { api } from '@palabre/common/contract/index.ts';
import pino from 'pino';
import S3rver from 's3rver';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startPalabre } from '../../test/harness.ts';
import { FakeS3 } from '../../test/outside/s3.ts';
import { newId } from '../postgres/db.ts';
import { regionOf } from './bucket.ts';
import { Drafts, dropDrafts } from './drafts.ts';
import type { Storage } from './storage.ts';
import { createS3Storage } from './storage-s3.ts';

const s3 = new FakeS3();
let storage: Storage;
let drafts: Drafts;
let folder: string;
const logger = pino({ level: 'silent' });
const chosen = () => ({ endpoint: s3.endpoint, bucket: 'palabre', accessKey: 'cle', secretKey: 'secret/des+tests' });

beforeAll(async () => {
  await s3.start();
  folder = await mkdtemp(join(tmpdir(), 'palabre-s3-'));
  drafts = await Drafts.open(folder);
  storage = await createS3Storage(chosen(), logger, drafts);
});
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  s3.objects.clear();
  s3.mishaps.length = 0;
});

describe('files in a bucket', () => {
  it('are read as they were stored', async () => {
    const [id, bytes] = [newId(), randomBytes(300_000)];
    await storage.put(id, bytes);
    expect([...s3.objects.keys()]).toEqual([id]);
    expect((await buffer(await storage.read(id))).equals(bytes)).toBe(true);
  });

  it('are read in pieces: a reader who stands still holds no connection to the bucket', async () => {
    const [id, bytes] = [newId(), randomBytes(5_500_000)];
    await storage.put(id, bytes);
    const before = s3.requests;
    const readers = await Promise.all(Array.from({ length: 60 }, () => storage.read(id)));
    for (const reader of readers) reader.once('readable', () => {});
    // The SDK has fifty connections; each was released, although the sixty readers have not read on.
    expect((await buffer(await storage.read(id))).equals(bytes)).toBe(true);
    expect(s3.requests - before).toBeLessThanOrEqual(60 * 2 + 6);
    for (const reader of readers) reader.destroy();
    const part = await buffer(await storage.read(id, { start: 1_000_000, end: 4_000_000 }));
    expect(part.equals(bytes.subarray(1_000_000, 4_000_001))).toBe(true);
    await storage.put(id, Buffer.alloc(0));
    expect((await buffer(await storage.read(id))).length).toBe(0);
  });

  it('are listed to the last, however many answers of the bucket that takes', async () => {
    const sizes = new Map([1, 2, 3, 4, 5].map(size => [newId(), size]));
    for (const [id, size] of sizes) await storage.put(id, Buffer.alloc(size));
    // An object that is no file of Palabre is left out of its backups.
    s3.objects.set('notes.txt', Buffer.alloc(6));
    const listed = new Map<string, number>();
    for await (const { key, size } of storage.list()) listed.set(key, size);
    expect(listed).toEqual(sizes);
  });

  it('are refused when missing or removed', async () => {
    const id = newId();
    await expect(storage.read(id)).rejects.toMatchObject({ code: 'not_found' });
    await storage.put(`${id}.thumb`, Buffer.from('petit'));
    await storage.remove(`${id}.thumb`);
    await storage.remove(`${id}.thumb`);
    expect(s3.objects.size).toBe(0);
    await expect(storage.read(`${id}.thumb`)).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each(['../autre-seau/x', '', `${newId()}?acl`])('are refused under a malformed key: « %s »', async key => {
    await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow('not a key');
    await expect(storage.read(key)).rejects.toThrow('not a key');
  });

  it('are retried when S3 is busy for a moment', async () => {
    s3.mishaps.push({ status: 503, code: 'SlowDown' });
    const id = newId();
    await storage.put(id, Buffer.from('bonjour'));
    expect(s3.mishaps).toEqual([]);
    expect(s3.objects.get(id)?.toString()).toBe('bonjour');
  });

  it('are stored whole or not at all', async () => {
    s3.mishaps.push('cut', 'cut');
    await expect(storage.put(newId(), randomBytes(2_000_000))).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(s3.mishaps).toEqual([]);
    expect(s3.objects.size).toBe(0);
  });

  it('are streamed from the disk, retried from their beginning, and read in parts', async () => {
    const [id, bytes] = [newId(), randomBytes(3_000_000)];
    const draft = await drafts.receive(Readable.from([bytes]));
    s3.mishaps.push('cut');
    await storage.take(id, draft);
    expect(s3.mishaps).toEqual([]);
    expect(s3.objects.get(id)?.equals(bytes)).toBe(true);
    expect(await readdir(folder)).toEqual([]);
    const part = await buffer(await storage.read(id, { start: 1_000, end: 1_999 }));
    expect(part.equals(bytes.subarray(1_000, 2_000))).toBe(true);
  });

  it('stay on the disk as drafts when the bucket refuses them', async () => {
    const draft = await drafts.receive(Readable.from(['trop']));
    s3.mishaps.push(...Array.from({ length: 2 }, () => ({ status: 507, code: 'XMinioStorageFull' })));
    await expect(storage.take(newId(), draft)).rejects.toMatchObject({ code: 'storage_full' });
    expect(s3.objects.size).toBe(0);
    await dropDrafts([draft]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('fail with a code: storage full, bucket out of reach, bucket deleted', async () => {
    s3.mishaps.push({ status: 507, code: 'XMinioStorageFull' }, { status: 507, code: 'XMinioStorageFull' });
    await expect(storage.put(newId(), Buffer.from('x'))).rejects.toMatchObject({ code: 'storage_full' });
    s3.mishaps.length = 0;
    s3.mishaps.push({ status: 404, code: 'NoSuchBucket' });
    await expect(storage.read(newId())).rejects.toMatchObject({ code: 'storage_unavailable' });
    s3.mishaps.push('cut', 'cut');
    await expect(storage.read(newId())).rejects.toMatchObject({ code: 'storage_unavailable' });
  });
});

describe('a bucket that takes connections and never answers', () => {
  /** Opens a storage in a bucket of its own, which hangs from then on; `requests` counts the bucket's requests. */
  async function hanging() {
    const bucket = await new FakeS3().start();
    onTestFinished(() => bucket.stop());
    // Long enough for the busiest machine to answer the probe, and to retry before the time of both tries is over.
    const times = { connectMs: 10_000, silentMs: 2_000 };
    const storage = await createS3Storage({ ...chosen(), endpoint: bucket.endpoint }, logger, drafts, times);
    const before = bucket.requests;
    bucket.mishaps.push('silent', 'silent', 'silent');
    return { storage, requests: () => bucket.requests - before };
  }

  it('is tried twice, then every operation fails with 503', async () => {
    const draft = await drafts.receive(Readable.from(['bonjour']));
    onTestFinished(() => dropDrafts([draft]));
    const asked: ((storage: Storage) => Promise<unknown>)[] = [
      storage => storage.put(newId(), Buffer.from('bonjour')),
      storage => storage.take(newId(), draft),
      storage => storage.read(newId()),
      storage => storage.remove(newId()),
    ];
    await Promise.all([
      ...asked.map(async ask => {
        const { storage, requests } = await hanging();
        await expect(ask(storage)).rejects.toMatchObject({ code: 'storage_unavailable', status: 503, retryAfter: 5 });
        expect(requests()).toBe(2);
      }),
      hanging().then(({ storage }) => expect(storage.check()).rejects.toThrow()),
    ]);
  });

  it('delays no message without files, and the refusal names the storage, not the database', async () => {
    const palabre = await startPalabre({ env: { S3_URL: s3.url } });
    const camille = await palabre.register();
    const { workspace } = await camille.ok(api.workspaces.create, { body: { title: 'Atelier Tilleul' } });
    s3.mishaps.push('silent', 'cut', 'silent');
    const before = s3.requests;
    const files = [{ bytes: Buffer.from('Le plan'), name: 'plan.txt' }];
    const body = { channelId: workspace.welcomeChannel };
    const withFile = camille.call(api.messages.send, { body, files });
    await vi.waitUntil(() => s3.requests > before);
    let done = false;
    void withFile.then(() => {
      done = true;
    });
    for (const content of ['Un', 'Deux', 'Trois']) await camille.ok(api.messages.send, { body: { ...body, content } });
    expect(done).toBe(false);
    const reply = await withFile;
    expect([reply.status, reply.body]).toEqual([
      503,
      { code: 'storage_unavailable', message: expect.stringContaining('stockage') },
    ]);
    // Records of the refused file are left to the sweep, and do not delay the answer.
    expect(s3.requests - before).toBe(2);
  });
});

describe('a bucket of a third-party S3 server', () => {
  it('stores files from memory and from the disk, reads them whole and in parts, and deletes them', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'palabre-s3rver-'));
    const configureBuckets = [{ name: 'palabre', configs: [] }];
    const server = new S3rver({ port: 0, address: '127.0.0.1', directory, silent: true, configureBuckets });
    const { port } = await server.run();
    onTestFinished(async () => {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    });
    const credentials = { bucket: 'palabre', accessKey: 'S3RVER', secretKey: 'S3RVER' };
    const elsewhere = await createS3Storage({ endpoint: `http://127.0.0.1:${port}`, ...credentials }, logger, drafts);
    const [id, other, bytes] = [newId(), newId(), randomBytes(3_000_000)];
    await elsewhere.put(id, Buffer.from('bonjour'));
    await elsewhere.take(other, await drafts.receive(Readable.from([bytes])));
    expect((await buffer(await elsewhere.read(id))).toString()).toBe('bonjour');
    expect((await buffer(await elsewhere.read(other))).equals(bytes)).toBe(true);
    const part = await buffer(await elsewhere.read(other, { start: 10, end: 19 }));
    expect(part.equals(bytes.subarray(10, 20))).toBe(true);
    expect(await readdir(folder)).toEqual([]);
    await elsewhere.remove(id);
    await expect(elsewhere.read(id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('S3_URL', () => {
  it('stops the start with one line, without the secret, when the bucket refuses files', async () => {
    const wrongs = [
      { ...chosen(), secretKey: 'motsecret' },
      { ...chosen(), bucket: 'ailleurs' },
      { ...chosen(), endpoint: 'http://127.0.0.1:1' },
    ];
    for (const wrong of wrongs) {
      const error = await createS3Storage(wrong, logger, drafts).catch((error: Error) => error);
      expect(error).toMatchObject({ name: 'StartError', message: expect.stringMatching(/^S3_URL : le seau [^\n]+$/) });
      expect(String(error)).not.toContain('secret');
    }
  });

  it.each([
    ['https://s3.eu-west-3.amazonaws.com', 'eu-west-3'],
    ['https://s3.dualstack.eu-west-3.amazonaws.com', 'eu-west-3'],
    ['https://s3.gra.io.cloud.ovh.net', 'gra'],
    ['https://s3.fr-par.scw.cloud', 'fr-par'],
    ['https://s3.amazonaws.com', 'us-east-1'],
    ['https://fichiers.exemple.fr:9000', 'us-east-1'],
    ['http://127.0.0.1:9000', 'us-east-1'],
  ])('has its region in its host: %s is in %s', (endpoint, region) => {
    expect(regionOf(endpoint)).toBe(region);
  });

  it('makes the server store its files in the bucket', async () => {
    const palabre = await startPalabre({ env: { S3_URL: s3.url } });
    const camille = await palabre.register();
    const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#2a6390' } })
      .png()
      .toBuffer();
    const { workspace } = await camille.ok(api.workspaces.create, {
      body: { title: 'Atelier Tilleul' },
      image: { bytes, name: 'logo.png', type: 'image/png' },
    });
    expect(s3.objects.size).toBe(1);
    const { message } = await camille.ok(api.messages.send, {
      body: { channelId: workspace.welcomeChannel },
      files: [{ bytes: Buffer.from('Le plan'), name: 'plan.txt' }],
    });
    const [file] = message.fileAttachments;
    const part = await fetch(palabre.url + file?.url, {
      headers: { cookie: `token=${camille.token}`, range: 'bytes=3-' },
    });
    expect([part.status, await part.text()]).toEqual([206, 'plan']);
    await camille.ok(api.messages.remove, { params: { id: message._id } });
    await palabre.jobs.now('files.sweep');
    await vi.waitFor(() => expect(s3.objects.size).toBe(1));
    const answer = await fetch(palabre.url + workspace.logo, { headers: { cookie: `token=${camille.token}` } });
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual([...s3.objects.values()][0]);
  });
});
