import type { FastifyReply } from 'fastify';
import * as client from 'openid-client';
import type { Env } from '../../../env.ts';
import type { Services } from '../../../platform/services.ts';

/** Login attempt, which the browser must bring back with the provider's answer. */
export interface Attempt {
  provider: string;
  state: string;
  nonce: string;
  verifier: string;
  /** Expiry in milliseconds since the epoch. */
  until: number;
}

type Sealing = Pick<Services, 'env' | 'secrets'>;

const lifetimeSeconds = 10 * 60;

/**
 * Chooses the cookie. Over https its name keeps other hosts of the same domain from planting somebody else's attempt.
 */
function cookieOf({ publicUrl }: Env) {
  const secure = publicUrl.startsWith('https:');
  return { name: secure ? '__Host-auth' : 'auth', options: { path: secure ? '/' : '/auth', secure } };
}

/** Starts an attempt, with random state, nonce and PKCE verifier. */
export const newAttempt = (provider: string): Attempt => ({
  provider,
  state: client.randomState(),
  nonce: client.randomNonce(),
  verifier: client.randomPKCECodeVerifier(),
  until: Date.now() + lifetimeSeconds * 1_000,
});

/** Keeps the attempt in the browser: sealed, unreadable by scripts, sent when a link leads back. */
export function keepAttempt(reply: FastifyReply, { env, secrets }: Sealing, attempt: Attempt): void {
  const sealed = secrets.seal('social login', JSON.stringify(attempt));
  const { name, options } = cookieOf(env);
  void reply.setCookie(name, sealed, { ...options, maxAge: lifetimeSeconds, httpOnly: true, sameSite: 'lax' });
}

/** Takes the attempt from the browser and clears its cookie; null when there is none or it has expired. */
export function takeAttempt(
  cookies: Record<string, string | undefined>,
  reply: FastifyReply,
  { env, secrets }: Sealing,
): Attempt | null {
  const { name, options } = cookieOf(env);
  void reply.clearCookie(name, options);
  const opened = secrets.open('social login', cookies[name] ?? '');
  const attempt = opened && (JSON.parse(opened.text) as Attempt);
  return attempt && attempt.until > Date.now() ? attempt : null;
}
