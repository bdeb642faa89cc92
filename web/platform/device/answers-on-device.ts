/**
 * Answers of the server on this device, so that a later visit shows content at once: saved and restored by name, in IndexedDB,
 * for one session, encrypted with a key derived from its token. They are removed when the session ends; bytes that remain on the
 * disk can't be decrypted. Without `crypto.subtle` (plain http), nothing is saved. `features/boot/saved-answers.ts` chooses them.
 */

import { clear, del, entries, set, type UseStore } from 'idb-keyval';
import { onSessionEnd, useSession } from '../session/session.ts';
import { deviceStore, markStored, recordOf } from './indexed-db.ts';
import { keep, readKept } from './local-storage.ts';

/** Record of an encrypted answer. */
interface Sealed {
  /** Time of writing; the oldest answers are evicted first. */
  at: number;
  iv: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

/** Limits: bytes of one answer; bytes and number of all answers. */
const mostOfOne = 256 * 1024;
const most = { bytes: 4 * 1024 * 1024, things: 60 };

const choice = 'palabre.answers';

/** Tells whether this browser has IndexedDB and encryption. */
export const canSaveAnswers = (): boolean => typeof indexedDB !== 'undefined' && Boolean(globalThis.crypto?.subtle);

/** Tells whether answers are saved on this device, for everyone who uses it. */
export const savesAnswers = (): boolean => readKept(choice) !== 'no';

/** Enables or disables saving on this device; disabling removes all answers. */
export function setSavesAnswers(on: boolean): void {
  keep(choice, on ? null : 'no');
  if (!on) forgetAll();
}

const answers = deviceStore('palabre-answers', 'sealed', 'Nothing is kept on this device');

const stored = async <T>(action: (store: UseStore) => Promise<T>): Promise<T | null> =>
  canSaveAnswers() ? answers.run(action) : null;

let made: { token: string; key: CryptoKey } | null = null;

/** Derives the key of a session. Caches a key only once derived: WebKit may never answer the derivation. */
async function keyFor(token: string): Promise<CryptoKey> {
  if (made?.token === token) return made.key;
  const bytes = new TextEncoder().encode(`palabre device cache ${token}`);
  const raw = await crypto.subtle.digest('SHA-256', bytes);
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
  if (useSession.getState().token === token) made = { token, key };
  return key;
}

/** Index of the saved answers of the person logged in, by name: time of writing and size in bytes. */
const there = new Map<string, { at: number; bytes: number }>();

/**
 * Passes all answers saved in the current session to `take`, by name. May never resolve (WebKit may not open the database):
 * callers set their own timeout; answers read after it are still passed.
 */
export async function restoreAnswers(take: (name: string, value: unknown) => void): Promise<void> {
  const { token, user } = useSession.getState();
  if (!token || !user || !canSaveAnswers()) return;
  const opened = await answers.read(async store => {
    const key = await keyFor(token);
    const all = await entries<string, Sealed>(store);
    return Promise.all(
      all.map(async ([at, sealed]) => {
        const name = at.startsWith(recordOf(user._id, '')) ? at.slice(user._id.length + 1) : null;
        return { at, name, sealed, value: name === null ? null : await unseal(key, sealed) };
      }),
    );
  }).ever;
  if (!opened || useSession.getState().token !== token) return;
  for (const { at, name, sealed, value } of opened) {
    if (name !== null && value !== null) {
      there.set(name, { at: sealed.at, bytes: sealed.bytes.byteLength });
      take(name, value);
      continue;
    }
    // Written for another session or person: it can't be decrypted any more.
    void stored(store => del(at, store));
  }
}

async function unseal(key: CryptoKey, { iv, bytes }: Sealed): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes)));
  } catch {
    return null;
  }
}

/**
 * Saves an answer under a name. An answer that is too large is not saved, and removes the previous one.
 * @returns false when this device has not answered in time, or has failed: the answer may be saved again
 */
export async function saveAnswer(name: string, value: unknown): Promise<boolean> {
  const { token, user } = useSession.getState();
  if (!token || !user || !savesAnswers() || !canSaveAnswers()) return true;
  const text = new TextEncoder().encode(JSON.stringify(value));
  const at = recordOf(user._id, name);
  const saved = await stored(async store => {
    if (text.byteLength > mostOfOne) {
      there.delete(name);
      await del(at, store);
      return true;
    }
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyFor(token), text);
    const isOver = () => useSession.getState().token !== token || !savesAnswers();
    if (isOver()) return true;
    there.delete(name);
    there.set(name, { at: Date.now(), bytes: bytes.byteLength });
    await set(at, { at: Date.now(), iv, bytes } satisfies Sealed, store);
    markStored(name);
    // The session ended during the write, after the answers were removed.
    if (isOver()) await del(at, store);
    else await evict(user._id, store);
    return true;
  });
  return saved ?? false;
}

/** Removes the answer saved under a name. */
export async function forgetAnswer(name: string): Promise<void> {
  const userId = useSession.getState().user?._id;
  there.delete(name);
  if (userId) await stored(store => del(recordOf(userId, name), store));
}

/** Evicts the oldest answers until all are within the limits. */
async function evict(userId: string, store: UseStore): Promise<void> {
  let bytes = [...there.values()].reduce((sum, one) => sum + one.bytes, 0);
  for (const [name, one] of [...there].sort(([, a], [, b]) => a.at - b.at)) {
    if (bytes <= most.bytes && there.size <= most.things) return;
    bytes -= one.bytes;
    there.delete(name);
    await del(recordOf(userId, name), store);
  }
}

function forgetAll(): void {
  there.clear();
  made = null;
  void stored(store => clear(store));
}

// The next session starts without answers, even for the same person.
onSessionEnd(forgetAll);
