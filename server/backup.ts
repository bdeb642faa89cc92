import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { resolve } from 'node:path';
import { readEnv } from './env.ts';
import { told } from './platform/backup/told.ts';
import { writeBackupFile } from './platform/backup/write.ts';
import { createStorage } from './platform/files/storage.ts';
import { createLogger } from './platform/logger.ts';
import { version } from './platform/paths.ts';
import { openDatabase } from './platform/postgres/open-database.ts';
import { runCommand } from './platform/processes/command.ts';
import { StartError } from './platform/processes/start-error.ts';

/** Lowest priority of a process: whoever uses Palabre goes first. */
const lowest = 19;

/** `npm run backup -- FILE`: writes a backup of Palabre to a new file, whether the server runs or not. */
async function main(): Promise<void> {
  const given = process.argv[3];
  if (!given) throw new StartError('Donnez un fichier : npm run backup -- palabre.tar');
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), given);
  if (existsSync(path)) throw new StartError(`${path} existe déjà : donnez un autre nom, ou supprimez-le.`);
  setPriority(lowest);
  process.umask(0o077);
  const env = readEnv(process.env);
  const opened = await openDatabase(env, { migrated: false });
  const began = performance.now();
  try {
    const storage = await createStorage(env, createLogger(env.logLevel));
    const end = await writeBackupFile({ databaseUrl: opened.url, storage, jwtSecret: env.jwtSecret, version }, path);
    const seconds = Math.ceil((performance.now() - began) / 1000);
    process.stdout.write(`Sauvegarde écrite en ${seconds} s : ${path}\n  ${told(end)}\n`);
  } finally {
    await opened.close();
  }
}

await runCommand(main);
