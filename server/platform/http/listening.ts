import { createServer } from 'node:net';
import { StartError } from '../processes/start-error.ts';

/** Converts a failure to listen to one sentence that names the variable; returns other errors as they are. */
export function portError(error: unknown, host: string, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new StartError(`PORT : le port ${port} est déjà pris sur ${host}, donnez-en un autre.`);
  if (code === 'EACCES') return new StartError(`PORT : ce compte n'a pas le droit d'écouter sur le port ${port}.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new StartError(`HOST : ${host} n'est pas une adresse de cette machine (127.0.0.1, ou 0.0.0.0 pour toutes).`);
  }
  return error;
}

/**
 * Returns the address to listen on for a host. `localhost` would open a second listener, on ::1, whose connections
 * would escape our limits.
 */
export const boundHost = (host: string): string => (host.toLowerCase() === 'localhost' ? '127.0.0.1' : host);

/** Port that this process listens on, now or soon. */
export interface ClaimedPort {
  port: number;
  /** Frees the port for the server itself; to be called right before it listens. */
  release(): Promise<void>;
}

/**
 * Checks, before anything slow begins, that a port is free, and chooses one for port 0, so that everything built
 * afterwards knows the address. A chosen port is held until its release: otherwise the system could give it to another
 * process.
 * @throws StartError when the port cannot be listened on
 */
export async function claimPort(host: string, port: number): Promise<ClaimedPort> {
  const server = createServer(early => early.destroy());
  try {
    await new Promise<void>((done, failed) => server.once('error', failed).listen(port, boundHost(host), done));
  } catch (error) {
    throw portError(error, host, port);
  }
  const address = server.address();
  const close = () => new Promise<void>(done => server.close(() => done()));
  if (port !== 0 || typeof address !== 'object' || !address) {
    await close();
    return { port, release: async () => {} };
  }
  return { port: address.port, release: close };
}
