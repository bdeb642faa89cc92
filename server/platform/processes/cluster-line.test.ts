import { eventWaitTimeoutMs, waitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { findRedis, TestRedis } from '../../test/outside/redis.ts';
import { joinCluster } from './cluster.ts';
import { openLine } from './cluster-line.ts';

const key = new TextEncoder().encode('only for tests');
const nobody = { heard() {}, beat() {}, cut() {}, restored() {}, lost() {} };

it.skipIf(!findRedis())(
  'a cut line logs its reason: no answer, or no connection (skipped without redis-server)',
  async () => {
    const redis = await TestRedis.start();
    onTestFinished(() => redis.stop());
    const said: { msg: string; reason?: string }[] = [];
    const logger = pino({ base: null }, { write: line => void said.push(JSON.parse(line)) });
    const line = await openLine(redis.url, key, logger, nobody);
    onTestFinished(() => line.close());
    const cuts = () => said.filter(({ msg }) => msg.includes('cut off')).map(({ reason }) => reason);
    redis.pause();
    await vi.waitFor(() => expect(cuts()).toContain('no answer for 900 ms'));
    redis.resume();
    // A machine that stands still may cut the line again: it holds in the end, and the last cut is that of the stop.
    await vi.waitUntil(() => line.held);
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
  'a process that stops is counted and waited for no more (skipped without redis-server)',
  async () => {
    const redis = await TestRedis.start();
    onTestFinished(() => redis.stop());
    const patient = { answerWithinMs: waitTimeoutMs, awaitedForMs: waitTimeoutMs, deadAfterMs: waitTimeoutMs };
    const join = () => joinCluster({ redisUrl: redis.url, jwtSecret: key }, pino({ level: 'silent' }), patient);
    const [one, two] = await Promise.all([join(), join()]);
    onTestFinished(() => one.close());
    await vi.waitUntil(() => one.shared?.nodes() === 2);
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
