import { del, get, set } from 'idb-keyval';
import { deviceStore, recordOf } from '../../../../platform/device/indexed-db.ts';
import { useSession } from '../../../../platform/session/session.ts';

/** Bytes of the files in drafts and in the outbox: in IndexedDB, by user; in memory where there is no IndexedDB. */
const here = new Map<string, Blob>();
const files = deviceStore('palabre-files', 'blobs', 'Files are not kept on this device');

const keyOf = (id: string) => recordOf(useSession.getState().user?._id, id);

/** Keeps the bytes of a file. */
export async function keepBlob(id: string, blob: Blob): Promise<void> {
  here.set(keyOf(id), blob);
  await files.run(store => set(keyOf(id), blob, store));
}

/** Returns the kept bytes of a file: the stored copy first, as the user may have changed or moved the chosen file. */
export async function blobOf(id: string): Promise<Blob | null> {
  return (await files.run(store => get<Blob>(keyOf(id), store))) ?? here.get(keyOf(id)) ?? null;
}

/** Removes the bytes of files. */
export function forgetBlobs(forgotten: readonly { id: string }[]): void {
  for (const { id } of forgotten) {
    here.delete(keyOf(id));
    void files.run(store => del(keyOf(id), store));
  }
}

/** Removes the bytes of all files of a user. */
export async function forgetBlobsOf(userId: string): Promise<void> {
  here.clear();
  await files.forgetOf(userId);
}
