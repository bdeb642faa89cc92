/** Sentence that describes a difference. */
export type Difference = string;

const isPart = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const shortly = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 120);

/** Finds the first difference; the order of fields is ignored, and an absent field equals undefined. */
export function difference(what: string, cached: unknown, fresh: unknown): Difference[] {
  if (!isPart(cached) || !isPart(fresh)) {
    return cached === fresh ? [] : [`${what}: cached ${shortly(cached)}, now ${shortly(fresh)}`];
  }
  for (const name of new Set([...Object.keys(cached), ...Object.keys(fresh)])) {
    const found = difference(`${what}.${name}`, cached[name], fresh[name]);
    if (found.length > 0) return found;
  }
  return [];
}
