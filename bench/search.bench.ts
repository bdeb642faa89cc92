import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { indexPlaces } from '../server/features/reading/search/indexer.store.ts';
import { createCrowd } from '../server/test/people/crowd.ts';
import type { PostsAnswer, PostsRequest } from './children/posts.ts';
import { median, quantile, sayMachine, spread, table, whole } from './shared/figures.ts';
import { Poster } from './shared/posting.ts';
import { Helper, startServer } from './shared/server.ts';

/**
 * Measures searches in the messages of 303 channels, by a person in 3 of them and a person in 300, for several kinds of
 * queries; the delay until a new message is found; and the cost of indexing for posts, with and without the index in the
 * same run. `SIZES` are numbers of messages; each size adds to the same database.
 */
const sizes = (process.env.SIZES ?? '10000,100000,1000000').split(',').map(Number);
const rounds = Number(process.env.ROUNDS ?? 3);
const seconds = Number(process.env.SECONDS ?? 4);
const asks = Number(process.env.ASKS ?? 100);
const many = 300;
const few = 3;

/** Words of the messages, from common to rare ones; made of syllables, so that the French stemmer applies. */
const syllables = ['bar', 'cho', 'del', 'fri', 'gan', 'lou', 'mar', 'pon', 'sel', 'tri', 'ver', 'zin'];
const words = syllables.flatMap(a => syllables.flatMap(b => syllables.map(c => a + b + c)));
const common = () => words[Math.floor(Math.random() * 5)] as string;
const rare = () => words[words.length - 1 - Math.floor(Math.random() * 300)] as string;

sayMachine();
const server = await startServer();
const load = new Helper<PostsRequest, PostsAnswer>('posts.ts');
try {
  const { pool } = server.database;
  const { tokens, userIds, channelIds, workspaceId } = await createCrowd(server.database, server.secret, {
    people: 64,
    channels: many + few,
    workspaces: 2,
  });
  // The last channels belong to the second workspace.
  await pool.query('UPDATE channels SET workspace_id = (SELECT id FROM workspaces WHERE id <> $1) WHERE id = ANY($2)', [
    workspaceId,
    channelIds.slice(many),
  ]);
  const people = { [`in ${many} channels`]: tokens[0] as string, [`in ${few}`]: tokens[1] as string };
  // Each poster connects at its first request, because the filling takes longer than the server keeps an idle connection.
  const posters = Object.values(people).map(token => new Poster(server.port, token));

  /** Inserts two years of messages of 12 words; a few have a file. */
  const fill = async (from: number, to: number) => {
    await pool.query(
      `INSERT INTO messages (id, place_id, position, seq, sender_id, content, created_at)
        SELECT gen_random_uuid(), ($1::uuid[])[1 + n % $2], 1 + n / $2, 1 + n / $2, ($3::uuid[])[1 + n % 64], (
            SELECT string_agg(($4::text[])[1 + floor(power(random(), 3) * $5)::int], ' ') FROM generate_series(1, 12) WHERE n > 0
          ), now() - ($6::int - n) * interval '2 years' / $6::int
        FROM generate_series($7::int, $6::int) AS n`,
      [channelIds, channelIds.length, userIds, words, words.length, to, from + 1],
    );
    await pool.query('UPDATE places SET seq = $2 WHERE id = ANY($1)', [
      channelIds,
      1 + Math.floor(to / channelIds.length),
    ]);
    for (let left = channelIds; left.length > 0; ) {
      const next = await indexPlaces(pool, left.slice(0, 32));
      left = [...left.slice(32), ...next];
    }
    await pool.query('VACUUM ANALYZE messages, message_words, search_words');
  };

  const searches: Record<string, () => string> = {
    'a word of most messages': common,
    'a rare word': rare,
    'two words': () => `${common()} ${rare()}`,
    'a part of a word': () => rare().slice(2, 6),
    'a rare word since a month': () => `${rare()} après:${new Date(Date.now() - 2.6e9).toISOString().slice(0, 10)}`,
    'a word that nobody wrote': () => 'inexistant',
  };
  const found: string[][] = [['messages', 'who', 'what', 'p50 / p95 / p99 ms', 'files, p95 ms']];
  let before = 0;
  for (const size of sizes) {
    await fill(before, size);
    process.stderr.write(`${whole(size)} messages are there\n`);
    before = size;
    for (const [i, who] of Object.keys(people).entries()) {
      for (const [what, make] of Object.entries(searches)) {
        const ask = async (path: string) => {
          const times: number[] = [];
          for (let n = 0; n < asks; n++) {
            const began = performance.now();
            const status = await posters[i]?.get(`${path}?q=${encodeURIComponent(make())}`);
            if (status !== 200) throw new Error(`a search answered ${status}`);
            times.push(performance.now() - began);
          }
          return times;
        };
        await ask('/api/search/messages');
        const files = await ask('/api/search/files');
        found.push([
          whole(size),
          who,
          what,
          spread(await ask('/api/search/messages')),
          quantile(files, 0.95).toFixed(1),
        ]);
      }
    }
  }
  table('A search, one at a time', found);

  const headers = { authorization: `Bearer ${tokens[0]}`, 'content-type': 'application/json' };
  const url = `http://127.0.0.1:${server.port}/api`;
  const delays: number[] = [];
  for (let n = 0; n < 30; n++) {
    const word = `nonce${randomUUID().replaceAll('-', '')}`;
    const body = JSON.stringify({ channelId: channelIds[n], content: `Voici ${word}` });
    await fetch(`${url}/message`, { method: 'POST', headers, body });
    const began = performance.now();
    for (;;) {
      const answer = await fetch(`${url}/search/messages?q=${word}`, { headers });
      if (((await answer.json()) as { results: unknown[] }).results.length > 0) break;
      await wait(10);
    }
    delays.push(performance.now() - began);
  }
  table('From the answer to a post to its being found, nothing else being done', [
    ['posts', 'p50 / p95 / p99 ms', 'longest'],
    [`${delays.length}`, spread(delays), Math.max(...delays).toFixed(0)],
  ]);

  // Without its table of marks, the indexer fails at once, so nothing is indexed.
  const keep = (on: boolean) =>
    pool.query(`ALTER TABLE ${on ? 'set_aside' : 'search_marks'} RENAME TO ${on ? 'search_marks' : 'set_aside'}`);
  const rate = async () => {
    const answer = await load.ask({
      ...{ what: 'posts', seconds, connections: 64, port: server.port },
      ...{ tokens: tokens.filter((_, i) => i % 2 === 0), channelIds: channelIds.slice(0, 20) },
    } as PostsRequest);
    return answer.done / answer.took;
  };
  await rate();
  const posts: string[][] = [['round', 'posts/s with', 'without', 'cost']];
  const costs: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const kept = await rate();
    await keep(false);
    const bare = await rate();
    await keep(true);
    costs.push(1 - kept / bare);
    posts.push([`${round}`, whole(kept), whole(bare), `${Math.round((1 - kept / bare) * 100)} %`]);
  }
  posts.push(['median', '', '', `${Math.round(median(costs) * 100)} %`]);
  table('Posts in 20 channels over 64 connections, words kept or not', posts);
  for (const poster of posters) poster.close();
} finally {
  await load.stop();
  await server.stop();
}
