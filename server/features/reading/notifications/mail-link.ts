import { createHmac, timingSafeEqual } from 'node:crypto';
import { keyFor } from '../../../platform/sessions/secret-box.ts';

const idBytes = 16;
const markBytes = 20;

const markOf = (id: Buffer, secret: Uint8Array): Buffer =>
  createHmac('sha256', keyFor(secret, 'mail link')).update(id).digest().subarray(0, markBytes);

/** Makes the token of a mail's « unsubscribe » link: the person's id and its HMAC. It never expires. */
export function mailToken(userId: string, secret: Uint8Array): string {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, markOf(id, secret)]).toString('base64url');
}

/** Reads the person's id from an unsubscribe token; null when the token is not one of ours. */
export function readMailToken(token: string, secret: Uint8Array): string | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== idBytes + markBytes) return null;
  const id = bytes.subarray(0, idBytes);
  if (!timingSafeEqual(bytes.subarray(idBytes), markOf(id, secret))) return null;
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
