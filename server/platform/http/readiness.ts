import { open, statfs } from 'node:fs/promises';
import { devNull } from 'node:os';
import type { Env } from '../../env.ts';
import type { Storage } from '../files/storage.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Mails } from '../mail/mail.ts';
import type { Sparing } from '../pacing/sparing.ts';
import type { Database } from '../postgres/db.ts';
import type { Cluster } from '../processes/cluster.ts';
import { fail } from './errors.ts';
import { noDescriptors } from './floods/failures.ts';
import type { Check } from './health.ts';

const megabyte = 1024 * 1024;
/** Free space below which the database and the folder of files may stop at any moment. */
export const freeAtLeast = 512 * megabyte;
const aSecondMs = 1_000;
/** Period of checks that ask another machine, which may count or bill the requests. */
const halfAMinuteMs = 30_000;
const aMinuteMs = 60_000;

/** Fails when the disk of a folder is nearly full. */
async function demandFreeSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < freeAtLeast) fail('storage_full');
}

/** Fails when this process can open no more descriptors: neither file nor connection. */
export async function descriptors(): Promise<void> {
  await (await open(devNull)).close();
}

/** Fails unless a dependency works. */
const demandWorking = async (holds: boolean): Promise<void> => {
  if (!holds) fail('unavailable');
};

/** Lists the checks of `/readyz`. */
export function checksOf(of: {
  env: Env;
  database: Database;
  cluster: Cluster;
  jobs: Pick<Jobs, 'alive'>;
  mails: Pick<Mails, 'failing' | 'check'>;
  storage: Storage;
}): Check[] {
  const { env, database, cluster, jobs, mails, storage } = of;
  return [
    { name: 'database', needed: true, everyMs: aSecondMs, run: () => database.pool.query('SELECT 1') },
    ...(cluster.shared ? [{ name: 'redis', needed: true as const, run: () => demandWorking(cluster.connected) }] : []),
    { name: 'jobs', run: () => demandWorking(jobs.alive()) },
    { name: 'storage', everyMs: halfAMinuteMs, run: () => storage.check() },
    { name: 'disk', everyMs: aSecondMs, run: () => demandFreeSpace(env.dataDir) },
    { name: 'descriptors', everyMs: aSecondMs, run: descriptors },
    { name: 'mail', run: () => demandWorking(!mails.failing()) },
    { name: 'mail', everyMs: aMinuteMs, run: () => mails.check() },
  ];
}

const lookEveryMs = 5_000;

/**
 * Logs that this process is out of descriptors, for as long as it is: the system then closes new connections before the
 * server sees them.
 * @returns a function that stops the watch
 */
export function watchDescriptors(log: Sparing): () => void {
  const look = () => descriptors().catch(error => log('error', noDescriptors, { err: error }));
  const timer = setInterval(look, lookEveryMs).unref();
  return () => clearInterval(timer);
}
