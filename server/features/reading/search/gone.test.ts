import { api } from '@palabre/common/contract/index.ts';
import { eventWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { expect, it, vi } from 'vitest';
import { startPalabre } from '../../../test/harness.ts';
import { testPool } from '../../../test/outside/postgres.ts';
import { gather } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';
import { placesBehind } from './indexer.store.ts';

const palabre = await startPalabre();
const camille = await palabre.register({ firstName: 'Camille' });
const { pool } = palabre.services.database;
const waiting = { interval: 30, timeout: eventWaitTimeoutMs };
const allRead = () => vi.waitFor(async () => expect(await placesBehind(pool)).toEqual([]), waiting);
const rowsOf = async (statement: string, values: unknown[]) => (await pool.query(statement, values)).rows;

it('The search job forgets the words of a place that was deleted, and keeps those that other places of its readers hold', async () => {
  const team = await gather(camille);
  const [open, closed] = [await team.channel('chantier'), await team.channel('direction', 'private')];
  for (const channel of [open, closed, team.welcome]) await post(camille, channel, 'Un zeugme');
  await post(camille, open, 'Une litote');
  await allRead();
  // More messages than one transaction drops.
  await pool.query(
    `INSERT INTO message_words (place_id, position, at, scope, words, keys)
     SELECT place_id, position + n, at, scope, words, keys FROM message_words, generate_series(1, 200) AS n
     WHERE place_id = $1`,
    [closed._id],
  );
  const gone = [open._id, closed._id];
  for (const id of gone) await camille.ok(api.channels.remove, { params: { id } });
  await palabre.jobs.now('search.catchUp');
  await vi.waitFor(async () => {
    expect(await rowsOf('SELECT position FROM message_words WHERE place_id = ANY($1)', [gone])).toEqual([]);
    expect(await rowsOf('SELECT seq FROM search_marks WHERE place_id = ANY($1)', [gone])).toEqual([]);
    // A private channel has a word list of its own; other channels share their workspace's.
    for (const table of ['search_words', 'search_scopes'])
      expect(await rowsOf(`SELECT scope FROM ${table} WHERE scope = $1`, [closed._id])).toEqual([]);
    expect(await rowsOf('SELECT word FROM search_words WHERE scope = $1', [team.id])).toEqual([{ word: 'zeugm' }]);
  }, waiting);
});

it('The search job reads what was left out of the index, without another post', async () => {
  const team = await gather(camille);
  await post(camille, team.welcome, 'Un hapax');
  await allRead();
  const found = async () => (await camille.ok(api.search.messages, { query: { q: 'hapax' } })).results.length;
  expect(await found()).toBe(1);
  await pool.query('DELETE FROM search_marks WHERE place_id = $1', [team.welcome._id]);
  await pool.query('DELETE FROM message_words WHERE place_id = $1', [team.welcome._id]);
  expect(await found()).toBe(0);
  await palabre.jobs.now('search.catchUp');
  await vi.waitFor(async () => expect(await found()).toBe(1), waiting);
});

it('A server that stops reads into the search what was just posted', async () => {
  const other = testPool(palabre.services.env.databaseUrl ?? '', 1);
  const team = await gather(camille);
  await allRead();
  await post(camille, team.welcome, 'Le dernier mot');
  await palabre.stop();
  expect(await placesBehind(other)).toEqual([]);
});
