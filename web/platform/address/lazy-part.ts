import { recover, serverAnswers } from '../device/newer-version.ts';
import { useConnection } from '../server/connection.ts';

/** Interval of the checks whether the server is back, when no event says so. */
const pollMs = 5_000;

/**
 * Tells whether the server is known to be unreachable. A failed import could then be remembered by the browser for as long
 * as the page lasts.
 */
function isAway(): boolean {
  const { state, returning } = useConnection.getState();
  return state === 'offline' || state === 'unreachable' || (state === 'connecting' && returning);
}

/** Resolves at the next sign that the connection may be back: a change of its state, `online`, or `pollMs` later. */
function change(): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      stop();
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    };
    const stop = useConnection.subscribe(done);
    const timer = setTimeout(done, pollMs);
    window.addEventListener('online', done);
  });
}

async function back(): Promise<void> {
  while (isAway() || !(await serverAnswers())) await change();
}

/**
 * Loads code that a click needs at once: without a connection it fails instead of waiting. If the load fails although the
 * server answers, the page is reloaded (`recover`), since the file may have gone with an upgrade.
 */
export async function pressed<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (!isAway() && (await recover())) return new Promise(() => {});
    throw cause;
  }
}

/**
 * Makes a lazy loader of a code chunk, which is loaded once. Without a connection, the loader waits for it, and
 * `ConnectionBanner` says so. If the load still fails, the page is reloaded (`recover`): some browsers never retry a failed
 * import.
 * @param mayReload false for a chunk that the person did not ask for, such as one that a message's content needs: its failure
 * is then thrown
 */
export function part<T>(load: () => Promise<T>, mayReload = true): () => Promise<T> {
  let there: Promise<T> | undefined;
  const fetch = async (): Promise<T> => {
    if (isAway()) await back();
    try {
      return await load();
    } catch {
      // The connection may have been lost before the page noticed.
      await back();
    }
    try {
      return await load();
    } catch (cause) {
      if (mayReload && (await recover())) return new Promise(() => {});
      throw cause;
    }
  };
  return () => {
    there ??= fetch().catch((cause: unknown) => {
      there = undefined;
      throw cause;
    });
    return there;
  };
}
