import { createStore, del, get, keys, set, entries as storedEntries, type UseStore } from 'idb-keyval';
import { logFailure } from '../../../platform/log.ts';
import type { OutboxEntry } from './outbox.ts';

/** The outbox in IndexedDB, one record a message, so that tabs do not collide. */
type Named = Pick<OutboxEntry, 'userId' | 'nonce'>;

let opened: UseStore | null = null;
const keyOf = ({ userId, nonce }: Named) => `${userId}/${nonce}`;

/** Null without IndexedDB (some private windows): the outbox then lasts as long as the page. */
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

/** Those that could not be kept, as on a full disk: only this page knows them. */
const unkept = new Set<string>();

export async function keepEntry(entry: OutboxEntry): Promise<void> {
  unkept.add(entry.nonce);
  const done = await stored(store => set(keyOf(entry), entry, store).then(() => true));
  if (done) unkept.delete(entry.nonce);
}

export const forgetEntry = (entry: Named) => stored(store => del(keyOf(entry), store));

/** All that a person has not sent. */
export async function entriesOf(userId: string): Promise<OutboxEntry[]> {
  const all = (await stored(store => storedEntries<string, OutboxEntry>(store))) ?? [];
  return all.map(([, entry]) => entry).filter(entry => entry.userId === userId);
}

/** What is kept of an entry: another tab may have sent it, given it up or changed it. The entry itself if none can say. */
export async function latestOf(entry: OutboxEntry): Promise<OutboxEntry | undefined> {
  const answer = await stored(async store => ({ kept: await get<OutboxEntry>(keyOf(entry), store) }));
  return !answer || unkept.has(entry.nonce) ? entry : answer.kept;
}

/** Forgets all that a person has not sent. */
export const forgetEntriesOf = (userId: string) =>
  stored(async store => {
    const mine = (await keys<string>(store)).filter(key => key.startsWith(`${userId}/`));
    await Promise.all(mine.map(key => del(key, store)));
  });
