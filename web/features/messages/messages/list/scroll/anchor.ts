/**
 * Anchor of a list: the source of truth of its scroll position. Only the user changes it; rows that arrive, leave, grow
 * or load do not.
 */
export type Anchor =
  /** Keeps the end of the last row at the bottom of the view. */
  | { at: 'end' }
  /** Keeps the top of this row (or, `of` start, of its separators) at `top` pixels below the top of the view. */
  | { at: 'row'; key: string; top: number; of?: 'start' };

/** Box of a rendered row, in pixels from the top of the view; `start` is the top of its separators. */
export interface Box {
  key: string;
  start: number;
  top: number;
  end: number;
}

/** Computes by how many pixels an anchored row is below its place. */
export const offBy = ({ of = 'top', top }: { of?: 'start' | 'top'; top: number }, box: Box): number => box[of] - top;

/** Range of indices, both included. */
export interface Range {
  first: number;
  last: number;
}

interface Keyed {
  key: string;
}

/** Anchor at the end of the list. */
export const end: Anchor = { at: 'end' };

/** Returns the anchor of an opening list: its first new row a third down, else the end. */
export function opening(rows: readonly (Keyed & { firstNew: boolean })[], viewport: number): Anchor {
  const line = rows.find(row => row.firstNew);
  return line ? { at: 'row', key: line.key, top: Math.round(viewport / 3) + 30 } : end;
}

/**
 * Finds the anchor in the rendered boxes: the first row that starts in the upper half of the view, which is where the
 * user reads, else the row that fills it.
 * @param provisional key of a row whose header may go when older rows load: another row is preferred
 * @returns undefined when no box is in view
 */
export function reading(boxes: readonly Box[], viewport: number, provisional?: string): Anchor | undefined {
  const inSight = boxes.filter(box => box.end > 0 && box.start < viewport);
  const begins = inSight.filter(box => box.top >= 0 && box.top < viewport / 2);
  const held = begins.find(box => box.key !== provisional) ?? begins[0] ?? inSight[0];
  return held && { at: 'row', key: held.key, top: held.top };
}

/** Carries an anchor over to other rows: when its row is gone, the nearest rendered row that remains. */
export function kept(anchor: Anchor, boxes: readonly Box[], rows: readonly Keyed[]): Anchor {
  if (anchor.at === 'end' || rows.some(row => row.key === anchor.key)) return anchor;
  const left = new Set(rows.map(row => row.key));
  const from = boxes.findIndex(box => box.key === anchor.key);
  const next =
    boxes.slice(from + 1).find(box => left.has(box.key)) ??
    boxes.slice(0, Math.max(0, from)).findLast(box => left.has(box.key));
  return next ? { at: 'row', key: next.key, top: next.top } : end;
}

/** Computes the rows to render for a view of this height and `beyond` pixels of overscan on both sides. */
export function rangeAround<R extends Keyed>(
  anchor: Anchor,
  rows: readonly R[],
  heightOf: (row: R) => number,
  viewport: number,
  beyond: number,
): Range {
  const height = (index: number) => heightOf(rows[index] as R);
  const count = rows.length;
  const found = anchor.at === 'row' ? rows.findLastIndex(row => row.key === anchor.key) : -1;
  const at = found < 0 ? count - 1 : found;
  if (at < 0) return { first: 0, last: -1 };
  const top = anchor.at === 'row' && found >= 0 ? anchor.top : viewport - height(at);
  let [first, last] = [at, at];
  for (let y = top; first > 0 && y > -beyond; y -= height(first)) first -= 1;
  for (let y = top + height(at); last < count - 1 && y < viewport + beyond; y += height(last)) last += 1;
  return { first, last };
}

/** Finds the row at an offset from the top of all rows, and its own top. */
export function rowAt<R>(
  rows: readonly R[],
  heightOf: (row: R) => number,
  offset: number,
): { row: R; top: number } | undefined {
  let top = 0;
  for (const row of rows) {
    const height = heightOf(row);
    if (top + height > offset || row === rows.at(-1)) return { row, top };
    top += height;
  }
  return undefined;
}

/** Returns the rows added at the end; none when the two lists have nothing in common. */
export function arrivals<R extends Keyed>(before: readonly R[], rows: readonly R[]): readonly R[] {
  const known = new Set(before.map(row => row.key));
  const last = rows.findLastIndex(row => known.has(row.key));
  return last < 0 ? [] : rows.slice(last + 1);
}

/** Lists the indices to render, in order: the range, and one row that must stay. */
export function indicesOf({ first, last }: Range, also: number): number[] {
  const indices = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  if (also < 0 || (also >= first && also <= last)) return indices;
  return also < first ? [also, ...indices] : [...indices, also];
}
