import type pg from 'pg';
import type { Metrics } from '../metrics.ts';
import { type JobCounts, jobCounts } from './jobs.store.ts';

/** Lifetime of a cached reading, so that one query serves all measures of a scrape. */
const rememberedMs = 1_000;
const mail = 'mail.send';

/**
 * Adds the measures of jobs and of mails, which are jobs.
 * @param succeeded time of the last success of each job in this process, in seconds since the epoch
 */
export function measureJobs(
  metrics: Pick<Metrics, 'watch' | 'watchEach'>,
  pool: pg.Pool,
  succeeded: ReadonlyMap<string, number>,
): void {
  let lookedMs = Number.NEGATIVE_INFINITY;
  let last: Promise<JobCounts[]> = Promise.resolve([]);
  const look = () => {
    if (performance.now() - lookedMs > rememberedMs) {
      lookedMs = performance.now();
      // A scrape must not fail when the database is away, which other measures report.
      last = jobCounts(pool).catch(() => []);
    }
    return last;
  };
  const each = (name: string, help: string, key: 'waiting' | 'failing' | 'givenUp') =>
    metrics.watchEach(
      name,
      help,
      'task',
      async () => (await look()).map(counts => [counts.name, counts[key]] as const),
      'once',
    );
  each('palabre_jobs_waiting', 'Jobs that wait, by name', 'waiting');
  each('palabre_jobs_failing', 'Jobs that have failed and will be tried again, by name', 'failing');
  each('palabre_jobs_given_up', 'Jobs that have failed for the last time, by name', 'givenUp');
  const lastSuccess = 'Last success of a job in this process, in seconds since the epoch';
  metrics.watchEach('palabre_job_last_success_seconds', lastSuccess, 'task', async () => succeeded, 'max');

  const ofMails = async () => (await look()).find(({ name }) => name === mail);
  const mails = (name: string, help: string, key: 'waiting' | 'givenUp' | 'oldestSeconds') =>
    metrics.watch(name, help, async () => (await ofMails())?.[key] ?? 0, 'once');
  mails('palabre_mails_waiting', 'Mails that wait', 'waiting');
  mails('palabre_mails_given_up', 'Mails that could not leave', 'givenUp');
  mails('palabre_mails_oldest_seconds', 'Age of the oldest waiting mail', 'oldestSeconds');
}
