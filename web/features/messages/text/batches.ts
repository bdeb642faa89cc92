const knownAtMost = 10_000;

/**
 * Returns a function that batches ids into requests of at most `atMost`. Ids seen together go together; each id, even
 * unknown to the server, stays in its first batch, so that requests are cached.
 */
export function batchesOf(atMost: number): (ids: readonly string[]) => string[] {
  const batchOf = new Map<string, string>();
  return ids => {
    if (batchOf.size > knownAtMost) batchOf.clear();
    const unasked = ids.filter(id => !batchOf.has(id));
    for (let from = 0; from < unasked.length; from += atMost) {
      const together = unasked.slice(from, from + atMost);
      for (const id of together) batchOf.set(id, together.join());
    }
    return [...new Set(ids.flatMap(id => batchOf.get(id) ?? []))];
  };
}
