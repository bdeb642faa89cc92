import { del, get, set, entries as storedEntries } from 'idb-keyval';
import { deviceStore, recordOf } from '../../../platform/device/device-store.ts';
import type { OutboxEntry } from './open/outbox.ts';

/** The outbox in IndexedDB; without it the outbox lasts as long as the page. */
const outbox = deviceStore('palabre-outbox', 'entries', 'The outbox is not kept on this device');

type Named = Pick<OutboxEntry, 'userId' | 'nonce'>;
const keyOf = ({ userId, nonce }: Named) => recordOf(userId, nonce);

/** Those that could not be kept, as on a full disk: only this page knows them. */
const unkept = new Set<string>();

export async function keepEntry(entry: OutboxEntry): Promise<void> {
  unkept.add(entry.nonce);
  const done = await outbox.run(store => set(keyOf(entry), entry, store).then(() => true));
  if (done) unkept.delete(entry.nonce);
}

export const forgetEntry = (entry: Named) => outbox.run(store => del(keyOf(entry), store));

/** All that a person has not sent. */
export async function entriesOf(userId: string): Promise<OutboxEntry[]> {
  const all = (await outbox.run(store => storedEntries<string, OutboxEntry>(store))) ?? [];
  return all.map(([, entry]) => entry).filter(entry => entry.userId === userId);
}

/** What is kept of an entry: another tab may have sent it, given it up or changed it. The entry itself if none can say. */
export async function latestOf(entry: OutboxEntry): Promise<OutboxEntry | undefined> {
  const answer = await outbox.run(async store => ({ kept: await get<OutboxEntry>(keyOf(entry), store) }));
  return !answer || unkept.has(entry.nonce) ? entry : answer.kept;
}

/** Forgets all that a person has not sent. */
export const forgetEntriesOf = (userId: string) => outbox.forgetOf(userId);
