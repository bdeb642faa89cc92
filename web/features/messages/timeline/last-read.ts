/** How far a person has read a place on this device. */
export interface ReadMark {
  /** Of the last message seen. */
  position: number;
  id: string;
}

const keyOf = (userId: string) => `palabre.read.${userId}`;

const listeners = new Set<() => void>();

/** All marks of a person as they are kept: the same text while nothing more has been read. */
export function marksKept(userId: string): string {
  try {
    return localStorage.getItem(keyOf(userId)) ?? '{}';
  } catch {
    return '{}';
  }
}

/** Calls back when something more has been read, in this tab or another. Answers what ends it. */
export function onRead(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The marks in {@link marksKept}, by place. */
export function marksIn(kept: string): Record<string, ReadMark> {
  try {
    return JSON.parse(kept) as Record<string, ReadMark>;
  } catch {
    return {};
  }
}

const readAll = (userId: string): Record<string, ReadMark> => marksIn(marksKept(userId));

/** The last message read; null in a place never seen on this device. */
export function lastRead(userId: string, placeId: string): ReadMark | null {
  return readAll(userId)[placeId] ?? null;
}

/** Never goes back, whatever another tab does meanwhile. */
export function markRead(userId: string, placeId: string, { position, id }: ReadMark): void {
  const all = readAll(userId);
  if ((all[placeId]?.position ?? -1) >= position) return;
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify({ ...all, [placeId]: { position, id } }));
    for (const tell of listeners) tell();
  } catch {
    // Storage may be refused or full: the line of new messages then shows again at the next visit.
  }
}
