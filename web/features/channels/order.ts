/** The ids with one of them at another index; null when that changes nothing. */
export function moved(ids: readonly string[], id: string, to: number): string[] | null {
  const from = ids.indexOf(id);
  if (from < 0 || from === to || to < 0 || to >= ids.length) return null;
  const next = ids.filter(other => other !== id);
  next.splice(to, 0, id);
  return next;
}
