import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Anchor, arrivals, end, indicesOf, kept, offBy, opening, rangeAround, reading, rowAt } from './anchor.ts';

const rowsOf = (...keys: string[]) => keys.map(key => ({ key, firstNew: false }));
const box = (key: string, start: number, height: number, above = 0) => ({
  key,
  start,
  top: start + above,
  end: start + height,
});

describe('The anchor of a list', () => {
  it('The anchor of a list opens at the end, or with the first new row a third down', () => {
    expect(opening(rowsOf('a', 'b'), 600)).toEqual(end);
    const rows = [...rowsOf('a'), { key: 'b', firstNew: true }];
    expect(opening(rows, 600)).toEqual({ at: 'row', key: 'b', top: 230 });
  });

  it('The anchor of a list holds the first row that starts in the upper half, else the one that fills it', () => {
    const boxes = [box('a', -40, 60), box('b', 20, 100, 30), box('c', 120, 500)];
    expect(reading(boxes, 600)).toEqual({ at: 'row', key: 'b', top: 50 });
    expect(reading([box('a', -900, 1_400), box('b', 500, 80)], 600)).toEqual({ at: 'row', key: 'a', top: -900 });
    expect(reading([box('a', 700, 20)], 600)).toBeUndefined();
    // One that starts at the very top of the view is read.
    expect(reading([box('a', -60, 60), box('b', 0, 60), box('c', 60, 60)], 600)).toEqual({
      at: 'row',
      key: 'b',
      top: 0,
    });
  });

  it('The anchor of a list prefers another row than the very first, whose header may go', () => {
    const boxes = [box('a', 0, 60), box('b', 60, 60)];
    expect(reading(boxes, 600, 'a')).toEqual({ at: 'row', key: 'b', top: 60 });
    expect(reading(boxes.slice(0, 1), 600, 'a')).toEqual({ at: 'row', key: 'a', top: 0 });
  });

  it('The anchor of a list holds the top of its row, or of the separators above it', () => {
    const moved = box('b', 100, 60, 30);
    expect([offBy({ top: 50 }, moved), offBy({ of: 'start', top: 50 }, moved)]).toEqual([80, 50]);
  });

  it('The anchor of a list moves to the next remaining row when its own goes, else to the previous one', () => {
    const anchor: Anchor = { at: 'row', key: 'b', top: 10 };
    const boxes = [box('a', -50, 60), box('b', 10, 30), box('c', 40, 30), box('d', 70, 30)];
    expect(kept(anchor, boxes, rowsOf('a', 'b', 'c'))).toBe(anchor);
    expect(kept(anchor, boxes, rowsOf('a', 'd'))).toEqual({ at: 'row', key: 'd', top: 70 });
    expect(kept(anchor, boxes, rowsOf('a', 'e'))).toEqual({ at: 'row', key: 'a', top: -50 });
    expect(kept(anchor, boxes, rowsOf('e'))).toEqual(end);
    expect(kept(end, boxes, rowsOf('e'))).toEqual(end);
  });
});

const list = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 80, size: 'max' }).map(heights => ({
  rows: heights.map((_, index) => ({ key: String(index) })),
  heightOf: ({ key }: { key: string }) => heights[Number(key)] as number,
}));

describe('The rendered range', () => {
  it('The rendered range fills the view and its overscan with as few rows as possible', () => {
    fc.assert(
      fc.property(list, fc.nat(), fc.integer({ min: -500, max: 500 }), (all, pick, top) => {
        const { rows, heightOf } = all;
        const at = pick % rows.length;
        const anchor: Anchor = { at: 'row', key: String(at), top };
        const { first, last } = rangeAround(anchor, rows, heightOf, 600, 300);
        const sum = (from: number, to: number) =>
          rows.slice(from, to).reduce((height, row) => height + heightOf(row), 0);
        const upper = top - sum(first, at);
        const lower = top + sum(at, last + 1);
        expect(first).toBeLessThanOrEqual(at);
        expect(last).toBeGreaterThanOrEqual(at);
        if (first > 0) expect(upper).toBeLessThanOrEqual(-300);
        if (last < rows.length - 1) expect(lower).toBeGreaterThanOrEqual(900);
        // No row but the anchor could be left out.
        if (first < at) expect(upper + heightOf(rows[first] as { key: string })).toBeGreaterThan(-300);
        if (last > at) expect(lower - heightOf(rows[last] as { key: string })).toBeLessThan(900);
      }),
    );
  });

  it('The rendered range is the last rows at the end, or when the anchor’s row is missing', () => {
    const rows = Array.from({ length: 50 }, (_, index) => ({ key: String(index) }));
    const expected = { first: 29, last: 49 };
    expect(rangeAround(end, rows, () => 50, 600, 450)).toEqual(expected);
    expect(rangeAround({ at: 'row', key: 'x', top: 9 }, rows, () => 50, 600, 450)).toEqual(expected);
    expect(rangeAround(end, [], () => 50, 600, 450)).toEqual({ first: 0, last: -1 });
  });

  it('The rendered range includes the one row that must stay', () => {
    expect(indicesOf({ first: 3, last: 5 }, -1)).toEqual([3, 4, 5]);
    for (const inside of [3, 4, 5]) expect(indicesOf({ first: 3, last: 5 }, inside)).toEqual([3, 4, 5]);
    expect(indicesOf({ first: 3, last: 5 }, 0)).toEqual([0, 3, 4, 5]);
    expect(indicesOf({ first: 3, last: 5 }, 9)).toEqual([3, 4, 5, 9]);
  });
});

it('The row at an offset is the one that covers it, the last one beyond all', () => {
  const rows = rowsOf('a', 'b', 'c');
  const found = (offset: number) => rowAt(rows, () => 100, offset);
  expect([found(0), found(99), found(100), found(5_000)].map(at => [at?.row.key, at?.top])).toEqual([
    ['a', 0],
    ['a', 0],
    ['b', 100],
    ['c', 200],
  ]);
  expect(rowAt([], () => 100, 0)).toBeUndefined();
});

it('Arrivals are the rows after the last known one', () => {
  const keys = (rows: readonly { key: string }[]) => rows.map(row => row.key).join('');
  expect(keys(arrivals(rowsOf('a', 'b'), rowsOf('a', 'b', 'c', 'd')))).toBe('cd');
  expect(keys(arrivals(rowsOf('b', 'c'), rowsOf('a', 'b', 'c')))).toBe('');
  expect(keys(arrivals(rowsOf('a', 'b'), rowsOf('a', 'd')))).toBe('d');
  expect(keys(arrivals(rowsOf('a', 'b'), rowsOf('x', 'y')))).toBe('');
});
