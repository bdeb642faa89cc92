import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Lists the nightly backups of a folder, newest first. */
export async function backupsIn(folder: string): Promise<{ path: string; atMs: number }[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names
      .filter(name => /^palabre-.*\.tar$/.test(name))
      .map(async name => {
        const path = join(folder, name);
        return { path, atMs: (await stat(path)).mtimeMs };
      }),
  );
  return found.sort((a, b) => b.atMs - a.atMs);
}
