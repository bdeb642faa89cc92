import { api } from '@palabre/common/contract/index.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Palabre, Person, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { PushService } from '../../../test/outside/push-service.ts';
import { findRedis, TestRedis } from '../../../test/outside/redis.ts';
import { talk, write } from '../../../test/people/talk.ts';

const service = new PushService();
const queries = vi.spyOn(pg.Client.prototype, 'query');
beforeAll(() => service.open());
afterAll(() => service.close());

const start = (env: Record<string, string> = {}) =>
  startPalabre({ env: { PUBLIC_URL: 'https://palabre.exemple.fr', PUSH_SERVICES: service.url, ...env } });

/** Writes to a person who hears it, and counts what is asked about pushes meanwhile. */
async function asked(palabre: Palabre, from: Person, to: Person): Promise<number> {
  const conversation = await talk(from, to);
  const ears = await to.connect();
  queries.mockClear();
  const { _id } = await write(from, conversation, 'Tu viens ?');
  await ears.next('newNotification', one => one._id === _id);
  ears.close();
  const { pool, first } = palabre.services.database;
  await vi.waitUntil(() => [pool, first].every(one => one.waitingCount === 0 && one.idleCount === one.totalCount));
  const texts = queries.mock.calls.map(([query]) => (query as unknown as { text?: string }).text ?? String(query));
  // The look of each minute may come meanwhile.
  return texts.filter(text => /mentions JOIN said/.test(text)).length;
}

test('A message that calls somebody asks nothing of pushes while no device gets any, and again from the first one on', async () => {
  const palabre = await start();
  const [camille, karim] = [await palabre.register(), await palabre.register({ firstName: 'Karim' })];
  // Nothing is known at first.
  expect(await asked(palabre, camille, karim)).toBe(1);
  expect([await asked(palabre, camille, karim), await asked(palabre, karim, camille)]).toEqual([0, 0]);
  const { subscription } = service.browser((await karim.ok(api.push.key)).key ?? '');
  await karim.ok(api.push.subscribe, { body: subscription });
  expect(await asked(palabre, camille, karim)).toBe(1);
  await karim.ok(api.push.unsubscribe, { body: {} });
  await asked(palabre, camille, karim);
  expect(await asked(palabre, camille, karim)).toBe(0);
});

test('A device that is subscribed while nobody is found to have one is known all the same', async () => {
  const palabre = await start();
  const [camille, karim] = [await palabre.register(), await palabre.register({ firstName: 'Karim' })];
  const { subscription } = service.browser((await karim.ok(api.push.key)).key ?? '');
  const { pushSubscribers } = palabre.services;
  const learn = pushSubscribers.learn.bind(pushSubscribers);
  vi.spyOn(pushSubscribers, 'learn').mockImplementationOnce(read =>
    learn(async () => {
      const found = await read();
      expect(found.areAny).toBe(false);
      await karim.ok(api.push.subscribe, { body: subscription });
      return found;
    }),
  );
  await asked(palabre, camille, karim);
  expect(await asked(palabre, camille, karim)).toBe(1);
});

test('A device that a process without news of the others does not know of is known after the look of each minute', async () => {
  const palabre = await start();
  const [camille, karim] = [await palabre.register(), await palabre.register({ firstName: 'Karim' })];
  await asked(palabre, camille, karim);
  vi.spyOn(palabre.services.pushSubscribers, 'tell').mockResolvedValueOnce();
  const { subscription } = service.browser((await karim.ok(api.push.key)).key ?? '');
  await karim.ok(api.push.subscribe, { body: subscription });
  expect(await asked(palabre, camille, karim)).toBe(0);
  await palabre.jobs.now('push.look');
  await jobsDone(palabre, 'push.look');
  expect(await asked(palabre, camille, karim)).toBe(1);
});

test.skipIf(!findRedis())(
  'A device that another process subscribes is known at once (skipped without redis-server)',
  async () => {
    const redis = await TestRedis.start();
    onTestFinished(() => redis.stop());
    const one = await start({ REDIS_URL: redis.url });
    const { env } = one.services;
    const shared = { REDIS_URL: redis.url, DATABASE_URL: env.databaseUrl ?? '', DATA_DIR: one.dataDir };
    const two = await start(shared);
    const [camille, karim] = [await one.register(), await one.register({ firstName: 'Karim' })];
    await asked(one, camille, karim);
    expect(await asked(one, camille, karim)).toBe(0);
    const there = new Person(two, karim.user, karim.token ?? '', karim.password);
    const { subscription } = service.browser((await there.ok(api.push.key)).key ?? '');
    await there.ok(api.push.subscribe, { body: subscription });
    expect(await asked(one, camille, karim)).toBe(1);
  },
);
