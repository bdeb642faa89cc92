import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Pace } from './pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Notes requests of some addresses, and moves the clock until they are counted. */
function note(pace: Pace, tookMs: Record<string, number>, times = 1): void {
  for (let n = 0; n < times; n += 1) for (const [address, ms] of Object.entries(tookMs)) pace.note(address, ms);
  vi.advanceTimersByTime(250);
}

it('A server is as slow as the slower half of the addresses finds it, and never quicker than usual', () => {
  const pace = new Pace();
  expect(pace.slowness).toBe(1);
  note(pace, { a: 100, b: 200, c: 400 });
  expect(pace.slowness).toBe(20);
  note(pace, { a: 2, b: 3, c: 4 }, 60);
  expect(pace.slowness).toBe(1);
});

it('Slow requests of half of the addresses, or of one that asks alone, make nothing slow', () => {
  const pace = new Pace();
  note(pace, { alone: 1_000 }, 10);
  expect(pace.slowness).toBe(1);
  note(pace, { a: 5, alone: 1_000 }, 10);
  expect(pace.slowness).toBe(1);
  note(pace, { a: 5, b: 5, c: 1_000 }, 10);
  expect(pace.slowness).toBe(1);
});

it('The pace of addresses that ask no more is forgotten', () => {
  const pace = new Pace();
  note(pace, { a: 100, b: 100 });
  expect(pace.slowness).toBe(10);
  vi.advanceTimersByTime(5_000);
  expect(pace.slowness).toBe(1);
  note(pace, { a: 20, b: 20 });
  expect(pace.slowness).toBe(2);
});

it('The pace of an address that asks again after some time is that of its new requests alone', () => {
  const pace = new Pace();
  note(pace, { a: 2 }, 60);
  vi.advanceTimersByTime(5_000);
  note(pace, { a: 100, b: 100 });
  expect(pace.slowness).toBe(10);
  note(pace, { a: 20, b: 20 });
  expect(pace.slowness, 'an eighth of the way from 100 to 20 ms').toBe(9);
});
