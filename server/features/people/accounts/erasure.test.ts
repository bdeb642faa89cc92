import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startPalabre } from '../../../test/harness.ts';
import { gather } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';
import { eraseAsked } from './erasure.ts';

it('erasure of a few messages does not wait for the erasure of many by another person', async () => {
  const palabre = await startPalabre();
  const [camille, much, little] = [await palabre.register(), await palabre.register(), await palabre.register()];
  const team = await gather(camille, much, little);
  const { kysely: db, pool } = palabre.services.database;
  await sql`
    WITH place AS (UPDATE places SET seq = seq + 1600 WHERE id = ${team.welcome._id} RETURNING seq - 1600 AS seq)
    INSERT INTO messages (id, place_id, position, seq, sender_id, content, created_at)
    SELECT gen_random_uuid(), ${team.welcome._id}, place.seq + n, place.seq + n, ${much.id}, 'un', now()
    FROM place, generate_series(1, 1600) AS n`.execute(db);
  const { _id: only } = await post(little, team.welcome, 'le seul');
  await sql`
    INSERT INTO erasures (user_id, asked_at) VALUES (${much.id}, now() - interval '3 minutes'),
      (${little.id}, now() - interval '2 minutes')`.execute(db);
  const ears = await camille.connect();
  await eraseAsked(palabre.services);
  await ears.settled();
  const told = ears.all('updateMessage');
  expect(told).toHaveLength(5);
  expect(told.map(({ _id }) => _id).indexOf(only)).toBe(1);
  // The last change of each step is told, so that a page fetches all that it lacks.
  const { rows } = await pool.query('SELECT seq FROM places WHERE id = $1', [team.welcome._id]);
  expect(told.at(-1)?.seq).toBe(rows[0].seq);
  expect((await pool.query('SELECT FROM erasures')).rows).toEqual([]);
  expect((await pool.query(`SELECT FROM messages WHERE content <> ''`)).rows).toEqual([]);
});
