/** How far a person has read each place on this device: the position of the last message seen. */
const keyOf = (userId: string) => `palabre.read.${userId}`;

function readAll(userId: string): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

/** The position read up to; null in a place never seen on this device. */
export function lastRead(userId: string, placeId: string): number | null {
  return readAll(userId)[placeId] ?? null;
}

/** Never goes back, whatever another tab does meanwhile. */
export function markRead(userId: string, placeId: string, position: number): void {
  const all = readAll(userId);
  if ((all[placeId] ?? -1) >= position) return;
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify({ ...all, [placeId]: position }));
  } catch {
    // Storage may be refused or full: the line of new messages then shows again at the next visit.
  }
}
