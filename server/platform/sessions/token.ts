import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { SignJWT } from 'jose';

/** Claims of a session token. */
export type TokenClaims = Record<string, unknown> & { exp: number };

const tokenAtMostBytes = 1_024;

/** Says whether a text could be one of our JWTs, before any work is spent on it. */
export const looksLikeToken = (text: string): boolean =>
  text.length <= tokenAtMostBytes && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text);

/** Signs a JWT (HS256) with these claims and this expiry. */
export const signToken = (claims: Record<string, string>, expires: Date, id: string, key: KeyObject): Promise<string> =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setJti(id)
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(key);

/**
 * Reads the claims of a JWT; null when it is not ours (HS256, one of these keys) or has expired. Verified here,
 * synchronously: the WebCrypto threads that jose uses cost seven times as much, and after an outage everyone reconnects
 * at once.
 */
export function readToken(token: string, keys: readonly KeyObject[]): TokenClaims | null {
  const [header = '', payload = '', signature = '', ...more] = token.split('.');
  if (more.length > 0 || !keys.some(key => isSignature(signature, `${header}.${payload}`, key))) return null;
  const { alg, crit } = parse(header);
  const { exp, nbf, ...claims } = parse(payload);
  const now = Date.now() / 1000;
  if (alg !== 'HS256' || crit !== undefined) return null;
  if (typeof exp !== 'number' || exp <= now || (nbf !== undefined && !(Number(nbf) <= now))) return null;
  return { ...claims, exp };
}

function isSignature(signature: string, signed: string, key: KeyObject): boolean {
  const given = Buffer.from(signature);
  const right = Buffer.from(createHmac('sha256', key).update(signed).digest('base64url'));
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Parses a part of a JWT that we signed: always JSON, unless someone else has the key. */
function parse(part: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(Buffer.from(part, 'base64url').toString()));
  } catch {
    return {};
  }
}
