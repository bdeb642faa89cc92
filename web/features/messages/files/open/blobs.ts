import { del, get, set } from 'idb-keyval';
import { deviceStore, recordOf } from '../../../../platform/device/device-store.ts';
import { useSession } from '../../../../platform/session/session.ts';

/** The bytes of files that wait in a draft or in the outbox: in IndexedDB, by person, and in this page where it has none. */
const here = new Map<string, Blob>();
const files = deviceStore('palabre-files', 'blobs', 'Files are not kept on this device');

const keyOf = (id: string) => recordOf(useSession.getState().user?._id, id);

export async function keepBlob(id: string, blob: Blob): Promise<void> {
  here.set(keyOf(id), blob);
  await files.run(store => set(keyOf(id), blob, store));
}

/** The copy that is kept before the file that was chosen, which its owner may have changed or moved since. */
export async function blobOf(id: string): Promise<Blob | null> {
  return (await files.run(store => get<Blob>(keyOf(id), store))) ?? here.get(keyOf(id)) ?? null;
}

export function forgetBlobs(forgotten: readonly { id: string }[]): void {
  for (const { id } of forgotten) {
    here.delete(keyOf(id));
    void files.run(store => del(keyOf(id), store));
  }
}

/** Forgets all files of a person. */
export async function forgetBlobsOf(userId: string): Promise<void> {
  here.clear();
  await files.forgetOf(userId);
}
