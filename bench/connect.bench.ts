import { setTimeout as wait } from 'node:timers/promises';
import { createCrowd } from '../server/test/people/crowd.ts';
import type { Arrivals, PeopleRequest } from './children/people.ts';
import { cpuSeconds, familyCpuSeconds, median, quantile, sayMachine, table, whole } from './shared/figures.ts';
import { startReference } from './shared/reference.ts';
import { Helper, startServer } from './shared/server.ts';

/**
 * Measures the time and cost of connecting many people of one workspace at the same moment, as after a network cut,
 * beside plain Socket.IO, without sessions, in the same run. Each person connects once, so that no session is cached.
 */
const sizes = (process.env.SIZES ?? '100,1000,10000').split(',').map(Number);
const rounds = Number(process.env.ROUNDS ?? 3);
const warmUp = 500;

interface Came {
  half: number;
  all: number;
  server: number;
  postgres: number;
}

sayMachine();
const server = await startServer();
const reference = await startReference('socket.io');
const people = new Helper<PeopleRequest, Arrivals>('people.ts');
try {
  const { tokens } = await createCrowd(server.database, server.secret, {
    people: warmUp + rounds * sizes.reduce((sum, size) => sum + size, 0),
  });
  const places = [
    { name: 'Palabre', ...server, postgres: () => familyCpuSeconds(server.postgresPid) },
    { name: 'plain Socket.IO', ...reference, postgres: () => 0 },
  ];

  /** Waits until a process has been idle for half a second, after all people have left. */
  const quiet = async (pid: number): Promise<void> => {
    for (let before = -1; before < cpuSeconds(pid) - 0.01; ) {
      before = cpuSeconds(pid);
      await wait(500);
    }
  };
  const arrive = async ({ port, pid, postgres }: (typeof places)[number], some: string[]): Promise<Came> => {
    const before = { server: cpuSeconds(pid), postgres: postgres() };
    const arrivals = await people.ask({ what: 'connect', port, tokens: some });
    const spent = { server: cpuSeconds(pid) - before.server, postgres: postgres() - before.postgres };
    await people.ask({ what: 'leave' });
    await quiet(pid);
    return { half: quantile(arrivals, 0.5), all: arrivals.at(-1) ?? 0, ...spent };
  };

  const first = tokens.splice(0, warmUp);
  for (const place of places) await arrive(place, first);

  const rows: string[][] = [
    ['people', '', 'half connected, ms', 'all connected, ms', 'server CPU s', 'PostgreSQL CPU s', 'CPU µs a person'],
  ];
  for (const size of sizes) {
    const came = new Map<string, Came[]>(places.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      const some = tokens.splice(0, size);
      for (const place of places) came.get(place.name)?.push(await arrive(place, some));
    }
    for (const [name, all] of came) {
      const of = (what: (came: Came) => number) => median(all.map(what));
      rows.push([
        whole(size),
        name,
        whole(of(({ half }) => half)),
        whole(of(({ all }) => all)),
        of(({ server }) => server).toFixed(2),
        of(({ postgres }) => postgres).toFixed(2),
        whole((of(({ server, postgres }) => server + postgres) * 1e6) / size),
      ]);
    }
  }
  table(`People who connect at the same moment, medians of ${rounds}`, rows);
} finally {
  await people.stop();
  await reference.stop();
  await server.stop();
}
