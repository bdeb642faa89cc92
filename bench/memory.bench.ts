import { setTimeout as wait } from 'node:timers/promises';
import { createCrowd } from '../server/test/crowd.ts';
import { residentBytes, sayMachine, table, whole } from './figures.ts';
import type { Arrivals, PeopleRequest } from './people.child.ts';
import { startReference } from './reference.ts';
import { Helper, startServer } from './server.ts';

/**
 * What an idle connection costs in memory: resident memory (RSS) of the server's process with so many people connected,
 * less what it held with nobody, divided by their number: once garbage has been collected and the figure has settled,
 * as with nobody; the same two seconds after the last has come, before; and what each further one costs, for the first
 * thousand also make the process grow to its size. The kernel's buffers and PostgreSQL's memory are not in it. Beside
 * plain Socket.IO and bare `ws`. People are in workspaces of fifty, so that nothing is said any more once all have come.
 */
const sizes = (process.env.SIZES ?? '1000,5000,10000').split(',').map(Number);
const perWorkspace = 50;
const warmUp = 500;
const atOnce = 100;

sayMachine();
const most = Math.max(...sizes);
const server = await startServer();
const people = new Helper<PeopleRequest, Arrivals>('people.child.ts');
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
