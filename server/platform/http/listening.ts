import { createServer } from 'node:net';
import { StartError } from '../processes/start-error.ts';

/** What a refusal to listen means, in one sentence that names the variable; other errors as they are. */
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
 * Where to listen for a host: by the name of this machine there would be a second listener, of the other version, of whose
 * connections nothing that is asked of the first would be true.
 */
export const boundHost = (host: string): string => (host.toLowerCase() === 'localhost' ? '127.0.0.1' : host);

/**
 * Makes sure that a port can be listened on before anything slow begins, and chooses one when asked for 0, so that
 * the address is known to all that is built afterwards.
 * @throws StartError when it can't
 */
export async function claimPort(host: string, port: number): Promise<number> {
  const server = createServer();
  try {
    await new Promise<void>((done, failed) => server.once('error', failed).listen(port, boundHost(host), done));
  } catch (error) {
    throw portError(error, host, port);
  }
  const address = server.address();
  await new Promise(done => server.close(done));
  return typeof address === 'object' && address ? address.port : port;
}
