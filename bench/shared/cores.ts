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

/** Pins a process, its threads and the processes it starts from now on to these cores. */
function pin(pid: number, ...places: Place[]): void {
  const list = places.map(place => cores?.[place]).join();
  if (cores) spawnSync('taskset', ['-a', '-p', '-c', list, String(pid)]);
}

/** Pins this process to a core. */
const runOn = (place: Place): void => pin(process.pid, place);

/** Lets a server use both cores for preparations; of PostgreSQL, connections opened meanwhile. */
export async function onBothCores<T>(pid: number, work: () => Promise<T>): Promise<T> {
  pin(pid, 'server', 'load');
  try {
    return await work();
  } finally {
    pin(pid, 'server');
  }
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
