import { randomUUID } from 'node:crypto';
import { api } from '@palabre/common/contract/index.ts';
import { localTimeOf } from '@palabre/common/rules/local-times.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { launchPalabre } from '../../../../tools/launch.ts';
import { startPalabre } from '../../../test/harness.ts';
import { gather } from '../../../test/people/team.ts';

const aMinuteMs = 60_000;
const startWithinMs = 20_000;

it('A process killed while messages leave has posted each at most once, and the next one posts the others', async () => {
  const palabre = await startPalabre();
  const { database, env } = palabre.services;
  const [camille, karim] = [await palabre.register(), await palabre.register({ firstName: 'Karim' })];
  const team = await gather(camille, karim);
  const wanted = Array.from({ length: 150 }, (_, n) => `message ${n}`);
  const when = { localTime: localTimeOf(Date.now() + 5 * aMinuteMs, 'UTC'), zone: 'UTC' };
  for (const content of wanted) {
    const body = { channelId: team.welcome._id, content, ...when, nonce: randomUUID() };
    await karim.ok(api.scheduled.create, { body });
  }
  // From here on this process runs no job: another process runs them.
  await palabre.endJobs();
  await database.pool.query("UPDATE scheduled_messages SET at = now() - interval '1 minute'");
  const launched = launchPalabre({
    variables: {
      HOST: '127.0.0.1',
      DATA_DIR: palabre.dataDir,
      DATABASE_URL: env.databaseUrl,
      JWT_SECRET: new TextDecoder().decode(env.jwtSecret),
      LOG_LEVEL: 'silent',
    },
  });
  onTestFinished(() => launched.stop('SIGKILL').then(() => {}));
  await launched.ready();
  const stored = async () => {
    const { rows } = await database.pool.query('SELECT content FROM messages WHERE place_id = $1', [team.welcome._id]);
    return rows.map(({ content }) => content as string);
  };
  await palabre.jobs.addAll('scheduled.leave', [{ payload: {} }]);
  await vi.waitUntil(async () => (await stored()).length > 0, { timeout: startWithinMs, interval: 2 });
  await launched.stop('SIGKILL');
  const before = (await stored()).length;
  expect(before).toBeLessThan(wanted.length);

  // Simulates a death a minute ago: the process's locked jobs and queues are free again.
  await database.pool.query("UPDATE graphile_worker._private_job_queues SET locked_at = now() - interval '1 minute'");
  await database.pool.query(
    "UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '1 minute' WHERE locked_at IS NOT NULL",
  );
  await database.pool.query("UPDATE scheduled_messages SET taken_at = taken_at - interval '1 minute'");
  const next = await startPalabre({
    env: { DATABASE_URL: env.databaseUrl ?? '', JWT_SECRET: new TextDecoder().decode(env.jwtSecret) },
  });
  await next.jobs.now('scheduled.leave');
  await vi.waitUntil(async () => (await karim.ok(api.scheduled.list)).scheduled.length === 0, startWithinMs);
  expect((await stored()).sort()).toEqual(wanted.sort());
  await next.stop();
}, 60_000);
