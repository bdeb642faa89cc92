import { setTimeout as wait } from 'node:timers/promises';
import { type Crowd, createCrowd } from '../server/test/people/crowd.ts';
import { say } from '../tools/setup.mjs';
import { quantile, sayMachine, table, whole } from './shared/figures.ts';
import { Poster } from './shared/posting.ts';
import { type RunningServer, startServer } from './shared/server.ts';
import { postSteadily } from './shared/steady.ts';

/**
 * Measures the cost, to other people, of scheduled messages due in the same minute: latency of posts in another
 * workspace before, during and after; and how long after their minute the last message was stored, each once. `DUE`:
 * number of messages.
 */
const due = Number(process.env.DUE ?? 10_000);
const people = 200;
const channels = 50;
const calmSeconds = Number(process.env.SECONDS ?? 12);
const minuteMs = 60_000;
/** Time left before the messages' minute, for storing them and measuring calm. */
const aheadMs = (calmSeconds + 5) * 1_000;

/** Schedules messages of many people in many channels for one minute. */
async function schedule({ database }: RunningServer, { userIds, channelIds, workspaceId }: Crowd, at: Date) {
  await database.pool.query(
    `INSERT INTO scheduled_messages (id, author_id, place_id, workspace_id, content, local_time, zone, at, nonce)
     SELECT gen_random_uuid(), ($1::uuid[])[1 + n % $3], ($2::uuid[])[1 + n % $4], $5, 'Bonjour à tous, message ' || n,
       to_char($6::timestamptz, 'YYYY-MM-DD"T"HH24:MI'), 'UTC', $6, gen_random_uuid()
     FROM generate_series(1, $7) AS n`,
    [userIds, channelIds, people, channels, workspaceId, at, due],
  );
  await database.pool.query('VACUUM ANALYZE scheduled_messages');
}

sayMachine();
const server = await startServer();
try {
  const { database } = server;
  const others = await createCrowd(database, server.secret, { people: 2 });
  const authors = await createCrowd(database, server.secret, { people, channels });
  const poster = await new Poster(server.port, others.tokens[0] as string, '', '203.0.113.9').open();
  const neighbours = (lasting: number | Promise<unknown>) =>
    postSteadily(poster, others.channelIds[0] as string, lasting);
  await neighbours(3);
  const at = new Date(Math.ceil((Date.now() + aheadMs) / minuteMs) * minuteMs);
  await schedule(server, authors, at);
  const before = await neighbours(calmSeconds);
  await wait(at.getTime() - Date.now());
  const left = async () => {
    const { rows } = await database.pool.query('SELECT count(*)::int AS left FROM scheduled_messages');
    return rows[0].left as number;
  };
  const gone = (async () => {
    while ((await left()) > 0 && Date.now() - at.getTime() < 5 * minuteMs) await wait(500);
  })();
  const beside = await neighbours(gone);
  await neighbours(2);
  const after = await neighbours(calmSeconds);
  const { rows } = await database.pool.query(
    `SELECT count(*)::int AS stored, count(DISTINCT content)::int AS once,
       extract(epoch FROM max(created_at) - $2::timestamptz)::float AS seconds
     FROM messages WHERE sender_id = ANY($1::uuid[])`,
    [authors.userIds, at],
  );
  const calm = [...before.latencies, ...after.latencies];
  const line = (name: string, latencies: readonly number[], failed: number) => [
    name,
    ...[0.5, 0.95, 0.99].map(share => quantile(latencies, share).toFixed(1)),
    String(latencies.length),
    String(failed),
  ];
  table(`${whole(due)} messages due in one minute, of ${people} people in ${channels} channels`, [
    ['posts of another workspace', 'p50 ms', 'p95 ms', 'p99 ms', 'posts', 'not 201'],
    line('calm', calm, before.failed.length + after.failed.length),
    line('while they leave', beside.latencies, beside.failed.length),
  ]);
  const { stored, once, seconds } = rows[0];
  const ratio = quantile(beside.latencies, 0.95) / quantile(calm, 0.95);
  say(`p95 against calm: ${ratio.toFixed(2)} (at most 2)`);
  say(
    `stored: ${whole(stored)}, different: ${whole(once)}, left: ${await left()}; the last ${seconds.toFixed(1)} s after its minute began (at most 60)`,
  );
  poster.close();
} finally {
  await server.stop();
}
