import { createCrowd } from '../server/test/people/crowd.ts';
import type { PostsAnswer, PostsRequest } from './children/posts.ts';
import { cpuSeconds, familyCpuSeconds, median, sayMachine, spread, table, whole } from './shared/figures.ts';
import { Helper, startServer } from './shared/server.ts';

/**
 * Measures the durable posts a second of one server, beside the plain inserts a second of its PostgreSQL in the same run: the
 * same row, one statement and one commit each.
 */
const seconds = Number(process.env.SECONDS ?? 4);
const rounds = Number(process.env.ROUNDS ?? 3);
const usual = { channels: 20, connections: 64 };
const manyConnections = 256;

sayMachine();
const server = await startServer();
const load = new Helper<PostsRequest, PostsAnswer>('posts.ts');
try {
  const { tokens, userIds, channelIds } = await createCrowd(server.database, server.secret, {
    people: 64,
    channels: 200,
  });
  const rate = (answer: PostsAnswer) => answer.done / answer.took;
  const posts = (channels: number, connections: number, lasting = seconds, roots?: Record<string, string>) =>
    load.ask({
      what: 'posts',
      ...(roots && { roots }),
      seconds: lasting,
      connections,
      port: server.port,
      tokens,
      channelIds: channelIds.slice(0, channels),
    });
  const inserts = (connections: number) =>
    load.ask({
      what: 'inserts',
      seconds,
      connections,
      databaseUrl: server.databaseUrl,
      senderId: userIds[0] as string,
      channelIds: channelIds.slice(0, usual.channels),
    });

  await posts(usual.channels, usual.connections, 3);
  // Within minutes, PostgreSQL would analyze its tables by itself, and plan by that from then on.
  await server.database.pool.query('ANALYZE');
  const ratios: number[] = [];
  const rows: string[][] = [['round', 'posts/s', 'p50 / p95 / p99 ms', 'not 201', 'bare inserts/s', 'ratio']];
  for (let round = 1; round <= rounds; round++) {
    const bare = Math.max(rate(await inserts(8)), rate(await inserts(16)));
    const answer = await posts(usual.channels, usual.connections);
    const ratio = rate(answer) / bare;
    ratios.push(ratio);
    rows.push([
      `${round}`,
      whole(rate(answer)),
      spread(answer.latencies),
      `${answer.failed}`,
      whole(bare),
      `${Math.round(ratio * 100)} %`,
    ]);
  }
  rows.push(['median', '', '', '', '', `${Math.round(median(ratios) * 100)} %`]);
  table(`${usual.channels} channels, ${usual.connections} connections; bare: the better of 8 and 16 connections`, rows);

  const curve = async (title: string, sizes: readonly [channels: number, connections: number][]) => {
    const rows: string[][] = [
      ['channels', 'connections', 'posts/s', 'p50 / p95 / p99 ms', 'server CPU µs a post', 'PostgreSQL CPU µs a post'],
    ];
    for (const [channels, connections] of sizes) {
      const spent = () => [cpuSeconds(server.pid), familyCpuSeconds(server.postgresPid)];
      const before = spent();
      const answer = await posts(channels, connections);
      const each = spent().map((after, i) => whole(((after - (before[i] ?? 0)) * 1e6) / answer.done));
      rows.push([`${channels}`, `${connections}`, whole(rate(answer)), spread(answer.latencies), ...each]);
    }
    table(title, rows);
  };
  // The last message of each channel becomes a root.
  const { rows: last } = await server.database.pool.query<{ id: string; place_id: string }>(
    `SELECT DISTINCT ON (place_id) id, place_id FROM messages WHERE place_id = ANY($1::uuid[])
      ORDER BY place_id, position DESC`,
    [channelIds],
  );
  const roots = Object.fromEntries(last.map(({ id, place_id }) => [place_id, id]));
  await posts(usual.channels, usual.connections, 3, roots);
  await server.database.pool.query('ANALYZE');
  const answers = [['', 'connections', 'posts/s', 'p50 / p95 / p99 ms', 'not 201']];
  for (let round = 1; round <= rounds; round++) {
    for (const connections of [usual.connections, manyConnections]) {
      for (const [what, given] of [
        ['posts alone', undefined],
        ['10 % replies', roots],
      ] as const) {
        const answer = await posts(usual.channels, connections, seconds, given);
        answers.push([what, `${connections}`, whole(rate(answer)), spread(answer.latencies), `${answer.failed}`]);
      }
    }
  }
  table('Replies in threads, in turn with posts alone', answers);

  await curve(
    'By channels',
    [1, 20, 200].map(channels => [channels, usual.connections]),
  );
  await curve(
    'By connections',
    [1, 8, usual.connections, manyConnections].map(connections => [usual.channels, connections]),
  );
} finally {
  await load.stop();
  await server.stop();
}
