import { createHash, randomBytes } from 'node:crypto';
import type { Cookies } from '../http/cookies.ts';
import type { Db, Tx } from '../postgres/db.ts';
import { isInUse, keepDevice } from './known-devices.store.ts';
import type { From } from './session.ts';

/**
 * Browsers in which people have logged in (decision 0039): what is tried in one of them is counted apart from what strangers
 * try, so that these lock nobody out. The cookie opens nothing, and proves nothing by itself.
 */
const name = 'device';
const kept = { path: '/', seconds: 365 * 86_400, sameSite: 'lax' } as const;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** What a browser is known by; null when it brings nothing that could be it. */
export function deviceHashOf(cookies: Pick<Cookies, 'get'>): Buffer | null {
  const token = cookies.get(name);
  return token && /^[\w-]{43}$/.test(token) ? hashOf(token) : null;
}

/** What the limits of a known browser are counted by: one account's tries in it, and nobody else's. */
export const deviceKey = (userId: string, hash: Buffer): string => `${userId} ${hash.toString('base64url')}`;

/** Whether the browser of a request is known to any account. */
export async function isKnownDevice(db: Db, cookies: Pick<Cookies, 'get'>): Promise<boolean> {
  const hash = deviceHashOf(cookies);
  return hash !== null && (await isInUse(db, hash));
}

/**
 * Has an account know the browser in which its person has just logged in.
 * @returns whether its owner is to be told: it is one more beside others
 */
export async function rememberDevice(db: Tx, userId: string, cookies: Cookies, from: From): Promise<boolean> {
  const brought = deviceHashOf(cookies);
  if (brought && (await isInUse(db, brought))) return keepDevice(db, userId, brought, from);
  const token = randomBytes(32).toString('base64url');
  cookies.set(name, token, kept);
  return keepDevice(db, userId, hashOf(token), from);
}
