import type { FastifyReply } from 'fastify';
import * as client from 'openid-client';
import type { Env } from '../../../env.ts';
import { keyFor, seal, unseal } from '../../../platform/sessions/secret-box.ts';

/** What the browser that went to a provider must bring back with the answer. */
export interface Attempt {
  provider: string;
  state: string;
  nonce: string;
  verifier: string;
  /** In milliseconds. */
  until: number;
}

const lifetime = 10 * 60;

/** By https, a cookie that no other host of the same domain can put in its place: it would be somebody else's attempt. */
function cookieOf({ publicUrl }: Env) {
  const secure = publicUrl.startsWith('https:');
  return { name: secure ? '__Host-auth' : 'auth', options: { path: secure ? '/' : '/auth', secure } };
}

export const newAttempt = (provider: string): Attempt => ({
  provider,
  state: client.randomState(),
  nonce: client.randomNonce(),
  verifier: client.randomPKCECodeVerifier(),
  until: Date.now() + lifetime * 1_000,
});

/** Kept by the browser, for it alone to bring back: sealed, out of reach of scripts, sent with what a link leads to. */
export function keepAttempt(reply: FastifyReply, env: Env, attempt: Attempt): void {
  const sealed = seal(JSON.stringify(attempt), keyFor(env.jwtSecret, 'social login'));
  const { name, options } = cookieOf(env);
  void reply.setCookie(name, sealed, { ...options, maxAge: lifetime, httpOnly: true, sameSite: 'lax' });
}

/** What the browser brought back, which is then forgotten; null when it began nothing, or too long ago. */
export function takeAttempt(
  cookies: Record<string, string | undefined>,
  reply: FastifyReply,
  env: Env,
): Attempt | null {
  const { name, options } = cookieOf(env);
  void reply.clearCookie(name, options);
  const text = unseal(cookies[name] ?? '', keyFor(env.jwtSecret, 'social login'));
  const attempt = text === null ? null : (JSON.parse(text) as Attempt);
  return attempt && attempt.until > Date.now() ? attempt : null;
}
