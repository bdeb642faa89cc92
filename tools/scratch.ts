import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Type of tmpfs in statfs(2). */
const tmpfs = 0x0102_1994;
const shared = '/dev/shm';
/** Free space needed, in bytes: several times the peak of a whole run. */
const roomBytes = 2 * 2 ** 30;

/**
 * Puts the temporary files of tests in memory, if there is room: creating and deleting the thousands of small files of
 * a database takes a disk twenty times as long. Child processes inherit the choice.
 */
export function useScratchInMemory(): void {
  try {
    if (statfsSync(tmpdir()).type === tmpfs) return;
    const { type, bavail, bsize } = statfsSync(shared);
    if (type === tmpfs && bavail * bsize >= roomBytes) process.env.TMPDIR = shared;
  } catch {
    // No /dev/shm on this system: its usual folder will do.
  }
}
