import { api } from '@palabre/common/contract/index.ts';
import { Client } from '../server/test/client.ts';
import { createCrowd } from './crowd.ts';
import { cpuSeconds, postgresCpuSeconds, quantile, sayMachine, spread, table, whole } from './figures.ts';
import { Poster } from './posting.ts';
import { startServer } from './server.ts';

/**
 * How long a page of 50 takes in channels of several sizes: the latest, one from the middle, and the first; and how many
 * leave in a second while so many people read one after the other.
 */
const sizes = (process.env.SIZES ?? '1000,10000,100000').split(',').map(Number);
const seconds = Number(process.env.SECONDS ?? 3);
const connections = 16;

sayMachine();
const server = await startServer();
try {
  const crowd = await createCrowd(server.database, server.secret, { people: 64, channels: sizes.length });
  const { pool } = server.database;
  for (const [i, size] of sizes.entries()) {
    await pool.query(
      `INSERT INTO messages (id, place_id, position, seq, sender_id, nonce, content, created_at)
        SELECT gen_random_uuid(), $1, n, n, ($2::uuid[])[1 + n % 64], gen_random_uuid(),
          'La livraison des menuiseries est reportée à mardi, je préviens l’équipe. ' || n, now()
        FROM generate_series(1, $3::int) AS n`,
      [crowd.channelIds[i], crowd.userIds, size],
    );
    await pool.query('UPDATE places SET seq = $2 WHERE id = $1', [crowd.channelIds[i], size]);
  }
  await pool.query('VACUUM ANALYZE messages');

  const client = new Client(`http://127.0.0.1:${server.port}`, crowd.tokens[0]);
  const posters = crowd.tokens.slice(0, connections).map(token => new Poster(server.port, token));

  /** The cursor of the page before the message at a position. */
  const cursorBefore = async (channelId: string, position: number): Promise<string> => {
    const { rows } = await pool.query('SELECT id FROM messages WHERE place_id = $1 AND position = $2', [
      channelId,
      position,
    ]);
    const page = await client.ok(api.messages.page, { query: { channelId, around: rows[0].id, limit: 1 } });
    return page.prevCursor ?? '';
  };

  /** Reads pages for a while over all connections; answers milliseconds, pages a second, and microseconds of processor a page. */
  const read = async (path: string) => {
    const latencies: number[] = [];
    const spent = () => [cpuSeconds(server.pid), postgresCpuSeconds(server.postgresPid)] as const;
    const before = spent();
    const began = performance.now();
    const until = began + seconds * 1000;
    await Promise.all(
      posters.map(async poster => {
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
  for (const [i, size] of sizes.entries()) {
    const channelId = crowd.channelIds[i] as string;
    const path = `/api/message/paginated?channelId=${channelId}&limit=50`;
    const pages = [
      ['latest', path],
      ['middle', `${path}&prev=${await cursorBefore(channelId, size / 2)}`],
      ['first', `${path}&prev=${await cursorBefore(channelId, 51)}`],
    ] as const;
    await read(path);
    let latest = 0;
    for (const [name, path] of pages) {
      const { latencies, rate, cpu } = await read(path);
      latest ||= quantile(latencies, 0.5);
      const ratio = quantile(latencies, 0.5) / latest;
      rows.push([whole(size), name, spread(latencies), whole(rate), cpu.map(whole).join(' + '), ratio.toFixed(2)]);
    }
  }
  for (const poster of posters) poster.close();
  table(`A page of 50 over ${connections} connections`, rows);
} finally {
  await server.stop();
}
