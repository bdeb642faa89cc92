import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

type Place = 'server' | 'load';

/** Lists the numbers of the cores that this process may run on. */
function allowed(): number[] {
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
  return list.split(',').flatMap(range => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}

/** Cores of the measured server and of the load generator. Each has its own, so that neither takes the other's time. */
const cores = ((): Record<Place, number> | undefined => {
  if (process.env.PIN === 'off' || spawnSync('taskset', ['-V']).status !== 0) return undefined;
  const [server, load] = allowed();
  return server === undefined || load === undefined ? undefined : { server, load };
})();

/** Sentence about the use of cores, which a bench prints before its figures. */
export const whereThingsRun = cores
  ? `server and PostgreSQL on core ${cores.server}, load on core ${cores.load}`
  : 'server, PostgreSQL and load share all cores (PIN=off, or taskset or a second core is missing)';

/** Pins this process, its threads and the processes it starts from now on to a core. */
function runOn(place: Place): void {
  if (cores) spawnSync('taskset', ['-a', '-p', '-c', String(cores[place]), String(process.pid)]);
}

/** Starts processes on the measured server's core; before and after, this process runs on the load's core. */
export async function startingServers<T>(start: () => T | Promise<T>): Promise<T> {
  runOn('server');
  try {
    return await start();
  } finally {
    runOn('load');
  }
}
