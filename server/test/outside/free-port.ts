import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Ports below those that systems give to programs which ask for any: Linux gives them from 32768 on, others later. */
const [lowest, above] = [20_000, 32_000];

const isFree = (port: number): Promise<boolean> =>
  new Promise(told => {
    const server = createServer();
    server.once('error', () => told(false));
    server.listen(port, '127.0.0.1', () => server.close(() => told(true)));
  });

/**
 * Finds a free port of this computer, for a program that must listen there later, or again after an end. A
 * port given by the system would be anybody's in between.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, above);
    if (await isFree(port)) return port;
  }
}
