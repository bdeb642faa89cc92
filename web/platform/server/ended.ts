/** What this page itself asked to end, by id: a workspace left or deleted, a channel deleted. */
const ended = new Set<string>();

/** Asks for the end of something: that it is gone is then no news to who asked. */
export async function ending<T>(id: string, ask: () => Promise<T>): Promise<T> {
  ended.add(id);
  try {
    return await ask();
  } catch (cause) {
    ended.delete(id);
    throw cause;
  }
}

export const endedHere = (id: string): boolean => ended.has(id);

/** It is there again, as a workspace that was left and is entered anew. */
export const forgetEnd = (id: string): boolean => ended.delete(id);
