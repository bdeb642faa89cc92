import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folded } from '@palabre/common/rules/folded.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/outside/postgres.ts';
import { migrationsFolder } from '../paths.ts';
import { migrate } from './migrate.ts';

const before = '0029_';
const someone = '018f0000-0000-7000-8000-000000000001';

let client: pg.Client;
beforeAll(async () => {
  const url = await testDatabase({ empty: true });
  const folder = mkdtempSync(join(tmpdir(), 'palabre-migrations-'));
  const names = readdirSync(migrationsFolder);
  for (const name of names.filter(one => one < before)) copyFileSync(join(migrationsFolder, name), join(folder, name));
  await migrate(url, folder);
  rmSync(folder, { recursive: true });
  client = new pg.Client(url);
  await client.connect();
  await client.query(
    `INSERT INTO users (id, first_name, last_name, email, password_hash) VALUES ($1, 'Jeanne', 'd’Arc', 'j@exemple.fr', '')`,
    [someone],
  );
  await client.query(
    `INSERT INTO audit (id, created_at, action, actor_name, target_name, place_name, changes) VALUES ($1, now(), 'x', 'd’Arc', 'L’Atelier', '', '{}')`,
    [someone],
  );
  await client.query(`INSERT INTO societies (id, name) VALUES ($1, 'L’Atelier')`, [someone]);
  await migrate(url, migrationsFolder);
});
afterAll(() => client?.end());

describe('a folded text', () => {
  it.each(['D’ARC', 'd‘arc', 'Nʼdiaye', 'x´y`z′', 'Œuvre Æthra', 'ﬁn', 'ÉTÉ', 'İzmir', 'Straße', '٣'])(
    'is the same in SQL as in TypeScript: %s',
    async text => {
      const { rows } = await client.query('SELECT folded($1) AS folded', [text]);
      expect(rows).toEqual([{ folded: folded(text) }]);
    },
  );

  it('finds rows stored before apostrophes were folded', async () => {
    const found = await client.query(`SELECT search_name, actor_search, target_search FROM users, audit`);
    expect(found.rows).toEqual([{ search_name: "jeanne d'arc", actor_search: "d'arc", target_search: "l'atelier" }]);
    await client.query('SET enable_seqscan = off');
    const { rowCount } = await client.query(`SELECT FROM societies WHERE folded(name) = 'l''atelier'`);
    expect(rowCount).toBe(1);
    await expect(client.query('UPDATE audit SET actor_name = actor_name')).rejects.toThrow('the journal');
  });
});
