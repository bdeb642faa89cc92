import type pg from 'pg';
import { expect, it, vi } from 'vitest';
import { newId } from '../../../platform/postgres/db.ts';
import { keepLog } from '../../../test/log.ts';
import { restAfter, SearchIndexer } from './indexer.ts';

it('The search index rests seven times as long as a batch took, a fifth of a second at least and 2.5 s at most', () => {
  expect([5, 100, 200, 5_000].map(tookMs => restAfter(tookMs, 1))).toEqual([200, 700, 1_400, 2_500]);
});

it('On a server that is slow for everybody, the search index rests as if its batch had been quick; six times at most', () => {
  expect(restAfter(400, 4)).toBe(700);
  expect(restAfter(600, 6)).toBe(700);
  expect(restAfter(600, 20)).toBe(700);
});

it('A search index that fails while its server stops is not tried again, and accepts nothing more', async () => {
  const query = vi.fn().mockRejectedValue(new Error('the database is away'));
  const { logger, lines } = keepLog();
  const indexer = new SearchIndexer({ query } as unknown as pg.Pool, logger, { slowness: 1 });
  const post = () =>
    indexer.hear({ name: 'newMessage', payload: { channelId: newId(), conversationId: null } as never });
  post();
  await indexer.close();
  post();
  await indexer.close();
  expect(query).toHaveBeenCalledTimes(1);
  expect(lines).toMatchObject([{ level: 40, err: { message: 'the database is away' } }]);
});
