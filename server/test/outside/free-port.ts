import { createServer } from 'node:net';

/** Finds a port of this computer on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise(done => server.close(done));
  return port;
}
