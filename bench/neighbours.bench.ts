import { constants, setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { type Crowd, createCrowd } from '../server/test/people/crowd.ts';
import { say } from '../tools/setup.mjs';
import type { Flood, FloodAnswer, FloodRequest } from './children/floods.ts';
import { floods } from './neighbours/floods.ts';
import { quantile, residentBytes, sayMachine, table, whole } from './shared/figures.ts';
import { fillChannel } from './shared/filling.ts';
import { Poster } from './shared/posting.ts';
import { Helper, type RunningServer, startServer } from './shared/server.ts';
import { postSteadily } from './shared/steady.ts';

/**
 * Measures how floods (by one person, by many accounts of one IP address, without a session) delay other people: posts in
 * another workspace and from another IP address, during each flood and just before and after it; also the server's memory
 * and resources before all floods and some time after. Rate limits are on, as by default. `FLOODS` chooses: `edits,roles`.
 * A flood over the target is measured three times in a row, and the median stands.
 */
const seconds = Number(process.env.SECONDS ?? 12);
/** Time between the last flood and the second look at the server's memory and resources. */
const restSeconds = Number(process.env.REST_SECONDS ?? 60);
/** Target of the p95 beside a flood, against the calm one. */
const mostAgainstCalm = 2;
const target = `the target: p95 at most ${mostAgainstCalm} times calm, none refused, RSS back within 100 MB of before`;
/** Baseline among the floods, without a flood: the noise of the measure itself. */
const nothing = 'nothing';
/** Seconds of calm measured before and after each flood, and seconds after a flood that are not measured. */
const calmSeconds = Math.max(3, seconds / 2);
const ebbingSeconds = 1.5;
const chosen = process.env.FLOODS?.split(',');

/** Fills a workspace with as many channels and roles as allowed; each role opens each channel. */
async function fillToLimits({ database }: RunningServer, { workspaceId }: Crowd): Promise<string> {
  const { rows } = await database.pool.query(
    `WITH made AS (SELECT gen_random_uuid() AS id, n FROM generate_series(1, 499) AS n), placed AS (
        INSERT INTO places (id, kind, room) SELECT id, 'channel', 'channel:' || id FROM made RETURNING id
      ), opened AS (
        INSERT INTO channels (id, workspace_id, title, visibility, position)
        SELECT id, $1, 'salon ' || n, 'private', n FROM made JOIN placed USING (id) RETURNING id
      ), roles AS (
        INSERT INTO roles (id, workspace_id, name, rank)
        SELECT gen_random_uuid(), $1, 'rôle ' || n, n FROM generate_series(1, 250) AS n RETURNING id
      ), opening AS (
        INSERT INTO role_channels SELECT roles.id, opened.id, true, true FROM roles, opened
      )
      SELECT id FROM roles LIMIT 1`,
    [workspaceId],
  );
  return rows[0].id;
}

/** Creates a workspace with a logo; returns the logo's path and its ETag. */
async function sendLogo(token: string): Promise<{ file: string; etag: string }> {
  const picture = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#1d6a51' } })
    .png()
    .toBuffer();
  const body = new FormData();
  body.set('title', 'Une image');
  body.set('logo', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'a.png');
  const headers = { authorization: `Bearer ${token}` };
  const url = `http://127.0.0.1:${server.port}`;
  const made = await fetch(`${url}/api/workspace`, { method: 'POST', headers, body });
  const { workspace } = (await made.json()) as { workspace: { logo: string } };
  const file = await fetch(url + workspace.logo, { headers });
  return { file: workspace.logo.replace(/^\/api/, ''), etag: file.headers.get('etag') ?? '' };
}

sayMachine();
const server = await startServer({ limits: true });
const load = new Helper<FloodRequest, FloodAnswer>('floods.ts');
// Low priority: the flood shares its core with the timed posts, and making 10 MB bodies must not delay their sending.
setPriority(load.pid, constants.priority.PRIORITY_LOW);
try {
  const others = await createCrowd(server.database, server.secret, { people: 2 });
  const attacker = await createCrowd(server.database, server.secret, { people: 500, channels: 2 });
  const [token, channelId] = [attacker.tokens[0] as string, attacker.channelIds[0] as string];
  await fillChannel(server, channelId, attacker.userIds.slice(0, 20), 1_000);
  const roleId = await fillToLimits(server, attacker);
  // Vacuum now, so that autovacuum does not run during the measures.
  await server.database.pool.query('VACUUM ANALYZE');
  const posted = await fetch(`http://127.0.0.1:${server.port}/api/message`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ channelId, content: 'avant' }),
  });
  const { message } = (await posted.json()) as { message: { _id: string } };
  const poster = await new Poster(server.port, others.tokens[0] as string, '', '203.0.113.9').open();
  const { file, etag } = await sendLogo(token);

  const neighbours = (lasting: number) => postSteadily(poster, others.channelIds[0] as string, lasting);

  const rows = [
    [
      ...['', 'p50 ms', 'p95 ms', 'p50, p95 calm', 'p95 against calm', 'each time'],
      ...['not 201', 'RSS MB', 'what the flood was answered'],
    ],
  ];
  const userId = attacker.userIds[0] as string;
  const about = {
    ...{ token, workspaceId: attacker.workspaceId, channelId, messageId: message._id, roleId, file, etag },
    ...{ tokens: attacker.tokens.slice(0, 40), userId, email: `${userId}@exemple.fr` },
  };
  let before = { latencies: [] as number[] };

  /** Measures posts beside a flood, and calm just before and after it: other work on the machine varies by the minute. */
  async function measure(flood: Flood | typeof nothing) {
    const flooding: FloodAnswer | Promise<FloodAnswer> =
      flood === nothing ? {} : load.ask({ flood, seconds, port: server.port, ...about });
    const felt = await neighbours(seconds);
    const answers = await flooding;
    const rss = residentBytes(server.pid) / 1e6;
    await neighbours(ebbingSeconds);
    const after = await neighbours(calmSeconds);
    const calm = [...before.latencies, ...after.latencies];
    before = after;
    return { felt, answers, rss, calm, ratio: quantile(felt.latencies, 0.95) / quantile(calm, 0.95) };
  }

  await neighbours(2);
  const rssBefore = residentBytes(server.pid) / 1e6;
  before = await neighbours(calmSeconds);
  for (const flood of [nothing, ...(Object.keys(floods) as Flood[])] as const) {
    if (chosen && flood !== nothing && !chosen.includes(flood)) continue;
    const times = [await measure(flood)];
    // With so few posts, the p95 may reflect a single checkpoint or garbage collection, so a flood over the target is
    // measured twice more.
    while (times.length < 3 && (times[0]?.ratio ?? 0) > mostAgainstCalm) times.push(await measure(flood));
    const median = [...times].sort((a, b) => a.ratio - b.ratio)[times.length >> 1] as (typeof times)[number];
    const { felt, calm, answers, rss } = median;
    const [p50, p95] = [0.5, 0.95].map(part => quantile(felt.latencies, part).toFixed(1));
    const told = Object.entries(answers).map(([what, count]) => `${what}: ${whole(count)}`);
    rows.push([
      ...[flood, p50 ?? '', p95 ?? '', [0.5, 0.95].map(part => quantile(calm, part).toFixed(1)).join(', ')],
      ...[median.ratio.toFixed(1), times.map(({ ratio }) => ratio.toFixed(1)).join(' · ')],
      ...[times.flatMap(one => one.felt.failed).join() || '0', whole(rss), told.join(', ')],
    ]);
  }
  await wait(restSeconds * 1_000);
  const rssAfter = residentBytes(server.pid) / 1e6;
  poster.close();
  table(`Posts of others, one each 20 ms, beside floods of ${seconds} s; ${target}`, rows);
  say(`RSS MB: ${whole(rssBefore)} before, ${whole(rssAfter)} ${restSeconds} s after the last flood`);
} finally {
  await load.stop();
  await server.stop();
}
