/** By place, the files that were chosen and are still being looked at and kept; their ids once they are. */
const arriving = new Map<string, Promise<readonly string[]>>();

/** Notes that files are on their way to what is being written in a place; `files` answers their ids once they are there. */
export function noteArriving(placeId: string, files: Promise<readonly string[]>): void {
  const all = Promise.all([arriving.get(placeId) ?? [], files]).then(ids => {
    if (arriving.get(placeId) === all) arriving.delete(placeId);
    return ids.flat();
  });
  arriving.set(placeId, all);
}

/**
 * The ids of all files that were chosen in a place so far and are not with what is being written there, once they are;
 * null when none is on its way. Those that are chosen later are not among them, though they may be there before.
 */
export const filesArriving = (placeId: string): Promise<readonly string[]> | null => arriving.get(placeId) ?? null;
