import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { createCrowd } from '../server/test/people/crowd.ts';
import { say } from '../tools/setup.mjs';
import type { Arrivals, PeopleRequest } from './children/people.ts';
import { residentBytes, sayMachine, table, whole } from './shared/figures.ts';
import { Helper, startServer } from './shared/server.ts';

/**
 * Soak test with everyday activity: posts, people who leave a workspace and rejoin, sockets that connect and disconnect,
 * refused uploads. The server's memory, open files, sockets and timers must not grow from minute to minute.
 */
const minutes = Number(process.env.MINUTES ?? 10);
const people = 50;

sayMachine();
const server = await startServer();
const sockets = new Helper<PeopleRequest, Arrivals>('people.ts');
try {
  const { tokens, channelIds, workspaceId } = await createCrowd(server.database, server.secret, {
    people,
    channels: 5,
  });
  const until = performance.now() + minutes * 60_000;
  const counts = { posts: 0, leaves: 0, joins: 0, reconnects: 0, refused: 0 };

  async function send(
    token: string | undefined,
    method: string,
    path: string,
    body: object | FormData,
  ): Promise<number> {
    const isForm = body instanceof FormData;
    const response = await fetch(`http://127.0.0.1:${server.port}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(!isForm && { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    });
    await response.arrayBuffer();
    return response.status;
  }
  const during = async (pause: number, work: (turn: number) => Promise<void>) => {
    for (let turn = 0; performance.now() < until; turn++) {
      await work(turn);
      await wait(pause);
    }
  };

  const rows = [
    [
      ...['minute', 'RSS MB', 'heap MB', 'open files and sockets', 'timers', 'other resources'],
      ...['posts', 'leaves', 'joins', 'reconnects', 'uploads refused'],
    ],
  ];
  const sample = async (minute: number) => {
    const { heapUsed } = await server.memory();
    const files = readdirSync(`/proc/${server.pid}/fd`).length;
    const rss = residentBytes(server.pid);
    const { timers, others } = await server.resources();
    const kinds = Object.entries(others).map(([kind, count]) => `${kind} ${count}`);
    const held = [rss / 1e6, heapUsed / 1e6, files, timers].map(whole);
    rows.push([minute.toFixed(1), ...held, kinds.sort().join(', '), ...Object.values(counts).map(whole)]);
    say(rows.at(-1)?.join(' · ') ?? '');
  };
  await Promise.all([
    during(10, async turn => {
      const body = { channelId: channelIds[turn % 5], content: 'Bonjour', nonce: randomUUID() };
      if ((await send(tokens[0], 'POST', '/message', body)) === 201) counts.posts += 1;
    }),
    during(100, async turn => {
      const token = tokens[1 + (turn % 9)];
      if ((await send(token, 'PUT', `/workspace/${workspaceId}/leave`, {})) === 200) counts.leaves += 1;
      if ((await send(token, 'PUT', `/workspace/${workspaceId}/join`, {})) === 200) counts.joins += 1;
    }),
    during(2_000, async () => {
      counts.reconnects += (await sockets.ask({ what: 'connect', port: server.port, tokens: tokens.slice(10) })).length;
      await sockets.ask({ what: 'leave' });
    }),
    during(500, async () => {
      const form = new FormData();
      form.set('title', 'Chantier');
      form.set('logo', new Blob([new Uint8Array(200_000)], { type: 'image/png' }), 'logo.png');
      if ((await send(tokens[0], 'POST', '/workspace', form)) === 400) counts.refused += 1;
    }),
    during(minutes * 6_000, turn => sample((turn * minutes) / 10)),
  ]);
  await sample(minutes);
  table(`What the server holds, over ${minutes} minutes`, rows);
} finally {
  await sockets.stop();
  await server.stop();
}
