/** Small texts on this device, in localStorage: read and written synchronously, shared by the tabs. */

/**
 * Prefix of all keys in localStorage. A person's keys contain their id: their values stay when the session expires, and are
 * removed at a logout. If storage is refused or full, nothing is stored.
 */
const prefix = 'palabre';

/** Returns the key of a person's value: `palabre.WHAT.USER` or `palabre.WHAT.USER.OF`. */
export const keptKey = (what: string, userId: string, of?: string): string =>
  [prefix, what, userId, of].filter(Boolean).join('.');

/** Reads a stored text; null without one. */
export function readKept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text, or removes it with null. */
export function keep(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Without storage, the value lasts as long as the page.
  }
}

/** Lists the `OF` parts of the stored keys `palabre.WHAT.USER.OF`. */
export function keptIds(what: string, userId: string): string[] {
  const start = `${keptKey(what, userId)}.`;
  try {
    return Object.keys(localStorage).flatMap(key => (key.startsWith(start) ? [key.slice(start.length)] : []));
  } catch {
    return [];
  }
}

/** Removes all stored values of a person. */
export function forgetKeptOf(userId: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      const [first, , whose] = key.split('.');
      if (first === prefix && whose === userId) localStorage.removeItem(key);
    }
  } catch {
    // Without storage, nothing was stored either.
  }
}

/**
 * Calls back with each key that another tab changes, or null if any key may have changed. Returns the function that
 * unsubscribes.
 */
export function onKeptElsewhere(heard: (key: string | null) => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.storageArea === localStorage || event.storageArea === null) heard(event.key);
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}
