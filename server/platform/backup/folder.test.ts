import files, { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openBackupPlace } from './open-place.ts';

it('Nightly backups in a folder are listed from the newest, and what interrupted ones left goes, but nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'palabre-nights-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const place = await openBackupPlace({ folder } as never);
  const [old, same, newest] = ['palabre-2026-11-26.tar', 'palabre-2026-11-27.tar', 'palabre-2026-11-28.tar'];
  const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1_000);
  for (const [name, seconds, size] of [
    [same, 60, 2],
    [newest, 60, 3],
    [old, 0, 1],
    ['avant-0042.tar', 90, 9],
    ['palabre-2026-11-29.tar.1234.partial', 90, 9],
    ['notes.partial', 90, 9],
  ] as const) {
    await writeFile(join(folder, name), 'x'.repeat(size));
    await utimes(join(folder, name), at(seconds), at(seconds));
  }
  expect(await place.list()).toEqual([
    { name: newest, atMs: at(60).getTime(), size: 3 },
    { name: same, atMs: at(60).getTime(), size: 2 },
    { name: old, atMs: at(0).getTime(), size: 1 },
  ]);
  expect(place.shown(old)).toBe(join(folder, old));
  // Of another process that deletes the oldest at that moment.
  const { stat } = files;
  onTestFinished(() => {
    files.stat = stat;
    syncBuiltinESMExports();
  });
  files.stat = (async (path: string) => {
    if (path.endsWith(old)) await rm(path);
    return stat(path);
  }) as typeof stat;
  syncBuiltinESMExports();
  expect((await place.list()).map(({ name }) => name)).toEqual([newest, same]);
  await place.tidy();
  await place.remove(old);
  await place.remove('palabre-of-nobody.tar');
  expect((await readdir(folder)).sort()).toEqual(['avant-0042.tar', 'notes.partial', same, newest]);
  // The first backup makes the folder.
  const none = await openBackupPlace({ folder: join(folder, 'none') } as never);
  await none.tidy();
  expect(await none.list()).toEqual([]);
  await mkdir(join(folder, 'none'));
  expect(await none.list()).toEqual([]);
});
