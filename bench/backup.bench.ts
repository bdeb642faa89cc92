import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCrowd } from '../server/test/people/crowd.ts';
import { root, say } from '../tools/setup.mjs';
import { startingServers } from './shared/cores.ts';
import { quantile, residentBytes, sayMachine, spread, table, whole } from './shared/figures.ts';
import { fillChannel } from './shared/filling.ts';
import { Poster } from './shared/posting.ts';
import { startServer } from './shared/server.ts';
import { postSteadily } from './shared/steady.ts';

/**
 * Measures backup, verification and restore of `MESSAGES` messages and `GIGABYTES` of random files: their duration,
 * their memory, and the latency of concurrent posts on the same core. The target: their p95 at most twice calm.
 */
const messages = Number(process.env.MESSAGES ?? 500_000);
const gigabytes = Number(process.env.GIGABYTES ?? 5);
const fileBytes = 2_500_000;
const calmSeconds = Number(process.env.SECONDS ?? 20);

/** Runs a command of the built server on its core, to its end; returns its seconds and its largest memory in bytes. */
async function command(variables: Record<string, string>, ...words: string[]) {
  const began = performance.now();
  const child: ChildProcess = await startingServers(() =>
    spawn(process.execPath, [join(root, 'server/dist', `${words[0]}.js`), ...words], {
      env: { ...process.env, ...variables, LOG_LEVEL: 'error' },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  let memory = 0;
  const looking = setInterval(() => {
    memory = Math.max(memory, residentBytes(child.pid as number) || 0);
  }, 100);
  const [code] = await once(child, 'exit');
  clearInterval(looking);
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`);
  return { seconds: (performance.now() - began) / 1_000, memory };
}

sayMachine();
const folder = mkdtempSync(join(tmpdir(), 'palabre-bench-backup-'));
const server = await startServer();
try {
  const { tokens, channelIds, userIds } = await createCrowd(server.database, server.secret, {
    people: 50,
    channels: 5,
  });
  for (const channelId of channelIds) await fillChannel(server, channelId, userIds, messages / channelIds.length);
  await server.database.pool.query('VACUUM ANALYZE');
  for (let written = 0; written < gigabytes * 1e9; written += fileBytes) {
    const id = randomUUID();
    const shard = join(server.dataDir, 'files', id.slice(34, 36));
    mkdirSync(shard, { recursive: true });
    writeFileSync(join(shard, id), randomBytes(fileBytes));
  }
  const poster = await new Poster(server.port, tokens[0] as string).open();
  const channelId = channelIds[0] as string;
  await postSteadily(poster, channelId, 3);

  const file = join(folder, 'palabre.tar');
  const variables = { DATA_DIR: server.dataDir, DATABASE_URL: server.databaseUrl, JWT_SECRET: server.secret };
  const before = await postSteadily(poster, channelId, calmSeconds);
  const running = command(variables, 'backup', file);
  const felt = await postSteadily(poster, channelId, running);
  const backup = await running;
  const after = await postSteadily(poster, channelId, calmSeconds);
  poster.close();
  const verify = await command(variables, 'restore', file, '--verify');
  const restore = await command({ DATA_DIR: join(folder, 'data') }, 'restore', file);

  const calm = [...before.latencies, ...after.latencies];
  const ratio = quantile(felt.latencies, 0.95) / quantile(calm, 0.95);
  table(`Posts, one each 20 ms, beside a backup; p50 / p95 / p99 in ms; p95 ${ratio.toFixed(1)} times calm`, [
    ['calm', 'beside the backup', 'not 201'],
    [spread(calm), spread(felt.latencies), String(felt.failed.length)],
  ]);
  table(
    `${whole(messages)} messages and ${gigabytes} GB of files, in a backup of ${whole(statSync(file).size / 1e6)} MB`,
    [
      ['', 'seconds', 'RSS at most, MB'],
      ...Object.entries({ backup, verify, restore }).map(([name, one]) => [
        name,
        one.seconds.toFixed(0),
        whole(one.memory / 1e6),
      ]),
    ],
  );
  say('');
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
