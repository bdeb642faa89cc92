import { del, get, set, entries as storedEntries } from 'idb-keyval';
import { deviceStore, markStored, recordOf } from '../../../platform/device/indexed-db.ts';
import type { OutboxEntry } from './open/outbox.ts';

/** IndexedDB store of the outbox; without IndexedDB the outbox lasts as long as the page. */
const outbox = deviceStore('palabre-outbox', 'entries', 'The outbox is not kept on this device');

type Named = Pick<OutboxEntry, 'userId' | 'nonce'>;
const keyOf = ({ userId, nonce }: Named) => recordOf(userId, nonce);

/** Nonces of entries that could not be stored, as on a full disk: only this page has them. */
const unkept = new Set<string>();

/** Stores an entry. */
export async function keepEntry(entry: OutboxEntry): Promise<void> {
  unkept.add(entry.nonce);
  await outbox.run(async store => {
    await set(keyOf(entry), entry, store);
    unkept.delete(entry.nonce);
    markStored('outbox');
  });
}

/** Stores an entry again that is in this page alone, so that the next page has it. */
export async function keepAgain(entry: OutboxEntry): Promise<void> {
  if (unkept.has(entry.nonce)) await keepEntry(entry);
}

/** Removes a stored entry. */
export const forgetEntry = (entry: Named) => outbox.run(store => del(keyOf(entry), store));

/**
 * Passes the stored entries of a user to `take`, however late the device reads them. Resolves once they are passed, or the
 * device has not answered in time.
 */
export async function readEntries(userId: string, take: (entries: OutboxEntry[]) => void): Promise<void> {
  const { inTime, ever } = outbox.read(store => storedEntries<string, OutboxEntry>(store));
  const passed = ever.then(all => take((all ?? []).map(([, entry]) => entry).filter(entry => entry.userId === userId)));
  await Promise.race([passed, inTime.then(found => found && passed)]);
}

/**
 * Reads the stored version of an entry, which another tab may have sent, removed or changed; the entry itself when the
 * storage cannot tell.
 */
export async function latestOf(entry: OutboxEntry): Promise<OutboxEntry | undefined> {
  const answer = await outbox.run(async store => ({ kept: await get<OutboxEntry>(keyOf(entry), store) }));
  return !answer || unkept.has(entry.nonce) ? entry : answer.kept;
}

/** Removes the stored entries of a user. */
export const forgetEntriesOf = (userId: string) => outbox.forgetOf(userId);
