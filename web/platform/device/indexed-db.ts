/**
 * Records on this device, in IndexedDB: large or numerous data (answers, the outbox, files), read and written
 * asynchronously.
 */

import { createStore, del, keys, type UseStore } from 'idb-keyval';
import { logFailure } from './log.ts';

/** Returns the key of a person's record in a {@link DeviceStore}. */
export const recordOf = (userId: string | undefined, id: string): string => `${userId}/${id}`;

/** Timeout of an action on the store: WebKit may never answer the opening of a database, and no person may wait for ever. */
const waitMs = 2_000;

/** Marks something for the browser's performance tools, since no other reader may open the database meanwhile in WebKit. */
function markLast(mark: string): void {
  performance.clearMarks(mark);
  performance.mark(mark);
}

/** Marks a write. */
export const markStored = (what: string): void => markLast(`palabre:stored ${what}`);

/**
 * A store in IndexedDB, with keys made by {@link recordOf}. Each item has its own record, so that tabs don't overwrite each
 * other.
 */
export interface DeviceStore {
  /**
   * Runs `action` on the store.
   * @returns the result of the action; null without IndexedDB (some private windows), or if the action fails or times out,
   * which is logged. An action that timed out goes on.
   */
  run<T>(action: (store: UseStore) => Promise<T>): Promise<T | null>;
  /**
   * Reads from the store by `action`, twice if need be: the second attempt opens the database anew, and may succeed when the
   * first never answers.
   * @returns `inTime`: the result, null as for `run`; `ever`: the result however late it comes, null if both attempts fail
   */
  read<T>(action: (store: UseStore) => Promise<T>): { inTime: Promise<T | null>; ever: Promise<T | null> };
  /** Removes all records of a person. */
  forgetOf(userId: string): Promise<void>;
}

/**
 * Commits each transaction with its requests instead of after their answers: when a page is left, WebKit keeps its
 * uncommitted transactions open, and all of the next page's database requests wait for them.
 */
const committing =
  (store: UseStore): UseStore =>
  (mode, callback) =>
    store(mode, objects => {
      const result = callback(objects);
      objects.transaction.commit?.();
      return result;
    });

/**
 * Makes the store `name` of the database `database`, opened at its first use; `failure` is the log's text when the store
 * can't be used.
 */
export function deviceStore(database: string, name: string, failure: string): DeviceStore {
  let opened: UseStore | null = null;
  let openedAtMs = 0;
  /** Whether the last action timed out. Until an action answers, later actions time out at once. */
  let silent = false;
  const run: DeviceStore['run'] = async action => {
    if (typeof indexedDB === 'undefined') return null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The device does not answer')), silent ? 0 : waitMs);
    });
    late.catch(() => {
      // A new attempt to open the database may succeed when this one never answers.
      if (performance.now() - openedAtMs >= waitMs) opened = null;
      silent = true;
    });
    try {
      if (!opened) openedAtMs = performance.now();
      opened ??= committing(createStore(database, name));
      const done = action(opened);
      const answered = () => {
        silent = false;
        markLast(`palabre:answered ${database}`);
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
    read<T>(action: (store: UseStore) => Promise<T>) {
      const begun: Promise<T>[] = [];
      const attempt = () =>
        run(store => {
          const reading = action(store);
          begun.push(reading);
          return reading;
        });
      const twice = async (): Promise<T | null> => (await attempt()) ?? attempt();
      const inTime = twice();
      const late = async (): Promise<T | null> => (await inTime) ?? Promise.any(begun).catch(() => null);
      return { inTime, ever: late() };
    },
    async forgetOf(userId) {
      await run(async store => {
        const own = (await keys<string>(store)).filter(key => key.startsWith(recordOf(userId, '')));
        await Promise.all(own.map(key => del(key, store)));
      });
    },
  };
}
