import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Env } from '../../env.ts';
import { keyFor, seal, unseal } from './secret-box.ts';

/** Values per secret: first the current secret's, used for everything new, then the older one's, still accepted. */
type OfEach<T> = readonly [T, ...T[]];

/** Sealed text that was opened. */
interface Opened {
  text: string;
  /** Whether the older secret opened it: a long-lived value must then be sealed again. */
  byOlder: boolean;
}

/** GIF signatures predate the per-use keys and keep their own derivation, so that GIFs already sent stay visible. */
const deriveKey = (secret: Uint8Array, use: string): Buffer =>
  use === 'gif media' ? createHmac('sha256', secret).update(use).digest() : keyFor(secret, use);

/**
 * Secret of the server, and the previous one while the operator still configures it (decision 0081). No other module
 * derives keys from them: everything signed, sealed or hashed with a secret is made and read here.
 */
export class Secrets {
  /** Keys of session tokens. */
  readonly tokens: OfEach<KeyObject>;
  private readonly secrets: OfEach<Uint8Array>;
  private readonly keys = new Map<string, OfEach<Buffer>>();

  constructor({ jwtSecret, jwtSecretPrevious }: Pick<Env, 'jwtSecret'> & Partial<Pick<Env, 'jwtSecretPrevious'>>) {
    this.secrets = jwtSecretPrevious ? [jwtSecret, jwtSecretPrevious] : [jwtSecret];
    this.tokens = this.ofEach(secret => createSecretKey(secret));
  }

  /** Returns the keys of a use. */
  keysOf(use: string): OfEach<Buffer> {
    const known = this.keys.get(use);
    if (known) return known;
    const derived = this.ofEach(secret => deriveKey(secret, use));
    this.keys.set(use, derived);
    return derived;
  }

  /** Returns the signatures of a text (HMAC-SHA-256): the first for new uses, then those still accepted. */
  marksOf(use: string, text: string): OfEach<Buffer> {
    const [key, ...older] = this.keysOf(use);
    const mark = (by: Buffer) => createHmac('sha256', by).update(text).digest();
    return [mark(key), ...older.map(mark)];
  }

  /** Encrypts a text for a use. */
  seal(use: string, text: string): string {
    return seal(text, this.keysOf(use)[0]);
  }

  /** Decrypts a text that was sealed for a use; null when neither secret opens it, or it is damaged. */
  open(use: string, sealed: string): Opened | null {
    for (const [index, key] of this.keysOf(use).entries()) {
      const text = unseal(sealed, key);
      if (text !== null) return { text, byOlder: index > 0 };
    }
    return null;
  }

  private ofEach<T>(make: (secret: Uint8Array) => T): OfEach<T> {
    const [today, ...older] = this.secrets;
    return [make(today), ...older.map(make)];
  }
}
