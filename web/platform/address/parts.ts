import { recover, serverAnswers } from '../device/newer-version.ts';
import { useConnection } from '../server/connection.ts';

/** How often the server is asked for while nothing else tells that it is back, in milliseconds. */
const askApart = 5_000;

/** Whether nothing would answer now: asking would fail, and a browser may remember that for as long as the page lasts. */
function isAway(): boolean {
  const { state, returning } = useConnection.getState();
  return state === 'offline' || state === 'unreachable' || (state === 'connecting' && returning);
}

/** Something that may mean that the connection is back. */
function change(): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      stop();
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    };
    const stop = useConnection.subscribe(done);
    const timer = setTimeout(done, askApart);
    window.addEventListener('online', done);
  });
}

async function back(): Promise<void> {
  while (isAway() || !(await serverAnswers())) await change();
}

/**
 * What a press asks for and that opens now or not at all: nothing waits for the connection. One that cannot be fetched
 * although the server is there is fetched by a page that is loaded anew (`recover`).
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
 * A part of the page's code, fetched when it is first asked for. Without a connection it is waited for: what asked for it
 * opens by itself once it is there (`ConnectionBanner` says so). One that fails nevertheless is fetched by a page that is
 * loaded anew (`recover`): not every browser fetches the same one twice.
 * @param mayReload false where nobody asked for it, as for what a message brings: it fails then, and the page stays
 */
export function part<T>(load: () => Promise<T>, mayReload = true): () => Promise<T> {
  let there: Promise<T> | undefined;
  const fetch = async (): Promise<T> => {
    if (isAway()) await back();
    try {
      return await load();
    } catch {
      // The connection may have gone a moment before the page knew.
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
