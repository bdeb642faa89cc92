import { expect, test } from 'vitest';
import { spotFor } from './spot.ts';

const room = { left: 370, top: 61, width: 1_070, height: 839 };
const size = { width: 380, height: 60 };
const covers = (a: ReturnType<typeof spotFor>, b: ReturnType<typeof spotFor>) =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

test('An alert is at the top centre of the page, if no control is there', () => {
  const { left, top } = spotFor(size, room, []);
  expect(left + size.width / 2).toBe(room.left + room.width / 2);
  expect(top).toBeLessThan(room.top + 20);
});

test('An alert moves aside, then down, so that it covers no control', () => {
  const middle = { left: 800, top: 70, width: 200, height: 40 };
  const aside = spotFor(size, room, [middle]);
  expect(covers(aside, middle)).toBe(false);
  const head = { left: 370, top: 61, width: 1_070, height: 200 };
  const below = spotFor(size, room, [middle, head]);
  expect(below.top).toBeGreaterThanOrEqual(261);
});

test('An alert covers the fewest controls, inside the window, if it must cover some', () => {
  const rows = Array.from({ length: 20 }, (_, n) => ({ left: 0, top: n * 42, width: 390, height: 40 }));
  const phone = { left: 0, top: 0, width: 390, height: 844 };
  const spot = spotFor({ width: 374, height: 60 }, phone, rows);
  expect(rows.filter(row => covers(spot, row)).length).toBeLessThanOrEqual(2);
  expect(spot.left).toBe(8);
});
