import { statfs } from 'node:fs/promises';
import { limits } from '@palabre/common/contract/fields.ts';
import type { api } from '@palabre/common/contract/index.ts';
import type { ServerState } from '@palabre/common/contract/running/overview.ts';
import { openBackupPlace } from '../../../platform/backup/open-place.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import { jobCounts } from '../../../platform/jobs/jobs.store.ts';
import { version } from '../../../platform/paths.ts';
import { pageOf } from '../../../platform/postgres/pages.ts';
import type { Services } from '../../../platform/services.ts';
import { readCounts, readSizes, type SizeCursor } from './overview.store.ts';

/** Time limit on reading the backups' place: an unreachable bucket must not hold up the answer. */
const placeWithinMs = 2_000;

/** Handlers of the overview. */
export const overview: Handlers<typeof api.overview> = {
  async read({ db, services }) {
    const [counts, server] = [await readCounts(db, limits.overviewDays), await stateOf(services)];
    // The stored count dates from before the first account: the reader has one, so it is stale.
    const isOfNobody = counts?.accounts === 0;
    if (isOfNobody) await services.jobs.add('overview.count', {}, { key: 'overview.count' });
    return { counts: isOfNobody ? null : (counts ?? null), server };
  },

  async workspaces({ db, query: { search, limit, cursor } }) {
    const found = await readSizes(db, { search, after: cursor ? decode(cursor) : undefined, count: limit + 1 });
    const { page, nextCursor } = pageOf(found, limit, last => `${last.bytes}_${last.workspace._id}`);
    return { workspaces: page, nextCursor };
  },
};

function decode(cursor: string): SizeCursor {
  const [bytes, id] = cursor.split('_') as [string, string];
  return { bytes: Number(bytes), id };
}

/** Reads the server's current state. */
async function stateOf({
  database,
  env,
  mails: sending,
}: Pick<Services, 'database' | 'env' | 'mails'>): Promise<ServerState> {
  const [jobs, disk, backup] = await Promise.all([jobCounts(database.pool), diskOf(env.dataDir), newestBackup(env)]);
  const mails = jobs.find(({ name }) => name === sending.job.name);
  return {
    ...{ version, disk, backup, hasBackups: env.backups !== undefined },
    mails: {
      waiting: mails?.waiting ?? 0,
      givenUp: mails?.givenUp ?? 0,
      oldestSeconds: Math.round(mails?.oldestSeconds ?? 0),
    },
    jobs: {
      waiting: jobs.reduce((sum, { waiting }) => sum + waiting, 0),
      failing: jobs
        .filter(({ failing, givenUp }) => failing + givenUp > 0)
        .map(({ name, failing, givenUp }) => ({ name, failing, givenUp })),
    },
  };
}

/** Reads the size of a folder's disk; null where the system does not tell. */
async function diskOf(folder: string): Promise<ServerState['disk']> {
  const found = await statfs(folder).catch(() => null);
  return found && { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize };
}

/** Finds the newest nightly backup; null without one, or while its place cannot be read. */
async function newestBackup({ backups }: Services['env']): Promise<ServerState['backup']> {
  if (!backups) return null;
  const look = async () => {
    const [newest] = await (await openBackupPlace(backups)).list();
    return newest ? { at: new Date(newest.atMs).toISOString(), bytes: newest.size } : null;
  };
  const late = new Promise<null>(done => setTimeout(done, placeWithinMs, null).unref());
  return Promise.race([look().catch(() => null), late]);
}
