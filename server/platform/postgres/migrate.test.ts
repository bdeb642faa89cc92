import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../test/postgres.ts';
import { migrate } from './migrate.ts';

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

test('files run once, in the order of their names, later ones at a later start', async () => {
  write('0002_second', 'ALTER TABLE people ADD name text;');
  write('0001_first', 'CREATE TABLE people (id int); INSERT INTO people VALUES (1);');
  expect(await migrate(url, folder)).toEqual(['0001_first', '0002_second']);
  expect(await migrate(url, folder)).toEqual([]);
  write('0003_third', `UPDATE people SET name = 'Zoé';`);
  expect(await migrate(url, folder)).toEqual(['0003_third']);
  expect((await client.query('SELECT * FROM people')).rows).toEqual([{ id: 1, name: 'Zoé' }]);
});

test('a file that fails leaves nothing of itself, keeps those before it, and is named', async () => {
  write('0001_first', 'CREATE TABLE kept (id int);');
  write('0002_broken', 'CREATE TABLE lost (id int); SELECT nonsense;');
  await expect(migrate(url, folder)).rejects.toThrow(/0002_broken.*nonsense/);
  expect([await exists('kept'), await exists('lost')]).toEqual([true, false]);
  write('0002_broken', 'CREATE TABLE mended (id int);');
  expect(await migrate(url, folder)).toEqual(['0002_broken']);
  expect(await exists('mended')).toBe(true);
});

test('servers started together take turns: each file runs once', async () => {
  write('0001_first', 'CREATE TABLE counted (id int); SELECT pg_sleep(0.1);');
  write('0002_second', 'INSERT INTO counted VALUES (1);');
  const ran = await Promise.all([1, 2, 3].map(() => migrate(url, folder)));
  expect(ran.flat().sort()).toEqual(['0001_first', '0002_second']);
  expect((await client.query('SELECT * FROM counted')).rowCount).toBe(1);
});

test('a database that a newer version migrated is left alone', async () => {
  write('0001_first', 'CREATE TABLE people (id int);');
  write('0002_newer', 'ALTER TABLE people ADD name text;');
  await migrate(url, folder);
  rmSync(join(folder, '0002_newer.sql'));
  await expect(migrate(url, folder)).rejects.toThrow(/version plus récente de Palabre \(0002_newer\)/);
});
