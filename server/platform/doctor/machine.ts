import type { StatsFs } from 'node:fs';
import { readFile, statfs } from 'node:fs/promises';
import { availableParallelism, release } from 'node:os';
import { sized } from '../figures.ts';
import { freeAtLeast } from '../http/readiness.ts';
import { version } from '../paths.ts';
import { bad, type Finding, good, look } from './finding.ts';

/** Free space below which an operator should think of more. */
const roomBytes = 5_000_000_000;
/** File descriptors that a busy company needs: each socket holds one. */
const descriptorsWanted = 4_096;
/** Clock difference beyond which two-step codes are refused. */
const clockApartMs = 30_000;

const figure = new Intl.NumberFormat('fr', { maximumFractionDigits: 1 });
export const system = async (): Promise<Finding> =>
  good(`${version}, Node ${process.versions.node}, ${process.platform} ${release()} ${process.arch}`);

/** Checks the free space of a folder's disk. */
export async function disk(
  folder: string,
  measure: (folder: string) => Promise<Pick<StatsFs, 'bavail' | 'bsize' | 'blocks'>> = statfs,
): Promise<Finding> {
  const { bavail, bsize, blocks } = await measure(folder);
  const free = bavail * bsize;
  const says = `${sized(free)} libres sur ${sized(blocks * bsize)} (${folder})`;
  if (free < freeAtLeast) return bad(says, 'la base et les fichiers vont s’arrêter : faites de la place maintenant');
  return free < roomBytes ? look(says, 'faites de la place, ou agrandissez le disque') : good(says);
}

/** Checks how many files and connections a process may open. */
export async function descriptors(file = '/proc/self/limits'): Promise<Finding> {
  const limits = await readFile(file, 'utf8').catch(() => '');
  const given = /^Max open files +(\d+)/m.exec(limits)?.[1];
  if (given === undefined) return good('sans limite connue');
  const says = `${figure.format(Number(given))} fichiers et connexions au plus`;
  return Number(given) < descriptorsWanted
    ? look(says, 'donnez-en davantage : ulimit -n 65536, ou LimitNOFILE=65536 pour systemd')
    : good(says);
}

/** Checks whether each worker has a core. */
export function processors(workers: number): Finding {
  const cores = availableParallelism();
  const says = `${workers} derrière un port, sur ${cores} cœur${cores > 1 ? 's' : ''}`;
  return workers > cores
    ? look(says, 'donnez à WORKERS autant de processus que de cœurs, au plus : les autres coûtent sans servir')
    : good(says);
}

/** Compares this machine's clock with another machine's. */
export function clock(of: string, at: Date): Finding {
  const apartMs = Math.abs(Date.now() - at.getTime());
  return apartMs > clockApartMs
    ? bad(
        `${figure.format(apartMs / 1000)} s d’écart avec ${of}`,
        'réglez les deux horloges sur la même heure (chrony, systemd-timesyncd)',
      )
    : good(`à la même heure que ${of}`);
}
