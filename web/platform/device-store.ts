import { createStore, del, keys, type UseStore } from 'idb-keyval';
import { logFailure } from './log.ts';

/** Names a record of a person in a {@link DeviceStore}. */
export const recordOf = (userId: string | undefined, id: string): string => `${userId}/${id}`;

/** A store of this browser's IndexedDB, whose records are named by {@link recordOf}: one record a thing, so that tabs do not collide. */
export interface DeviceStore {
  /**
   * Runs `action` on the store.
   * @returns what the action gives; null where the browser has no IndexedDB (some private windows), and when the action fails, which is logged
   */
  run<T>(action: (store: UseStore) => Promise<T>): Promise<T | null>;
  /** Removes all records of a person. */
  forgetOf(userId: string): Promise<void>;
}

/** Makes the store `name` of the database `database`, opened when it is first used; `failure` is what the log says of one that cannot be used. */
export function deviceStore(database: string, name: string, failure: string): DeviceStore {
  let opened: UseStore | null = null;
  const run: DeviceStore['run'] = async action => {
    if (typeof indexedDB === 'undefined') return null;
    try {
      opened ??= createStore(database, name);
      return await action(opened);
    } catch (cause) {
      logFailure(failure, cause);
      return null;
    }
  };
  return {
    run,
    async forgetOf(userId) {
      await run(async store => {
        const own = (await keys<string>(store)).filter(key => key.startsWith(recordOf(userId, '')));
        await Promise.all(own.map(key => del(key, store)));
      });
    },
  };
}
