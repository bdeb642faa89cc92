/** By place, the files that were chosen and are still being looked at and kept. */
const arriving = new Map<string, Promise<void>>();

/** Notes that files are on their way to what is being written in a place. */
export function noteArriving(placeId: string, files: Promise<void>): void {
  const all = Promise.all([arriving.get(placeId), files]).then(() => {
    if (arriving.get(placeId) === all) arriving.delete(placeId);
  });
  arriving.set(placeId, all);
}

/** Resolves once all files that were chosen in a place are with what is being written there; null when they are. */
export const filesArriving = (placeId: string): Promise<void> | null => arriving.get(placeId) ?? null;
