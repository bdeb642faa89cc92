import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@palabre/common/contract/index.ts';
import { eventWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { migrationsFolder } from '../../../platform/paths.ts';
import { migrate } from '../../../platform/postgres/migrate.ts';
import { startPalabre } from '../../../test/harness.ts';
import { keepLog } from '../../../test/log.ts';
import { testDatabase, testPool } from '../../../test/outside/postgres.ts';
import { createWorld } from '../../../test/people/world.ts';
import { forgetGone, indexPlaces, placesBehind } from './indexer.store.ts';
import { SearchIndexer } from './indexer.ts';

it('messages older than the search are indexed by its job, and words of deleted places are dropped', async () => {
  const palabre = await startPalabre();
  const { pool } = palabre.services.database;
  const { camille, karim, atelier, chantier } = await createWorld(palabre);
  const { channel } = await camille.ok(api.channels.create, {
    body: { title: 'provisoire', visibility: 'private', workspaceId: atelier._id },
  });
  for (let i = 0; i < 120; i++)
    await camille.ok(api.messages.send, { body: { channelId: chantier._id, content: `Le gabion ${i}` } });
  await camille.ok(api.messages.send, { body: { channelId: channel._id, content: 'Un zeugme' } });
  await vi.waitFor(async () => expect(await placesBehind(pool)).toEqual([]));
  await pool.query('TRUNCATE message_words, search_words, search_marks, search_scopes');
  const find = async () => (await karim.ok(api.search.messages, { query: { q: 'gabion' } })).results.length;
  expect(await find()).toBe(0);
  await palabre.jobs.now('search.catchUp');
  await vi.waitFor(async () => expect(await placesBehind(pool)).toEqual([]), { interval: 50, timeout: 20_000 });
  expect(await find()).toBe(20);

  const kept = async () => (await pool.query(`SELECT FROM search_words WHERE scope = $1`, [channel._id])).rowCount;
  expect(await kept()).toBeGreaterThan(0);
  // More messages than one transaction drops.
  await pool.query(
    `INSERT INTO message_words (place_id, position, at, scope, words, keys)
     SELECT place_id, position + n, at, scope, words, keys FROM message_words, generate_series(1, 200) AS n
     WHERE place_id = $1`,
    [channel._id],
  );
  await camille.ok(api.channels.remove, { params: { id: channel._id } });
  // Adds the job under another key, since a job of the same key has just run.
  await forgetGone(pool);
  expect(await kept()).toBe(0);
  const left = await pool.query('SELECT FROM message_words WHERE place_id = $1', [channel._id]);
  expect(left.rowCount).toBe(0);
});

it('what was just posted is indexed when the server stops, without a pause', async () => {
  const palabre = await startPalabre();
  const { camille, chantier } = await createWorld(palabre);
  const pool = testPool(palabre.services.env.databaseUrl ?? '', 1);
  await vi.waitFor(async () => expect(await placesBehind(pool)).toEqual([]));
  await camille.ok(api.messages.send, { body: { channelId: chantier._id, content: 'Le dernier gabion' } });
  await palabre.stop();
  expect(await placesBehind(pool)).toEqual([]);
});

it('what could not be indexed is tried again, without another post and without the job, and holds up no other place', async () => {
  const palabre = await startPalabre();
  const { camille, chantier, annonces } = await createWorld(palabre);
  const { pool } = palabre.services.database;
  await vi.waitFor(async () => expect(await placesBehind(pool)).toEqual([]));
  const { logger, lines } = keepLog();
  const indexer = new SearchIndexer(pool, logger, { slowness: 1 });
  onTestFinished(() => indexer.close());
  // The server's own indexer hears no more changes.
  await palabre.services.indexer.close();
  const timeout = eventWaitTimeoutMs;
  await pool.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON message_words FOR EACH ROW WHEN (NEW.place_id = '${chantier._id}')
    EXECUTE FUNCTION refuse()`);
  for (const { _id: channelId } of [chantier, annonces]) {
    await camille.ok(api.messages.send, { body: { channelId, content: 'Un gabion de retour' } });
    indexer.hear({ name: 'newMessage', payload: { channelId, conversationId: null } as never });
  }
  await vi.waitFor(async () => expect(await placesBehind(pool)).toEqual([chantier._id]), { timeout });
  const msg = 'search could not be kept up, tried again';
  expect(lines[0]).toMatchObject({ level: 40, msg, err: { message: 'refused', code: 'P0001' } });
  await pool.query('DROP TRIGGER refuse ON message_words');
  await vi.waitFor(async () => expect(await placesBehind(pool)).toEqual([]), { timeout });
});

const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** Starts a database as it was before a migration; returns its address. */
async function databaseBefore(migration: string) {
  const folder = mkdtempSync(join(tmpdir(), 'palabre-before-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const before = readdirSync(migrationsFolder).filter(name => name.endsWith('.sql') && name < migration);
  for (const name of before) copyFileSync(join(migrationsFolder, name), join(folder, name));
  const url = await testDatabase({ empty: true });
  await migrate(url, folder);
  return { url, pool: testPool(url, 2) };
}

it('the index of the version before 0027 works after the upgrade, by scope', async () => {
  const { url, pool } = await databaseBefore('0027');
  await pool.query(`
    INSERT INTO users (id, first_name, last_name, email) VALUES ('${id(1)}', 'Camille', 'Moreau', 'c@exemple.fr');
    BEGIN;
    INSERT INTO places (id, kind, room, seq) VALUES
      ('${id(3)}', 'channel', 'workspace:${id(2)}', 2), ('${id(4)}', 'channel', 'channel:${id(4)}', 1);
    INSERT INTO workspaces (id, title, welcome_channel) VALUES ('${id(2)}', 'Atelier', '${id(3)}');
    INSERT INTO channels (id, workspace_id, title, visibility, position) VALUES
      ('${id(3)}', '${id(2)}', 'général', 'public', 0), ('${id(4)}', '${id(2)}', 'direction', 'private', 1);
    INSERT INTO messages (id, place_id, position, seq, sender_id, content, created_at) VALUES
      ('${id(11)}', '${id(3)}', 1, 1, '${id(1)}', 'Le béton', now()), ('${id(12)}', '${id(3)}', 2, 2, '${id(1)}', 'Le gabion', now()),
      ('${id(13)}', '${id(4)}', 1, 1, '${id(1)}', 'La prime', now());
    COMMIT;
    INSERT INTO message_words SELECT place_id, position, created_at, searched(content) || array_to_tsvector(
      ARRAY['p:' || place_id, 's:' || sender_id, 'd:2026-01-01']) FROM messages;
    INSERT INTO search_words VALUES ('beton'), ('gabion'), ('prime'), ('parti');
    INSERT INTO search_marks VALUES ('${id(3)}', 2), ('${id(4)}', 1), ('${id(9)}', 5)`);
  expect(await migrate(url)).toContain('0027_search_by_scope');
  const words = async () =>
    (await pool.query('SELECT scope, word, place_id FROM search_words ORDER BY scope, word')).rows.map(row =>
      Object.values(row),
    );
  const kept = [
    [id(2), 'beton', id(3)],
    [id(2), 'gabion', id(3)],
    [id(4), 'prim', id(4)],
  ];
  expect(await words()).toEqual(kept);
  expect(await placesBehind(pool)).toEqual([]);
  const keysOf = async () =>
    (await pool.query('SELECT place_id, position, scope, keys FROM message_words ORDER BY 1, 2')).rows;
  const moved = await keysOf();
  // Indexing everything again gives the same rows.
  await pool.query('TRUNCATE message_words, search_words, search_marks, search_scopes');
  expect(await indexPlaces(pool, [id(3), id(4)])).toEqual([]);
  expect([await words(), await keysOf()]).toEqual([kept, moved]);
});

it('messages with mentions are indexed again after migration 0038, and no others', async () => {
  const { url, pool } = await databaseBefore('0038');
  await pool.query(`
    INSERT INTO users (id, first_name, last_name, email) VALUES ('${id(1)}', 'Camille', 'Moreau', 'c@exemple.fr');
    BEGIN;
    INSERT INTO places (id, kind, room, seq) VALUES ('${id(3)}', 'channel', 'workspace:${id(2)}', 3);
    INSERT INTO workspaces (id, title, welcome_channel) VALUES ('${id(2)}', 'Atelier', '${id(3)}');
    INSERT INTO channels (id, workspace_id, title, visibility, position) VALUES ('${id(3)}', '${id(2)}', 'général', 'public', 0);
    INSERT INTO messages (id, place_id, position, seq, sender_id, content, created_at, deleted_at) VALUES
      ('${id(11)}', '${id(3)}', 1, 1, '${id(1)}', 'Demander <@${id(1)}>', now(), NULL),
      ('${id(12)}', '${id(3)}', 2, 2, '${id(1)}', 'Le gabion', now(), NULL),
      ('${id(13)}', '${id(3)}', 3, 3, '${id(1)}', '<@${id(1)}>', now(), now());
    COMMIT;
    INSERT INTO search_marks (place_id, seq, scope) VALUES ('${id(3)}', 3, '${id(2)}')`);
  expect(await migrate(url)).toContain('0038_search_mentions');
  expect(await placesBehind(pool)).toEqual([id(3)]);
  expect(await indexPlaces(pool, [id(3)])).toEqual([]);
  expect(await placesBehind(pool)).toEqual([]);
  const { rows } = await pool.query('SELECT position::int, words::text FROM message_words');
  expect(rows).toEqual([{ position: 1, words: `'N:${id(1)}':2 'demand':1` }]);
});
