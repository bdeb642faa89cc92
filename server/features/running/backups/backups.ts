import type { Env } from '../../../env.ts';
import { openBackupPlace } from '../../../platform/backup/open-place.ts';
import { version } from '../../../platform/paths.ts';
import type { Services } from '../../../platform/services.ts';

/**
 * Writes the backup of this night, then deletes the oldest beyond the number to keep, and what interrupted backups
 * left.
 */
export async function backUpNightly(
  { env, storage, logger }: Pick<Services, 'env' | 'storage' | 'logger'>,
  backups: NonNullable<Env['backups']>,
  now: Date,
): Promise<void> {
  const place = await openBackupPlace(backups);
  // Servers of S3 exist that do not list unfinished uploads: a backup is made all the same.
  await place.tidy().catch(error => logger.warn({ err: error }, 'interrupted backups could not be deleted'));
  const name = `palabre-${now.toISOString().slice(0, 16).replace(':', 'h')}.tar`;
  const { jwtSecret, jwtSecretPrevious, databaseUrl = '' } = env;
  const { bytes, files } = await place.write({ databaseUrl, storage, jwtSecret, jwtSecretPrevious, version }, name);
  logger.info({ path: place.shown(name), bytes, files }, 'backup written');
  for (const { name: old } of (await place.list()).slice(backups.keep)) await place.remove(old);
}
