import { api } from '@palabre/common/contract/index.ts';
import { createStore, del, set, entries as storedEntries, type UseStore } from 'idb-keyval';
import { create } from 'zustand';
import { ApiError, call, failureMessage } from '../../../platform/api.ts';
import { logFailure } from '../../../platform/log.ts';
import { onSessionEnd, useSession } from '../../../platform/session.ts';
import { type Place, placeKey, placeOf } from '../place.ts';
import { applyChange } from '../timeline/timelines.ts';

/** A message that was typed and that the server does not have yet, as far as this page knows. */
export interface OutboxEntry {
  /** The uuid that makes any number of attempts one message. */
  nonce: string;
  userId: string;
  place: Place;
  content: string;
  /** When it was typed, ISO. */
  time: string;
  state: 'waiting' | 'failed';
  /** Why it was refused. */
  reason?: string;
}

interface OutboxState {
  /** In the order they were typed. */
  entries: readonly OutboxEntry[];
}

/** What the person logged in has not sent yet; kept in IndexedDB, one record a message, so that tabs do not collide. */
export const useOutbox = create<OutboxState>(() => ({ entries: [] }));

let opened: UseStore | null = null;
const keyOf = ({ userId, nonce }: Pick<OutboxEntry, 'userId' | 'nonce'>) => `${userId}/${nonce}`;

/** Without IndexedDB (some private windows), the outbox lasts as long as the page. */
async function stored<T>(action: (store: UseStore) => Promise<T>): Promise<T | null> {
  if (typeof indexedDB === 'undefined') return null;
  try {
    opened ??= createStore('palabre-outbox', 'entries');
    return await action(opened);
  } catch (cause) {
    logFailure('The outbox is not kept on this device', cause);
    return null;
  }
}

const find = (nonce: string) => useOutbox.getState().entries.find(entry => entry.nonce === nonce);

function put(entry: OutboxEntry): void {
  useOutbox.setState(({ entries }) => ({
    entries: entries.some(other => other.nonce === entry.nonce)
      ? entries.map(other => (other.nonce === entry.nonce ? entry : other))
      : [...entries, entry],
  }));
  void stored(store => set(keyOf(entry), entry, store));
}

/** Takes an entry out: the server has it, or its author gave it up. */
export function drop(nonce: string): void {
  const entry = find(nonce);
  if (!entry) return;
  useOutbox.setState(({ entries }) => ({ entries: entries.filter(other => other !== entry) }));
  void stored(store => del(keyOf(entry), store));
}

/** Sends a message: it is in the outbox at once, and leaves it when the server has it. */
export function post(place: Place, content: string): void {
  const userId = useSession.getState().user?._id;
  if (!userId) return;
  put({ nonce: crypto.randomUUID(), userId, place, content, time: new Date().toISOString(), state: 'waiting' });
  void flushPlace(place);
}

/** Tries again one that was refused. */
export function retry(nonce: string): void {
  const entry = find(nonce);
  if (!entry) return;
  put({ ...entry, state: 'waiting', reason: undefined });
  void flushPlace(entry.place);
}

/** How long an answer is waited for, in milliseconds: a connection may have died without a word. */
const patience = 15_000;

const sending = new Map<string, Promise<void>>();
let again: ReturnType<typeof setTimeout> | undefined;
let failures = 0;

/** Sends what waits in one place, one after the other so that it arrives in the order it was typed. */
function flushPlace(place: Place): Promise<void> {
  const key = placeKey(place);
  const known = sending.get(key);
  if (known) return known;
  const run = sendAll(key).finally(() => sending.delete(key));
  sending.set(key, run);
  return run;
}

async function sendAll(key: string): Promise<void> {
  for (;;) {
    const waiting = ({ place, state }: OutboxEntry) => state === 'waiting' && placeKey(place) === key;
    const entry = useOutbox.getState().entries.find(waiting);
    if (!entry) return;
    try {
      const { nonce, content, place } = entry;
      const signal = AbortSignal.timeout(patience);
      const { message } = await call(api.messages.send, { body: { ...place, content, nonce } }, { signal });
      failures = 0;
      applyChange(placeOf(message), { seq: message.seq, message });
      drop(nonce);
    } catch (cause) {
      // Its event may have come although the answer did not.
      if (!find(entry.nonce)) continue;
      if (!refused(cause)) return tryLater();
      put({ ...entry, state: 'failed', reason: failureMessage(cause) });
    }
  }
}

/** Whether trying again by itself is of no use. A session that ended keeps its outbox for the next one. */
function refused(cause: unknown): boolean {
  if (cause instanceof DOMException && cause.name === 'TimeoutError') return false;
  if (!(cause instanceof ApiError)) return true;
  return cause.status !== 0 && cause.status !== 401 && ![502, 503, 504].includes(cause.status);
}

function tryLater(): void {
  if (again !== undefined || !useSession.getState().token) return;
  failures += 1;
  const wait = Math.min(30_000, 1_000 * 2 ** Math.min(failures, 5)) * (0.5 + Math.random());
  again = setTimeout(() => {
    again = undefined;
    void flushOutbox();
  }, wait);
}

/** Sends all that waits, now: the connection is back. */
export async function flushOutbox(): Promise<void> {
  clearTimeout(again);
  again = undefined;
  const places = new Map(useOutbox.getState().entries.map(({ place }) => [placeKey(place), place]));
  await Promise.all([...places.values()].map(flushPlace));
}

let restored: string | null = null;

/** Takes up, once, what an earlier page left unsent for this person, and sends it. */
export async function restoreOutbox(userId: string): Promise<void> {
  if (restored === userId) return;
  restored = userId;
  const kept = (await stored(store => storedEntries<string, OutboxEntry>(store))) ?? [];
  if (useSession.getState().user?._id !== userId) return;
  const mine = kept.map(([, entry]) => entry).filter(entry => entry.userId === userId && !find(entry.nonce));
  mine.sort((a, b) => a.time.localeCompare(b.time));
  useOutbox.setState(({ entries }) => ({ entries: [...mine, ...entries] }));
  await flushOutbox();
}

onSessionEnd(() => {
  clearTimeout(again);
  again = undefined;
  restored = null;
  useOutbox.setState({ entries: [] });
});
