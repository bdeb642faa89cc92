import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { createMetrics, type Metrics } from './metrics.ts';

/** Tests the content of a scrape; `metrics.test.ts` tests the measures of a whole server. */

async function served(metrics: Metrics, siblings?: object) {
  const fastify = Fastify();
  onTestFinished(() => fastify.close());
  metrics.register(fastify, undefined, siblings as never);
  fastify.get('/room/:id', async (_request, reply) => reply.status(201).send('ok'));
  const scrape = async () => {
    const { body } = await fastify.inject('/metrics');
    return Object.fromEntries(
      [...body.matchAll(/^(palabre_\S+) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]),
    );
  };
  return { fastify, scrape };
}

it('A scrape tells each measure as it is at that time, and the last one of what cannot be read', async () => {
  const metrics = createMetrics();
  const { scrape } = await served(metrics);
  let isAway = false;
  let value = 1;
  const read =
    <T>(answer: () => T) =>
    async () => {
      if (isAway) throw new Error('the database is away');
      return answer();
    };
  metrics.watch(
    'palabre_one',
    'One',
    read(() => value),
  );
  metrics.watchEach(
    'palabre_each',
    'Each',
    'task',
    read(() => [[`job${value}`, value]] as const),
  );
  metrics.total('palabre_total', 'Total', () => value);
  metrics.totals('palabre_totals', 'Totals', ['kind'], () => [[{ kind: 'a' }, value]]);
  metrics.info({ version: '1.2.3' });
  const told = (one: number, total = one) => ({
    ...{ palabre_one: one, [`palabre_each{task="job${one}"}`]: one, palabre_total: total },
    ...{ 'palabre_totals{kind="a"}': total, 'palabre_info{version="1.2.3"}': 1 },
  });
  const all = async () => {
    const found = await scrape();
    return Object.fromEntries(Object.entries(found).filter(([name]) => /^palabre_(one|each|total|info)/.test(name)));
  };
  expect(await all()).toEqual(told(1));
  value = 2;
  expect(await all()).toEqual(told(2));
  isAway = true;
  value = 3;
  expect(await all()).toEqual(told(2, 3));
});

it('A scrape waits two seconds for a measure that does not come, and tells the others', async () => {
  const metrics = createMetrics();
  const { scrape } = await served(metrics);
  const waits: unknown[] = [];
  const { setTimeout } = timers;
  onTestFinished(() => {
    timers.setTimeout = setTimeout;
    syncBuiltinESMExports();
  });
  timers.setTimeout = ((ms: number, _value: undefined, options: object) => {
    waits.push([ms, options]);
    return new Promise<void>(resolve => void setImmediate(resolve));
  }) as typeof setTimeout;
  syncBuiltinESMExports();
  let isAway = false;
  const read = <T>(value: T) => (isAway ? new Promise<T>(() => {}) : Promise.resolve(value));
  metrics.watch('palabre_one', 'One', () => read(7));
  metrics.watchEach('palabre_each', 'Each', 'task', () => read([['mail', 3]] as const));
  metrics.watch('palabre_other', 'Other', () => 1);
  const all = { palabre_one: 7, 'palabre_each{task="mail"}': 3, palabre_other: 1 };
  expect(await scrape()).toMatchObject(all);
  isAway = true;
  expect(await scrape()).toMatchObject(all);
  // A wait keeps no process alive.
  expect(waits).toEqual(Array(6).fill([2_000, { ref: false }]));
});

it('A scrape is in the format of Prometheus, with the measures of the process and of what fails', async () => {
  const metrics = createMetrics();
  const { fastify } = await served(metrics);
  metrics.crashes.inc({ kind: 'rejection' });
  metrics.refusals.inc({ kind: 'mark' });
  const { body, headers } = await fastify.inject('/metrics');
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  for (const line of [
    /^# HELP palabre_http_request_seconds HTTP requests, by route$/m,
    /^palabre_uncaught_errors_total\{kind="rejection"\} 1$/m,
    /^palabre_refusals_total\{kind="mark"\} 1$/m,
    /^process_resident_memory_bytes \d+$/m,
    /^nodejs_eventloop_lag_seconds /m,
  ])
    expect(body).toMatch(line);
  const bounds = [...body.matchAll(/palabre_http_request_seconds_bucket\{le="([^"]+)"/g)].map(([, le]) => le);
  // No request was answered before this one.
  expect(bounds).toEqual([]);
  await fastify.inject('/room/1');
  const again = (await fastify.inject('/metrics')).body;
  const route = /palabre_http_request_seconds_bucket\{le="([^"]+)",method="GET",route="\/room\/:id"/g;
  expect([...again.matchAll(route)].map(([, le]) => le)).toEqual([
    ...['0.001', '0.0025', '0.005', '0.01', '0.025', '0.05', '0.1', '0.25', '0.5', '1', '2.5', '5', '+Inf'],
  ]);
});

it('Requests are timed by their route and status, times by their labels', async () => {
  const metrics = createMetrics();
  const { fastify, scrape } = await served(metrics);
  const record = metrics.times('palabre_steps', 'Steps', ['step']);
  record({ step: 'first' }, 0.02);
  record({ step: 'first' }, 0.3);
  for (const path of ['/room/1', '/room/2', '/nowhere']) await fastify.inject(path);
  const found = await scrape();
  expect(found).toMatchObject({
    'palabre_steps_count{step="first"}': 2,
    'palabre_steps_bucket{le="0.025",step="first"}': 1,
    'palabre_http_request_seconds_count{method="GET",route="/room/:id",status="201"}': 2,
    'palabre_http_request_seconds_count{method="GET",route="none",status="404"}': 1,
  });
  expect(found['palabre_steps_sum{step="first"}']).toBeCloseTo(0.32);
});

it('Workers are told of together: the sum of theirs, the least or the greatest, and what they share once', async () => {
  const worker = (value: number) => {
    const metrics = createMetrics();
    metrics.watch('palabre_sum', 'Sum', () => value);
    metrics.watch('palabre_least', 'Least', () => value, 'min');
    metrics.watch('palabre_most', 'Most', () => value, 'max');
    metrics.watch('palabre_once', 'Once', () => value, 'once');
    metrics.watchEach('palabre_each', 'Each', 'task', async () => [[`job${value}`, value]]);
    metrics.refusals.inc({ kind: 'mark' }, value);
    return metrics;
  };
  const answers: (() => unknown)[] = [];
  const listening = {
    on: (question: string, answer: () => unknown) => void (question === 'metrics' && answers.push(answer)),
  };
  await served(worker(2), { ...listening, ask: async () => [] });
  const others = [await answers[0]?.(), undefined];
  const { scrape } = await served(worker(5), {
    ...{ on: () => {}, ask: async (question: string) => (question === 'metrics' ? others : []) },
  });
  expect(await scrape()).toMatchObject({
    ...{ palabre_sum: 7, palabre_least: 2, palabre_most: 5, palabre_once: 5 },
    ...{ 'palabre_each{task="job2"}': 2, 'palabre_each{task="job5"}': 5 },
    'palabre_refusals_total{kind="mark"}': 7,
  });
});
