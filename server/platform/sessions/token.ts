import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { SignJWT } from 'jose';

/** What a session's token says of itself. */
export type TokenClaims = Record<string, unknown> & { exp: number };

export const tokenKey = (secret: Uint8Array): KeyObject => createSecretKey(secret);

const tokenAtMost = 1_024;

/** Whether a text could be a JWT of ours: nothing is spent on one that could not. */
export const looksLikeToken = (text: string): boolean =>
  text.length <= tokenAtMost && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text);

/** A JWT (HS256) that says this until then. */
export const signToken = (claims: Record<string, string>, expires: Date, id: string, key: KeyObject): Promise<string> =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setJti(id)
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(key);

/**
 * What a JWT says, or null when it is not one of ours (HS256, by this key) or its time is over. Done here and at once:
 * through the threads of WebCrypto, as jose does it, it costs seven times as much, and everyone who comes back after a
 * cut needs it in the same moment.
 */
export function readToken(token: string, key: KeyObject): TokenClaims | null {
  const [header = '', payload = '', signature = '', ...more] = token.split('.');
  if (more.length > 0 || !isSignature(signature, `${header}.${payload}`, key)) return null;
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

/** An object that we signed ourselves: it is JSON unless the key is someone else's too. */
function parse(part: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(Buffer.from(part, 'base64url').toString()));
  } catch {
    return {};
  }
}
