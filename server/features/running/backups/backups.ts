import type { Env } from '../../../env.ts';
import { openBackupPlace } from '../../../platform/backup/open-place.ts';
import { version } from '../../../platform/paths.ts';
import type { Services } from '../../../platform/services.ts';

/**
 * Writes the nightly backup, then deletes the oldest beyond the number to keep, and the remains of interrupted ones.
 */
export async function backUpNightly(
  { env, storage, logger }: Pick<Services, 'env' | 'storage' | 'logger'>,
  backups: NonNullable<Env['backups']>,
  now: Date,
): Promise<void> {
  const place = await openBackupPlace(backups);
  // Some S3 servers do not list unfinished uploads: the backup is made all the same.
  await place.tidy().catch(error => logger.warn({ err: error }, 'interrupted backups could not be deleted'));
  const name = `palabre-${now.toISOString().slice(0, 16).replace(':', 'h')}.tar`;
  const { jwtSecret, jwtSecretPrevious, databaseUrl = '' } = env;
  const { bytes, files } = await place.write({ databaseUrl, storage, jwtSecret, jwtSecretPrevious, version }, name);
  logger.info({ path: place.shown(name), bytes, files }, 'backup written');
  for (const { name: old } of (await place.list()).slice(backups.keep)) await place.remove(old);
}
