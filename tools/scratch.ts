import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** What a file system kept in memory says it is (statfs(2)). */
const tmpfs = 0x0102_1994;
const shared = '/dev/shm';
/** Bytes: several times what a whole run has there at once. */
const room = 2 * 2 ** 30;

/**
 * Lets tests put what they throw away in memory, where there is room for it: making and removing the thousands of small
 * files of a database takes a disk twenty times as long. Whatever is started from this process does as it does.
 */
export function useScratchInMemory(): void {
  try {
    if (statfsSync(tmpdir()).type === tmpfs) return;
    const { type, bavail, bsize } = statfsSync(shared);
    if (type === tmpfs && bavail * bsize >= room) process.env.TMPDIR = shared;
  } catch {
    // Not this system's way: where it puts such files is as good.
  }
}
