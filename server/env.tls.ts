import { isHere, loopback, type Variables } from './env.variables.ts';
import { wrongVariable } from './platform/processes/start-error.ts';

/** Whether TLS is required, and the variables whose connections go without it or without a verified certificate. */
export interface Tls {
  isRequired: boolean;
  without: readonly string[];
}

/** Expected value of each variable, where TLS is required. */
const expected = {
  HOST: 'une adresse de la machine même (127.0.0.1), devant laquelle un mandataire parle https',
  PUBLIC_URL: 'une adresse https:// (https://chat.exemple.fr)',
  DATABASE_URL: '?sslmode=verify-full à la fin de l’adresse d’un PostgreSQL qui n’est pas sur cette machine',
  REDIS_URL: 'une adresse rediss:// pour un Redis qui n’est pas sur cette machine',
  CLAMD_URL: 'un clamd de cette machine, puisqu’il ne parle pas TLS (unix:/chemin/du/socket ou tcp://127.0.0.1:3310)',
  SMTP_URL:
    'une adresse smtps://, ou ?requireTLS=true à sa fin, pour un serveur de mail qui n’est pas sur cette machine, et son certificat vérifié (sans tls.rejectUnauthorized)',
  NODE_TLS_REJECT_UNAUTHORIZED: 'que les certificats soient vérifiés, retirez cette variable',
};

type Judged = keyof typeof expected;

/**
 * Tells of each variable whether its connection is protected: by TLS with a verified certificate, or by staying on this
 * machine.
 */
const isGuarded: Record<Judged, (value: string) => boolean> = {
  HOST: value => loopback.includes(value),
  PUBLIC_URL: value => value.startsWith('https:'),
  DATABASE_URL(value) {
    const { hostname, searchParams } = new URL(value);
    // Reads the URL like pg: the last of several values counts, and a path is a Unix socket.
    const host = searchParams.getAll('host').at(-1) || decodeURIComponent(hostname);
    return isHere(host) || host.startsWith('/') || searchParams.getAll('sslmode').at(-1) === 'verify-full';
  },
  REDIS_URL(value) {
    const { hostname, protocol, searchParams } = new URL(value);
    return isHere(hostname) || (protocol === 'rediss:' && !searchParams.has('tls'));
  },
  CLAMD_URL: value => value.startsWith('unix:') || isHere(new URL(value).hostname),
  SMTP_URL(value) {
    const { hostname, protocol, searchParams } = new URL(value);
    const isVerified = !searchParams.has('tls.rejectUnauthorized');
    const isByTls = protocol === 'smtps:' || searchParams.get('requireTLS') === 'true';
    return isHere(hostname) || (isByTls && isVerified);
  },
  NODE_TLS_REJECT_UNAUTHORIZED: value => value !== '0',
};

/**
 * Reads whether TLS is required, for people and for all services beyond this machine; buckets, providers, GIFs and push
 * services always use https.
 * @throws StartError when it is required, and a service goes without it
 */
export function readTls(
  given: Variables,
  { NODE_TLS_REJECT_UNAUTHORIZED }: NodeJS.ProcessEnv,
  { host, publicUrl }: { host: string; publicUrl: string },
): Tls {
  const { DATABASE_URL, REDIS_URL, CLAMD_URL, SMTP_URL } = given;
  const judged: Partial<Record<Judged, string | undefined>> = {
    ...{ PUBLIC_URL: publicUrl, HOST: host, DATABASE_URL, REDIS_URL, CLAMD_URL, SMTP_URL },
    NODE_TLS_REJECT_UNAUTHORIZED,
  };
  const without = (Object.keys(judged) as Judged[]).filter(name => {
    const value = judged[name];
    return value !== undefined && !isGuarded[name](value);
  });
  const isRequired = given.REQUIRE_TLS === 'on';
  const [first] = without;
  if (isRequired && first) throw wrongVariable(first, `REQUIRE_TLS=on demande ${expected[first]}`);
  return { isRequired, without };
}
