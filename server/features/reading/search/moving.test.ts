import { api } from '@palabre/common/contract/index.ts';
import { expect, it } from 'vitest';
import { type Person, startPalabre } from '../../../test/harness.ts';
import { gather } from '../../../test/people/team.ts';
import { indexPlaces } from './indexer.store.ts';

/** Tests searches between two batches of the index, which the tests alone drive. */

const palabre = await startPalabre();
const { pool } = palabre.services.database;
const [camille, karim] = [await palabre.register(), await palabre.register()];
const team = await gather(camille, karim);
await palabre.services.indexer.close();

/** Writes messages of one instant, with a word each, straight to a new channel; returns its id. */
async function channelOf(count: number, word: string): Promise<string> {
  const { _id: id } = await team.channel(word);
  await pool.query(
    `WITH said AS (
       INSERT INTO messages (id, place_id, position, seq, sender_id, content, created_at)
       SELECT gen_random_uuid(), $1, n, n, $2, $3 || ' ' || n, '2026-01-01' FROM generate_series(1, $4::int) AS n
     ) UPDATE places SET seq = $4 WHERE id = $1`,
    [id, camille.id, word, count],
  );
  return id;
}

/** Finds the messages with a word, over all pages. */
async function found(who: Person, q: string): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await who.ok(api.search.messages, { query: { q, ...(cursor && { cursor }) } });
    ids.push(...page.results.map(({ message }) => message._id));
    cursor = page.nextCursor;
  }
  return ids;
}

it('A channel of more messages than the index reads at once is found whole while it moves to readers of its own', async () => {
  const id = await channelOf(60, 'gabion');
  const both = () => Promise.all([camille, karim].map(async who => (await found(who, 'gabion')).length));
  const scopes = async () =>
    (await pool.query(`SELECT scope FROM search_words WHERE word = 'gabion'`)).rows.map(({ scope }) => scope).sort();
  // Each batch leads on to the next.
  expect([await indexPlaces(pool, [id]), await both()]).toEqual([[id], [50, 50]]);
  expect([await indexPlaces(pool, [id]), await both()]).toEqual([[], [60, 60]]);
  await camille.ok(api.channels.update, { params: { id }, body: { visibility: 'private' } });
  expect(await both()).toEqual([60, 0]);
  expect([await indexPlaces(pool, [id]), await both()]).toEqual([[id], [60, 0]]);
  expect(await scopes()).toEqual([id, team.id].sort());
  expect([await indexPlaces(pool, [id]), await both()]).toEqual([[], [60, 0]]);
  expect(await scopes()).toEqual([id]);
});

it('Messages of one instant in several places are found over all pages, each once', async () => {
  const ids = await Promise.all([1, 2, 3].map(() => channelOf(15, 'zeugme')));
  await indexPlaces(pool, ids);
  const all = await found(karim, 'zeugme');
  expect([all.length, new Set(all).size]).toEqual([45, 45]);
});
