import type { Endpoint } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createSparing } from '../pacing/sparing.ts';
import { deviceOf } from '../sessions/device.ts';
import { addressOf } from './address.ts';

/** Endpoints by which people authenticate or change their credentials: each call is logged. */
const ofAccounts: readonly Endpoint[] = [
  ...[api.users.register, api.users.login, api.users.logout, api.otp.check, api.otp.resetPassword],
  ...[api.accounts.changePassword, api.accounts.reauthenticate, api.accounts.remove],
  ...[api.accounts.endSession, api.accounts.endOtherSessions],
  ...[api.linkedAccounts.link, api.linkedAccounts.unlink, api.linkedAccounts.token],
];

const nameOf = (method: string, path: string | undefined): string => `${method} ${path}`;

/** Statuses of refused access; 404 is the answer for a record that the person may not see. */
const refused: Readonly<Record<number, string>> = {
  401: 'access refused: no session',
  403: 'access refused: no right',
  404: 'access refused: not there, or out of sight',
};

/**
 * Logs logins and refusals: one line for each call of {@link ofAccounts}; of all other refusals, the first of a kind
 * and their count once a minute. Refusals by a rate limit are logged by the limits. Must be called before any route is
 * added.
 */
export function logSecurity(fastify: FastifyInstance, logger: Logger): void {
  const each = new Set(ofAccounts.map(({ method, path }) => nameOf(method, `/api${path}`)));
  const paths = new Set<string | undefined>(ofAccounts.map(({ path }) => `/api${path}`));
  const log = createSparing(logger);
  fastify.addHook('onResponse', async (request, { statusCode: status }) => {
    const { url } = request.routeOptions;
    // Fast path of nearly every answer: reads nothing more.
    if (status < 400 && !paths.has(url)) return;
    const route = nameOf(request.method, url);
    const who = { userId: request.actor?.userId ?? null, address: addressOf(request) };
    if (each.has(route)) {
      if (status === 429 || status >= 500) return;
      const device = deviceOf(request.headers['user-agent']);
      logger[status < 400 ? 'info' : 'warn'](
        { route, status, ...who, device },
        status < 400 ? 'account' : 'account: refused',
      );
      return;
    }
    const what = url?.startsWith('/api/') ? refused[status] : undefined;
    if (what) log('warn', what, { route, ...who });
  });
}
