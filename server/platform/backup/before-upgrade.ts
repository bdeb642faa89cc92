import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Env } from '../../env.ts';
import { version } from '../paths.ts';
import { pendingMigrations } from '../postgres/migrate.ts';
import { StartError } from '../processes/start-error.ts';
import { isEmptyDatabase } from './load.store.ts';
import { writeBackupFile } from './write.ts';

/**
 * Backs up the database before migrations change it, in `DATA_DIR/backups`; files are not changed by an upgrade.
 * @returns a sentence for the operator that names the way back; undefined when nothing is to be migrated
 * @throws StartError when the backup cannot be written
 */
export async function backUpBeforeUpgrade(env: Env, url: string): Promise<string | undefined> {
  const [first] = await pendingMigrations(url);
  if (!first || !env.upgradeBackup || (await isEmptyDatabase(url))) return undefined;
  const folder = join(env.dataDir, 'backups');
  const path = join(folder, `avant-${first}.tar`);
  const shown = relative(process.cwd(), path);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Replaces an earlier backup: after going back from this upgrade, people have written new messages.
    await writeBackupFile({ ...env, databaseUrl: url, version, rests: false }, path);
  } catch (error) {
    throw new StartError(
      `La sauvegarde d’avant la mise à jour n’a pas pu être écrite (${(error as Error).message}) : faites de la place dans ${folder}, ou passez-vous d’elle avec UPGRADE_BACKUP=off.`,
    );
  }
  return env.databaseUrl
    ? `La base a été sauvegardée avant sa mise à jour. Pour revenir en arrière : reprenez la version d’avant et une base vide, puis npm run restore -- ${shown}`
    : `La base a été sauvegardée avant sa mise à jour. Pour revenir en arrière : reprenez la version d’avant, puis mv ${relative(process.cwd(), join(env.dataDir, 'postgres'))} ${relative(process.cwd(), join(env.dataDir, 'postgres-apres'))} && npm run restore -- ${shown}`;
}
