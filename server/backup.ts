import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { resolve } from 'node:path';
import { type Env, readEnv } from './env.ts';
import type { End } from './platform/backup/archive.ts';
import { demandBucket, openBackupBucket } from './platform/backup/bucket.ts';
import { inBucket } from './platform/backup/place.ts';
import { told } from './platform/backup/told.ts';
import { type Source, writeBackupFile } from './platform/backup/write.ts';
import { createStorage } from './platform/files/storage.ts';
import { createLogger } from './platform/logger.ts';
import { version } from './platform/paths.ts';
import { openDatabase } from './platform/postgres/open-database.ts';
import { runCommand } from './platform/processes/command.ts';
import { StartError } from './platform/processes/start-error.ts';

/** Lowest priority of a process, so that a backup never slows down people. */
const lowest = 19;

/** Backup to be made, and its name for the operator. */
interface Made {
  shown: string;
  write(source: Source): Promise<End>;
}

/** Names a new backup: a file, or `s3:NAME` in the bucket of BACKUP_S3_URL. */
async function newBackup(given: string, env: Env): Promise<Made> {
  const exists = (shown: string) =>
    new StartError(`${shown} existe déjà : donnez un autre nom, ou supprimez l’ancienne sauvegarde.`);
  if (given.startsWith(inBucket)) {
    const name = given.slice(inBucket.length);
    const bucket = await openBackupBucket(demandBucket(env));
    if (await bucket.has(name)) throw exists(given);
    return { shown: given, write: source => bucket.write(source, name) };
  }
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), given);
  if (existsSync(path)) throw exists(path);
  return { shown: path, write: source => writeBackupFile(source, path) };
}

/** `npm run backup -- FILE`: writes a backup of Palabre to a new file, whether the server runs or not. */
async function main(): Promise<void> {
  const given = process.argv[3];
  if (!given) throw new StartError('Donnez un fichier : npm run backup -- palabre.tar');
  setPriority(lowest);
  process.umask(0o077);
  const env = readEnv(process.env);
  const { shown, write } = await newBackup(given, env);
  const opened = await openDatabase(env, { migrated: false });
  const began = performance.now();
  try {
    const storage = await createStorage(env, createLogger(env.logLevel));
    const end = await write({ ...env, databaseUrl: opened.url, storage, version });
    const seconds = Math.ceil((performance.now() - began) / 1000);
    process.stdout.write(`Sauvegarde écrite en ${seconds} s : ${shown}\n  ${told(end)}\n`);
  } finally {
    await opened.close();
  }
}

await runCommand(main);
