import { api } from '@palabre/common/contract/index.ts';
import { eventWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { sql } from 'kysely';
import { beforeAll, expect, it, vi } from 'vitest';
import { type Palabre, startPalabre } from '../../../test/harness.ts';
import { countLockWaits, holdPlace } from '../../../test/locks.ts';
import { gather } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';
import { eraseAsked } from './erasure.ts';

let palabre: Palabre;
beforeAll(async () => {
  palabre = await startPalabre();
});

it('erasure of a few messages does not wait for the erasure of many by another person', async () => {
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

it('erasure takes back the reactions that are left when a message is deleted meanwhile, after thousands of others', async () => {
  const [camille, karim] = [await palabre.register(), await palabre.register()];
  const { welcome } = await gather(camille, karim);
  const { pool } = palabre.services.database;
  const [gone, kept] = [await post(camille, welcome, 'Un'), await post(camille, welcome, 'Deux')];
  for (const { _id: id } of [gone, kept]) {
    await karim.ok(api.reactions.add, { params: { id }, body: { reaction: '👍' } });
  }
  await pool.query(
    `INSERT INTO messages (id, place_id, position, seq, sender_id, content, reactions, created_at)
      SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, n + 10, n + 10, $2, '', $3, now()
      FROM generate_series(1, 2000) AS n`,
    [welcome._id, camille.id, JSON.stringify([{ reaction: '👍', usersId: [camille.id] }])],
  );
  await pool.query(`INSERT INTO erasures (user_id, asked_at) VALUES ($1, now() - interval '3 minutes')`, [karim.id]);
  const held = await holdPlace(palabre, welcome._id);
  const erased = eraseAsked(palabre.services);
  await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1, { timeout: eventWaitTimeoutMs });
  await held.query('UPDATE messages SET deleted_at = now() WHERE id = $1', [gone._id]);
  await held.query('COMMIT');
  await erased;
  const { message } = await camille.ok(api.messages.one, { params: { id: kept._id } });
  expect(message.reactions).toEqual([]);
  expect((await pool.query('SELECT FROM erasures')).rows).toEqual([]);
});

it('erasure passes over a place and a message that are deleted meanwhile, and blanks the rest with its reactions', async () => {
  const [camille, karim] = [await palabre.register(), await palabre.register()];
  const team = await gather(camille, karim);
  const { pool } = palabre.services.database;
  const shut = await team.channel('fermé');
  await post(karim, shut, 'Un');
  const [gone, rest] = [await post(karim, team.welcome, 'Deux'), await post(karim, team.welcome, 'Trois')];
  await camille.ok(api.reactions.add, { params: { id: rest._id }, body: { reaction: '👍' } });
  await pool.query(`INSERT INTO erasures (user_id, asked_at) VALUES ($1, now() - interval '3 minutes')`, [karim.id]);
  const page = () => camille.ok(api.messages.page, { query: { channelId: team.welcome._id } });
  const { seq } = await page();
  const ears = await camille.connect();
  const held = await holdPlace(palabre, shut._id);
  const erased = eraseAsked(palabre.services);
  await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1, { timeout: eventWaitTimeoutMs });
  await held.query('UPDATE messages SET deleted_at = now() WHERE id = $1', [gone._id]);
  await held.query('DELETE FROM places WHERE id = $1', [shut._id]);
  await held.query('COMMIT');
  await erased;
  expect(await page()).toMatchObject({ seq: seq + 1, messages: [{ _id: rest._id, content: '', reactions: [] }] });
  await ears.settled();
  expect(ears.all('updateMessage').map(({ _id }) => _id)).toEqual([rest._id]);
  expect((await pool.query('SELECT FROM erasures')).rows).toEqual([]);
});

it('erasure that the database fails is not over, and takes the reactions back the next time', async () => {
  const [camille, karim] = [await palabre.register(), await palabre.register()];
  const { welcome } = await gather(camille, karim);
  const { pool } = palabre.services.database;
  const { _id: id } = await post(camille, welcome, 'Un');
  await karim.ok(api.reactions.add, { params: { id }, body: { reaction: '👍' } });
  await pool.query(`INSERT INTO erasures (user_id, asked_at) VALUES ($1, now() - interval '3 minutes')`, [karim.id]);
  await pool.query(`ALTER TABLE places ADD CONSTRAINT unchanging CHECK (id <> '${welcome._id}') NOT VALID`);
  await expect(
    eraseAsked(palabre.services).finally(() => pool.query('ALTER TABLE places DROP CONSTRAINT unchanging')),
  ).rejects.toThrow('unchanging');
  expect((await pool.query('SELECT FROM erasures')).rows).toHaveLength(1);
  await eraseAsked(palabre.services);
  expect((await camille.ok(api.messages.one, { params: { id } })).message.reactions).toEqual([]);
  expect((await pool.query('SELECT FROM erasures')).rows).toEqual([]);
});

it('erasure goes on for a minute, with posts that were on their way', async () => {
  const [camille, karim] = [await palabre.register(), await palabre.register()];
  const { welcome } = await gather(camille, karim);
  const { pool } = palabre.services.database;
  await pool.query(`INSERT INTO erasures (user_id, asked_at) VALUES ($1, now() - interval '20 seconds')`, [karim.id]);
  await eraseAsked(palabre.services);
  const { _id: id } = await post(karim, welcome, 'En route');
  await eraseAsked(palabre.services);
  expect((await camille.ok(api.messages.one, { params: { id } })).message.content).toBe('');
  await pool.query('DELETE FROM erasures');
});
