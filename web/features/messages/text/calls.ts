const knownAtMost = 10_000;

/**
 * Makes what says by which calls these ids are asked about, so many in each: those that are seen at the same time go
 * together, and each stays in its call, those not known to exist too.
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
