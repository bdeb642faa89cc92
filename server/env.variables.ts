import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { StartError, wrongVariable } from './platform/processes/start-error.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export const loopback = ['127.0.0.1', '::1', 'localhost'];
/** Says whether a host of a URL is this machine. */
export const isHere = (hostname: string): boolean => loopback.includes(hostname.replace(/^\[(.*)\]$/, '$1'));

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
    value => value.startsWith('https:') || (URL.canParse(value) && isHere(new URL(value).hostname)),
    'une adresse https:// (ou http:// sur cette machine)',
  );
/** Keeps the final slash of an issuer, which is part of its name, unless it is the whole path. */
const issuer = guarded(link(['http:', 'https:'], 'une adresse https://')).transform(value =>
  value.replace(/^(https?:\/\/[^/]+)\/+$/, '$1'),
);
const secret = z.string().min(1);
const bucket = text
  .regex(
    /^s3:\/\/[^:/@\s]+:[^@/\s]+@[^/@\s]+\/[a-z0-9][a-z0-9.-]{1,62}\/?$/,
    's3://cle:secret@machine/seau (clé et secret encodés comme dans une adresse)',
  )
  .optional();
/** Accepts the address of a clamd: a machine and its port, or the path of a socket. */
function isClamd(value: string): boolean {
  if (/^unix:\/[^\0]+$/.test(value)) return true;
  const { protocol, hostname, host, href } = URL.canParse(value) ? new URL(value) : new URL('none:');
  return protocol === 'tcp:' && hostname !== '' && href.replace(/\/$/, '') === `tcp://${host}`;
}
/**
 * Refuses control characters: a file damaged by a power cut is full of NULs, which would sign as well as a real secret.
 */
export const isPrintable = (value: string): boolean => !/\p{Cc}/u.test(value);
const sessionSecret = z
  .string()
  .min(32, 'au moins 32 caractères')
  .refine(isPrintable, 'des caractères qui s’impriment, sans retour à la ligne')
  .optional();

/** Each message states the expected value; the line that stops the start prefixes the variable's name. */
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
  S3_URL: bucket,
  BACKUP_S3_URL: bucket,
  CLAMD_URL: text.refine(isClamd, 'tcp://machine:3310 ou unix:/chemin/du/socket').optional(),
  SMTP_URL: link(['smtp:', 'smtps:'], 'une adresse smtp://compte:motdepasse@machine:port').optional(),
  MAIL_FROM: text.regex(/^([^<>\r\n]*<)?[^\s@<>]+@[^\s@<>]+>?$/, 'une adresse e-mail, ou « Nom <adresse> »').optional(),
  JWT_SECRET: sessionSecret,
  JWT_SECRET_PREVIOUS: sessionSecret,
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
  BREACHED_PASSWORDS_URL: guarded(site('une adresse https:// (ou http:// sur cette machine)')).optional(),
  PUSH_SERVICES: text
    .transform(value => value.split(/[\s,]+/))
    .pipe(
      z.array(
        guarded(site('des adresses https:// (ou http:// sur cette machine), séparées par des virgules')).transform(
          value => new URL(value).origin,
        ),
      ),
    )
    .optional(),
  RATE_LIMITS: z.enum(['on', 'off'], 'on ou off').optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP: text
    .regex(/^[1-9]\d{0,3}$/, 'un nombre entier, 1 au moins')
    .transform(Number)
    .optional(),
  REQUIRE_TLS: z.enum(['on', 'off'], 'on ou off').optional(),
  HSTS_SUBDOMAINS: z.enum(['on', 'off'], 'on ou off').optional(),
  FILE_CACHE: z.enum(['on', 'off'], 'on ou off').optional(),
  UPGRADE_BACKUP: z.enum(['on', 'off'], 'on ou off').optional(),
  WORKERS: text
    .regex(/^([1-9]|[1-5]\d|6[0-4])$/, 'un nombre entier de 1 à 64')
    .transform(Number)
    .optional(),
  METRICS_TOKEN: z.string().min(16, 'au moins 16 caractères').optional(),
  LOG_LEVEL: z.enum(logLevels, `un niveau parmi ${logLevels.join(', ')}`).optional(),
});

export type Variables = z.infer<typeof variables>;
export type Variable = keyof Variables;

/** Names of the variables; each may also be given as `NAME_FILE`. */
export const variableNames = Object.keys(variables.shape) as Variable[];

export const wrong = (variable: Variable, expected: string): StartError => wrongVariable(variable, expected);

/** Reads the variable `X` from the file that `X_FILE` names, the usual way to pass secrets to containers. */
function fromFile(name: Variable, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new StartError(`${name}_FILE : ${path} est illisible (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Parses the variables; an empty one, as compose files set it, counts as not set. */
export function readVariables(source: NodeJS.ProcessEnv): Variables {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  for (const name of variableNames) {
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
