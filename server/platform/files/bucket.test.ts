import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { keepLog } from '../../test/log.ts';
import { openFilesIn, tellsOpenFiles } from '../../test/open-files.ts';
import { FakeS3 } from '../../test/outside/s3.ts';
import { newId } from '../postgres/db.ts';
import { regionOf } from './bucket.ts';
import { Drafts } from './drafts.ts';
import type { Storage } from './storage.ts';
import { createS3Storage } from './storage-s3.ts';

/** Tests a bucket that answers; `storage-s3.test.ts` tests buckets that are slow, away or of another make. */

const s3 = new FakeS3();
let storage: Storage;
let drafts: Drafts;
let folder: string;
const { logger, lines } = keepLog();
const chosen = () => ({ endpoint: s3.endpoint, bucket: 'palabre', accessKey: 'cle', secretKey: 'secret/des+tests' });
const open = (more: Partial<ReturnType<typeof chosen>> = {}) =>
  createS3Storage({ ...chosen(), ...more }, logger, drafts);

beforeAll(async () => {
  await s3.start();
  folder = await mkdtemp(join(tmpdir(), 'palabre-bucket-'));
  drafts = await Drafts.open(folder);
  storage = await open();
});
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  s3.objects.clear();
  s3.mishaps.length = 0;
});

it('A file in a bucket is read as it was stored, whole or a part of it, however many pieces that takes', async () => {
  const [id, bytes] = [newId(), randomBytes(2_500_000)];
  await storage.take(id, await drafts.receive(Readable.from([bytes])));
  expect(await readdir(folder)).toEqual([]);
  expect([...s3.objects.keys()]).toEqual([id]);
  expect((await buffer(await storage.read(id))).equals(bytes)).toBe(true);
  for (const [start, end] of [
    [0, 0],
    [1_000_000, 2_200_000],
    [2_499_999, 2_499_999],
    [2_000_000, 9_000_000],
  ] as const)
    expect((await buffer(await storage.read(id, { start, end }))).equals(bytes.subarray(start, end + 1))).toBe(true);
  await storage.put(id, Buffer.alloc(0));
  expect(await buffer(await storage.read(id))).toHaveLength(0);
});

it('The files in a bucket are all listed, and what is none of ours is not', async () => {
  const ids = Array.from({ length: 5 }, newId);
  for (const [n, id] of ids.entries()) await storage.put(id, Buffer.alloc(n));
  s3.objects.set('autre-chose', Buffer.alloc(9));
  const listed: unknown[] = [];
  for await (const { key, size } of storage.list()) listed.push([key, size]);
  expect(listed).toEqual(ids.map((id, n) => [id, n]));
});

it('A file that a bucket does not have is not found, may be removed all the same, and its key is one of ours', async () => {
  const id = newId();
  await expect(storage.read(id)).rejects.toMatchObject({ code: 'not_found' });
  await storage.put(id, Buffer.from('bonjour'));
  await storage.remove(id);
  expect(s3.objects.size).toBe(0);
  s3.mishaps.push({ status: 404, code: 'NoSuchKey' });
  await storage.remove(id);
  for (const refused of [
    () => storage.put('../autre/x', Buffer.from('x')),
    () => storage.read('../autre/x'),
    () => storage.remove('../autre/x'),
  ])
    await expect(refused()).rejects.toThrow('not a key');
});

it('A bucket that refuses is logged with what it says, once a minute, and without the keys', async () => {
  // In a storage of its own, so that this is its first log line.
  const fresh = await open();
  lines.length = 0;
  for (let time = 0; time < 2; time += 1) {
    s3.mishaps.push({ status: 403, code: 'AccessDenied' });
    await expect(fresh.put(newId(), Buffer.from('x'))).rejects.toMatchObject({ code: 'storage_unavailable' });
  }
  const denied = { message: 'AccessDenied', stack: expect.stringContaining('AccessDenied') };
  expect(lines).toMatchObject([{ level: 50, msg: 'S3 refused', err: denied }]);
  for (const secret of [chosen().accessKey, chosen().secretKey]) expect(JSON.stringify(lines)).not.toContain(secret);
});

it('A bucket that refuses a file that is being sent says nothing beside the log, keeps the draft, and leaves no file open', async () => {
  const said = (['log', 'info', 'warn', 'error', 'debug', 'trace'] as const).map(how => vi.spyOn(console, how));
  onTestFinished(() => {
    for (const one of said) one.mockRestore();
  });
  const draft = await drafts.receive(Readable.from([randomBytes(3_000_000)]));
  onTestFinished(() => rm(draft.path, { force: true }));
  const id = newId();
  for (const mishaps of [['cut', 'cut'], Array(2).fill({ status: 503, code: 'SlowDown' })]) {
    s3.mishaps.push(...mishaps);
    await expect(storage.take(id, draft)).rejects.toMatchObject({ code: 'storage_unavailable', retryAfter: 5 });
  }
  expect(said.flatMap(({ mock }) => mock.calls)).toEqual([]);
  expect(s3.objects.size).toBe(0);
  if (tellsOpenFiles) await expect.poll(() => openFilesIn(folder)).toEqual([]);
  await storage.take(id, draft);
  expect(await readdir(folder)).toEqual([]);
});

it('A file in a bucket that is replaced by a shorter one, or refused, amid its reading is cut off', async () => {
  const id = newId();
  const cut = async (meanwhile: () => void) => {
    s3.mishaps.length = 0;
    await storage.put(id, Buffer.alloc(2_500_000));
    const reader = await storage.read(id);
    await new Promise(resolve => reader.once('readable', resolve));
    meanwhile();
    return buffer(reader);
  };
  const refused = { status: 403, code: 'AccessDenied' };
  await expect(cut(() => s3.objects.set(id, Buffer.alloc(9)))).rejects.toMatchObject({ code: 'storage_unavailable' });
  await expect(cut(() => s3.objects.delete(id))).rejects.toMatchObject({ code: 'not_found' });
  await expect(cut(() => s3.mishaps.push(refused, refused))).rejects.toMatchObject({ code: 'storage_unavailable' });
  s3.mishaps.length = 0;
  s3.mishaps.push(refused);
  await expect(storage.remove(id)).rejects.toMatchObject({ code: 'storage_unavailable' });
  s3.mishaps.push(refused);
  await expect(storage.list()[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'storage_unavailable' });
});

it('A bucket that is full, is gone or refuses says so, and a request is tried twice where that may help', async () => {
  const put = () => storage.put(newId(), Buffer.from('x'));
  const take = async () => storage.take(newId(), await drafts.receive(Readable.from(['x'])));
  for (const [mishap, code] of [
    [{ status: 403, code: 'QuotaExceeded' }, 'storage_full'],
    [{ status: 507, code: 'Unknown' }, 'storage_full'],
    [{ status: 404, code: 'NoSuchBucket' }, 'storage_unavailable'],
    [{ status: 403, code: 'AccessDenied' }, 'storage_unavailable'],
  ] as const) {
    // The second mishap is for the retry.
    s3.mishaps.push(mishap, mishap);
    await expect(take()).rejects.toMatchObject({ code });
    s3.mishaps.length = 0;
  }
  const requests = async (work: Promise<unknown>) => {
    const before = s3.requests;
    await work.catch(() => {});
    return s3.requests - before;
  };
  s3.mishaps.push({ status: 403, code: 'AccessDenied' });
  expect(await requests(take()), 'a refusal that another try would get too').toBe(1);
  for (const times of [1, 2]) {
    s3.mishaps.push(...Array(times).fill({ status: 500, code: 'InternalError' }));
    expect(await requests(take())).toBe(2);
  }
  s3.objects.clear();
  s3.mishaps.push({ status: 503, code: 'SlowDown' });
  await take();
  s3.mishaps.push({ status: 403, code: 'AccessDenied' });
  await expect(put()).rejects.toMatchObject({ code: 'storage_unavailable', retryAfter: 5 });
  s3.mishaps.push({ status: 403, code: 'AccessDenied' });
  await expect(storage.check()).rejects.toThrow();
  await storage.check();
  expect([...s3.objects.values()].map(String)).toEqual(['x']);
});

it('A bucket that takes no file is named as the server starts', async () => {
  await expect(open({ bucket: 'autre' })).rejects.toThrow(
    `S3_URL : le seau autre de ${s3.endpoint} n'accepte pas de fichier (NoSuchBucket).`,
  );
  await expect(open({ endpoint: 'http://127.0.0.1:1' })).rejects.toThrow(/n'accepte pas de fichier \(ECONNREFUSED\)/);
});

it.each([
  ['https://s3.gra.io.cloud.ovh.net', 'gra'],
  ['https://s3.eu-west-3.amazonaws.com', 'eu-west-3'],
  ['https://s3.dualstack.eu-west-3.amazonaws.com', 'eu-west-3'],
  ['https://s3-eu-west-3.amazonaws.com', 'eu-west-3'],
  ['https://s3.amazonaws.com', 'us-east-1'],
  ['https://stockage.exemple.fr', 'us-east-1'],
])('The region of %s is %s', (endpoint, region) => expect(regionOf(endpoint)).toBe(region));

it('A bucket is left after twenty seconds without an answer, and twenty more for each million bytes', async () => {
  const within = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => within.mockRestore());
  await storage.put(newId(), Buffer.alloc(1_000_000));
  await storage.remove(newId());
  expect(within.mock.calls).toEqual([[40_000], [20_000]]);
});
