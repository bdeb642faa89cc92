import { expect, onTestFinished, test, vi } from 'vitest';
import { measureJobs } from './jobs.metrics.ts';

test('Jobs are measured by name, and mails apart, from one look at each scrape; a database that is away leaves none', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  const counts = (name: string, waiting: number) => ({
    ...{ name, waiting, failing: waiting + 1, givenUp: waiting + 2, oldestSeconds: waiting + 3 },
  });
  const query = vi.fn(async () => ({ rows: [counts('otp.send', 10), counts('mail.send', 20)] }));
  const gauges = new Map<string, () => unknown>();
  const across: unknown[] = [];
  const succeeded = new Map([['otp.send', 1_700_000_000]]);
  measureJobs(
    {
      watch: (name, _help, read, how) => {
        gauges.set(name, read);
        across.push(how);
      },
      watchEach: (name, _help, _label, read, how) => {
        gauges.set(name, async () => Object.fromEntries(await read()));
        across.push(how);
      },
    },
    { query } as never,
    succeeded,
  );
  const scrape = async () =>
    Object.fromEntries(await Promise.all([...gauges].map(async ([name, read]) => [name.slice(8), await read()])));
  const last = { job_last_success_seconds: { 'otp.send': 1_700_000_000 } };
  expect(await scrape()).toEqual({
    jobs_waiting: { 'otp.send': 10, 'mail.send': 20 },
    jobs_failing: { 'otp.send': 11, 'mail.send': 21 },
    jobs_given_up: { 'otp.send': 12, 'mail.send': 22 },
    ...last,
    ...{ mails_waiting: 20, mails_given_up: 22, mails_oldest_seconds: 23 },
  });
  expect(query).toHaveBeenCalledTimes(1);
  // All workers would report the same values, except for their own work.
  expect(across).toEqual([...Array(3).fill('once'), 'max', ...Array(3).fill('once')]);
  clock.mockReturnValue(1_001);
  query.mockRejectedValueOnce(new Error('the database is away'));
  expect(await scrape()).toEqual({
    ...{ jobs_waiting: {}, jobs_failing: {}, jobs_given_up: {}, ...last },
    ...{ mails_waiting: 0, mails_given_up: 0, mails_oldest_seconds: 0 },
  });
  expect(query).toHaveBeenCalledTimes(2);
});
