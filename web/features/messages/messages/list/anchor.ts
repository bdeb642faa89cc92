/**
 * Where a list stands. This is the truth, from which the scroll position follows: only what a person does changes it;
 * what arrives, leaves, grows or loads does not.
 */
export type Anchor =
  /** With the end of the last row at the bottom, whatever comes. */
  | { at: 'end' }
  /** With the top of this row, or with where what stands above it begins, so many pixels below the top of the view. */
  | { at: 'row'; key: string; top: number; of?: 'start' };

/** A row as it is drawn, in pixels from the top of the view; `start` is where what stands above it begins. */
export interface Box {
  key: string;
  start: number;
  top: number;
  end: number;
}

/** How far below its place what an anchor holds on to is drawn. */
export const offBy = ({ of = 'top', top }: { of?: 'start' | 'top'; top: number }, box: Box): number => box[of] - top;

/** Indices, both included. */
export interface Range {
  first: number;
  last: number;
}

interface Keyed {
  key: string;
}

export const end: Anchor = { at: 'end' };

/** Where a list opens: a third above its first new row if there is one, else at its end. */
export function opening(rows: readonly (Keyed & { firstNew: boolean })[], viewport: number): Anchor {
  const line = rows.find(row => row.firstNew);
  return line ? { at: 'row', key: line.key, top: Math.round(viewport / 3) + 30 } : end;
}

/**
 * The anchor of who looks at these boxes. It holds on to a row that begins in the upper half, which is what one
 * reads, else to the one that fills it.
 * @param provisional the key of a row whose header may still go when older ones are loaded: another one is preferred
 * @returns undefined when no box is in sight
 */
export function reading(boxes: readonly Box[], viewport: number, provisional?: string): Anchor | undefined {
  const inSight = boxes.filter(box => box.end > 0 && box.start < viewport);
  const begins = inSight.filter(box => box.top >= 0 && box.top < viewport / 2);
  const held = begins.find(box => box.key !== provisional) ?? begins[0] ?? inSight[0];
  return held && { at: 'row', key: held.key, top: held.top };
}

/** The same place among other rows: when the row one held on to is gone, the nearest one that was drawn and is left. */
export function kept(anchor: Anchor, boxes: readonly Box[], rows: readonly Keyed[]): Anchor {
  if (anchor.at === 'end' || rows.some(row => row.key === anchor.key)) return anchor;
  const left = new Set(rows.map(row => row.key));
  const from = boxes.findIndex(box => box.key === anchor.key);
  const next =
    boxes.slice(from + 1).find(box => left.has(box.key)) ??
    boxes.slice(0, Math.max(0, from)).findLast(box => left.has(box.key));
  return next ? { at: 'row', key: next.key, top: next.top } : end;
}

/** The rows to draw for a view of this height, and so many pixels beyond it on both sides. */
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

/** The row at so many pixels from the top of all rows, and where its own top is. */
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

/** What came at the end since the rows were these; nothing when they have nothing in common. */
export function arrivals<R extends Keyed>(before: readonly R[], rows: readonly R[]): readonly R[] {
  const known = new Set(before.map(row => row.key));
  const last = rows.findLastIndex(row => known.has(row.key));
  return last < 0 ? [] : rows.slice(last + 1);
}

/** The indices to draw, in order: the range, and one row that must not go. */
export function indicesOf({ first, last }: Range, also: number): number[] {
  const indices = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  if (also < 0 || (also >= first && also <= last)) return indices;
  return also < first ? [also, ...indices] : [...indices, also];
}
