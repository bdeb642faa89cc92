/**
 * What the page keeps on this device for one person names them in its key: it waits for the same person after a session
 * that expired, and goes when they log out. Storage may be refused or full: nothing is kept then.
 */
const prefix = 'palabre';

/** The key of what is kept for a person: `palabre.WHAT.USER` or `palabre.WHAT.USER.OF`. */
export const keptKey = (what: string, userId: string, of?: string): string =>
  [prefix, what, userId, of].filter(Boolean).join('.');

export function readKept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text; with null, forgets it. */
export function keep(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // It then lasts as long as the page.
  }
}

/** What `of` is of all keys `palabre.WHAT.USER.OF`. */
export function keptIds(what: string, userId: string): string[] {
  const start = `${keptKey(what, userId)}.`;
  try {
    return Object.keys(localStorage).flatMap(key => (key.startsWith(start) ? [key.slice(start.length)] : []));
  } catch {
    return [];
  }
}

/** Forgets all that is kept for a person. */
export function forgetKeptOf(userId: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      const [first, , whose] = key.split('.');
      if (first === prefix && whose === userId) localStorage.removeItem(key);
    }
  } catch {
    // Nothing could be kept either.
  }
}

/** Hears the keys whose text another tab has changed; null: any of them may have. Gives the way to stop. */
export function onKeptElsewhere(heard: (key: string | null) => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.storageArea === localStorage || event.storageArea === null) heard(event.key);
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}
