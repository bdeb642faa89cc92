import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { provider, type SocialProvider, trustsEmails } from './env.social.ts';
import { StartError, wrongVariable } from './platform/processes/start-error.ts';

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
  /** Undefined to store files in `dataDir`. */
  s3: { endpoint: string; bucket: string; accessKey: string; secretKey: string } | undefined;
  /** Undefined to write mails to `dataDir/outbox`. */
  smtpUrl: string | undefined;
  mailFrom: string;
  jwtSecret: Uint8Array;
  /** Support address shown to people, if any. */
  supportEmail: string | undefined;
  /** Administrator, in lower case. */
  adminEmail: string | undefined;
  social: { google?: SocialProvider; facebook?: SocialProvider; oidc?: SocialProvider };
  /** Undefined for demo mode. */
  gif: { url: string; key: string } | undefined;
  /** False lifts every rate limit. */
  rateLimits: boolean;
  /** Folder of the nightly backups, absolute, and number of them kept; undefined for none. */
  backups: { folder: string; keep: number } | undefined;
  /** Whether the database is backed up before an upgrade changes it. */
  upgradeBackup: boolean;
  /** Token that opens `/metrics` beyond loopback. */
  metricsToken: string | undefined;
  logLevel: (typeof logLevels)[number];
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const loopback = ['127.0.0.1', '::1', 'localhost'];

const text = z.string().trim();
const link = (protocols: string[], expected: string) =>
  text.refine(value => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    return url !== undefined && protocols.includes(url.protocol) && url.hostname !== '';
  }, expected);
const site = (expected: string) => link(['http:', 'https:'], expected).transform(value => value.replace(/\/+$/, ''));
/** Accepts a URL that secrets are sent to: https only, except on loopback. */
const guarded = <T extends z.ZodType<string>>(address: T) =>
  address.refine(
    value =>
      value.startsWith('https:') ||
      (URL.canParse(value) && loopback.includes(new URL(value).hostname.replace(/^\[(.*)\]$/, '$1'))),
    'une adresse https:// (ou http:// sur cette machine)',
  );
/** Keeps the final slash of an issuer, which is part of its name, unless it is the whole path. */
const issuer = guarded(link(['http:', 'https:'], 'une adresse https://')).transform(value =>
  value.replace(/^(https?:\/\/[^/]+)\/+$/, '$1'),
);
const secret = z.string().min(1);
/**
 * Refuses control characters: a file damaged by a power cut is full of NULs, which would sign as well as a real secret.
 */
const isPrintable = (value: string): boolean => !/\p{Cc}/u.test(value);

/** Each message says what is expected; the line that stops the start puts the name of the variable before it. */
const variables = z.object({
  PORT: text
    .regex(/^\d{1,5}$/, 'un nombre entier de 0 à 65535')
    .transform(Number)
    .refine(port => port <= 65_535, 'un nombre entier de 0 à 65535')
    .optional(),
  HOST: text.regex(/^[\w.:-]+$/, 'un nom de machine ou une adresse IP').optional(),
  PUBLIC_URL: site('une adresse http:// ou https://')
    .refine(
      value => new URL(value).href === `${new URL(value).origin}/`,
      'une adresse sans chemin (https://chat.exemple.fr)',
    )
    .transform(value => new URL(value).origin)
    .optional(),
  DATA_DIR: z.string().min(1).optional(),
  DATABASE_URL: link(
    ['postgres:', 'postgresql:'],
    'une adresse postgres://compte:motdepasse@machine:port/base',
  ).optional(),
  REDIS_URL: link(['redis:', 'rediss:'], 'une adresse redis://machine:port').optional(),
  S3_URL: text
    .regex(
      /^s3:\/\/[^:/@\s]+:[^@/\s]+@[^/@\s]+\/[a-z0-9][a-z0-9.-]{1,62}\/?$/,
      's3://cle:secret@machine/seau (clé et secret encodés comme dans une adresse)',
    )
    .optional(),
  SMTP_URL: link(['smtp:', 'smtps:'], 'une adresse smtp://compte:motdepasse@machine:port').optional(),
  MAIL_FROM: text.regex(/^([^<>\r\n]*<)?[^\s@<>]+@[^\s@<>]+>?$/, 'une adresse e-mail, ou « Nom <adresse> »').optional(),
  JWT_SECRET: z
    .string()
    .min(32, 'au moins 32 caractères')
    .refine(isPrintable, 'des caractères qui s’impriment, sans retour à la ligne')
    .optional(),
  SUPPORT_EMAIL: text.pipe(z.email('une adresse e-mail')).optional(),
  ADMIN_EMAIL: text.toLowerCase().pipe(z.email('une adresse e-mail')).optional(),
  GOOGLE_CLIENT_ID: secret.optional(),
  GOOGLE_CLIENT_SECRET: secret.optional(),
  GOOGLE_ISSUER: issuer.optional(),
  FACEBOOK_CLIENT_ID: secret.optional(),
  FACEBOOK_CLIENT_SECRET: secret.optional(),
  FACEBOOK_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: secret.optional(),
  OIDC_CLIENT_SECRET: secret.optional(),
  OIDC_ISSUER: issuer.optional(),
  OIDC_NAME: text.max(40, '40 caractères au plus').optional(),
  OIDC_TRUST_EMAILS: z.enum(['on', 'off'], 'on ou off').optional(),
  GIF_API_URL: guarded(site('une adresse https:// (ou http:// sur cette machine)')).optional(),
  GIF_API_KEY: secret.optional(),
  RATE_LIMITS: z.enum(['on', 'off'], 'on ou off').optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP: text
    .regex(/^[1-9]\d{0,3}$/, 'un nombre entier, 1 au moins')
    .transform(Number)
    .optional(),
  UPGRADE_BACKUP: z.enum(['on', 'off'], 'on ou off').optional(),
  METRICS_TOKEN: z.string().min(16, 'au moins 16 caractères').optional(),
  LOG_LEVEL: z.enum(logLevels, `un niveau parmi ${logLevels.join(', ')}`).optional(),
});

type Variables = z.infer<typeof variables>;
type Variable = keyof Variables;

const wrong = (variable: Variable, expected: string): StartError => wrongVariable(variable, expected);

/** Reads the variable `X` from the file that `X_FILE` names, as containers are given secrets. */
function fromFile(name: Variable, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new StartError(`${name}_FILE : ${path} est illisible (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Parses the variables; an empty one, as compose files set it, counts as not set. */
function read(source: NodeJS.ProcessEnv): Variables {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  for (const name of Object.keys(variables.shape) as Variable[]) {
    const path = set[`${name}_FILE`];
    if (path === undefined) continue;
    if (set[name] !== undefined) throw new StartError(`${name} et ${name}_FILE sont donnés : gardez l’un des deux.`);
    set[name] = fromFile(name, path);
  }
  const parsed = variables.safeParse(set);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw wrong(issue?.path[0] as Variable, `valeur refusée, il faut ${issue?.message}`);
}

function s3(given: string | undefined): Env['s3'] {
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
    throw wrong('S3_URL', 'valeur refusée, il faut une clé et un secret encodés comme dans une adresse');
  }
}

/**
 * Reads the GIF provider: a key alone means Klipy, which has the API of Tenor; a URL alone is a provider without keys.
 */
function gif({ GIF_API_URL: url, GIF_API_KEY: key }: Variables): Env['gif'] {
  if (!url && !key) return undefined;
  return { url: url ?? 'https://api.klipy.com/v2', key: key ?? '' };
}

/** Returns the default public URL: a server that listens everywhere is reached as localhost. */
export function addressOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/**
 * Reads the configuration. Creates the data folder, and in it the session secret when none is given.
 * @throws StartError with one line that names the first wrong variable, and never contains a secret
 */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const given = read(source);
  const host = given.HOST ?? '127.0.0.1';
  const port = given.PORT ?? 3000;
  const publicUrl = given.PUBLIC_URL ?? addressOf(host, port);
  if (given.RATE_LIMITS === 'off' && !loopback.includes(host)) {
    throw wrong('RATE_LIMITS', 'off ne vaut que si HOST est une adresse de la machine même (127.0.0.1)');
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
    s3: s3(given.S3_URL),
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
    rateLimits: given.RATE_LIMITS !== 'off',
    backups: given.BACKUP_DIR ? { folder: resolve(given.BACKUP_DIR), keep: given.BACKUP_KEEP ?? 7 } : undefined,
    upgradeBackup: given.UPGRADE_BACKUP !== 'off',
    metricsToken: given.METRICS_TOKEN,
    logLevel: given.LOG_LEVEL ?? ('info' as const),
  };
  const dataDir = resolve(given.DATA_DIR ?? 'data');
  makeDataDir(dataDir);
  const jwtSecret = new TextEncoder().encode(given.JWT_SECRET ?? keptSecret(join(dataDir, 'jwt-secret')));
  return { ...chosen, dataDir, jwtSecret };
}

/** Sets the port that is listened on, also in the public URL unless one was given. */
export function withPort(env: Env, port: number): Env {
  const byDefault = env.publicUrl === addressOf(env.host, env.port);
  return { ...env, port, publicUrl: byDefault ? addressOf(env.host, port) : env.publicUrl };
}

/**
 * Creates folders one by one: `recursive` of Node never returns on a folder that refuses new entries, as /proc does.
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

/** Reads a secret of the data folder, or creates it; concurrent processes agree on one. */
function keptSecret(path: string): string {
  const read = (): string | undefined => {
    try {
      return readFileSync(path, 'utf8').trim();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw new StartError(`Le secret ${path} est illisible : rendez-le lisible, ou donnez JWT_SECRET.`);
    }
  };
  const kept = read();
  if (kept !== undefined) {
    if (kept.length < 32 || !isPrintable(kept))
      throw new StartError(`Le secret ${path} est abîmé : supprimez-le, ou donnez JWT_SECRET.`);
    return kept;
  }
  const mine = `${path}.${process.pid}`;
  writeFileSync(mine, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600 });
  try {
    linkSync(mine, path);
  } catch {
    // Another process has just created it.
  }
  rmSync(mine);
  return read() ?? keptSecret(path);
}
