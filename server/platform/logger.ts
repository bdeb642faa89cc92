import pino, { type Logger } from 'pino';
import type { Env } from '../env.ts';

/** What must never reach a log, wherever an object that holds it is logged. */
const secrets = ['password', 'oldPassword', 'newPassword', 'token', 'code', 'authorization', 'cookie', 'secret', 'key'];

/** One JSON line an event, on the error output: the standard one is for the few lines that the start prints. */
export function createLogger(level: Env['logLevel']): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: secrets.flatMap(name => [name, `*.${name}`, `req.headers.${name}`, `*.*.${name}`]),
        censor: '[secret]',
      },
      serializers: {
        // Of a request, its path only: a query may hold a token or a search.
        req: (request: { method?: string; url?: string; id?: string }) => ({
          id: request.id,
          method: request.method,
          path: request.url?.split('?')[0],
        }),
        err: withoutParameters,
      },
    },
    pino.destination({ fd: 2, sync: true }),
  );
}

/** PostgreSQL's errors quote the row they refuse in `detail`: people's data, left out. */
function withoutParameters(error: Error): object {
  const {
    detail: _detail,
    where: _where,
    internalQuery: _query,
    ...rest
  } = pino.stdSerializers.err(error) as ReturnType<typeof pino.stdSerializers.err> & Record<string, unknown>;
  return rest;
}
