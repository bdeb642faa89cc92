import { api } from '@palabre/common/contract/index.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Cluster } from '../../../platform/processes/cluster.ts';
import { type Palabre, Person, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { linesOf, logOf } from '../../../test/log.ts';
import { PushService } from '../../../test/outside/push-service.ts';
import { findRedis, TestRedis } from '../../../test/outside/redis.ts';
import { talk, write } from '../../../test/people/talk.ts';
import { gather } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';
import { Subscribers } from './subscribers.ts';

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
  const { message } = await karim.ok(api.push.unsubscribe, { body: {} });
  expect(message).toBe('Cet appareil ne recevra plus de notifications.');
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

test('A message that calls somebody while the devices of earlier ones are read is queued too, and one that calls many at once', async () => {
  const palabre = await start();
  const camille = await palabre.register();
  const called = [await palabre.register({ firstName: 'Karim' }), await palabre.register({ firstName: 'Yann' })];
  for (const person of called) {
    const { subscription } = service.browser((await person.ok(api.push.key)).key ?? '');
    await person.ok(api.push.subscribe, { body: subscription });
  }
  const [first, second] = [await talk(camille, called[0] as Person), await talk(camille, called[1] as Person)];
  const { pushSubscribers, broadcaster, database } = palabre.services;
  const learn = pushSubscribers.learn.bind(pushSubscribers);
  const sent = vi.spyOn(broadcaster, 'send');
  vi.spyOn(pushSubscribers, 'learn').mockImplementationOnce(async read => {
    const found = await learn(read);
    const { _id } = await write(camille, second, 'Et toi ?');
    await vi.waitUntil(() =>
      sent.mock.calls.some(([name, payload]) => name === 'newNotification' && (payload as { _id: string })._id === _id),
    );
    return found;
  });
  await write(camille, first, 'Tu viens ?');
  const queued = 'SELECT FROM push_subscriptions WHERE asked_at IS NOT NULL';
  await expect.poll(async () => (await database.pool.query(queued)).rows.length).toBe(2);
  // A role, everyone, or several people are called at once too: no look of each minute comes here.
  const team = await gather(camille, ...called);
  const role = await team.role({ users: called.map(({ id }) => id) });
  // Their author is told nothing.
  const { subscription } = service.browser((await camille.ok(api.push.key)).key ?? '');
  await camille.ok(api.push.subscribe, { body: subscription });
  const byName = called.map(({ id }) => `<@${id}>`).join(' ');
  for (const call of [`<@&${role._id}>`, '<@everyone>', byName]) {
    await database.pool.query('UPDATE push_subscriptions SET asked_at = NULL');
    await post(camille, team.welcome, `${call} à midi`);
    await expect.poll(async () => (await database.pool.query(queued)).rows.length, { message: call }).toBe(2);
  }
  // A push that could not be queued is left to the look of each minute, and the log says why.
  const lines = logOf(palabre);
  vi.spyOn(pushSubscribers, 'learn').mockRejectedValueOnce(new Error('the database is away'));
  await write(camille, first, 'Et demain ?');
  const untold = () => linesOf(lines, 'pushes not queued: the next look finds them');
  await vi.waitFor(() => expect(untold()).toMatchObject([{ level: 40, err: { message: 'the database is away' } }]));
});

test('The look of each minute goes through all devices, however many have nothing to tell', async () => {
  const palabre = await startPalabre({
    env: { PUBLIC_URL: 'https://palabre.exemple.fr', PUSH_SERVICES: service.url },
    now: () => new Date(Date.now() + 11_000),
  });
  const [camille, karim] = [await palabre.register(), await palabre.register({ firstName: 'Karim' })];
  await write(camille, await talk(camille, karim), 'Tu viens ?');
  const browser = service.browser((await karim.ok(api.push.key)).key ?? '');
  await karim.ok(api.push.subscribe, { body: browser.subscription });
  const { pool } = palabre.services.database;
  // The device was subscribed before the message, and comes after a whole batch of other devices.
  await pool.query(
    `UPDATE push_subscriptions SET since = now() - interval '1 hour', created_at = now() - interval '1 hour'`,
  );
  await pool.query(
    `WITH made AS (
       INSERT INTO sessions (id, user_id, expires_at)
       SELECT lpad(n::text, 32, '0')::uuid, $1, now() + interval '1 day' FROM generate_series(1, 200) AS n RETURNING id
     ) INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, language, detail)
     SELECT id, $1, id, id, '', '', 'fr', 'all' FROM made`,
    [camille.id],
  );
  await palabre.jobs.now('push.look');
  await expect.poll(() => browser.arrived.length).toBe(1);
});

test('A device that another process tells of is known, and any may be there once what others told was missed', async () => {
  const heard = new Map<string, () => void>();
  const cluster = {
    on: (name: string, hear: () => void) => void heard.set(name, hear),
    onMissed: (hear: () => void) => void heard.set('missed', hear),
  };
  const subscribers = new Subscribers(cluster as unknown as Cluster);
  for (const what of ['pushSubscribed', 'missed']) {
    await subscribers.learn(async () => ({ devices: [], areAny: false }));
    expect(subscribers.none).toBe(true);
    heard.get(what)?.();
    expect([what, subscribers.none]).toEqual([what, false]);
  }
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
