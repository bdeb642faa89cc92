import { getPriority } from 'node:os';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { testDatabase } from '../../test/outside/postgres.ts';
import { createDatabase, firstIdAt, newId, searchesAtOnce } from './db.ts';

/** Creates a database whose time zone is Paris, as one named by `DATABASE_URL` may have. */
async function inParis(): Promise<string> {
  const url = await testDatabase({ empty: true });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`ALTER DATABASE ${client.database} SET TimeZone = 'Europe/Paris'`);
  await client.end();
  return url;
}

const weekAfter = `SELECT '2026-10-24T12:00:00Z'::timestamptz + 7 * interval '1 day' AS at`;

it('a day of the database lasts 24 hours and its times are in UTC, whatever its own time zone', async () => {
  const url = await inParis();
  const stranger = new pg.Client({ connectionString: url });
  await stranger.connect();
  expect((await stranger.query(weekAfter)).rows).toEqual([{ at: new Date('2026-10-31T13:00:00Z') }]);
  await stranger.end();

  const { pool, first, close } = createDatabase(url, { max: 2 });
  for (const one of [pool, first]) {
    expect((await one.query(weekAfter)).rows).toEqual([{ at: new Date('2026-10-31T12:00:00Z') }]);
    expect((await one.query(`SELECT '2026-11-22T10:00:00Z'::timestamptz::text AS at`)).rows).toEqual([
      { at: '2026-11-22 10:00:00+00' },
    ]);
  }
  await close();
});

it('searches write nothing, end within three seconds, and have one plan for all words, on every connection of theirs', async () => {
  const { pool, searches, close } = createDatabase(await testDatabase({ empty: true }));
  const settings = `SELECT current_setting('default_transaction_read_only') AS reads, current_setting('statement_timeout') AS within,
    current_setting('enable_seqscan') AS scans, current_setting('plan_cache_mode') AS plans, current_setting('jit') AS jit`;
  const held = await Promise.all(Array.from({ length: searchesAtOnce }, () => searches.connect()));
  for (const client of held) {
    const { rows } = await client.query(settings);
    expect(rows).toEqual([{ reads: 'on', within: '3s', scans: 'off', plans: 'force_generic_plan', jit: 'off' }]);
    await expect(client.query('CREATE TABLE notes (note text)')).rejects.toMatchObject({ code: '25006' });
    client.release();
  }
  const [usual] = (await pool.query(settings)).rows;
  expect(usual).toEqual({ reads: 'off', within: '0', scans: 'on', plans: 'auto', jit: 'off' });
  await close();
});

it.skipIf(process.platform !== 'linux')(
  'searches run below all else on the machine of their database (skipped beyond Linux)',
  async () => {
    const { pool, searches, close } = createDatabase(await testDatabase({ empty: true }));
    const pidOf = async (one: pg.Pool): Promise<number> =>
      (await one.query('SELECT pg_backend_pid() AS pid')).rows[0].pid;
    const [usual, search] = [await pidOf(pool), await pidOf(searches)];
    await expect.poll(() => getPriority(search)).toBe(Math.min(19, getPriority() + 10));
    expect(getPriority(usual)).toBe(getPriority());
    await close();
  },
);

it('A database that is closed leaves none of its connections open, of any of its pools, used or not', async () => {
  const url = await testDatabase({ empty: true });
  const used = createDatabase(url);
  await Promise.all([used.pool, used.first, used.searches].map(one => one.query('SELECT 1')));
  const unused = createDatabase(url);
  for (const { pool, first, searches, close } of [used, unused]) {
    await close();
    const ended = [pool, first, searches].map(one => one.ended);
    expect(ended, 'pools that are closed: of all, of what comes first, of searches').toEqual([true, true, true]);
  }
  const stranger = new pg.Client({ connectionString: url });
  await stranger.connect();
  onTestFinished(() => stranger.end());
  const others = `SELECT count(*)::int AS open FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND backend_type = 'client backend'`;
  await expect.poll(async () => (await stranger.query(others)).rows).toEqual([{ open: 0 }]);
});

it('Connections are shared out: most to requests, four to posts, sessions and rights, four to searches where there are enough', async () => {
  const shared = async (max?: number) => {
    const { pool, first, searches, close } = createDatabase('postgres://nobody@127.0.0.1:9/none', {
      ...(max && { max }),
    });
    await close();
    return [pool, first, searches].map(one => one.options.max);
  };
  const found = await Promise.all([shared(), shared(16), shared(9), shared(8), shared(4), shared(2), shared(1)]);
  expect(found).toEqual([
    [8, 4, 4],
    [8, 4, 4],
    [1, 4, 4],
    [3, 4, 1],
    [1, 2, 1],
    [1, 1, 1],
    [1, 1, 1],
  ]);
});

it('A connection is waited for five seconds at most, and kept for a minute without use', async () => {
  const { pool, first, searches, close } = createDatabase('postgres://nobody@127.0.0.1:9/none');
  onTestFinished(close);
  for (const { options } of [pool, first, searches])
    expect(options).toMatchObject({ connectionTimeoutMillis: 5_000, idleTimeoutMillis: 60_000, keepAlive: true });
});

it('A connection that the database ends, at rest or in a transaction, fails that transaction alone', async () => {
  const url = await testDatabase({ empty: true });
  const { pool, first, searches, close } = createDatabase(url, { max: 4 });
  onTestFinished(close);
  const stranger = new pg.Client({ connectionString: url });
  await stranger.connect();
  onTestFinished(() => stranger.end());
  const end = (pid: number) => stranger.query('SELECT pg_terminate_backend($1)', [pid]);
  for (const one of [pool, first, searches]) {
    const { rows } = await one.query('SELECT pg_backend_pid() AS pid');
    await end(rows[0].pid);
    await expect.poll(() => one.totalCount).toBe(0);
    expect((await one.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }]);
  }
  const client = await pool.connect();
  const gone = vi.fn();
  client.once('end', gone);
  const listening = client.listenerCount('error');
  await client.query('BEGIN');
  await end((await client.query('SELECT pg_backend_pid() AS pid')).rows[0].pid);
  await vi.waitFor(() => expect(gone, 'ends of the connection').toHaveBeenCalled());
  await expect(client.query('SELECT 1')).rejects.toThrow();
  client.release(true);
  // An error that nobody listens to would end this process.
  expect(listening).toBeGreaterThan(0);
  expect((await pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }]);
});

it('Counts of the database are numbers, and its times without a zone are of UTC', async () => {
  const { pool, close } = createDatabase(await testDatabase({ empty: true }), { max: 2 });
  onTestFinished(close);
  const { rows } = await pool.query(`SELECT count(*) AS many,
    '2026-11-21T16:08:07.125Z'::timestamptz AT TIME ZONE 'UTC' AS exact,
    '2026-11-21T16:08:07.1Z'::timestamptz AT TIME ZONE 'UTC' AS tenth,
    '2026-11-21T16:08:07.123456Z'::timestamptz AT TIME ZONE 'UTC' AS finer,
    '2026-11-21T00:00:00Z'::timestamptz AT TIME ZONE 'UTC' AS whole`);
  expect(rows).toEqual([
    {
      many: 1,
      exact: '2026-11-21T16:08:07.125Z',
      tenth: '2026-11-21T16:08:07.100Z',
      finer: '2026-11-21T16:08:07.123Z',
      whole: '2026-11-21T00:00:00.000Z',
    },
  ]);
});

it('The first id of a time comes before all ids made then, and after all made earlier', () => {
  const before = Date.now();
  const id = newId();
  const madeAtMs = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  expect(madeAtMs).toBeGreaterThanOrEqual(before);
  expect(firstIdAt(madeAtMs) < id && id < firstIdAt(madeAtMs + 1)).toBe(true);
  expect([firstIdAt(0), firstIdAt(-5), firstIdAt(0x0123456789ab)]).toEqual([
    '00000000-0000-0000-0000-000000000000',
    '00000000-0000-0000-0000-000000000000',
    '01234567-89ab-0000-0000-000000000000',
  ]);
});
