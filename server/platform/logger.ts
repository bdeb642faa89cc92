import { errors } from '@palabre/common/contract/errors.ts';
import pino, { type Logger } from 'pino';
import type { Env } from '../env.ts';

/** What must never reach a log, wherever an object that holds it is logged. */
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
  ],
  ...['token', 'resetToken', 'accessToken', 'refreshToken', 'idToken', 'pending', 'code', 'otp', 'sealed'],
  ...['authorization', 'cookie', 'key', 'accessKey', 'secretKey'],
]);
const censored = '[secret]';
/** What is deeper is left out. */
const deepest = 6;

/** What errors carry that says why, and nothing of whom: the rest of them may be a request, a row, a command. */
const told = [
  ...['type', 'message', 'stack', 'code', 'errno', 'syscall', 'statusCode', 'status', 'signal'],
  // PostgreSQL's
  ...['severity', 'schema', 'table', 'column', 'constraint', 'routine'],
] as const;

/** Of an error, `code` says what failed; of anything else it may be one that opens an account. */
const isOfAnError = (code: unknown): boolean =>
  typeof code === 'string' &&
  (/^[A-Z][A-Z0-9_]+$/.test(code) || /^[0-9A-Z]{5}$/.test(code) || Object.hasOwn(errors, code));

/** Secrets within a text, and what stands for them: of an address, a header, a session. */
const within: readonly (readonly [RegExp, string])[] = [
  [/(\w+:\/\/[^\s/:@"\\]*):[^\s@"\\]+@/g, '$1:[secret]@'],
  [/([?&](?:token|resetToken|code|state|secret|signature|password|key)=)[^&\s"\\#]+/gi, '$1[secret]'],
  [/\b(Bearer|Basic) [\w.~+/=-]+/gi, '$1 [secret]'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '[secret]'],
];

/** The same, with nothing secret in what is called by a name of those; of errors, why. */
function withoutSecrets(value: unknown, name = '', depth = 0): unknown {
  if (secrets.has(name)) return censored;
  if (value instanceof Error) return whyOf(value);
  // A request has a serializer; a date says itself what it is.
  if (typeof value !== 'object' || value === null || name === 'req' || value instanceof Date) return value;
  if (depth === deepest) return '…';
  if (Array.isArray(value)) return value.map(each => withoutSecrets(each, '', depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutSecrets(each, key, depth + 1)]));
}

/** One JSON line an event, on the error output: the standard one is for the few lines that the start prints. */
export function createLogger(
  level: Env['logLevel'],
  output: { write(line: string): unknown } = pino.destination({ fd: 2, sync: true }),
): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: object => withoutSecrets(object) as Record<string, unknown> },
      serializers: {
        // Of a request, its path only: a query may hold a token or a search.
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

/** Why an error happened, with what caused it: one that stands for several addresses that were tried says nothing itself. */
function whyOf(error: Error): object {
  const plain = pino.stdSerializers.err(error) as unknown as Record<string, unknown>;
  const why = Object.fromEntries(told.filter(name => plain[name] !== undefined).map(name => [name, plain[name]]));
  if (why.code !== undefined && !isOfAnError(why.code)) why.code = censored;
  const tried = error instanceof AggregateError ? error.errors : [];
  return { ...why, ...(tried.length > 0 && { tried: tried.map(each => String((each as Error).message ?? each)) }) };
}
