import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import type { Env } from '../../env.ts';
import { testDatabase } from '../../test/outside/postgres.ts';
import { lockHolder } from '../processes/data-lock.ts';
import { migrationsOf, pendingMigrations } from './migrate.ts';
import { openDatabase } from './open-database.ts';

/** Tests the database of a command beside no server; `database-folder.test.ts` tests one beside a running server. */

async function run(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

it('A command starts the embedded database, migrated, holds its folder meanwhile and gives it back, when it fails too', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'palabre-open-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = { dataDir, workers: 1 } as Env;
  const isHeld = () => [lockHolder(dataDir)?.pid, existsSync(join(dataDir, 'postgres', 'postmaster.pid'))];
  const { url, close } = await openDatabase(env);
  expect(await pendingMigrations(url)).toEqual([]);
  expect(isHeld()).toEqual([process.pid, true]);
  await run(url, "INSERT INTO kysely_migration (name, timestamp) VALUES ('9999_newer', 'x')");
  await close();
  expect(isHeld()).toEqual([undefined, false]);
  await expect(openDatabase(env)).rejects.toThrow(/version plus récente de Palabre \(9999_newer\)/);
  expect(isHeld()).toEqual([undefined, false]);
});

it('A command migrates the database of DATABASE_URL, unless it needs that as it is', async () => {
  const databaseUrl = await testDatabase({ empty: true });
  const env = { databaseUrl, dataDir: join(tmpdir(), 'palabre-nowhere') } as Env;
  await openDatabase(env, { migrated: false });
  expect(await migrationsOf(databaseUrl)).toEqual([]);
  await openDatabase(env);
  expect(await pendingMigrations(databaseUrl)).toEqual([]);
  expect(existsSync(env.dataDir)).toBe(false);
});
