import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { onceBefore } from '../../test/locks.ts';
import { openFilesIn, tellsOpenFiles } from '../../test/open-files.ts';
import { testDatabase } from '../../test/outside/postgres.ts';
import { FakeS3 } from '../../test/outside/s3.ts';
import type { Storage } from '../files/storage.ts';
import { AppError } from '../http/errors.ts';
import { openArchive } from './archive.ts';
import { demandBucket, openBackupBucket } from './bucket.ts';
import { backupFolder } from './folder.ts';
import { type Source, writeBackup } from './write.ts';

/** Tests the files that a backup leaves in its folder; `tools/processes/backup.test.ts` restores whole backups. */

let databaseUrl: string;
beforeAll(async () => {
  databaseUrl = await testDatabase();
});

/** Makes a source with these files; a file without bytes cannot be read, for the given reason. */
function sourceOf(files: Record<string, string | AppError>): Source {
  const storage = {
    async *list() {
      for (const [key, said] of Object.entries(files)) yield { key, size: said instanceof AppError ? 9 : said.length };
    },
    async read(key: string) {
      const said = files[key];
      if (said instanceof AppError) throw said;
      return Readable.from([Buffer.from(said ?? '')]);
    },
  } as Pick<Storage, 'list' | 'read'> as Storage;
  return { databaseUrl, storage, jwtSecret: Buffer.from('motsecret'), rests: false, version: '1.2.3' };
}

it('A backup in a folder is for its owner alone, without the files that were deleted meanwhile, and one that fails leaves nothing', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'palabre-write-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const folder = join(parent, 'nights');
  const place = backupFolder(folder);
  const away = sourceOf({ un: 'un', deux: new AppError('storage_unavailable') });
  await expect(place.write(away, 'palabre-2026-11-27.tar')).rejects.toMatchObject({ code: 'storage_unavailable' });
  expect(await readdir(folder)).toEqual([]);
  const source = sourceOf({ un: 'un', deux: new AppError('not_found'), trois: 'trois' });
  const name = 'palabre-2026-11-28.tar';
  expect(await place.write(source, name)).toMatchObject({ files: 2 });
  expect(await readdir(folder)).toEqual([name]);
  const modes = await Promise.all([folder, join(folder, name)].map(async path => (await stat(path)).mode & 0o777));
  expect(modes).toEqual([0o700, 0o600]);
});

it('A backup in a bucket is one object, read in pieces and known by its name; one that fails leaves none', async () => {
  const s3 = await new FakeS3().start();
  onTestFinished(() => s3.stop());
  const given = { endpoint: s3.endpoint, bucket: 'palabre', accessKey: 'cle', secretKey: 'secret/des+tests' };
  expect(() => demandBucket({ backups: { folder: '/nuits' } as never })).toThrow('demande BACKUP_S3_URL');
  const place = await openBackupBucket(demandBucket({ backups: { s3: given } as never }));
  const [name, failed] = ['palabre-2026-11-28.tar', 'palabre-2026-11-27.tar'];
  const away = sourceOf({ un: new AppError('storage_unavailable') });
  await expect(place.write(away, failed)).rejects.toMatchObject({ code: 'storage_unavailable' });
  const end = await place.write(sourceOf({ un: 'x'.repeat(1_500_000) }), name);
  expect([[...s3.objects.keys()], await place.has(name), await place.has(failed)]).toEqual([[name], true, false]);
  const bytes = await buffer(place.file(name).open());
  expect(bytes.equals(s3.objects.get(name) as Buffer)).toBe(true);
  expect((await openArchive(place.file(name))).head).toMatchObject({ files: true, version: '1.2.3' });
  expect(end).toMatchObject({ files: 1 });
  await expect(openArchive(place.file(failed))).rejects.toThrow(`s3:${failed} : cette sauvegarde n’existe pas.`);
  // The bucket refuses what was written whole, and what is being written.
  s3.mishaps.push({ status: 403, code: 'AccessDenied' });
  await expect(place.write(sourceOf({}), failed)).rejects.toThrow('AccessDenied');
  expect(await place.has(failed)).toBe(false);
  s3.mishaps.push({ status: 403, code: 'AccessDenied' });
  await expect(place.has(name)).rejects.toThrow(`BACKUP_S3_URL : le seau palabre de ${s3.endpoint} a refusé`);
  await place.remove(name);
  expect(s3.objects.size).toBe(0);
});

it('A backup of a folder is on the disk before it has its name, is named as begun until then, and leaves nothing open', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'palabre-write-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const handle = await open(tmpdir());
  const sync = vi.spyOn(Object.getPrototypeOf(handle) as { sync(): Promise<void> }, 'sync');
  await handle.close();
  onTestFinished(() => sync.mockRestore());
  const name = 'palabre-2026-11-28.tar';
  const seen: unknown[] = [];
  sync.mockImplementation(async function (this: { stat(): Promise<{ isDirectory(): boolean }> }) {
    seen.push([(await this.stat()).isDirectory() ? 'folder' : 'file', await readdir(folder)]);
  });
  const source = sourceOf({ un: 'un' });
  const list = source.storage?.list.bind(source.storage);
  Object.assign(source.storage as object, {
    async *list() {
      seen.push(['begun', await readdir(folder)]);
      yield* list?.() ?? [];
    },
  });
  const place = backupFolder(folder);
  await place.write(source, name);
  const partial = `${name}.${process.pid}.partial`;
  expect(seen).toEqual([
    ['begun', [partial]],
    ['file', [partial]],
    ['folder', [name]],
  ]);
  sync.mockRejectedValueOnce(new Error('the disk is broken'));
  await expect(place.write(source, 'palabre-2026-11-29.tar')).rejects.toThrow('broken');
  expect(await readdir(folder)).toEqual([name]);
  if (tellsOpenFiles) await expect.poll(() => openFilesIn(folder)).toEqual([]);
});

it('A backup whose database goes away meanwhile fails alone, and leaves neither a file nor a connection', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'palabre-write-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const beside = new pg.Client(databaseUrl);
  await beside.connect();
  onTestFinished(() => beside.end());
  const others = 'FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
  const cut = async () => {
    const { rowCount } = await beside.query(`SELECT pg_terminate_backend(pid) ${others}`);
    await vi.waitFor(async () => expect((await beside.query(`SELECT ${others}`)).rowCount).toBe(0));
    return rowCount;
  };
  const isCut = onceBefore('SELECT now() AS at', cut);
  const place = backupFolder(folder);
  await expect(place.write(sourceOf({ un: 'un' }), 'palabre-2026-11-28.tar')).rejects.toThrow();
  expect([isCut(), await readdir(folder)]).toEqual([true, []]);

  // Amid a table that is larger than what is held in memory and on the way.
  await beside.query(`INSERT INTO settings VALUES ('name', $1::jsonb, 1)`, [
    JSON.stringify(randomBytes(12_000_000).toString('base64')),
  ]);
  let goOn = () => {};
  let bytes = 0;
  const out = new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes < 500_000) done();
      else goOn = done;
    },
  });
  const failed = writeBackup(sourceOf({}), out).catch((error: Error) => error);
  await vi.waitUntil(() => bytes >= 500_000);
  expect(await cut()).toBe(1);
  goOn();
  expect(await failed).toBeInstanceOf(Error);
  await beside.query('DELETE FROM settings');

  await place.write(sourceOf({ un: 'un' }), 'palabre-2026-11-28.tar');
  const failing = sourceOf({ un: new AppError('storage_unavailable') });
  await expect(place.write(failing, 'palabre-2026-11-29.tar')).rejects.toMatchObject({ code: 'storage_unavailable' });
  const left = async () => (await beside.query(`SELECT query ${others}`)).rows;
  await vi.waitFor(async () => expect(await left(), 'connections left open').toEqual([]));
});
