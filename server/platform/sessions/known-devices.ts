import { createHash, randomBytes } from 'node:crypto';
import type { Cookies } from '../http/cookies.ts';
import type { Db, Tx } from '../postgres/db.ts';
import { isInUse, isKnownTo, keepDevice } from './known-devices.store.ts';
import type { From } from './session.ts';

/**
 * Cookie of browsers in which people have logged in (decision 0039): failed logins there are counted apart from
 * strangers', so that strangers lock nobody out. The cookie grants and proves nothing by itself.
 */
const name = 'device';
/** Cookie name over https, where no other host of the domain can set it to make its own browser known. */
const secureName = '__Host-device';
const kept = { path: '/', seconds: 365 * 86_400, sameSite: 'lax' } as const;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Hashes the device cookie of a browser, of either name; null when it has none, or a malformed one. */
export function deviceHashOf(cookies: Pick<Cookies, 'get'>): Buffer | null {
  const token = cookies.get(secureName) ?? cookies.get(name);
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
 * @returns whether to notify the person: it is new beside others
 */
export async function rememberDevice(db: Tx, userId: string, cookies: Cookies, from: From): Promise<boolean> {
  const brought = deviceHashOf(cookies);
  const isPlain = cookies.isSecure && cookies.get(secureName) === undefined;
  if (isPlain && cookies.get(name) !== undefined) cookies.set(name, null, kept);
  if (brought && !isPlain && (await isInUse(db, brought))) return keepDevice(db, userId, brought, from);
  // Over https, a cookie without the prefix may come from another host: it is migrated only if the account knows it.
  const known = brought && isPlain && (await isKnownTo(db, userId, brought)) ? cookies.get(name) : undefined;
  const token = known ?? randomBytes(32).toString('base64url');
  cookies.set(cookies.isSecure ? secureName : name, token, kept);
  return keepDevice(db, userId, hashOf(token), from);
}
