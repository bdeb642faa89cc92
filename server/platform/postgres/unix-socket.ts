import { readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

const prefix = '.s.PGSQL.';

/** Bytes that the path of a socket may have: macOS takes 104 with the closing zero, Linux 108. */
const longestPathBytes = 103;

/**
 * Removes the sockets that a killed PostgreSQL left in its folder, each named after a port, with their lock files: a
 * lock whose pid belongs to another process by now would prevent a start. No PostgreSQL may run on the folder.
 */
export function clearSockets(folder: string): void {
  for (const name of readdirSync(folder)) if (name.startsWith(prefix)) rmSync(join(folder, name), { force: true });
}

/**
 * Tells whether PostgreSQL can listen on a Unix socket in its folder, a third cheaper than TCP: not on Windows, nor
 * under a long path, nor on a disk without sockets, such as a folder that Docker Desktop lends to a container.
 */
export async function holdsSockets(folder: string): Promise<boolean> {
  const path = join(folder, `${prefix}65535`);
  if (process.platform === 'win32' || Buffer.byteLength(path) > longestPathBytes) return false;
  const server = createServer();
  try {
    rmSync(path, { force: true });
    await new Promise<void>((done, failed) => server.once('error', failed).listen(path, done));
    await new Promise(done => server.close(done));
    return true;
  } catch {
    return false;
  }
}
