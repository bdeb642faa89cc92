import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

type Place = 'server' | 'load';

/** The processors this process may run on, by number. */
function allowed(): number[] {
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
  return list.split(',').flatMap(range => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}

/** What is measured and what measures it have a core each: otherwise each would take the other's time. */
const cores = ((): Record<Place, number> | undefined => {
  if (process.env.PIN === 'off' || spawnSync('taskset', ['-V']).status !== 0) return undefined;
  const [server, load] = allowed();
  return server === undefined || load === undefined ? undefined : { server, load };
})();

/** Where things run, as a bench says it before its figures. */
export const whereThingsRun = cores
  ? `server and PostgreSQL on core ${cores.server}, load on core ${cores.load}`
  : 'server, PostgreSQL and load share all cores (PIN=off, or taskset or a second core is missing)';

/** Binds this process, all its threads, and whatever it starts from now on to a place's core. */
function runOn(place: Place): void {
  if (cores) spawnSync('taskset', ['-a', '-p', '-c', String(cores[place]), String(process.pid)]);
}

/** Starts processes on the core of what is measured; this one is the load, before and after. */
export async function startingServers<T>(start: () => T | Promise<T>): Promise<T> {
  runOn('server');
  try {
    return await start();
  } finally {
    runOn('load');
  }
}
