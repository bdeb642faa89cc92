import { createHash, randomBytes } from 'node:crypto';
import type { Cookies } from '../http/cookies.ts';
import type { Db, Tx } from '../postgres/db.ts';
import { isInUse, keepDevice } from './known-devices.store.ts';
import type { From } from './session.ts';

/**
 * Cookie of browsers in which people have logged in (decision 0039): tries in one of them are counted apart from those
 * of strangers, so that strangers lock nobody out. The cookie grants and proves nothing by itself.
 */
const name = 'device';
const kept = { path: '/', seconds: 365 * 86_400, sameSite: 'lax' } as const;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Hashes the device cookie of a browser; null when it has none, or a malformed one. */
export function deviceHashOf(cookies: Pick<Cookies, 'get'>): Buffer | null {
  const token = cookies.get(name);
  return token && /^[\w-]{43}$/.test(token) ? hashOf(token) : null;
}

/** Builds the key of rate limits for one account in one known browser. */
export const deviceKey = (userId: string, hash: Buffer): string => `${userId} ${hash.toString('base64url')}`;

/** Says whether the browser of a request is known to any account. */
export async function isKnownDevice(db: Db, cookies: Pick<Cookies, 'get'>): Promise<boolean> {
  const hash = deviceHashOf(cookies);
  return hash !== null && (await isInUse(db, hash));
}

/**
 * Records the browser in which a person has just logged in.
 * @returns whether to tell the person: it is new beside others
 */
export async function rememberDevice(db: Tx, userId: string, cookies: Cookies, from: From): Promise<boolean> {
  const brought = deviceHashOf(cookies);
  if (brought && (await isInUse(db, brought))) return keepDevice(db, userId, brought, from);
  const token = randomBytes(32).toString('base64url');
  cookies.set(name, token, kept);
  return keepDevice(db, userId, hashOf(token), from);
}
