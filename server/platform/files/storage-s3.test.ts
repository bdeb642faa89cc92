import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { api } from '@palabre/common/contract/index.ts';
import pino from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPalabre } from '../../test/harness.ts';
import { FakeS3 } from '../../test/s3.ts';
import { newId } from '../postgres/db.ts';
import type { Storage } from './storage.ts';
import { createS3Storage, regionOf } from './storage-s3.ts';

const s3 = new FakeS3();
let storage: Storage;
const logger = pino({ level: 'silent' });
const chosen = () => ({ endpoint: s3.endpoint, bucket: 'palabre', accessKey: 'cle', secretKey: 'secret/des+tests' });

beforeAll(async () => {
  await s3.start();
  storage = await createS3Storage(chosen(), logger);
});
afterAll(() => s3.stop());
beforeEach(() => {
  s3.objects.clear();
  s3.mishaps.length = 0;
});

describe('files in a bucket', () => {
  it('come back as they were stored', async () => {
    const [id, bytes] = [newId(), randomBytes(300_000)];
    await storage.put(id, bytes);
    expect([...s3.objects.keys()]).toEqual([id]);
    expect((await buffer(await storage.read(id))).equals(bytes)).toBe(true);
  });

  it('are refused when they are not there, or no longer', async () => {
    const id = newId();
    await expect(storage.read(id)).rejects.toMatchObject({ code: 'not_found' });
    await storage.put(`${id}.thumb`, Buffer.from('petit'));
    await storage.remove(`${id}.thumb`);
    await storage.remove(`${id}.thumb`);
    expect(s3.objects.size).toBe(0);
    await expect(storage.read(`${id}.thumb`)).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each(['../autre-seau/x', '', `${newId()}?acl`])('have no key that is not one of ours: « %s »', async key => {
    await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow('not a key');
    await expect(storage.read(key)).rejects.toThrow('not a key');
  });

  it('are tried again when S3 is busy for a moment', async () => {
    s3.mishaps.push({ status: 503, code: 'SlowDown' }, 'cut');
    const id = newId();
    await storage.put(id, Buffer.from('bonjour'));
    expect(s3.mishaps).toEqual([]);
    expect(s3.objects.get(id)?.toString()).toBe('bonjour');
  });

  it('are stored whole or not at all', async () => {
    s3.mishaps.push('cut', 'cut', 'cut');
    await expect(storage.put(newId(), randomBytes(2_000_000))).rejects.toMatchObject({ code: 'unavailable' });
    expect(s3.mishaps).toEqual([]);
    expect(s3.objects.size).toBe(0);
  });

  it('say what is wrong by a code: no room, out of reach, a bucket that has gone', async () => {
    s3.mishaps.push({ status: 507, code: 'XMinioStorageFull' }, { status: 507, code: 'XMinioStorageFull' });
    s3.mishaps.push({ status: 507, code: 'XMinioStorageFull' });
    await expect(storage.put(newId(), Buffer.from('x'))).rejects.toMatchObject({ code: 'storage_full' });
    s3.mishaps.length = 0;
    s3.mishaps.push({ status: 404, code: 'NoSuchBucket' });
    await expect(storage.read(newId())).rejects.toMatchObject({ code: 'unavailable' });
    s3.mishaps.push('cut', 'cut', 'cut');
    await expect(storage.read(newId())).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('S3_URL', () => {
  it('stops the start with one line when the bucket takes no file, without its secret', async () => {
    const wrongs = [
      { ...chosen(), secretKey: 'motsecret' },
      { ...chosen(), bucket: 'ailleurs' },
      { ...chosen(), endpoint: 'http://127.0.0.1:1' },
    ];
    for (const wrong of wrongs) {
      const error = await createS3Storage(wrong, logger).catch((error: Error) => error);
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
  ])('names the region in its host: %s is in %s', (endpoint, region) => {
    expect(regionOf(endpoint)).toBe(region);
  });

  it('makes the whole server keep its files there', async () => {
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
    const answer = await fetch(palabre.url + workspace.logo, { headers: { cookie: `token=${camille.token}` } });
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual([...s3.objects.values()][0]);
  });
});
