// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PalabreSocket } from './socket.ts';

const minute = 60_000;
let said: number[] = [];
let hear: Record<string, () => void> = {};
const on = (name: string, listener: () => void) => {
  hear[name] = listener;
};
const socket = {
  connected: true,
  emit: (name: string, { idle }: { idle: number }) => name === 'activity' && said.push(idle),
  on,
  off() {},
  io: { on, off() {} },
} as unknown as PalabreSocket;

let stop: () => void;
beforeEach(async () => {
  // `input.ts` reads the clock when it is loaded: each test loads it anew, under its own.
  vi.resetModules();
  vi.useFakeTimers();
  const { keepPresent } = await import('./socket.ts');
  said = [];
  hear = {};
  stop = keepPresent(socket, 'camille');
  vi.advanceTimersByTime(2_000);
  window.dispatchEvent(new Event('pointerdown'));
  said = [];
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test('a page says every 15 seconds since when it has not been touched', () => {
  vi.advanceTimersByTime(11 * minute);
  expect(said).toHaveLength(44);
  expect(said[0]).toBe(13_000);
  expect(said.at(-1)).toBeGreaterThan(10 * minute);
});

test('who comes back is there at once, and a hundred moves of their mouse say it once', () => {
  vi.advanceTimersByTime(11 * minute);
  said = [];
  for (let n = 0; n < 100; n += 1) window.dispatchEvent(new Event('pointermove'));
  expect(said).toEqual([0]);
});

test('a page whose timers sleep answers when the server asks whether it lives', () => {
  vi.setSystemTime(Date.now() + minute);
  hear.ping?.();
  hear.ping?.();
  expect(said).toEqual([minute]);
});
