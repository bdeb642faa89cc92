import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createCrowd } from '../server/test/people/crowd.ts';
import { type Listened, type ListenRequest, now } from './children/fanout.ts';
import { cpuSeconds, median, sayMachine, spread, table, whole } from './shared/figures.ts';
import { Poster } from './shared/posting.ts';
import { startReference } from './shared/reference.ts';
import { Helper, startServer } from './shared/server.ts';

/**
 * Measures the fan-out of a post to everyone in its channel: latency at ten posts a second, and the cost of a delivery, alone
 * and in bursts; beside bare `ws` and plain Socket.IO, which send the same bytes in the same run.
 */
const sizes = (process.env.SIZES ?? '50,200,1000').split(',').map(Number);
const seconds = Number(process.env.SECONDS ?? 5);
const rounds = Number(process.env.ROUNDS ?? 3);
const burst = 100;
const bursts = 5;

/** A server that sends a message to all its listeners. */
interface Sender {
  name: string;
  pid: number;
  port: number;
  protocol: 'socket.io' | 'ws';
  send(contents: string[]): Promise<void>;
}

const content = () => `sent@${now().toFixed(3)} Bonjour, la livraison des menuiseries est reportée à mardi.`;
const contents = (count: number) => Array.from({ length: count }, content);

sayMachine();
const server = await startServer();
const crowd = await createCrowd(server.database, server.secret, { people: Math.max(...sizes, burst) });
const posters = crowd.tokens.slice(0, burst).map(token => new Poster(server.port, token));
const palabre: Sender = {
  name: 'Palabre',
  pid: server.pid,
  port: server.port,
  protocol: 'socket.io',
  send: async contents => {
    const channelId = crowd.channelIds[0] as string;
    const posts = contents.map((content, i) => posters[i % burst]?.post(channelId, content, randomUUID()));
    for (const status of await Promise.all(posts)) if (status !== 201) throw new Error(`a post answered ${status}`);
  },
};
const helpers: { stop(): Promise<void> }[] = [];

async function reference(name: string, protocol: 'socket.io' | 'ws'): Promise<Sender> {
  const started = await startReference(protocol);
  helpers.push(started);
  return { name, protocol, ...started };
}

/** Connects `count` listeners to a sender and waits until all presence events are over. */
async function gather(sender: Sender, count: number) {
  const helper = new Helper<ListenRequest, Listened>('fanout.ts');
  helpers.push(helper);
  await helper.ask({ what: 'open', port: sender.port, count, protocol: sender.protocol, tokens: crowd.tokens });
  await helper.ask({ what: 'settle' });
  return {
    sender,
    /** Resets the counts, runs work that sends `messages`, and waits for all deliveries. */
    hear: async (messages: number, work: () => Promise<unknown>): Promise<Listened> => {
      await helper.ask({ what: 'forget' });
      await work();
      return helper.ask({ what: 'wait', deliveries: messages * count });
    },
    stop: () => helper.stop(),
  };
}

/** Sends single messages at a steady rate; returns the CPU microseconds of the sender's process for each. */
async function steadily(sender: Sender, perSecond: number, count: number): Promise<number> {
  const before = cpuSeconds(sender.pid);
  const began = now();
  for (let i = 0; i < count; i++) {
    await wait(Math.max(0, began + (i * 1000) / perSecond - now()));
    await sender.send([content()]);
  }
  return ((cpuSeconds(sender.pid) - before) * 1e6) / count;
}

try {
  const senders = [palabre, await reference('plain Socket.IO', 'socket.io'), await reference('bare ws', 'ws')];
  await palabre.send(contents(burst * 5));
  // The post's own cost is subtracted from the cost of a delivery.
  const postAlone = median([await steadily(palabre, 20, 60), await steadily(palabre, 20, 60)]);

  const delays: string[][] = [['people', ...senders.map(({ name }) => `${name}, p50 / p95 / p99 ms`), 'missing']];
  const alone: number[][] = [];
  const together: { rate: number; cpu: number }[][] = [];
  const largest = Math.max(...sizes);
  for (const count of sizes) {
    const crowds = [];
    for (const sender of senders) crowds.push(await gather(sender, count));
    const cells: string[] = [];
    let missing = 0;
    for (const { sender, hear } of crowds) {
      const { latencies, deliveries } = await hear(seconds * 10, () => steadily(sender, 10, seconds * 10));
      cells.push(spread(latencies));
      missing += seconds * 10 * count - deliveries;
    }
    delays.push([`${count}`, ...cells, `${missing}`]);

    for (let round = 0; count === largest && round < rounds; round++) {
      const lone: number[] = [];
      const costs: { rate: number; cpu: number }[] = [];
      for (const { sender, hear } of crowds) {
        const before = cpuSeconds(sender.pid);
        await hear(100, () => steadily(sender, 20, 100));
        const spent = ((cpuSeconds(sender.pid) - before) * 1e6) / 100;
        lone.push((spent - (sender === palabre ? postAlone : 0)) / count);

        const earlier = cpuSeconds(sender.pid);
        const began = now();
        const { deliveries, last } = await hear(bursts * burst, async () => {
          for (let i = 0; i < bursts; i++) await sender.send(contents(burst));
        });
        const cpu = (cpuSeconds(sender.pid) - earlier) * 1e6;
        costs.push({ rate: (deliveries * 1000) / (last - began), cpu: cpu / deliveries });
      }
      alone.push(lone);
      together.push(costs);
    }
    for (const crowd of crowds) await crowd.stop();
  }
  table('From the post to each arrival, at 10 posts a second', delays);

  const rows: string[][] = [
    [
      '',
      'lone message: CPU µs a delivery',
      `bursts of ${burst}: deliveries/s`,
      'CPU µs a delivery',
      'deliveries per CPU second',
    ],
  ];
  senders.forEach((sender, i) => {
    const cpu = median(together.map(round => round[i]?.cpu ?? 0));
    rows.push([
      sender.name,
      median(alone.map(round => round[i] ?? 0)).toFixed(2),
      whole(median(together.map(round => round[i]?.rate ?? 0))),
      cpu.toFixed(2),
      whole(1e6 / cpu),
    ]);
  });
  const ratio = (values: number[]) => median(values).toFixed(2);
  rows.push([
    'Palabre / plain Socket.IO, Palabre / bare ws',
    `${ratio(alone.map(([ours = 0, io = 1]) => ours / io))}, ${ratio(alone.map(([ours = 0, , ws = 1]) => ours / ws))}`,
    `${ratio(together.map(([ours, io]) => (ours?.rate ?? 0) / (io?.rate ?? 1)))}, ${ratio(together.map(([ours, , ws]) => (ours?.rate ?? 0) / (ws?.rate ?? 1)))}`,
    `${ratio(together.map(([ours, io]) => (ours?.cpu ?? 0) / (io?.cpu ?? 1)))}, ${ratio(together.map(([ours, , ws]) => (ours?.cpu ?? 0) / (ws?.cpu ?? 1)))}`,
    '',
  ]);
  table(`One channel of ${largest} people, median of ${rounds}`, rows);
} finally {
  for (const poster of posters) poster.close();
  for (const helper of helpers) await helper.stop();
  await server.stop();
}
