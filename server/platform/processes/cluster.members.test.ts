import { api } from '@palabre/common/contract/index.ts';
import { waitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { startPalabre } from '../../test/harness.ts';
import { logOf } from '../../test/log.ts';
import { findRedis, TestRedis } from '../../test/outside/redis.ts';
import { alone, type Cluster, type ClusterTimes, joinCluster, measureCluster } from './cluster.ts';

/** Tests what processes know of one another by Redis; `cluster.test.ts` tests how they use it. */

const logger = pino({ level: 'silent' });
const jwtSecret = new TextEncoder().encode('only for tests');
/** Waits of one process for the others are as long as it takes: none ends by time because the machine is slow. */
const patient = { answerWithinMs: waitTimeoutMs, awaitedForMs: waitTimeoutMs, deadAfterMs: 10 * waitTimeoutMs };
const isThere = Boolean(findRedis());

let redis: TestRedis;
let raw: Redis;
beforeAll(async () => {
  if (!isThere) return;
  redis = await TestRedis.start();
  raw = new Redis(redis.url, { protocol: 2 });
});
afterAll(async () => {
  raw?.disconnect();
  await redis?.stop();
});

async function join(times: Partial<ClusterTimes> = {}): Promise<Cluster> {
  const member = await joinCluster({ redisUrl: redis.url, jwtSecret }, logger, times);
  onTestFinished(async () => {
    if (!member.closed) await member.close();
  });
  return member;
}
const lineOf = ({ shared }: Cluster): string => `${shared?.namespace}:line`;
/** Sends a message as another process, which sends nothing by itself. */
const say = (to: Cluster, topic: string, body = '') => raw.publish(lineOf(to), `un-autre ${topic} ${body}`);
/** Waits for the answer to a question, for less than the process that asks does. */
async function isAnswered(asking: Promise<void>): Promise<void> {
  const answered = vi.fn();
  void asking.then(answered);
  await vi.waitFor(() => expect(answered, 'answers').toHaveBeenCalled());
}
const isCounted = (by: Cluster, count: number) => vi.waitUntil(() => by.shared?.nodes() === count);

it.skipIf(!isThere)(
  'a process that was cut off gives the others their full time again before it counts them as dead (skipped without redis-server)',
  async () => {
    const lines = logOf({ services: { logger } });
    const member = await join();
    const missed = vi.fn();
    member.onMissed(missed);
    await say(member, 'beat');
    await isCounted(member, 2);
    redis.pause();
    onTestFinished(() => redis.resume());
    await vi.waitUntil(() => !member.connected);
    const anHourLater = Date.now() + 3_600_000;
    const clock = vi.spyOn(Date, 'now').mockReturnValue(anHourLater);
    onTestFinished(() => clock.mockRestore());
    const looks = vi.spyOn(member as Cluster & { beat(): void }, 'beat');
    redis.resume();
    await vi.waitUntil(() => looks.mock.calls.length > 1);
    expect(member.shared?.nodes(), 'processes counted').toBe(2);
    expect(missed).not.toHaveBeenCalled();
    // It has been silent for that time since: its last messages may never have come.
    clock.mockReturnValue(anHourLater + 5_000);
    await isCounted(member, 1);
    await vi.waitUntil(() => missed.mock.calls.length > 0);
    const ofOthers = lines.filter(({ node }) => node === 'un-autre').map(({ level, msg }) => [level, msg]);
    expect(ofOthers).toEqual([
      [30, 'another process is there'],
      [40, 'another process has died'],
    ]);
  },
);

it.skipIf(!isThere)(
  'a question waits until each of the others has done what it says, or failed to (skipped without redis-server)',
  async () => {
    const [one, two] = [await join(patient), await join(patient)];
    await Promise.all([isCounted(one, 2), isCounted(two, 2)]);
    let end = (): void => {};
    const begun = vi.fn(() => new Promise<void>(resolve => (end = resolve)));
    two.on('rightsChanged', begun);
    const failing = vi.fn(() => Promise.reject(new Error('the database is away')));
    two.on('settingsChanged', failing);
    two.on('pushSubscribed', () => {
      throw new Error('the database is away');
    });
    const answered = vi.fn();
    const asked = one.ask('rightsChanged', ['karim']).then(answered);
    await vi.waitUntil(() => begun.mock.calls.length > 0);
    expect(begun.mock.calls).toEqual([[['karim']]]);
    // The asker's next message waits for its turn.
    one.tell('settingsChanged', null);
    // An answer of `two` would be heard before this question of its own.
    await isAnswered(two.ask('peopleChanged', []));
    expect([answered.mock.calls.length, failing.mock.calls.length]).toEqual([0, 0]);
    end();
    await asked;
    await vi.waitFor(() => expect(failing, 'what was said next').toHaveBeenCalled());
    await isAnswered(one.ask('settingsChanged', null));
    const logged = vi.spyOn(logger, 'error');
    onTestFinished(() => logged.mockRestore());
    await isAnswered(one.ask('pushSubscribed', null));
    await isAnswered(one.ask('settingsChanged', null));
    const unfollowed = (topic: string) => [{ err: expect.any(Error), topic }, expect.stringContaining('not followed')];
    expect(logged.mock.calls).toEqual(['pushSubscribed', 'settingsChanged'].map(unfollowed));
    // Nobody listens to this question.
    await isAnswered(one.ask('sessionsEnded', []));
    // A process that closes is no longer waited for, whatever it was asked.
    const unanswered = one.ask('rightsChanged', ['camille']);
    await vi.waitUntil(() => begun.mock.calls.length > 1);
    await two.close();
    await isAnswered(unanswered);
    await isCounted(one, 1);
    // A process not heard of lately is not waited for, and a process never heard of is asked nothing.
    await say(one, 'beat');
    await isCounted(one, 2);
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + waitTimeoutMs);
    onTestFinished(() => clock.mockRestore());
    await isAnswered(one.ask('rightsChanged', ['karim']));
  },
);

it.skipIf(!isThere)(
  'a process that does not answer is waited for 800 ms, and only where it was heard in the last second (skipped without redis-server)',
  async () => {
    const member = await join({ deadAfterMs: 10 * waitTimeoutMs });
    await say(member, 'beat');
    await isCounted(member, 2);
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now);
    onTestFinished(() => clock.mockRestore());
    await say(member, 'beat');
    const heard = vi.spyOn(member as Cluster & { heard(): void }, 'heard');
    await say(member, 'beat');
    await vi.waitUntil(() => heard.mock.calls.length > 0);
    const waits = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => waits.mockRestore());
    const isWaited = () => waits.mock.calls.some(([, ms]) => ms === 800);
    clock.mockReturnValue(now + 1_000);
    await isAnswered(member.ask('peopleChanged', []));
    expect(isWaited(), 'at a second of silence').toBe(false);
    clock.mockReturnValue(now + 999);
    await isAnswered(member.ask('peopleChanged', []));
    expect(isWaited(), 'before a second of silence').toBe(true);
    // What was missed is read again a second later, together with what is missed meanwhile.
    await say(member, 'missed');
    await vi.waitFor(() => expect(waits.mock.calls.map(([, ms]) => ms)).toContain(1_000));
  },
);

it.skipIf(!isThere)(
  'a process that could not say something has the others read all again, once for all of it (skipped without redis-server)',
  async () => {
    const member = await join(patient);
    const missed = vi.fn();
    member.onMissed(missed);
    const ear = new Redis(redis.url, { protocol: 2 });
    onTestFinished(() => ear.disconnect());
    await ear.subscribe(lineOf(member));
    const topics: string[] = [];
    ear.on('message', (_line: string, said: string) => {
      const [from = '', topic = ''] = said.split(' ');
      if (from !== 'un-autre' && topic !== 'beat') topics.push(topic);
    });
    // A message is to be sent at the moment of the cut.
    const cut = vi.fn(() => member.tell('settingsChanged', null));
    member.onCut(cut);
    await raw.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await vi.waitUntil(() => cut.mock.calls.length > 0);
    expect(member.shared?.dropped()).toBe(1);
    await vi.waitUntil(() => topics.length > 0);
    expect(topics).toEqual(['missed']);
    // It has missed nothing itself, until another process says that it could not be heard.
    expect(missed).not.toHaveBeenCalled();
    for (let time = 0; time < 3; time += 1) await say(member, 'missed');
    await vi.waitUntil(() => missed.mock.calls.length > 0);
    await say(member, 'missed');
    await vi.waitUntil(() => missed.mock.calls.length > 1);
    expect(missed).toHaveBeenCalledTimes(2);
  },
);

it.skipIf(!isThere)(
  'a process that could not hear the others for a moment, although it could speak, reads all again (skipped without redis-server)',
  async () => {
    const member = await join(patient);
    const missed = vi.fn();
    member.onMissed(missed);
    await raw.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await vi.waitFor(() => expect(missed, 'readings of all').toHaveBeenCalledTimes(1));
  },
);

it.skipIf(!isThere)(
  'processes count the limits of frequent actions together (skipped without redis-server)',
  async () => {
    const env = { REDIS_URL: redis.url };
    const [one, other] = await Promise.all([startPalabre({ limits: true, env }), startPalabre({ limits: true, env })]);
    const left = await one.services.limits.spend('mark', 'camille');
    expect(await other.services.limits.spend('mark', 'camille')).toBe(left - 1);
  },
);

it.skipIf(!isThere)(
  'processes of one database show each other’s people and settings (skipped without redis-server)',
  async () => {
    const one = await startPalabre({ env: { REDIS_URL: redis.url } });
    const { databaseUrl: DATABASE_URL = '' } = one.services.env;
    const person = await one.register();
    await person.connect();
    const status = async () => (await person.ok(api.users.me)).user.status;
    await vi.waitFor(async () => expect(await status()).toBe('online'));
    const other = await startPalabre({ env: { REDIS_URL: redis.url, DATABASE_URL } });
    expect(await status()).toBe('online');
    expect(await other.services.presence.activeOf([person.id])).toEqual(new Set([person.id]));
    await one.makeAdministrator(person);
    const nameAtOther = async () => (await other.nobody.ok(api.settings.shown)).settings.name;
    expect(await nameAtOther()).toBeNull();
    const { version } = await person.ok(api.settings.read);
    await person.ok(api.settings.change, { body: { version, name: 'Tilleul' } });
    expect(await nameAtOther()).toBe('Tilleul');
  },
);

it('a process measures whether it hears the others, how many there are and what it could not say; alone, it measures nothing', () => {
  const measuresOf = (cluster: typeof alone) => {
    const found: unknown[] = [];
    measureCluster({ watch: (name, _help, read, across) => void found.push([name, read(), across]) }, cluster);
    return found;
  };
  expect(measuresOf(alone)).toEqual([]);
  const shared = { redis: {} as never, namespace: 'x', nodes: () => 3, dropped: () => 7 };
  const told = (connected: boolean) => measuresOf({ ...alone, connected, shared });
  expect(told(false)).toEqual([
    ['palabre_redis_up', 0, 'min'],
    ['palabre_processes', 3, 'min'],
    ['palabre_redis_dropped', 7, undefined],
  ]);
  expect(told(true)[0]).toEqual(['palabre_redis_up', 1, 'min']);
});
