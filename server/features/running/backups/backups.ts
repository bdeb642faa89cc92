import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../../../env.ts';
import { backupsIn } from '../../../platform/backup/folder.ts';
import { writeBackupFile } from '../../../platform/backup/write.ts';
import { version } from '../../../platform/paths.ts';
import type { Services } from '../../../platform/services.ts';

/**
 * Writes the backup of this night, then deletes the oldest beyond the number to keep, and what interrupted backups
 * left.
 */
export async function backUpNightly(
  { env, storage, logger }: Pick<Services, 'env' | 'storage' | 'logger'>,
  { folder, keep }: NonNullable<Env['backups']>,
  now: Date,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder))
    if (/^palabre-.*\.partial$/.test(name)) await rm(join(folder, name), { force: true });
  const path = join(folder, `palabre-${now.toISOString().slice(0, 16).replace(':', 'h')}.tar`);
  const { jwtSecret, databaseUrl = '' } = env;
  const { bytes, files } = await writeBackupFile({ databaseUrl, storage, jwtSecret, version }, path);
  logger.info({ path, bytes, files }, 'backup written');
  for (const { path: old } of (await backupsIn(folder)).slice(keep)) await rm(old, { force: true });
}
