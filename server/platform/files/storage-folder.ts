import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError, fail } from '../http/errors.ts';
import type { Storage } from './storage.ts';
import { checkedKey } from './storage-key.ts';

const forgottenAfterMs = 3_600_000;

/** Makes what was renamed into a folder survive a power cut; not every system lets a folder be opened. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

/** Removes what writes cut short by a crash have left, and nothing that another process is writing now. */
async function sweep(temporary: string): Promise<void> {
  for (const name of await readdir(temporary)) {
    const path = join(temporary, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > forgottenAfterMs) await rm(path, { force: true });
  }
}

/**
 * Keeps files below a folder. A file appears whole or not at all, and is on the disk when `put` returns.
 * @param folder made if it does not exist
 */
export async function createFolderStorage(folder: string): Promise<Storage> {
  const temporary = join(folder, 'tmp');
  await mkdir(temporary, { recursive: true });
  await sweep(temporary);

  // The end of a UUIDv7 is random: it spreads the files evenly.
  const pathOf = (key: string): string => join(folder, checkedKey(key).slice(34, 36), key);

  return {
    async put(key, bytes) {
      const path = pathOf(key);
      const draft = join(temporary, randomBytes(12).toString('hex'));
      try {
        const file = await open(draft, 'wx');
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await mkdir(dirname(path), { recursive: true });
        await rename(draft, path);
        await syncFolder(dirname(path));
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {});
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'ENOSPC' || code === 'EDQUOT') throw new AppError('storage_full', { cause: error });
        throw error;
      }
    },

    async read(key) {
      const file = await open(pathOf(key), 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return fail('not_found');
        throw error;
      });
      return file.createReadStream();
    },

    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}
