import { setTimeout as wait } from 'node:timers/promises';
import { api } from '@palabre/common/contract/index.ts';
import { Client } from '../server/test/client.ts';
import { createCrowd } from '../server/test/people/crowd.ts';
import type { PresenceAnswer, PresenceRequest } from './children/presence.ts';
import { cpuSeconds, familyCpuSeconds, median, quantile, sayMachine, table, whole } from './shared/figures.ts';
import { Helper, startServer } from './shared/server.ts';

/**
 * Measures the arrival of many people of one workspace one after the other, as at nine o'clock: number of status
 * events, CPU time, and latency of a message to all of them, during the arrivals and after the last status event.
 */
const sizes = (process.env.SIZES ?? '100,1000,10000').split(',').map(Number);
const arrivalsPerSecond = Number(process.env.RATE ?? 100);
const calmMs = Number(process.env.CALM_MS ?? 10_000);
/** Time after which the bench stops waiting for status events. */
const watchedMs = Number(process.env.WATCHED_MS ?? 60_000);
/** Returns the milliseconds between two messages, so that there are at most ten thousand deliveries a second. */
const everyMs = (people: number) => Math.max(100, people / 10);

sayMachine();
const server = await startServer();
const people = new Helper<PresenceRequest, PresenceAnswer>('presence.ts');
const listener = new Helper<PresenceRequest, PresenceAnswer>('presence.ts');
const head = [
  'people',
  'came in s',
  'told in s',
  'statuses heard',
  'a second',
  'server CPU',
  'PostgreSQL CPU',
  'delivery calm p50 / p95 ms',
  'meanwhile',
  'p95 ×',
];
try {
  for (const size of sizes) {
    const { tokens, channelIds } = await createCrowd(server.database, server.secret, { people: size + 2 });
    const [writer = '', reader = '', ...crowd] = tokens;
    const client = new Client(`http://127.0.0.1:${server.port}`, writer);
    const { port } = server;
    await listener.ask({ what: 'connect', port, tokens: [reader] });
    let going = true;
    const post = async (): Promise<void> => {
      while (going) {
        const content = `t:${performance.timeOrigin + performance.now()}`;
        await client.ok(api.messages.send, { body: { channelId: channelIds[0], content } });
        await wait(everyMs(size));
      }
    };
    const posting = post();
    await listener.ask({ what: 'take' });
    const cpu = () => ({ server: cpuSeconds(server.pid), postgres: familyCpuSeconds(server.postgresPid) });
    const [began, before] = [performance.now(), cpu()];
    const since = () => (performance.now() - began) / 1_000;
    let statuses = 0;
    const take = async () => {
      const heard = await people.ask({ what: 'take' });
      statuses += heard.statuses;
      return heard.statuses;
    };
    for (let at = 0; at < crowd.length; at += arrivalsPerSecond / 10) {
      await people.ask({ what: 'connect', port, tokens: crowd.slice(at, at + arrivalsPerSecond / 10) });
      await wait(Math.max(0, (at / arrivalsPerSecond) * 1_000 - (performance.now() - began)));
    }
    const came = since();
    await take();
    let told = came;
    let quiet = 0;
    while (quiet < 3 && since() < came + watchedMs / 1_000) {
      await wait(500);
      quiet = (await take()) === 0 ? quiet + 1 : 0;
      if (quiet === 0) told = since();
    }
    const [seconds, spent] = [since(), cpu()];
    const rush = (await listener.ask({ what: 'take' })).delays;
    await settled();
    await listener.ask({ what: 'take' });
    await wait(calmMs);
    const calm = (await listener.ask({ what: 'take' })).delays;
    const p95 = (delays: number[]) => quantile(delays, 0.95);
    const shown = (delays: number[]) => `${median(delays).toFixed(1)} / ${p95(delays).toFixed(1)}`;
    const share = (of: number) => `${Math.round((100 * of) / seconds)} %`;
    table(`${whole(size)} people of one workspace come`, [
      head,
      [
        whole(size),
        came.toFixed(1),
        quiet < 3 ? `more than ${told.toFixed(0)}` : told.toFixed(1),
        whole(statuses),
        whole(statuses / told),
        share(spent.server - before.server),
        share(spent.postgres - before.postgres),
        shown(calm),
        shown(rush),
        (p95(rush) / p95(calm)).toFixed(2),
      ],
    ]);
    going = false;
    await posting;
    await Promise.all([people.ask({ what: 'leave' }), listener.ask({ what: 'leave' })]);
    await settled();
  }
} finally {
  await people.stop();
  await listener.stop();
  await server.stop();
}

/** Waits until the server does little beside delivering messages, or for one minute. */
async function settled(): Promise<void> {
  const until = performance.now() + 60_000;
  for (let before = -1; before < cpuSeconds(server.pid) - 0.3 && performance.now() < until; ) {
    before = cpuSeconds(server.pid);
    await wait(1_000);
  }
}
