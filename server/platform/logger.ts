import { errors } from '@palabre/common/contract/errors.ts';
import pino, { type Logger } from 'pino';
import type { Env } from '../env.ts';

/** Names of fields whose value is redacted from logs, at any depth of the logged object. */
const secrets = new Set([
  ...[
    'password',
    'oldPassword',
    'newPassword',
    'passwordConfirm',
    'passwordHash',
    'secret',
    'clientSecret',
    'jwtSecret',
    'jwtSecretPrevious',
  ],
  ...['token', 'resetToken', 'accessToken', 'refreshToken', 'idToken', 'pending', 'code', 'otp', 'sealed'],
  ...['authorization', 'cookie', 'key', 'accessKey', 'secretKey'],
]);
const censored = '[secret]';
/** Depth beyond which nested values are left out. */
const depthAtMost = 6;

/**
 * Fields of an error that explain its cause. Other fields may contain a request, a row or a command, and are dropped.
 */
const told = [
  ...['type', 'message', 'stack', 'code', 'errno', 'syscall', 'statusCode', 'status', 'signal'],
  // Fields of PostgreSQL errors.
  ...['severity', 'schema', 'table', 'column', 'constraint', 'routine'],
] as const;

/** Tells whether `code` is an error code; any other code may be a secret, such as a login code. */
const isOfAnError = (code: unknown): boolean =>
  typeof code === 'string' &&
  (/^[A-Z][A-Z0-9_]+$/.test(code) || /^[0-9A-Z]{5}$/.test(code) || Object.hasOwn(errors, code));

/** Patterns of secrets inside a text (URL, query, header, session), with their replacements. */
const within: readonly (readonly [RegExp, string])[] = [
  [/(\w+:\/\/[^\s/:@"\\]*):[^\s@"\\]+@/g, '$1:[secret]@'],
  [/([?&](?:token|resetToken|code|state|secret|signature|password|key)=)[^&\s"\\#]+/gi, '$1[secret]'],
  [/\b(Bearer|Basic) [\w.~+/=-]+/gi, '$1 [secret]'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '[secret]'],
];

/** Copies a value without its secrets; keeps only the cause of errors. */
function withoutSecrets(value: unknown, name = '', depth = 0): unknown {
  if (secrets.has(name)) return censored;
  if (value instanceof Error) return whyOf(value);
  // Requests have a serializer; dates serialize themselves.
  if (typeof value !== 'object' || value === null || name === 'req' || value instanceof Date) return value;
  if (depth === depthAtMost) return '…';
  if (Array.isArray(value)) return value.map(each => withoutSecrets(each, '', depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutSecrets(each, key, depth + 1)]));
}

/**
 * Creates a logger of JSON lines on the error output, since the standard output is for the few lines of the start.
 * @param about fields of every line
 */
export function createLogger(
  level: Env['logLevel'],
  output: { write(line: string): unknown } = pino.destination({ fd: 2, sync: true }),
  about: Readonly<Record<string, unknown>> | null = null,
): Logger {
  return pino(
    {
      level,
      base: about,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: object => withoutSecrets(object) as Record<string, unknown> },
      serializers: {
        // Described already: pino would take the description for an error of type `Object`.
        err: (why: unknown) => why,
        // Keeps the path only: a query may hold a token or a search.
        req: (request: { method?: string; url?: string; id?: string }) => ({
          id: request.id,
          method: request.method,
          path: request.url?.split('?')[0],
        }),
      },
    },
    {
      write: line => void output.write(within.reduce((text, [secret, instead]) => text.replace(secret, instead), line)),
    },
  );
}

/** Describes the cause of an error. An AggregateError has no useful message, so its parts are listed in `tried`. */
function whyOf(error: Error): object {
  const plain = pino.stdSerializers.err(error) as unknown as Record<string, unknown>;
  const why = Object.fromEntries(told.filter(name => plain[name] !== undefined).map(name => [name, plain[name]]));
  if (why.code !== undefined && !isOfAnError(why.code)) why.code = censored;
  const tried = error instanceof AggregateError ? error.errors : [];
  return { ...why, ...(tried.length > 0 && { tried: tried.map(each => String((each as Error).message ?? each)) }) };
}
