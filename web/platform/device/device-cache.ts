import { clear, del, entries, set, type UseStore } from 'idb-keyval';
import { onSessionEnd, useSession } from '../session/session.ts';
import { deviceStore, recordOf } from './device-store.ts';
import { keep, readKept } from './kept.ts';

/**
 * What this device keeps of what the server answered, so that a later visit is painted at once: in IndexedDB, for one
 * session, sealed with a key made of its token. It goes with the session, however that ends; what the disk may still hold
 * of it by then cannot be read. Where the browser has no means to seal (plain http), nothing is kept.
 */
interface Sealed {
  /** When it was kept: what is oldest goes first. */
  at: number;
  iv: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

/** Bytes of one thing, and of all; how many things. */
const mostOfOne = 256 * 1024;
const most = { bytes: 4 * 1024 * 1024, things: 60 };

const choice = 'palabre.answers';

/** Whether this browser has what seals. */
export const canKeepAnswers = (): boolean => typeof indexedDB !== 'undefined' && Boolean(globalThis.crypto?.subtle);

/** Whether anything is to be kept on this device, for whoever uses it. */
export const keepsAnswers = (): boolean => readKept(choice) !== 'no';

/** Chooses it; what is kept goes with a no. */
export function setKeepsAnswers(on: boolean): void {
  keep(choice, on ? null : 'no');
  if (!on) forgetAll();
}

const answers = deviceStore('palabre-answers', 'sealed', 'Nothing is kept on this device');

const stored = async <T>(action: (store: UseStore) => Promise<T>): Promise<T | null> =>
  canKeepAnswers() ? answers.run(action) : null;

let made: { token: string; key: Promise<CryptoKey> } | null = null;

function keyFor(token: string): Promise<CryptoKey> {
  if (made?.token !== token) {
    const bytes = crypto.subtle.digest('SHA-256', new TextEncoder().encode(`palabre device cache ${token}`));
    const key = bytes.then(raw => crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']));
    made = { token, key };
  }
  return made.key;
}

/** What is there of the person logged in, by name: when it was kept, and how many bytes it has. */
const there = new Map<string, { at: number; bytes: number }>();

/** All that is kept for the session there is, by name. */
export async function readKeptAnswers(): Promise<Map<string, unknown>> {
  const { token, user } = useSession.getState();
  const found = new Map<string, unknown>();
  if (!token || !user) return found;
  await stored(async store => {
    const key = await keyFor(token);
    const all = await entries<string, Sealed>(store);
    await Promise.all(
      all.map(async ([at, sealed]) => {
        const name = at.startsWith(recordOf(user._id, '')) ? at.slice(user._id.length + 1) : null;
        const value = name === null ? null : await unseal(key, sealed);
        // Of a session that is over: its key is gone.
        if (name === null || value === null) return del(at, store);
        there.set(name, { at: sealed.at, bytes: sealed.bytes.byteLength });
        found.set(name, value);
      }),
    );
  });
  return found;
}

async function unseal(key: CryptoKey, { iv, bytes }: Sealed): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes)));
  } catch {
    return null;
  }
}

/** Keeps something under a name; what is too long for its place is not kept, nor is what was there before it. */
export async function keepAnswer(name: string, value: unknown): Promise<void> {
  const { token, user } = useSession.getState();
  if (!token || !user || !keepsAnswers()) return;
  const text = new TextEncoder().encode(JSON.stringify(value));
  const at = recordOf(user._id, name);
  await stored(async store => {
    if (text.byteLength > mostOfOne) {
      there.delete(name);
      return del(at, store);
    }
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyFor(token), text);
    const isOver = () => useSession.getState().token !== token || !keepsAnswers();
    if (isOver()) return;
    there.delete(name);
    there.set(name, { at: Date.now(), bytes: bytes.byteLength });
    await set(at, { at: Date.now(), iv, bytes } satisfies Sealed, store);
    // It ended meanwhile, and what it left was forgotten before this was written.
    if (isOver()) return del(at, store);
    await letGo(user._id, store);
  });
}

/** Forgets one thing. */
export async function forgetAnswer(name: string): Promise<void> {
  const userId = useSession.getState().user?._id;
  there.delete(name);
  if (userId) await stored(store => del(recordOf(userId, name), store));
}

/** Lets go of what is oldest until all has its place. */
async function letGo(userId: string, store: UseStore): Promise<void> {
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

// Whoever the session was of: another one begins with nothing.
onSessionEnd(forgetAll);
