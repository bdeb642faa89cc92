import { randomUUID } from 'node:crypto';
import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Palabre, startPalabre } from '../../../test/harness.ts';
import { PushService } from '../../../test/outside/push-service.ts';
import { hoursFrom } from '../../../test/people/duty.ts';
import { talk } from '../../../test/people/talk.ts';

const service = new PushService();
let palabre: Palabre;
/** Lead of the clock of jobs, of duty too, over the clock of everything else. */
let aheadMs = 0;

beforeAll(async () => {
  await service.open();
  palabre = await startPalabre({
    env: { PUBLIC_URL: 'https://palabre.exemple.fr', PUSH_SERVICES: service.url },
    now: () => new Date(Date.now() + aheadMs),
  });
});
afterAll(() => service.close());

/** Runs the jobs of pushes as of a time from now, until all are done. */
async function leave(seconds = 11): Promise<void> {
  aheadMs = seconds * 1_000;
  const { kysely } = palabre.services.database;
  await palabre.jobs.now('push.look');
  await vi.waitUntil(
    async () => {
      await sql`
        WITH aged AS (
          UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now() AND locked_at IS NULL RETURNING id
        ) SELECT pg_notify('jobs:insert', '{"count":1}') FROM aged`.execute(kysely);
      const { rows } = await sql`
        SELECT FROM graphile_worker._private_jobs AS job JOIN graphile_worker._private_tasks AS task ON task.id = task_id
        WHERE task.identifier LIKE 'push.%'`.execute(kysely);
      return rows.length === 0;
    },
    { interval: 30 },
  );
}

test('A push waits for the end of its person’s rest, unless an urgent message calls them', async () => {
  const [camille, karim] = [await palabre.register(), await palabre.register({ firstName: 'Karim' })];
  const { subscription, arrived } = service.browser((await karim.ok(api.push.key)).key ?? '');
  await karim.ok(api.push.subscribe, { body: { ...subscription, detail: 'all' } });
  await karim.ok(api.availability.setHours, { body: { hours: hoursFrom(2, 10) } });
  const { _id: conversationId } = await talk(camille, karim);
  const say = (nonce = randomUUID()) =>
    camille.ok(api.messages.send, { body: { conversationId, content: 'Oui', nonce } });
  await say();
  await leave();
  expect(arrived).toEqual([]);
  const nonce = randomUUID();
  await camille.ok(api.availability.urgent, { body: { nonce, reason: 'Le serveur du client est en panne.' } });
  await say(nonce);
  await leave();
  await say();
  await leave(100 * 60);
  expect(arrived).toHaveLength(1);
  await leave(121 * 60);
  expect(arrived).toHaveLength(2);
});
