import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Derives a key for each use of the secret of the server: a leaked key opens nothing of another use. */
export const keyFor = (secret: Uint8Array, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `palabre ${use}`, 32));

/** Encrypts a text: a reader of the database without the secret of the server reads nothing. */
export function seal(text: string, key: Buffer): string {
  const nonce = randomBytes(nonceBytes);
  const box = createCipheriv(cipher, key, nonce);
  const sealed = Buffer.concat([box.update(text, 'utf8'), box.final()]);
  return Buffer.concat([nonce, box.getAuthTag(), sealed]).toString('base64');
}

/** Decrypts a text of {@link seal}; null when it has another key, or is damaged. */
export function unseal(sealed: string, key: Buffer): string | null {
  const bytes = Buffer.from(sealed, 'base64');
  try {
    const box = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
    box.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    return Buffer.concat([box.update(bytes.subarray(nonceBytes + tagBytes)), box.final()]).toString('utf8');
  } catch {
    return null;
  }
}
