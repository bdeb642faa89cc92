import { api } from '@palabre/common/contract/index.ts';
import { Client } from '../server/test/client.ts';
import { createCrowd } from '../server/test/people/crowd.ts';
import { say } from '../tools/setup.mjs';
import { cpuSeconds, familyCpuSeconds, median, quantile, sayMachine, spread, table, whole } from './shared/figures.ts';
import { Poster } from './shared/posting.ts';
import { startServer } from './shared/server.ts';

/**
 * Measures pages of 50 messages in channels of several sizes: the latest page, a middle one and the first; latency, and
 * pages a second with many readers. Each reader has a channel of their own, because equal pages requested at the same
 * time are read once (decision 0012), which would flatter the figure; above 100,000 messages some readers share a
 * channel. Then compares, in one channel, plain messages with messages that have reactions, pictures and pins, and with
 * messages that have a thread of 12 replies each. `ENCODING=br` requests compressed responses.
 */
const sizes = (process.env.SIZES ?? '1000,10000,100000').split(',').map(Number);
const seconds = Number(process.env.SECONDS ?? 3);
const connections = 16;
const channelsOf = (size: number) => Math.max(1, Math.min(connections, Math.floor(2_000_000 / size)));

sayMachine();
const server = await startServer();
try {
  const crowd = await createCrowd(server.database, server.secret, {
    people: 64,
    channels: sizes.reduce((sum, size) => sum + channelsOf(size), 2 * connections),
  });
  const { pool } = server.database;
  const free = [...crowd.channelIds];
  const places = sizes.map(size => ({ size, channelIds: free.splice(0, channelsOf(size)) }));
  const dressed = free.splice(0, channelsOf(sizes[0] as number));
  const threaded = free.splice(0, channelsOf(sizes[0] as number));
  const fill = async (channelIds: string[], size: number) => {
    await pool.query(
      `INSERT INTO messages (id, place_id, position, seq, sender_id, nonce, content, created_at)
        SELECT gen_random_uuid(), place, n, n, ($2::uuid[])[1 + n % 64], gen_random_uuid(),
          'La livraison des menuiseries est reportée à mardi, je préviens l’équipe. ' || n, now()
        FROM unnest($1::uuid[]) AS place, generate_series(1, $3::int) AS n`,
      [channelIds, crowd.userIds, size],
    );
    await pool.query('UPDATE places SET seq = $2 WHERE id = ANY($1)', [channelIds, size]);
  };
  for (const { size, channelIds } of places) await fill(channelIds, size);
  await fill(dressed, sizes[0] as number);
  await fill(threaded, sizes[0] as number);
  // Threads under the latest page of each channel, of replies by eight people.
  await pool.query(
    `WITH root AS (
        SELECT id, place_id, position FROM messages WHERE place_id = ANY($1) AND position > $3::int - 50
      ), thread AS (
        INSERT INTO places (id, kind, room, seq, parent_id, root_position)
        SELECT root.id, 'thread', places.room, 12, places.id, position FROM root JOIN places ON places.id = place_id RETURNING id
      )
      INSERT INTO messages (id, place_id, position, seq, sender_id, content, created_at)
      SELECT gen_random_uuid(), thread.id, n, n, ($2::uuid[])[1 + n % 8], 'C’est noté, merci. ' || n, now()
      FROM thread, generate_series(1, 12) AS n`,
    [threaded, crowd.userIds, sizes[0]],
  );
  await pool.query(
    // A lively channel: four messages in ten have reactions, one in ten a picture, one in fifty a pin.
    `UPDATE messages SET
        reactions = CASE WHEN position % 10 < 4 THEN jsonb_build_array(
          jsonb_build_object('reaction', '👍', 'usersId', to_jsonb(($2::uuid[])[1:3])),
          jsonb_build_object('reaction', '🎉', 'usersId', to_jsonb(($2::uuid[])[4:4]))) END,
        files = CASE WHEN position % 10 = 5 THEN jsonb_build_array(jsonb_build_object(
          '_id', id, 'name', 'plan.webp', 'type', 'image/webp', 'size', 48210, 'url', '/api/file/' || id || '/plan.webp',
          'width', 1280, 'height', 960, 'thumbnail', '/api/file/' || id || '.thumb/plan.webp')) END,
        pinned_at = CASE WHEN position % 50 = 7 THEN now() END
      WHERE place_id = ANY($1)`,
    [dressed, crowd.userIds],
  );
  await pool.query('VACUUM ANALYZE messages');
  await pool.query('VACUUM ANALYZE places');

  const client = new Client(`http://127.0.0.1:${server.port}`, crowd.tokens[0]);
  const posters = crowd.tokens.slice(0, connections).map(token => new Poster(server.port, token, process.env.ENCODING));

  /** Returns the cursor of the page before the message at a position. */
  const cursorBefore = async (channelId: string, position: number): Promise<string> => {
    const { rows } = await pool.query('SELECT id FROM messages WHERE place_id = $1 AND position = $2', [
      channelId,
      position,
    ]);
    const page = await client.ok(api.messages.page, { query: { channelId, around: rows[0].id, limit: 1 } });
    return page.prevCursor ?? '';
  };

  /**
   * Reads pages on all connections for a while; returns latencies in milliseconds, pages a second, and CPU microseconds a
   * page.
   */
  const read = async (paths: string[]) => {
    const latencies: number[] = [];
    const spent = () => [cpuSeconds(server.pid), familyCpuSeconds(server.postgresPid)] as const;
    const before = spent();
    const began = performance.now();
    const until = began + seconds * 1000;
    await Promise.all(
      posters.map(async (poster, i) => {
        const path = paths[i % paths.length] as string;
        while (performance.now() < until) {
          const asked = performance.now();
          if ((await poster.get(path)) !== 200) throw new Error(`${path} did not answer 200`);
          latencies.push(performance.now() - asked);
        }
      }),
    );
    const rate = (latencies.length * 1000) / (performance.now() - began);
    const cpu = spent().map((seconds, i) => ((seconds - (before[i] as number)) * 1e6) / latencies.length);
    return { latencies, rate, cpu };
  };

  const rows: string[][] = [
    [
      'messages',
      'page',
      'p50 / p95 / p99 ms',
      'pages/s',
      'server + PostgreSQL CPU µs a page',
      'p50 against the latest',
    ],
  ];
  for (const { size, channelIds } of places) {
    const latestOf = (channelId: string) => `/api/message/paginated?channelId=${channelId}&limit=50`;
    /**
     * Returns the path of the page before a position, for each connection; readers of a shared channel differ by one
     * message.
     */
    const before = (position: number) =>
      Promise.all(
        posters.map(async (_, i) => {
          const channelId = channelIds[i % channelIds.length] as string;
          return `${latestOf(channelId)}&prev=${await cursorBefore(channelId, position + i)}`;
        }),
      );
    const latestPaths = channelIds.map(latestOf);
    const pages = [
      ['latest', latestPaths],
      ['middle', await before(size / 2)],
      ['first', await before(51)],
    ] as const;
    await read(latestPaths);
    let latest = 0;
    for (const [name, paths] of pages) {
      const { latencies, rate, cpu } = await read([...paths]);
      latest ||= quantile(latencies, 0.5);
      const ratio = quantile(latencies, 0.5) / latest;
      rows.push([whole(size), name, spread(latencies), whole(rate), cpu.map(whole).join(' + '), ratio.toFixed(2)]);
    }
  }
  table(`A page of 50 over ${connections} connections`, rows);

  const bareAndDressed = [
    ['messages', 'p50 / p95 / p99 ms', 'pages/s', 'server + PostgreSQL CPU µs a page', 'CPU against bare'],
  ];
  const bare = (places[0] as (typeof places)[number]).channelIds;
  const costs = { bare: [] as number[], dressed: [] as number[], threaded: [] as number[] };
  for (const round of [1, 2, 3]) {
    for (const [kind, name, channelIds] of [
      ['bare', 'bare', bare],
      ['dressed', 'with reactions, files and pins', dressed],
      ['threaded', 'with threads', threaded],
    ] as const) {
      const { latencies, rate, cpu } = await read(
        channelIds.map(id => `/api/message/paginated?channelId=${id}&limit=50`),
      );
      const cost = cpu.reduce((sum, part) => sum + part, 0);
      costs[kind].push(cost);
      bareAndDressed.push([
        `${name}, ${round}`,
        spread(latencies),
        whole(rate),
        cpu.map(whole).join(' + '),
        (cost / (costs.bare.at(-1) as number)).toFixed(2),
      ]);
    }
  }
  for (const poster of posters) poster.close();
  table('Latest pages in channels of as many messages, one after the other', bareAndDressed);
  const against = (costly: number[]) => (median(costly) / median(costs.bare)).toFixed(2);
  say(
    `A page with reactions, files and pins costs ${against(costs.dressed)} times a bare one; 1.20 at most is the aim.`,
  );
  say(`A page with 50 threads costs ${against(costs.threaded)} times a bare one; 1.20 at most is the aim.`);
} finally {
  await server.stop();
}
