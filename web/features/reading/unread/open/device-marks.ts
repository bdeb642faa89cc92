import { keep, keptKey, readKept } from '../../../../platform/device/local-storage.ts';
import { useSession } from '../../../../platform/session/session.ts';

/** Last message read in a place. */
export interface ReadMark {
  position: number;
  id: string;
}

/** Read mark as this device keeps it: one record per user, which stays when the session expires. */
export interface KeptMark extends ReadMark {
  /**
   * Whether the server has had it: an unread state before it then means that another device marked the place as unread
   * later.
   */
  told?: true;
}

const recordKey = () => keptKey('read', useSession.getState().user?._id ?? '');

function marks(): Record<string, KeptMark> {
  try {
    return JSON.parse(readKept(recordKey()) ?? '{}') as Record<string, KeptMark>;
  } catch {
    return {};
  }
}

/** Maximum of marks that a device keeps, latest ones first: threads are many. */
const marksKept = 1_000;

/** Returns the mark of a place, with whether the server has had it; null for a place never seen here. */
export const keptMark = (placeId: string): KeptMark | null => marks()[placeId] ?? null;

/** Returns the last message read on this device; null for a place never seen here. */
export function lastRead(placeId: string): ReadMark | null {
  const mark = keptMark(placeId);
  return mark && { position: mark.position, id: mark.id };
}

/** Keeps the mark of a place. */
export function setMark(placeId: string, { position, id }: ReadMark, told: boolean): void {
  const { [placeId]: _before, ...others } = marks();
  const all = [...Object.entries(others), [placeId, { position, id, ...(told && { told }) }]];
  keep(recordKey(), JSON.stringify(Object.fromEntries(all.slice(-marksKept))));
}

/** Notes that the server has a place as read up to a position. */
export function noteTold(placeId: string, read: number): void {
  const all = marks();
  const mark = all[placeId];
  if (!mark || mark.told || mark.position > read) return;
  keep(recordKey(), JSON.stringify({ ...all, [placeId]: { ...mark, told: true } }));
}
