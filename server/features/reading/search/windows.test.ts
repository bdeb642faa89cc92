import { api } from '@palabre/common/contract/index.ts';
import { expect, test, vi } from 'vitest';
import { startPalabre } from '../../../test/harness.ts';
import { testPool } from '../../../test/outside/postgres.ts';
import { gather } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';
import { placesBehind } from './indexer.store.ts';
import { windowsBack } from './windows.ts';

test('the windows of a search follow one another without a gap', () => {
  for (const now of [
    '2026-01-01T00:00:00.000Z',
    '2026-03-01T12:00:00.000Z',
    '2024-02-29T23:59:59.999Z',
    '2026-11-22T10:00:00.000Z',
  ]) {
    const windows = windowsBack(Date.parse(now), null);
    expect(windows[0]?.until).toBe(Date.parse(now));
    for (const [i, { from, until }] of windows.entries()) {
      expect(from ?? 0).toBeLessThan(until);
      expect(windows[i + 1]?.until ?? null).toBe(from);
    }
  }
  const since = Date.parse('2026-11-20');
  expect(windowsBack(Date.parse('2026-11-22T10:00:00.000Z'), since).at(-1)?.from).toBe(since);
  expect(windowsBack(since, Date.parse('2026-11-22'))).toEqual([]);
});

test('a search of very many messages, by windows of time, finds what one of few finds, newest first and page by page', async () => {
  const palabre = await startPalabre();
  const { pool } = palabre.services.database;
  const [camille, karim] = [await palabre.register(), await palabre.register({ firstName: 'Karim' })];
  const { welcome } = await gather(camille, karim);
  const ages = [0, 1, 6, 12, 20, 50, 100, 300, 500, 900, 2_000];
  const said = (days: number) => `Un gabion d’il y a ${days} jours`;
  for (const days of ages) {
    const { _id: id } = await post(days % 4 === 0 ? camille : karim, welcome, 'Un gabion');
    await pool.query(`UPDATE messages SET created_at = now() - $2::int * interval '1 day' WHERE id = $1`, [id, days]);
    await (days % 4 === 0 ? camille : karim).ok(api.messages.edit, { params: { id }, body: { content: said(days) } });
  }
  for (let n = 0; n < 21; n += 1) await post(camille, welcome, `Récent ${n} gabion`);
  const pages = async (q: string) => {
    const found: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await camille.ok(api.search.messages, { query: { q, ...(cursor && { cursor }) } });
      found.push(...page.results.map(({ message }) => message.content));
      cursor = page.nextCursor;
    }
    return found;
  };
  const isoDay = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const asked = [
    'gabion',
    'gabion de:karim',
    'récent',
    `gabion avant:${isoDay(10)}`,
    `gabion après:${isoDay(400)}`,
    'jours',
  ];
  await expect.poll(async () => (await pages('gabion')).length).toBe(ages.length + 21);
  // A message that was indexed before its time was set kept its first time: times never change outside this test.
  await pool.query(
    'UPDATE message_words SET at = created_at FROM messages WHERE (messages.place_id, messages.position) = (message_words.place_id, message_words.position)',
  );
  const few = await Promise.all(asked.map(pages));
  expect(few[0]?.slice(-ages.length)).toEqual(ages.map(said));
  // As if the place had two million other messages.
  await pool.query('UPDATE places SET seq = seq + 2000000 WHERE id = $1', [welcome._id]);
  expect(await Promise.all(asked.map(pages))).toEqual(few);
  // A message that could not be indexed is indexed soon after, not when a search next looks for places behind.
  const { welcome: again } = await gather(camille);
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const failing = vi.spyOn(pool, 'query').mockImplementation(((...args: unknown[]) => {
    if ((args[0] as { name?: string }).name !== 'search-scopes') return query(...args);
    failing.mockRestore();
    return Promise.reject(new Error('the connection is lost'));
  }) as never);
  await post(camille, again, 'Un gabion de plus');
  await expect.poll(() => pages('"gabion de plus"')).toEqual(['Un gabion de plus']);
  // The last messages are indexed as the server stops, not when the next one looks for places behind.
  const { welcome: last } = await gather(camille);
  await post(camille, last, 'Un dernier gabion');
  const outside = testPool(palabre.services.env.databaseUrl ?? '', 1);
  await palabre.stop();
  expect(await placesBehind(outside)).not.toContain(last._id);
});
