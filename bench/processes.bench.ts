import { randomUUID } from 'node:crypto';
import { findRedis, TestRedis } from '../server/test/outside/redis.ts';
import { createCrowd } from '../server/test/people/crowd.ts';
import { say } from '../tools/setup.mjs';
import { type Listened, type ListenRequest, now } from './children/fanout.ts';
import type { Arrivals, PeopleRequest } from './children/people.ts';
import type { PostsAnswer, PostsRequest } from './children/posts.ts';
import { childrenOf, familyCpuSeconds, residentBytes, sayMachine, spread, table, whole } from './shared/figures.ts';
import { Poster } from './shared/posting.ts';
import { Helper, type RunningServer, startServer } from './shared/server.ts';

/**
 * Measures the throughput of one, two and four workers behind one port, with one PostgreSQL and, from two on, one
 * Redis: posts a second, deliveries a second, and open connections. All share the cores of the machine with PostgreSQL,
 * Redis and the load, so the gain of a worker shows only where cores are free.
 */
const counts = (process.env.COUNTS ?? '1,2,4').split(',').map(Number);
const seconds = Number(process.env.SECONDS ?? 5);
const people = Number(process.env.PEOPLE ?? 2_000);
const listeners = 300;
const burst = 50;
const bursts = 10;

sayMachine('server, PostgreSQL, Redis and load share all cores');
const heads = [
  ...['workers', 'posts/s', 'p50 / p95 / p99 ms', 'CPU µs a post', 'deliveries/s', 'CPU µs a delivery'],
  ...['connections', 'connected within s', 'RSS MB of all'],
];
const rows = [heads];
if (!findRedis()) throw new Error('redis-server is missing');
for (const count of counts) {
  const redis = await TestRedis.start();
  const helpers: { stop(): Promise<void> }[] = [];
  const help = <Request, Answer>(script: string): Helper<Request, Answer> => {
    const helper = new Helper<Request, Answer>(script);
    helpers.push(helper);
    return helper;
  };
  const server = await startServer({ workers: { count, redisUrl: redis.url } });
  try {
    const crowd = await createCrowd(server.database, server.secret, { people: listeners, channels: 20 });
    const row = [
      String(count),
      ...(await posts(server, help('posts.ts'), crowd)),
      ...(await deliveries(server, help('fanout.ts'), crowd)),
      ...(await connections(server, help('people.ts'))),
    ];
    rows.push(row);
    say(row.join(' · '));
  } finally {
    for (const helper of helpers) await helper.stop();
    await server.stop();
    await redis.stop();
  }
}
table(`${listeners} people hear each post; ${seconds} s of posts on 64 connections to 20 channels`, rows);

interface Crowd {
  tokens: string[];
  channelIds: string[];
}

/** Posts as fast as 64 connections can, with nobody listening. */
async function posts(server: RunningServer, load: Helper<PostsRequest, PostsAnswer>, { tokens, channelIds }: Crowd) {
  const { port } = server;
  const ask = (lasting: number) =>
    load.ask({ what: 'posts', seconds: lasting, connections: 64, port, tokens, channelIds });
  await ask(2);
  const before = familyCpuSeconds(server.pid);
  const { done, failed, took, latencies } = await ask(seconds);
  if (failed > 0) throw new Error(`${failed} posts failed`);
  const cpu = ((familyCpuSeconds(server.pid) - before) * 1e6) / done;
  return [whole(done / took), spread(latencies), whole(cpu)];
}

/** Posts bursts to one channel, delivered to all listeners. */
async function deliveries(server: RunningServer, ears: Helper<ListenRequest, Listened>, { tokens, channelIds }: Crowd) {
  const { port } = server;
  await ears.ask({ what: 'open', port, count: listeners, protocol: 'socket.io', tokens });
  await ears.ask({ what: 'settle' });
  const posters = tokens.slice(0, burst).map(token => new Poster(port, token));
  await ears.ask({ what: 'forget' });
  const before = familyCpuSeconds(server.pid);
  const began = now();
  for (let round = 0; round < bursts; round += 1) {
    const channelId = channelIds[0] as string;
    const posted = posters.map(poster => poster.post(channelId, `sent@${now().toFixed(3)} Bonjour`, randomUUID()));
    for (const status of await Promise.all(posted)) if (status !== 201) throw new Error(`a post answered ${status}`);
  }
  const wanted = bursts * burst * listeners;
  const { deliveries: heard, last } = await ears.ask({ what: 'wait', deliveries: wanted });
  if (heard !== wanted) throw new Error(`${heard} deliveries of ${wanted}`);
  const cpu = ((familyCpuSeconds(server.pid) - before) * 1e6) / heard;
  for (const poster of posters) poster.close();
  return [whole((heard * 1000) / (last - began)), cpu.toFixed(2)];
}

/** Connects people of 40 workspaces at once, and holds their connections. */
async function connections(server: RunningServer, load: Helper<PeopleRequest, Arrivals>) {
  const { tokens } = await createCrowd(server.database, server.secret, { people, workspaces: 40 });
  const arrivals = await load.ask({ what: 'connect', port: server.port, tokens, atOnce: 500 });
  const held = [server.pid, ...childrenOf(server.pid)].reduce((sum, pid) => sum + residentBytes(pid), 0);
  return [whole(arrivals.length), (Math.max(...arrivals) / 1000).toFixed(1), whole(held / 1e6)];
}
