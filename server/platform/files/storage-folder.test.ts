import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, readlink, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openFilesIn, tellsOpenFiles } from '../../test/open-files.ts';
import { AppError } from '../http/errors.ts';
import { newId } from '../postgres/db.ts';
import { type Draft, dropDrafts } from './drafts.ts';
import { measureStorage } from './storage.metrics.ts';
import type { Storage } from './storage.ts';
import { createFolderStorage, syncFolder } from './storage-folder.ts';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'palabre-files-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** Watches the flushes of files and folders. */
async function flushes() {
  const file = await open(tmpdir());
  const sync = vi.spyOn(Object.getPrototypeOf(file) as { sync(): Promise<void> }, 'sync');
  await file.close();
  onTestFinished(() => sync.mockRestore());
  return sync;
}

describe('the folder of files', () => {
  it('returns what was stored, also after a restart', async () => {
    const path = await folder();
    const id = newId();
    await (await createFolderStorage(path)).put(id, Buffer.from('bonjour'));
    const storage = await createFolderStorage(path);
    expect((await buffer(await storage.read(id))).toString()).toBe('bonjour');
    expect(await readdir(join(path, 'tmp'))).toEqual([]);
  });

  it('moves a draft into the storage, and reads parts of it', async () => {
    const path = await folder();
    const storage = await createFolderStorage(path);
    const id = newId();
    await storage.take(id, await storage.drafts.receive(Readable.from(['bon', 'jour'])));
    expect((await buffer(await storage.read(id))).toString()).toBe('bonjour');
    expect((await buffer(await storage.read(id, { start: 3, end: 5 }))).toString()).toBe('jou');
    expect(await readdir(join(path, 'tmp'))).toEqual([]);
  });

  it.runIf(tellsOpenFiles)(
    'keeps no file open that it has stored, that was read or let go of, or that was refused (skipped beyond Linux)',
    async () => {
      const path = await folder();
      const storage = await createFolderStorage(path);
      const [put, taken] = [newId(), newId()];
      await storage.put(put, Buffer.from('bonjour'));
      await storage.take(taken, await storage.drafts.receive(Readable.from(['bonjour'])));
      await buffer(await storage.read(put));
      (await storage.read(taken)).destroy();
      const isText = { bytes: 'bonjour' } as unknown as Buffer;
      await expect(storage.put(newId(), isText)).rejects.toThrow();
      const cut = Readable.from(
        (async function* () {
          yield 'bon';
          throw new Error('cut');
        })(),
      );
      await expect(storage.drafts.receive(cut)).rejects.toThrow('cut');
      await storage.check();
      await syncFolder(path);
      await expect.poll(() => openFilesIn(path)).toEqual([]);
    },
  );

  it('leaves nothing of an upload that is cut', async () => {
    const path = await folder();
    const storage = await createFolderStorage(path);
    const cut = Readable.from(
      (async function* () {
        yield 'bon';
        throw new Error('cut');
      })(),
    );
    await expect(storage.drafts.receive(cut)).rejects.toThrow('cut');
    expect(await readdir(join(path, 'tmp'))).toEqual([]);
  });

  it.each(['ENOSPC', 'EDQUOT'])('says that it is full (%s), and leaves nothing of the file', async code => {
    const path = await folder();
    const storage = await createFolderStorage(path);
    const sync = await flushes();
    sync.mockRejectedValueOnce(Object.assign(new Error('no space left'), { code }));
    await expect(storage.put(newId(), Buffer.from('bonjour'))).rejects.toMatchObject({ code: 'storage_full' });
    expect(await readdir(path, { recursive: true })).toEqual(['tmp']);
  });

  it('flushes a file, then the folder of its name, where the system can flush a folder', async () => {
    const path = await folder();
    const storage = await createFolderStorage(path);
    const sync = await flushes();
    const flushed: string[] = [];
    sync.mockImplementation(async function (this: { stat(): Promise<{ isDirectory(): boolean }> }) {
      const isFolder = (await this.stat()).isDirectory();
      flushed.push(isFolder ? 'folder' : 'file');
      if (isFolder) throw Object.assign(new Error('not for folders'), { code: 'EINVAL' });
    });
    const id = newId();
    await storage.put(id, Buffer.from('bonjour'));
    expect(flushed).toEqual(['file', 'folder']);
    expect((await buffer(await storage.read(id))).toString()).toBe('bonjour');
  });

  it.skipIf(!existsSync('/proc/self/fd'))('leaves nothing open of what it has stored, or could not', async () => {
    const path = await realpath(await folder());
    const storage = await createFolderStorage(path);
    const areOpen = async () => {
      const links = (await readdir('/proc/self/fd')).map(fd => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
      return (await Promise.all(links)).filter(to => to.startsWith(path));
    };
    await storage.put(newId(), Buffer.from('bonjour'));
    await storage.take(newId(), await storage.drafts.receive(Readable.from(['bonjour'])));
    await storage.check();
    (await flushes()).mockRejectedValueOnce(new Error('the disk is broken'));
    await expect(storage.put(newId(), Buffer.from('bonjour'))).rejects.toThrow('broken');
    expect(await areOpen()).toEqual([]);
  });

  it('refuses to read a missing or a removed file', async () => {
    const storage = await createFolderStorage(await folder());
    const id = newId();
    await expect(storage.read(id)).rejects.toMatchObject({ code: 'not_found' });
    await storage.put(`${id}.thumb`, Buffer.from('petit'));
    await storage.remove(`${id}.thumb`);
    await storage.remove(`${id}.thumb`);
    await expect(storage.read(`${id}.thumb`)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('says what keeps a file from being read, unless it is only missing', async () => {
    const path = await folder();
    const storage = await createFolderStorage(path);
    const id = newId();
    await writeFile(join(path, id.slice(34, 36)), 'no folder');
    await expect(storage.read(id)).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(storage.put(id, Buffer.from('x'))).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await readdir(join(path, 'tmp'))).toEqual([]);
  });

  it('lets go of drafts that are gone, or cannot be deleted, and flushes no folder that is not there', async () => {
    const path = await folder();
    const { drafts } = await createFolderStorage(path);
    const kept = await drafts.receive(Readable.from(['bonjour']));
    expect(kept.size).toBe(7);
    const [gone, undeletable] = [drafts.path(), join(path, 'tmp')].map(at => ({ path: at, size: 1 }));
    await dropDrafts([gone, undeletable, kept] as Draft[]);
    expect(await readdir(join(path, 'tmp'))).toEqual([]);
    await syncFolder(join(path, 'nowhere'));
  });

  it.each(['../secret', '..', '', '/etc/passwd', `${newId()}/../x`, `${newId()}.`, newId().toUpperCase()])(
    'refuses a malformed key: « %s »',
    async key => {
      const storage = await createFolderStorage(await folder());
      await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow('not a key');
      await expect(storage.read(key)).rejects.toThrow('not a key');
    },
  );

  it('lists its files with their sizes, and nothing else that lies there', async () => {
    const path = await folder();
    const storage = await createFolderStorage(path);
    const keys = [newId(), newId(), `${newId()}.thumb`];
    for (const [n, key] of keys.entries()) await storage.put(key, Buffer.alloc(n + 1));
    await mkdir(join(path, 'zz'));
    for (const beside of ['note.txt', join((keys[0] ?? '').slice(34, 36), 'note.txt'), join('zz', newId())])
      await writeFile(join(path, beside), 'x');
    const listed: [string, number][] = [];
    for await (const { key, size } of storage.list()) listed.push([key, size]);
    expect(listed.sort()).toEqual(keys.map((key, n) => [key, n + 1]).sort());
  });

  it('lists no file that is removed while it lists', async () => {
    const storage = await createFolderStorage(await folder());
    const shard = newId().slice(0, 33);
    const keys = ['1ab', '2ab', '3ab'].map(end => `${shard}${end}`);
    for (const key of keys) await storage.put(key, Buffer.from('x'));
    const listed: string[] = [];
    for await (const { key } of storage.list()) {
      listed.push(key);
      await Promise.all(keys.filter(other => other !== key).map(other => storage.remove(other)));
    }
    expect([listed.length, keys.includes(listed[0] ?? '')]).toEqual([1, true]);
  });

  it('is tried by a file that it keeps nothing of', async () => {
    const path = await folder();
    const storage = await createFolderStorage(path);
    await storage.check();
    expect(await readdir(path, { recursive: true })).toEqual(['tmp']);
    await rm(join(path, 'tmp'), { recursive: true });
    await expect(storage.check()).rejects.toThrow('ENOENT');
  });

  it('says how long its actions took, and which found nothing or failed', async () => {
    const told: object[] = [];
    const measured = (storage: Storage) =>
      measureStorage(
        { times: () => (labels, seconds) => void told.push({ ...labels, inTime: seconds >= 0 && seconds < 60 }) },
        storage,
      );
    const storage = measured(await createFolderStorage(await folder()));
    const id = newId();
    await storage.put(id, Buffer.from('un'));
    await storage.take(id, await storage.drafts.receive(Readable.from(['deux'])));
    expect((await buffer(await storage.read(id, { start: 0, end: 1 }))).toString()).toBe('de');
    await storage.remove(id);
    await expect(storage.read(id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(storage.put('x', Buffer.from('un'))).rejects.toThrow('not a key');
    const full = measured({ ...storage, put: () => Promise.reject(new AppError('storage_full')) });
    await expect(full.put(id, Buffer.from('un'))).rejects.toMatchObject({ code: 'storage_full' });
    const outcomes = ['put ok', 'take ok', 'read ok', 'remove ok', 'read missing', 'put failed', 'put failed'];
    expect(told).toEqual(
      outcomes.map(said => ({ action: said.split(' ')[0], outcome: said.split(' ')[1], inTime: true })),
    );
  });

  it('deletes old drafts at start, and keeps recent ones', async () => {
    const path = await folder();
    await createFolderStorage(path);
    const [old, fresh] = [join(path, 'tmp', 'old'), join(path, 'tmp', 'fresh')];
    await Promise.all([writeFile(old, 'x'), writeFile(fresh, 'x')]);
    // Times by the clock of this process: that of the file system may differ.
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    // A file of less than an hour may still be on its way.
    const [later, before] = [minutesAgo(59), minutesAgo(61)];
    await Promise.all([utimes(old, before, before), utimes(fresh, later, later)]);
    await createFolderStorage(path);
    expect(await readdir(join(path, 'tmp'))).toEqual(['fresh']);
  });
});
