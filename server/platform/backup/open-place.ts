import type { Env } from '../../env.ts';
import { openBackupBucket } from './bucket.ts';
import { backupFolder } from './folder.ts';
import type { BackupPlace } from './place.ts';

/** Opens the place where nightly backups are kept. */
export const openBackupPlace = async ({ folder, s3 }: NonNullable<Env['backups']>): Promise<BackupPlace> =>
  s3 ? openBackupBucket(s3) : backupFolder(folder);
