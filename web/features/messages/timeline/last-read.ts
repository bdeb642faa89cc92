/** How far a person has read a place on this device. */
export interface ReadMark {
  /** Of the last message seen. */
  position: number;
  id: string;
}

const keyOf = (userId: string) => `palabre.read.${userId}`;

function readAll(userId: string): Record<string, ReadMark> {
  try {
    return JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}') as Record<string, ReadMark>;
  } catch {
    return {};
  }
}

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
  } catch {
    // Storage may be refused or full: the line of new messages then shows again at the next visit.
  }
}
