import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readSecrets } from './env.secrets.ts';
import { provider, type SocialProvider, trustsEmails } from './env.social.ts';
import { readTls, type Tls } from './env.tls.ts';
import { isHere, type logLevels, loopback, readVariables, type Variables, wrong } from './env.variables.ts';

/** Bucket of S3, and its credentials. */
interface Bucket {
  endpoint: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
}

/** Configuration by the operator, read once at start. */
export interface Env {
  host: string;
  /** Port to listen on; 0 asks for a free port (`withPort` sets the real one). */
  port: number;
  /** URL that people use, without a final slash. */
  publicUrl: string;
  /** Absolute path of the data folder. */
  dataDir: string;
  /** Undefined for the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  /** Undefined for a single process. */
  redisUrl: string | undefined;
  /** Processes that serve on this machine, behind one port; more than one need `redisUrl`. */
  workers: number;
  /** Undefined to store files in `dataDir`. */
  s3: Bucket | undefined;
  /** Address of the clamd that scans uploads; undefined without one. */
  clamd: { host: string; port: number } | { path: string } | undefined;
  /** Undefined to write mails to `dataDir/outbox`. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Secret of the server; `Secrets` derives all keys from it. */
  jwtSecret: Uint8Array;
  /** Predecessor of that secret, as long as its sessions and links are still accepted. */
  jwtSecretPrevious: Uint8Array | undefined;
  /** Support address shown to people, if any. */
  supportEmail: string | undefined;
  /** Administrator, in lower case. */
  adminEmail: string | undefined;
  social: { google?: SocialProvider; facebook?: SocialProvider; oidc?: SocialProvider };
  /** Undefined for demo mode. */
  gif: { url: string; key: string } | undefined;
  /** Address of a service of breached passwords; undefined for no such check. */
  breachedPasswordsUrl: string | undefined;
  /** Origins of push services that browsers may name besides their vendors’. */
  pushServices: string[];
  /** False lifts every rate limit. */
  rateLimits: boolean;
  /**
   * Destination of nightly backups, an absolute folder or a bucket, and how many of them are kept; undefined for none.
   */
  backups: (({ folder: string; s3?: undefined } | { folder?: undefined; s3: Bucket }) & { keep: number }) | undefined;
  /** Whether the database is backed up before an upgrade changes it. */
  upgradeBackup: boolean;
  tls: Tls;
  /** Whether browsers must use https for all subdomains of the public URL too. */
  hstsSubdomains: boolean;
  /** Whether browsers may store the files of messages, which they revalidate each time. */
  fileCache: boolean;
  /** Token that opens `/metrics` beyond loopback. */
  metricsToken: string | undefined;
  logLevel: (typeof logLevels)[number];
}

function bucket(variable: 'S3_URL' | 'BACKUP_S3_URL', given: string | undefined): Bucket | undefined {
  if (!given) return undefined;
  const [, accessKey = '', secretKey = '', machine = '', bucket = ''] =
    /^s3:\/\/([^:]+):([^@]+)@([^/]+)\/([^/]+)/.exec(given) ?? [];
  const scheme = loopback.includes(machine.replace(/:\d+$/, '')) ? 'http' : 'https';
  try {
    return {
      endpoint: `${scheme}://${machine}`,
      bucket,
      accessKey: decodeURIComponent(accessKey),
      secretKey: decodeURIComponent(secretKey),
    };
  } catch {
    throw wrong(variable, 'valeur refusée, il faut une clé et un secret encodés comme dans une adresse');
  }
}

function clamd(given: string | undefined): Env['clamd'] {
  if (!given) return undefined;
  if (given.startsWith('unix:')) return { path: given.slice('unix:'.length) };
  const { hostname, port } = new URL(given);
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || 3310) };
}

function backups(given: Variables): Env['backups'] {
  const { BACKUP_DIR: folder, BACKUP_KEEP: keep = 7 } = given;
  const s3 = bucket('BACKUP_S3_URL', given.BACKUP_S3_URL);
  if (s3 && folder) throw wrong('BACKUP_S3_URL', 'BACKUP_DIR est donné aussi : gardez l’un des deux');
  if (s3) return { s3, keep };
  return folder ? { folder: resolve(folder), keep } : undefined;
}

/**
 * Reads the GIF provider: a key alone means Klipy, which has the API of Tenor; a URL alone is a provider without keys.
 */
function gif({ GIF_API_URL: url, GIF_API_KEY: key }: Variables): Env['gif'] {
  if (!url && !key) return undefined;
  return { url: url ?? 'https://api.klipy.com/v2', key: key ?? '' };
}

/** Tells whether HSTS includes subdomains; it is sent over https only. */
function hstsSubdomains({ HSTS_SUBDOMAINS: wanted }: Variables, publicUrl: string): boolean {
  if (wanted === 'on' && !publicUrl.startsWith('https:'))
    throw wrong('HSTS_SUBDOMAINS', 'on ne vaut que si PUBLIC_URL est une adresse https://');
  return wanted === 'on';
}

/** Returns the default public URL: a server that listens on all addresses is reached as localhost. */
export function addressOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Tells whether the public URL is a secure context for browsers, which service workers and pushes need. */
export const isSafeAddress = (publicUrl: string): boolean =>
  publicUrl.startsWith('https:') || isHere(new URL(publicUrl).hostname);

/**
 * Reads the configuration. Creates the data folder, and in it the session secret when none is given.
 * @throws StartError with one line that names the first wrong variable, and never contains a secret
 */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const given = readVariables(source);
  const host = given.HOST ?? '127.0.0.1';
  const port = given.PORT ?? 3000;
  const publicUrl = given.PUBLIC_URL ?? addressOf(host, port);
  if (given.RATE_LIMITS === 'off' && !loopback.includes(host)) {
    throw wrong('RATE_LIMITS', 'off ne vaut que si HOST est une adresse de la machine même (127.0.0.1)');
  }
  const workers = given.WORKERS ?? 1;
  if (workers > 1 && !given.REDIS_URL) {
    throw wrong('WORKERS', 'plusieurs processus se parlent par Redis, donnez aussi REDIS_URL (redis://machine:port)');
  }
  const google = provider(given, 'GOOGLE', 'Google', 'https://accounts.google.com');
  const facebook = provider(given, 'FACEBOOK', 'Facebook', 'https://www.facebook.com');
  const oidc = provider(given, 'OIDC', given.OIDC_NAME ?? 'OpenID');
  const trusted = trustsEmails(given.OIDC_TRUST_EMAILS === 'on', oidc);
  const chosen = {
    host,
    port,
    publicUrl,
    databaseUrl: given.DATABASE_URL,
    redisUrl: given.REDIS_URL,
    workers,
    s3: bucket('S3_URL', given.S3_URL),
    clamd: clamd(given.CLAMD_URL),
    smtpUrl: given.SMTP_URL,
    mailFrom: given.MAIL_FROM ?? `Palabre <palabre@${new URL(publicUrl).hostname}>`,
    supportEmail: given.SUPPORT_EMAIL,
    adminEmail: given.ADMIN_EMAIL,
    social: {
      ...(google && { google }),
      ...(facebook && { facebook }),
      ...(oidc && { oidc: { ...oidc, trustsEmails: trusted } }),
    },
    gif: gif(given),
    breachedPasswordsUrl: given.BREACHED_PASSWORDS_URL,
    pushServices: given.PUSH_SERVICES ?? [],
    rateLimits: given.RATE_LIMITS !== 'off',
    backups: backups(given),
    upgradeBackup: given.UPGRADE_BACKUP !== 'off',
    tls: readTls(given, source, { host, publicUrl }),
    hstsSubdomains: hstsSubdomains(given, publicUrl),
    fileCache: given.FILE_CACHE !== 'off',
    metricsToken: given.METRICS_TOKEN,
    logLevel: given.LOG_LEVEL ?? ('info' as const),
  };
  const dataDir = resolve(given.DATA_DIR ?? 'data');
  makeDataDir(dataDir);
  return { ...chosen, dataDir, ...readSecrets(given, dataDir) };
}

/** Sets the real port, also in the public URL unless one was given. */
export function withPort(env: Env, port: number): Env {
  const byDefault = env.publicUrl === addressOf(env.host, env.port);
  return { ...env, port, publicUrl: byDefault ? addressOf(env.host, port) : env.publicUrl };
}

/**
 * Creates folders one by one: Node's `recursive` option never returns on a folder that refuses new entries, as /proc
 * does.
 */
function makeFolders(path: string): void {
  if (existsSync(path)) return;
  makeFolders(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function makeDataDir(dataDir: string): void {
  try {
    makeFolders(dataDir);
    const probe = join(dataDir, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw wrong('DATA_DIR', `impossible d'écrire dans ${dataDir} (${(error as NodeJS.ErrnoException).code})`);
  }
}
