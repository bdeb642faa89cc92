import { eventWaitTimeoutMs, waitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { keepLog } from '../../test/log.ts';
import { findRedis, TestRedis } from '../../test/outside/redis.ts';
import { type Cluster, joinCluster } from './cluster.ts';
import { type Line, openLine } from './cluster-line.ts';

const key = new TextEncoder().encode('only for tests');
/** Members of one cluster wait for as long as it takes: none ends by time because the machine is slow. */
const patient = { answerWithinMs: waitTimeoutMs, awaitedForMs: waitTimeoutMs, deadAfterMs: waitTimeoutMs };
/** Starts processes that hear one another. */
async function joined(redis: TestRedis, count: number): Promise<Cluster[]> {
  const logger = pino({ level: 'silent' });
  const join = () => joinCluster({ redisUrl: redis.url, jwtSecret: key }, logger, patient);
  const all = await Promise.all(Array.from({ length: count }, join));
  onTestFinished(() => void Promise.all(all.map(one => one.closed || one.close())));
  await vi.waitUntil(() => all.every(one => one.shared?.nodes() === count));
  return all;
}
const nobody = { heard() {}, beat() {}, cut() {}, restored() {}, lost() {} };

it.skipIf(!findRedis())(
  'a cut line logs its reason: no answer, or no connection (skipped without redis-server)',
  async () => {
    const redis = await TestRedis.start();
    onTestFinished(() => redis.stop());
    const { logger, lines } = keepLog();
    const of = (said: string) => lines.filter(({ msg }) => msg === `redis: ${said} the other processes`);
    const line = await openLine(redis.url, key, logger, nobody);
    onTestFinished(() => line.close());
    const cuts = () => of('cut off from').map(({ level, reason }) => level === 40 && reason);
    expect(of('connected to')).toMatchObject([{ level: 30, deaf: false, mute: false }]);
    redis.pause();
    await vi.waitFor(() => expect(cuts()).toContain('no answer for 900 ms'));
    redis.resume();
    // A machine that stands still may cut the line again: it holds in the end, and the last cut is that of the stop.
    await vi.waitUntil(() => line.held);
    expect(of('connected to').length).toBeGreaterThan(1);
    await redis.stop();
    await vi.waitFor(() => expect(cuts().at(-1)).toMatch(/closed the connection|ECONN/));
  },
);

it.skipIf(!findRedis())(
  'a line that could not hear for a moment, although it could speak, says that it has missed messages (skipped without redis-server)',
  async () => {
    const redis = await TestRedis.start();
    onTestFinished(() => redis.stop());
    const lost = vi.fn();
    const line = await openLine(redis.url, key, pino({ level: 'silent' }), { ...nobody, lost });
    onTestFinished(() => line.close());
    await redis.closeListener();
    await vi.waitFor(() => expect(lost.mock.calls).toEqual([['deaf']]), eventWaitTimeoutMs);
  },
);

it.skipIf(!findRedis())(
  'a line holds again soon after Redis is started anew, and says what was missed on both sides (skipped without redis-server)',
  async () => {
    const redis = await TestRedis.start();
    onTestFinished(() => redis.stop());
    const [cut, restored, lost, beat] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
    const line = await openLine(redis.url, key, pino({ level: 'silent' }), { heard() {}, cut, restored, lost, beat });
    onTestFinished(() => line.close());
    await vi.waitUntil(() => beat.mock.calls.length > 1);
    expect([cut, restored, lost].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0]);
    await redis.kill();
    await vi.waitFor(() => expect(cut, 'cuts').toHaveBeenCalledTimes(1));
    line.say('event', 'perdu');
    expect([line.held, line.dropped]).toEqual([false, 1]);
    const beats = beat.mock.calls.length;
    await redis.start();
    await vi.waitFor(() => expect(line.held, 'whether the line holds').toBe(true));
    await vi.waitFor(() => expect(lost.mock.calls.flat().sort()).toEqual(['deaf', 'mute']));
    expect([cut.mock.calls.length, restored.mock.calls.length]).toEqual([1, 1]);
    await vi.waitUntil(() => beat.mock.calls.length > beats);
    expect(await line.redis.get('nothing')).toBeNull();
  },
);

it.skipIf(!findRedis())(
  'a line that cannot send holds 32 million characters and no more: it drops what comes then, and says so once it can again (skipped without redis-server)',
  async () => {
    const redis = await TestRedis.start();
    onTestFinished(() => redis.stop());
    const lost = vi.fn();
    const line = await openLine(redis.url, key, pino({ level: 'silent' }), { ...nobody, lost });
    onTestFinished(() => line.close());
    redis.pause();
    onTestFinished(() => redis.resume());
    const million = 'x'.repeat(1024 * 1024);
    for (let n = 0; n < 33; n += 1) line.say('event', million);
    expect(line.dropped).toBe(0);
    for (let n = 0; n < 3; n += 1) line.say('event', million);
    expect(line.dropped).toBe(3);
    expect(lost).not.toHaveBeenCalled();
    redis.resume();
    await vi.waitFor(() => expect(lost.mock.calls).toContainEqual(['mute']));
    // What was sent holds nothing any more.
    await vi.waitFor(() => {
      const before = line.dropped;
      line.say('event', million);
      expect(line.dropped, 'messages that were dropped').toBe(before);
    });
  },
);

it.skipIf(!findRedis())(
  'a command that Redis does not answer fails within half a second, and one that cannot be sent fails at once (skipped without redis-server)',
  async () => {
    const redis = await TestRedis.start();
    onTestFinished(() => redis.stop());
    const line = await openLine(redis.url, key, pino({ level: 'silent' }), nobody);
    onTestFinished(() => line.close());
    await vi.waitUntil(() => line.redis.status === 'ready');
    expect(await line.redis.get('nothing')).toBeNull();
    redis.pause();
    onTestFinished(() => redis.resume());
    await expect(line.redis.get('nothing')).rejects.toThrow('Command timed out');
    await redis.kill();
    await vi.waitUntil(() => line.redis.status !== 'ready');
    await expect(line.redis.get('nothing')).rejects.toThrow("Stream isn't writeable");
  },
);

it.skipIf(!findRedis())(
  'a line whose Redis has been silent for twenty-one seconds opens its connections anew, since a machine that is gone closes none (skipped without redis-server)',
  async () => {
    const redis = await TestRedis.start();
    onTestFinished(() => redis.stop());
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const opening = openLine(redis.url, key, pino({ level: 'silent' }), nobody);
    let line: Line | undefined;
    void opening.then(opened => (line = opened));
    const beat = () => void vi.advanceTimersByTime(300);
    await vi.waitFor(() => {
      if (!line) beat();
      expect(line, 'the line').toBeDefined();
    });
    onTestFinished(() => line?.close());
    await vi.waitUntil(() => line?.redis.status === 'ready');
    redis.pause();
    onTestFinished(() => redis.resume());
    const again = vi.spyOn(Redis.prototype, 'disconnect');
    onTestFinished(() => again.mockRestore());
    let beats = 0;
    while (again.mock.calls.length === 0 && beats < 80) {
      beat();
      beats += 1;
    }
    expect([again.mock.calls, beats]).toEqual([Array(3).fill([true]), expect.any(Number)]);
    // One or two beats were answered no more as the pause began.
    expect(beats).toBeGreaterThanOrEqual(68);
    expect(beats).toBeLessThanOrEqual(70);
    redis.resume();
    await vi.waitFor(() => {
      beat();
      expect(line?.held, 'whether the line holds').toBe(true);
    });
  },
);

it.skipIf(!findRedis())(
  'a line hears nothing of another installation on the same Redis, nor its own words (skipped without redis-server)',
  async () => {
    const redis = await TestRedis.start();
    onTestFinished(() => redis.stop());
    const open = async (secret: string, heard: (from: string, topic: string, body: string) => void) => {
      const line = await openLine(redis.url, new TextEncoder().encode(secret), pino({ level: 'silent' }), {
        ...{ ...nobody, heard },
      });
      onTestFinished(() => line.close());
      return line;
    };
    const [mine, theirs] = [vi.fn(), vi.fn()];
    const [one, two, other] = [await open('a', () => {}), await open('a', mine), await open('b', theirs)];
    expect(one.namespace).toBe(two.namespace);
    expect(other.namespace).not.toBe(one.namespace);
    one.say('event', 'un texte de plusieurs mots');
    two.say('event', 'le sien');
    const wordsOf = (heard: typeof mine) => heard.mock.calls.filter(([, topic]) => topic === 'event');
    await vi.waitUntil(() => wordsOf(mine).length > 0);
    const words = wordsOf(mine);
    expect(words).toEqual([[one.id, 'event', 'un texte de plusieurs mots']]);
    expect(wordsOf(theirs)).toEqual([]);
  },
);

it.skipIf(!findRedis())(
  'a process that stops is counted and waited for no more (skipped without redis-server)',
  async () => {
    const redis = await TestRedis.start();
    onTestFinished(() => redis.stop());
    const [one, two] = (await joined(redis, 2)) as [Cluster, Cluster];
    const asked = vi.fn(() => new Promise<void>(() => {}));
    two.on('settingsChanged', asked);
    const answered = vi.fn();
    void one.ask('settingsChanged', null).then(answered);
    await vi.waitUntil(() => asked.mock.calls.length === 1);
    await two.close();
    await vi.waitFor(() => expect(answered).toHaveBeenCalled(), eventWaitTimeoutMs);
    expect(one.shared?.nodes()).toBe(1);
  },
);

it.skipIf(!findRedis())(
  'what a process says is followed in its order, however long each takes, and others do not wait (skipped without redis-server)',
  async () => {
    const redis = await TestRedis.start();
    onTestFinished(() => redis.stop());
    const [one, two, three] = (await joined(redis, 3)) as [Cluster, Cluster, Cluster];
    const followed: string[] = [];
    let end = () => {};
    two.on('rightsChanged', async () => {
      followed.push('rights begun');
      await new Promise<void>(resolve => {
        end = resolve;
      });
      followed.push('rights ended');
    });
    two.on('settingsChanged', () => void followed.push('settings'));
    two.on('peopleChanged', () => void followed.push('people'));
    one.tell('rightsChanged', []);
    one.tell('settingsChanged', null);
    await vi.waitUntil(() => followed.includes('rights begun'));
    await three.ask('peopleChanged', []);
    expect(followed).toEqual(['rights begun', 'people']);
    end();
    await vi.waitFor(() => expect(followed).toEqual(['rights begun', 'people', 'rights ended', 'settings']));
  },
);
