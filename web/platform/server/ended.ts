/** Ids of places that this page itself left or deleted. */
const ended = new Set<string>();

/**
 * Runs the request that leaves or deletes a place, and records its id, so that no message announces the loss to the
 * person who asked for it.
 */
export async function ending<T>(id: string, ask: () => Promise<T>): Promise<T> {
  ended.add(id);
  try {
    return await ask();
  } catch (cause) {
    ended.delete(id);
    throw cause;
  }
}

/** Tells whether this page itself left or deleted the place. */
export const endedHere = (id: string): boolean => ended.has(id);

/** Removes a place from the record, when the person has it again: a workspace that they rejoin. */
export const forgetEnd = (id: string): boolean => ended.delete(id);
