import { createStore, del, keys, type UseStore } from 'idb-keyval';
import { logFailure } from './log.ts';

/** Names a record of a person in a {@link DeviceStore}. */
export const recordOf = (userId: string | undefined, id: string): string => `${userId}/${id}`;

/**
 * How long an action is waited for, in milliseconds: WebKit may never answer for a database that it is asked to open, and
 * nothing that a person does may wait for the device for ever.
 */
const waitMs = 2_000;

/** A store of this browser's IndexedDB, whose records are named by {@link recordOf}: one record a thing, so that tabs do not collide. */
export interface DeviceStore {
  /**
   * Runs `action` on the store.
   * @returns what the action gives; null where the browser has no IndexedDB (some private windows), and when the action fails or does not end in time, which is logged;
   * an action that is late goes on
   */
  run<T>(action: (store: UseStore) => Promise<T>): Promise<T | null>;
  /** Removes all records of a person. */
  forgetOf(userId: string): Promise<void>;
}

/** Makes the store `name` of the database `database`, opened when it is first used; `failure` is what the log says of one that cannot be used. */
export function deviceStore(database: string, name: string, failure: string): DeviceStore {
  let opened: UseStore | null = null;
  /** Whether the last action to be waited for had no answer: until one has, no other is waited for either. */
  let silent = false;
  const run: DeviceStore['run'] = async action => {
    if (typeof indexedDB === 'undefined') return null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The device does not answer')), silent ? 0 : waitMs);
    });
    late.catch(() => {
      // Another attempt to open it may succeed where the first is never answered.
      if (!silent) opened = null;
      silent = true;
    });
    try {
      opened ??= createStore(database, name);
      const done = action(opened);
      const answered = () => {
        silent = false;
      };
      done.then(answered, answered);
      return await Promise.race([done, late]);
    } catch (cause) {
      logFailure(failure, cause);
      return null;
    } finally {
      clearTimeout(timer);
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
