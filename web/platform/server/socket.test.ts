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
  // `input.ts` reads the clock when it is loaded, so each test imports it again, under its own fake clock.
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

test('keepPresent sends every 15 seconds how long the page has been idle', () => {
  vi.advanceTimersByTime(11 * minute);
  expect(said).toHaveLength(44);
  expect(said[0]).toBe(13_000);
  expect(said.at(-1)).toBeGreaterThan(10 * minute);
});

test('keepPresent sends activity at once when the person returns, and only once for a hundred mouse moves', () => {
  vi.advanceTimersByTime(11 * minute);
  said = [];
  for (let n = 0; n < 100; n += 1) window.dispatchEvent(new Event('pointermove'));
  expect(said).toEqual([0]);
});

test('keepPresent sends activity at the server’s ping, when the page’s timers are throttled', () => {
  vi.setSystemTime(Date.now() + minute);
  hear.ping?.();
  hear.ping?.();
  expect(said).toEqual([minute]);
});
