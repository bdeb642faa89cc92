import type pg from 'pg';
import { expect, it } from 'vitest';
import { testDatabase, testPool } from '../../test/outside/postgres.ts';
import { newId } from '../postgres/db.ts';
import { countOlderUses, readSecretInUse } from './secret-in-use.store.ts';

/** Tests what depends on an older secret, as it is stored; `secrets.test.ts` tests what that secret still opens. */

async function person(pool: pg.Pool): Promise<string> {
  const id = newId();
  const user = [id, `${id}@exemple.fr`];
  await pool.query(`INSERT INTO users (id, first_name, last_name, email) VALUES ($1, 'Zoé', 'Lambert', $2)`, user);
  return id;
}

it('A session needs the secret under which its token was signed until it ends, and a mail the one under which it was sealed until it leaves', async () => {
  const pool = testPool(await testDatabase(), 1);
  const userId = await person(pool);
  const since = new Date(Date.now() - 86_400_000);
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  // With thirty days from its signing on: one that is over, two from before, one of the moment itself, one from after.
  const ends = [days(-0.01), days(1), days(28.9), days(29.1)];
  for (const end of ends)
    await pool.query('INSERT INTO sessions (id, user_id, expires_at) VALUES ($1, $2, $3)', [newId(), userId, end]);
  const add = (key: string, name: string, set = '') =>
    pool.query(`SELECT graphile_worker.add_job($1, job_key := $2)`, [name, key]).then(() =>
      pool.query(
        `UPDATE graphile_worker._private_jobs SET created_at = $1::timestamptz - interval '1 hour' ${set}
        WHERE key = $2`,
        [since, key],
      ),
    );
  await add('waits', 'mail.send');
  await add('waits again', 'mail.send', ', attempts = max_attempts - 1');
  await add('given up', 'mail.send', ', attempts = max_attempts');
  await add('another job', 'otp.send');
  await add('sealed since', 'mail.send');
  await pool.query(`UPDATE graphile_worker._private_jobs SET created_at = $1 WHERE key = 'sealed since'`, [since]);
  expect(await countOlderUses(pool, since, 30)).toEqual({ sessions: 2, until: ends[2], mails: 2 });
  await pool.query('ALTER SCHEMA graphile_worker RENAME TO elsewhere');
  expect(await countOlderUses(pool, since, 30)).toEqual({ sessions: 2, until: ends[2], mails: 0 });
  await pool.query('DELETE FROM sessions');
  expect(await countOlderUses(pool, since, 30)).toEqual({ sessions: 0, until: null, mails: 0 });
});

it('No secret is in use before the first start, nor before the tables of Palabre', async () => {
  expect(await readSecretInUse(testPool(await testDatabase({ empty: true }), 1))).toBeUndefined();
  const pool = testPool(await testDatabase(), 1);
  expect(await readSecretInUse(pool)).toBeUndefined();
  const [mark, since] = [Buffer.from('marque'), new Date('2026-11-28T09:00:00Z')];
  await pool.query('INSERT INTO secret_in_use (mark, since, older_keys) VALUES ($1, $2, $3)', [mark, since, 'clés']);
  expect(await readSecretInUse(pool)).toEqual({ mark, markBefore: null, since, olderKeys: 'clés' });
});
