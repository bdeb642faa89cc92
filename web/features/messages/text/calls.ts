const knownAtMost = 10_000;

/**
 * Returns a function that batches ids into requests of at most `atMost`. Ids seen together go together; each id, even
 * unknown to the server, stays in its first batch, so that requests are cached.
 */
export function callsOf(atMost: number): (ids: readonly string[]) => string[] {
  const callOf = new Map<string, string>();
  return ids => {
    if (callOf.size > knownAtMost) callOf.clear();
    const unasked = ids.filter(id => !callOf.has(id));
    for (let from = 0; from < unasked.length; from += atMost) {
      const together = unasked.slice(from, from + atMost);
      for (const id of together) callOf.set(id, together.join());
    }
    return [...new Set(ids.flatMap(id => callOf.get(id) ?? []))];
  };
}
