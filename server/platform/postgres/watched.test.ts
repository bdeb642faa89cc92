import { sql } from 'kysely';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { testDatabase } from '../../test/outside/postgres.ts';
import { measureDatabase } from './database.metrics.ts';
import { createDatabase } from './db.ts';
import { kindOf } from './watched.ts';

let url: string;
beforeAll(async () => {
  url = await testDatabase({ empty: true });
});

/** Opens a database, and records its measures. */
function measured(max = 4) {
  const database = createDatabase(url, { max });
  onTestFinished(() => database.close());
  const [kinds, waits]: [string[], number[]] = [[], []];
  const gauges = new Map<string, () => unknown>();
  let conflicts = (): Record<string, number> => ({});
  measureDatabase(
    {
      times: name => (labels, seconds) => {
        expect(seconds).toBeGreaterThanOrEqual(0);
        if (name === 'palabre_database_wait_seconds') waits.push(seconds);
        else kinds.push((labels as { kind: string }).kind);
      },
      totals: (_name, _help, _labels, read) => {
        conflicts = () => Object.fromEntries([...read()].map(([labels, count]) => [Object.values(labels)[0], count]));
      },
      watch: (name, _help, read) => void gauges.set(name.replace('palabre_database_', ''), read),
    },
    database,
  );
  return { database, kinds, waits, conflicts: () => conflicts(), gauge: (name: string) => gauges.get(name)?.() };
}

it.each([
  ['select', ' SELECT 1'],
  ['select', '/* prepared: rooms-of */ select 1'],
  ['with', 'WITH one AS (SELECT 1) DELETE FROM two'],
  ['insert', 'insert into one values (1)'],
  ['update', '\n  UPDATE one SET two = 1'],
  ['delete', 'DELETE FROM one'],
  ['commit', 'COMMIT'],
  ['other', 'BEGIN'],
  ['other', 'LOCK TABLE one'],
  ['other', ''],
])('A statement is of the kind « %s »: %s', (kind, text) => expect(kindOf(text)).toBe(kind));

it('Statements of every connection are measured, given as a text or as more, in a transaction or not, failed ones too', async () => {
  const { database, kinds, waits } = measured();
  const { pool, first, kysely } = database;
  await pool.query('SELECT 1');
  await first.query({ name: 'two', text: 'SELECT 2' });
  await expect(pool.query('SELECT nothing')).rejects.toThrow('does not exist');
  await kysely.transaction().execute(db => db.selectNoFrom(({ val }) => val(1).as('one')).execute());
  await new Promise<void>((done, failed) =>
    pool.query('UPDATE pg_class SET oid = oid WHERE false', error => (error ? failed(error) : done())),
  );
  await expect(kysely.transaction().execute(db => sql`DELETE FROM nothing`.execute(db))).rejects.toThrow();
  expect(kinds.filter(kind => kind !== 'other')).toEqual([
    'select',
    'select',
    'select',
    'select',
    'commit',
    'update',
    'delete',
  ]);
  expect(waits).toHaveLength(6);
});

it('Transactions that are refused for a conflict are counted by its kind, and no other failure is', async () => {
  const { database, conflicts } = measured();
  expect(conflicts()).toEqual({ deadlock: 0, serialization: 0 });
  for (const code of ['40P01', '40001', '40001', '23505']) {
    const failing = database.pool.query(`DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$`);
    await expect(failing).rejects.toMatchObject({ code });
  }
  expect(conflicts()).toEqual({ deadlock: 1, serialization: 2 });
});

it('Connections that are open, and requests that wait for one, are counted over all pools', async () => {
  const { database, waits, gauge } = measured();
  expect([gauge('connections'), gauge('waiting')]).toEqual([0, 0]);
  const pools = [database.pool, database.first, database.searches];
  const held = await Promise.all(pools.flatMap(pool => Array.from({ length: pool.options.max }, () => pool.connect())));
  const release = () => {
    for (const client of held.splice(0)) client.release();
  };
  onTestFinished(release);
  const waiting = pools.map(pool => pool.query('SELECT 1'));
  expect([gauge('connections'), gauge('waiting'), waits.length]).toEqual([4, 3, 4]);
  release();
  await Promise.all(waiting);
  expect([gauge('connections'), gauge('waiting'), waits.length]).toEqual([4, 0, 7]);
});
