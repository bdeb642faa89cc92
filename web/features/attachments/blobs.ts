import { createStore, del, get, keys, set, type UseStore } from 'idb-keyval';
import { logFailure } from '../../platform/log.ts';
import { useSession } from '../../platform/session.ts';

/** The bytes of files that wait in a draft or in the outbox: in IndexedDB, by person, and in this page where it has none. */
const here = new Map<string, Blob>();

let opened: UseStore | null = null;
const keyOf = (id: string, userId = useSession.getState().user?._id) => `${userId}/${id}`;

async function stored<T>(action: (store: UseStore) => Promise<T>): Promise<T | null> {
  if (typeof indexedDB === 'undefined') return null;
  try {
    opened ??= createStore('palabre-files', 'blobs');
    return await action(opened);
  } catch (cause) {
    logFailure('Files are not kept on this device', cause);
    return null;
  }
}

export async function keepBlob(id: string, blob: Blob): Promise<void> {
  here.set(keyOf(id), blob);
  await stored(store => set(keyOf(id), blob, store));
}

/** The copy that is kept before the file that was chosen, which its owner may have changed or moved since. */
export async function blobOf(id: string): Promise<Blob | null> {
  return (await stored(store => get<Blob>(keyOf(id), store))) ?? here.get(keyOf(id)) ?? null;
}

export function forgetBlobs(files: readonly { id: string }[]): void {
  for (const { id } of files) {
    here.delete(keyOf(id));
    void stored(store => del(keyOf(id), store));
  }
}

/** Forgets all files of a person. */
export async function forgetBlobsOf(userId: string): Promise<void> {
  here.clear();
  await stored(async store => {
    const mine = (await keys<string>(store)).filter(key => key.startsWith(keyOf('', userId)));
    await Promise.all(mine.map(key => del(key, store)));
  });
}
