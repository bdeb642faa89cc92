/**
 * Cuts a page out of rows that were read with one row more than a page holds: that row tells that another page follows.
 * @param cursorOf makes the cursor of the next page from the last row of this one
 */
export function pageOf<T>(
  found: readonly T[],
  limit: number,
  cursorOf: (last: T) => string | undefined,
): { page: T[]; nextCursor: string | null } {
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: last !== undefined && found.length > limit ? (cursorOf(last) ?? null) : null };
}
