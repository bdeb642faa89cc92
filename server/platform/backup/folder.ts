import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupFile, type BackupPlace, isNightly, newestFirst } from './place.ts';
import { writeBackupFile } from './write.ts';

/** Returns the backup at this path. */
export const fileAt = (path: string): BackupFile => ({ shown: path, open: () => createReadStream(path) });

/** Keeps nightly backups in a folder, which is created by the first one. */
export function backupFolder(folder: string): BackupPlace {
  const names = () => readdir(folder).catch(() => []);
  return {
    async list() {
      const found = await Promise.all(
        (await names()).filter(isNightly).map(async name => {
          // A night may delete an old one meanwhile.
          const seen = await stat(join(folder, name)).catch(() => undefined);
          return seen && { name, atMs: seen.mtimeMs, size: seen.size };
        }),
      );
      return found.filter(one => one !== undefined).sort(newestFirst);
    },
    async write(source, name) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return writeBackupFile(source, join(folder, name));
    },
    remove: name => rm(join(folder, name), { force: true }),
    async tidy() {
      for (const name of await names())
        if (/^palabre-.*\.partial$/.test(name)) await rm(join(folder, name), { force: true });
    },
    shown: name => join(folder, name),
  };
}
