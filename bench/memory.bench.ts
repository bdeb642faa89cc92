import { setTimeout as wait } from 'node:timers/promises';
import { createCrowd } from '../server/test/people/crowd.ts';
import type { Arrivals, PeopleRequest } from './children/people.ts';
import { residentBytes, sayMachine, table, whole } from './shared/figures.ts';
import { startReference } from './shared/reference.ts';
import { Helper, startServer } from './shared/server.ts';

/**
 * Measures the memory of an idle connection: the server's RSS with many people connected, less its RSS with nobody, divided
 * by their number. Three figures: after a garbage collection, once RSS has settled; two seconds after the last connection,
 * before a collection; and for each further connection, because the first thousand also grow the process to its usual size.
 * Kernel buffers and PostgreSQL's memory are not included. Compared with plain Socket.IO and bare `ws`. People are in
 * workspaces of fifty, so that presence events end soon after the last connection.
 */
const sizes = (process.env.SIZES ?? '1000,5000,10000').split(',').map(Number);
const perWorkspace = 50;
const warmUp = 500;
const atOnce = 100;

sayMachine();
const most = Math.max(...sizes);
const server = await startServer();
const people = new Helper<PeopleRequest, Arrivals>('people.ts');
const plain = await startReference('socket.io');
const bare = await startReference('ws');
try {
  const { tokens } = await createCrowd(server.database, server.secret, {
    people: most,
    workspaces: Math.ceil(most / perWorkspace),
  });
  const places = [
    { name: 'Palabre', protocol: 'socket.io' as const, ...server },
    { name: 'plain Socket.IO', protocol: 'socket.io' as const, ...plain },
    { name: 'bare ws', protocol: 'ws' as const, ...bare },
  ];
  const rows: string[][] = [
    [
      'people',
      '',
      'RSS MiB',
      'KiB a connection',
      'each further one',
      'before collection',
      'of which V8’s heap',
      'of which buffers',
    ],
  ];
  for (const { name, pid, port, protocol, memory } of places) {
    const connect = (some: string[]) => people.ask({ what: 'connect', port, protocol, tokens: some, atOnce });
    await connect(tokens.slice(0, warmUp));
    await people.ask({ what: 'leave' });
    const nobody = await memory();
    let there = 0;
    let last = nobody.rss;
    for (const size of sizes) {
      await connect(tokens.slice(there, size));
      await wait(2_000);
      const before = residentBytes(pid);
      const now = await memory();
      const kib = (bytes: number, people = size) => (bytes / people / 1024).toFixed(1);
      const each = (what: 'rss' | 'heapUsed' | 'external') => kib(now[what] - nobody[what]);
      const further = kib(now.rss - last, size - there);
      [there, last] = [size, now.rss];
      const cells = [each('rss'), further, kib(before - nobody.rss), each('heapUsed'), each('external')];
      rows.push([whole(size), name, whole(now.rss / 2 ** 20), ...cells]);
    }
    await people.ask({ what: 'leave' });
  }
  table('Idle connections', rows);
} finally {
  await people.stop();
  for (const reference of [plain, bare]) await reference.stop();
  await server.stop();
}
