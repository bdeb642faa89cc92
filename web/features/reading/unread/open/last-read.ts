/** How far a person has read a place on this device: what the server says of it goes by all of theirs. */
export interface ReadMark {
  /** Of the last message seen. */
  position: number;
  id: string;
}

const keyOf = (userId: string) => `palabre.read.${userId}`;

/** All marks of a person as they are kept. */
function marksKept(userId: string): string {
  try {
    return localStorage.getItem(keyOf(userId)) ?? '{}';
  } catch {
    return '{}';
  }
}

/** The marks in {@link marksKept}, by place. */
function marksIn(kept: string): Record<string, ReadMark> {
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
export function markRead(userId: string, placeId: string, mark: ReadMark): void {
  if ((lastRead(userId, placeId)?.position ?? -1) < mark.position) moveMark(userId, placeId, mark);
}

/** Keeps how far a place was read, further or less far. */
export function moveMark(userId: string, placeId: string, { position, id }: ReadMark): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify({ ...readAll(userId), [placeId]: { position, id } }));
  } catch {
    // Storage may be refused or full: the server knows.
  }
}
