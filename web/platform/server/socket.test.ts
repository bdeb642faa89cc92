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
  // A short rest is told with the next of the regular ones.
  vi.advanceTimersByTime(5_000);
  window.dispatchEvent(new Event('pointermove'));
  expect(said).toEqual([0]);
});

test('keepPresent sends activity at the server’s ping, when the page’s timers are throttled', () => {
  vi.setSystemTime(Date.now() + minute);
  hear.ping?.();
  hear.ping?.();
  expect(said).toEqual([minute]);
  // Half of the usual time after it was last said.
  vi.setSystemTime(Date.now() + 7_000);
  hear.ping?.();
  expect(said).toEqual([minute]);
  vi.setSystemTime(Date.now() + 1_000);
  hear.ping?.();
  expect(said).toEqual([minute, minute + 8_000]);
});

test('keepPresent says who is there at each connection, and nothing more once it is stopped', async () => {
  const names: unknown[] = [];
  const emit = vi.spyOn(socket, 'emit').mockImplementation(((name: string, said: unknown) => {
    names.push([name, said]);
  }) as never);
  hear.connect?.();
  expect(names).toEqual([['userId', 'camille']]);
  const { sayPresent } = await import('./socket.ts');
  Object.assign(socket, { connected: false });
  sayPresent(socket);
  Object.assign(socket, { connected: true });
  expect(names).toHaveLength(1);
  stop();
  vi.advanceTimersByTime(minute);
  window.dispatchEvent(new Event('pointerdown'));
  expect(names).toHaveLength(1);
  emit.mockRestore();
});

test('What was missed is unknown from a server that does not answer in three seconds', async () => {
  const { missedIn } = await import('./socket.ts');
  const waits: number[] = [];
  const asked = (emitWithAck: () => Promise<unknown>) =>
    missedIn({ timeout: (ms: number) => waits.push(ms) && { emitWithAck } } as never, 5_000);
  expect(await asked(async () => ({ events: ['newMessage'] }))).toEqual(['newMessage']);
  expect(await asked(() => Promise.reject(new Error('operation has timed out')))).toBeNull();
  expect(waits).toEqual([3_000, 3_000]);
});

test('A page that is seen again counts as touched, one that is hidden does not', async () => {
  const { idleMs, onInput } = await import('../device/input.ts');
  stop();
  const touched = vi.fn();
  const deaf = onInput(touched);
  const turn = (visibilityState: string) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState as never);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  vi.advanceTimersByTime(minute);
  turn('hidden');
  expect([touched.mock.calls, idleMs()]).toEqual([[], minute]);
  turn('visible');
  expect([touched.mock.calls, idleMs()]).toEqual([[[minute]], 0]);
  deaf();
  vi.advanceTimersByTime(minute);
  turn('visible');
  expect(touched).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});

test('A socket tells its session, its language and how long one has been idle as they are at each connection', async () => {
  const made = vi.fn();
  vi.doMock('socket.io-client', () => ({ io: made }));
  vi.resetModules();
  const { createSocket } = await import('./socket.ts');
  const { speak } = await import('../words/translator.ts');
  createSocket('a.b.c');
  vi.doUnmock('socket.io-client');
  const [{ auth, ...options }] = made.mock.lastCall as [{ auth: (answer: (given: object) => void) => void }];
  expect(options).toMatchObject({ autoConnect: false, reconnection: false, tryAllTransports: true });
  expect(options).toMatchObject({ transports: ['websocket', 'polling'] });
  // A server that does not answer is given up after as many milliseconds.
  expect(options).toMatchObject({ timeout: 8_000 });
  const given = vi.fn();
  auth(given);
  vi.advanceTimersByTime(minute);
  speak('en');
  auth(given);
  speak('fr');
  expect(given.mock.calls).toEqual([
    [{ token: 'a.b.c', language: 'fr', idle: 0 }],
    [{ token: 'a.b.c', language: 'en', idle: minute }],
  ]);
});
