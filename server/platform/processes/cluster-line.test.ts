import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { findRedis, TestRedis } from '../../test/outside/redis.ts';
import { openLine } from './cluster-line.ts';

it.skipIf(!findRedis())(
  'a cut line logs its reason: no answer, or no connection (skipped without redis-server)',
  async () => {
    const redis = await TestRedis.start();
    onTestFinished(() => redis.stop());
    const said: { msg: string; reason?: string }[] = [];
    const logger = pino({ base: null }, { write: line => void said.push(JSON.parse(line)) });
    const nobody = { heard() {}, beat() {}, cut() {}, restored() {}, lost() {} };
    const line = await openLine(redis.url, new TextEncoder().encode('only for tests'), logger, nobody);
    onTestFinished(() => line.close());
    const cuts = () => said.filter(({ msg }) => msg.includes('cut off')).map(({ reason }) => reason);
    redis.pause();
    await vi.waitFor(() => expect(cuts()).toEqual(['no answer for 900 ms']));
    redis.resume();
    await vi.waitUntil(() => line.held);
    await redis.stop();
    await vi.waitFor(() => expect(cuts()[1]).toMatch(/closed the connection|ECONN/));
  },
);
