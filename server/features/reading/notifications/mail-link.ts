import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LastingKeys } from '../../../platform/sessions/lasting-keys.ts';

const idBytes = 16;
const markBytes = 20;

const markOf = (id: Buffer, key: Buffer): Buffer =>
  createHmac('sha256', key).update(id).digest().subarray(0, markBytes);

/** Makes the token of a mail's « unsubscribe » link: the person's id and its HMAC. It never expires. */
export function mailToken(userId: string, keys: LastingKeys): string {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, markOf(id, keys.own('mail link'))]).toString('base64url');
}

/** Reads the person's id from an unsubscribe token; null when the token is not ours. */
export async function readMailToken(token: string, keys: LastingKeys): Promise<string | null> {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== idBytes + markBytes) return null;
  const [id, mark] = [bytes.subarray(0, idBytes), bytes.subarray(idBytes)];
  if (!(await keys.all('mail link')).some(key => timingSafeEqual(mark, markOf(id, key)))) return null;
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
