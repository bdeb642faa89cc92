import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { AppError, fail, isOutOfSpace } from '../http/errors.ts';
import { type Draft, Drafts, dropDrafts } from './drafts.ts';
import type { Storage } from './storage.ts';
import { checkedKey, isKey } from './storage-key.ts';

/** Flushes a folder, so that renames into it survive a power cut; some systems cannot open a folder. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

/**
 * Stores files below a folder. A file appears whole or not at all, and is on the disk when `put` returns.
 * @param folder created if it does not exist
 */
export async function createFolderStorage(folder: string): Promise<Storage> {
  const drafts = await Drafts.open(join(folder, 'tmp'));
  // Sharded by the end of the UUIDv7, which is random: files spread evenly.
  const isShard = (name: string): boolean => /^[0-9a-f]{2}$/.test(name);
  const pathOf = (key: string): string => join(folder, checkedKey(key).slice(34, 36), key);

  /** Moves a draft to its place, once its bytes are on the disk. */
  const settle = async (key: string, draft: Draft, flags: 'r+' | 'wx', bytes?: Buffer): Promise<void> => {
    const path = pathOf(key);
    try {
      const file = await open(draft.path, flags);
      try {
        if (bytes) await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await mkdir(dirname(path), { recursive: true });
      await rename(draft.path, path);
      await syncFolder(dirname(path));
    } catch (error) {
      await dropDrafts([draft]);
      if (isOutOfSpace(error)) throw new AppError('storage_full', { cause: error });
      throw error;
    }
  };

  return {
    drafts,

    take: (key, draft) => settle(key, draft, 'r+'),

    async put(key, bytes) {
      await settle(key, { path: drafts.path(), size: bytes.length }, 'wx', bytes);
    },

    async read(key, part) {
      const file = await open(pathOf(key), 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return fail('not_found');
        throw error;
      });
      return file.createReadStream(part);
    },

    async remove(key) {
      await rm(pathOf(key), { force: true });
    },

    async *list() {
      for (const shard of (await readdir(folder)).filter(isShard)) {
        for (const key of (await readdir(join(folder, shard))).filter(isKey)) {
          const found = await stat(join(folder, shard, key)).catch(() => undefined);
          if (found) yield { key, size: found.size };
        }
      }
    },

    async check() {
      await dropDrafts([await drafts.receive(Readable.from(['palabre']))]);
    },
  };
}
