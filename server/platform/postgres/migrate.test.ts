import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../test/outside/free-port.ts';
import { testDatabase, testPool } from '../../test/outside/postgres.ts';
import { missingExtensions } from './extensions.ts';
import { migrate, migrationsOf, pendingMigrations } from './migrate.ts';

let folder: string;
let url: string;
let client: pg.Client;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'palabre-migrations-'));
  url = await testDatabase({ empty: true });
  client = new pg.Client({ connectionString: url });
  await client.connect();
});

afterEach(async () => {
  await client.end();
  rmSync(folder, { recursive: true });
});

const write = (name: string, text: string) => writeFileSync(join(folder, `${name}.sql`), text);
const exists = async (table: string) =>
  (await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [table])).rows[0]?.there;

test('migrations run once, in the order of their names, new ones at the next start', async () => {
  write('0002_second', 'ALTER TABLE people ADD name text;');
  write('0001_first', 'CREATE TABLE people (id int); INSERT INTO people VALUES (1);');
  expect(await migrate(url, folder)).toEqual(['0001_first', '0002_second']);
  expect(await migrate(url, folder)).toEqual([]);
  write('0003_third', `UPDATE people SET name = 'Zoé';`);
  expect(await migrate(url, folder)).toEqual(['0003_third']);
  expect((await client.query('SELECT * FROM people')).rows).toEqual([{ id: 1, name: 'Zoé' }]);
});

test('a migration that fails is rolled back and named, and keeps those before it', async () => {
  write('0001_first', 'CREATE TABLE kept (id int);');
  write('0002_broken', 'CREATE TABLE lost (id int); SELECT nonsense;');
  await expect(migrate(url, folder)).rejects.toThrow(/0002_broken.*nonsense/);
  expect([await exists('kept'), await exists('lost')]).toEqual([true, false]);
  write('0002_broken', 'CREATE TABLE mended (id int);');
  expect(await migrate(url, folder)).toEqual(['0002_broken']);
  expect(await exists('mended')).toBe(true);
});

test('migrations run once when servers start together', async () => {
  write('0001_first', 'CREATE TABLE counted (id int); SELECT pg_sleep(0.1);');
  write('0002_second', 'INSERT INTO counted VALUES (1);');
  const ran = await Promise.all([1, 2, 3].map(() => migrate(url, folder)));
  expect(ran.flat().sort()).toEqual(['0001_first', '0002_second']);
  expect((await client.query('SELECT * FROM counted')).rowCount).toBe(1);
});

test('a database migrated by a newer version is refused', async () => {
  write('0001_first', 'CREATE TABLE people (id int);');
  write('0002_newer', 'ALTER TABLE people ADD name text;');
  await migrate(url, folder);
  rmSync(join(folder, '0002_newer.sql'));
  await expect(migrate(url, folder)).rejects.toThrow(/version plus récente de Palabre \(0002_newer\)/);
});

test('an account that may not create the schema of the jobs is told the GRANT to run, and can use the schema once it exists', async () => {
  write('0001_first', 'CREATE TABLE people (id int);');
  const account = `limited_${randomBytes(6).toString('hex')}`;
  const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
  await client.query(`
    CREATE ROLE ${account} LOGIN PASSWORD 'motsecret';
    GRANT ALL ON SCHEMA public TO ${account}`);
  onTestFinished(async () => {
    const admin = new pg.Client(url);
    await admin.connect();
    await admin.query(`DROP OWNED BY ${account} CASCADE; DROP ROLE ${account}`);
    await admin.end();
  });
  const limited = url.replace(/\/\/[^@]+@/, `//${account}:motsecret@`);
  const refused = await migrate(limited, folder).catch((error: Error) => error);
  expect(refused).toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(/^DATABASE_URL : [^\n]+ : GRANT CREATE ON DATABASE \S+ TO \S+;$/),
  });
  expect(String(refused)).toContain(`GRANT CREATE ON DATABASE ${rows[0]?.name} TO ${account};`);
  expect(await exists('people')).toBe(false);

  await client.query(`GRANT CREATE ON DATABASE ${rows[0]?.name} TO ${account}`);
  await runMigrations({ connectionString: limited });
  await client.query(`REVOKE CREATE ON DATABASE ${rows[0]?.name} FROM ${account}`);
  expect(await migrate(limited, folder)).toEqual(['0001_first']);
  await runMigrations({ connectionString: limited });
});

test('migrations up to a given one are run, and the database tells which it has and which it lacks', async () => {
  for (const name of ['0001_first', '0002_second', '0003_third']) write(name, `CREATE TABLE of_${name} (id int);`);
  expect(await migrationsOf(url)).toEqual([]);
  expect(await migrate(url, folder, '0002_second')).toEqual(['0001_first', '0002_second']);
  expect(await migrationsOf(url)).toEqual(['0001_first', '0002_second']);
  const empty = await testDatabase({ empty: true });
  const lacking = await pendingMigrations(empty);
  expect(lacking.length).toBeGreaterThan(30);
  await migrate(empty, undefined, lacking.at(-3) as string);
  expect(await pendingMigrations(empty)).toEqual(lacking.slice(-2));
});

test('a database that refuses is not waited for, and the sentence says why', async () => {
  // If it were waited for, that would be over soon.
  const began = Date.now();
  const sinceMs = performance.now();
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => began + (performance.now() - sinceMs) * 50);
  const asked = vi.spyOn(pg.Pool.prototype, 'query');
  onTestFinished(() => {
    for (const one of [clock, asked]) one.mockRestore();
  });
  const wrong = url.replace(/:[^:@]+@/, ':autre@');
  for (const ask of [() => migrate(wrong, folder), () => pendingMigrations(wrong)])
    await expect(ask()).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(
        /^DATABASE_URL : la base de données ne répond pas \(password authentication failed for user "[^"]+"\)\.$/,
      ),
    });
  expect(asked.mock.calls, 'questions to the database').toEqual([['SELECT 1'], ['SELECT 1']]);
});

test('a database that is started together with the server is waited for, ten seconds at most', async () => {
  write('0001_first', 'CREATE TABLE people (id int);');
  const port = await freePort();
  const later = new URL(url);
  const database = { host: later.hostname, port: Number(later.port), path: later.searchParams.get('host') };
  later.search = '';
  later.host = `127.0.0.1:${port}`;
  const migrated = migrate(`${later}`, folder);
  // The first attempts have failed by then.
  await expect(new Promise((_, failed) => connect(port, '127.0.0.1').once('error', failed))).rejects.toThrow();
  const door = createServer(near => {
    const { host, port, path } = database;
    const far = path ? connect(`${path}/.s.PGSQL.${port}`) : connect(port, host);
    for (const socket of [near, far]) socket.on('error', () => {});
    near.pipe(far).pipe(near);
  });
  await new Promise<void>(done => door.listen(port, '127.0.0.1', done));
  onTestFinished(() => void door.close());
  expect(await migrated).toEqual(['0001_first']);

  const away = new URL(later);
  away.port = String(await freePort());
  const now = Date.now();
  const clock = vi
    .spyOn(Date, 'now')
    .mockReturnValueOnce(now)
    .mockReturnValue(now + 10_001);
  onTestFinished(() => clock.mockRestore());
  await expect(migrate(`${away}`, folder)).rejects.toThrow(
    /^DATABASE_URL : la base de données ne répond pas \(connect ECONNREFUSED /,
  );
});

test('what a database lacks for the search is named, as its migrations found it', async () => {
  const whole = await testDatabase();
  const pool = testPool(whole, 1);
  expect(await missingExtensions(pool)).toEqual([]);
  await pool.query('DROP INDEX users_name_parts');
  expect(await missingExtensions(pool)).toEqual(['pg_trgm']);
  await pool.query('ALTER TEXT SEARCH CONFIGURATION palabre ALTER MAPPING REPLACE unaccent WITH simple');
  expect(await missingExtensions(pool)).toEqual(['unaccent', 'pg_trgm']);
});
