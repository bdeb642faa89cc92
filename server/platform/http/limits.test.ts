import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPalabre } from '../../test/harness.ts';
import { createLimits, type Limits } from './limits.ts';

let pool: pg.Pool;
/** A process of its own on the same database, as after a restart or beside the others. */
const another = (): Limits => createLimits(true, pool);
const until = { status: 429, code: 'too_many_requests' };

beforeAll(async () => {
  const { services } = await startPalabre();
  pool = services.database.pool;
});

test('what guards accounts is counted through a restart and by all processes together, without Redis', async () => {
  const [one, other] = [another(), another()];
  await Promise.all(
    [1, 2, 3, 4, 5].flatMap(() => [one, other].map(limits => limits.spend('loginAccount', 'camille@exemple.fr'))),
  );
  for (const limits of [one, other, another()]) {
    await expect(limits.spend('loginAccount', 'camille@exemple.fr')).rejects.toMatchObject(until);
  }
  await another().clear('loginAccount', 'camille@exemple.fr');
  await one.spend('loginAccount', 'camille@exemple.fr');
});

test('its rows say neither whose address nor whose e-mail was counted', async () => {
  await another().spend('loginAccount', 'karim@exemple.fr');
  await another().spend('loginAddress', '203.0.113.9');
  const { rows } = await pool.query('SELECT key FROM limits_spent');
  expect(rows.length).toBeGreaterThanOrEqual(2);
  expect(JSON.stringify(rows)).not.toMatch(/karim|203\.0/);
});

test('a database that is away neither locks everyone out nor lets anyone guess on', async () => {
  const away = new pg.Pool({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 200 });
  afterAll(() => away.end());
  const limits = createLimits(true, away);
  for (let i = 0; i < 10; i += 1) await limits.spend('loginAccount', 'yann@exemple.fr');
  await expect(limits.spend('loginAccount', 'yann@exemple.fr')).rejects.toMatchObject(until);
  await limits.spend('loginAccount', 'lucie@exemple.fr');
});

test('what is counted all the time never waits for the database', async () => {
  const held: Pick<pg.Pool, 'query'> = { query: (async () => pause(60_000)) as unknown as pg.Pool['query'] };
  await createLimits(true, held as pg.Pool).spend('mark', 'camille');
});
