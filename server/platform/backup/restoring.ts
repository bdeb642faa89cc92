import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../processes/start-error.ts';
import { isEmptyDatabase } from './load.store.ts';

/** Returns the path of the file that stands in a data folder while a backup is being restored into it. */
export const restoringMark = (dataDir: string): string => join(dataDir, 'restoring');

/**
 * Refuses a data folder whose restore was cut short. A restore that was killed after its last step has left its mark,
 * which is removed.
 * @param url the database, migrated
 */
export async function demandRestored(dataDir: string, url: string): Promise<void> {
  const mark = restoringMark(dataDir);
  if (!existsSync(mark)) return;
  if (await isEmptyDatabase(url))
    throw new StartError(
      `Une restauration dans ${dataDir} n’est pas allée à son terme : recommencez-la (npm run restore -- …).`,
    );
  rmSync(mark, { force: true });
}
