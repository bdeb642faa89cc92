import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import timers from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type Seat, seatVariables, takeSeat } from './siblings.ts';

/** Tests a worker's side of the process that started it; `workers.test.ts` tests the other side. */

interface Said {
  number: number;
  question?: string;
  answer?: unknown;
}

let folder: string;
let seat: Seat;
let asked: Said[];
/** Handlers of the process: for messages of the process that started it, and for its own exit. */
let hear: (said: Said) => void;
let exit: () => void;
let isGone: boolean;
const stop = vi.fn();
const { send } = process;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'palabre-seat-'));
  [asked, isGone] = [[], false];
  // The channel of this process belongs to its tests: only messages of workers are intercepted.
  process.send = ((said: Said, ...more: unknown[]) => {
    if (typeof said?.number !== 'number') return (send as (...sent: unknown[]) => boolean).call(process, said, ...more);
    asked.push(said);
    const [done] = more as [(error: Error | null) => void];
    setImmediate(() => done(isGone ? new Error('channel closed') : null));
    return true;
  }) as typeof process.send;
  vi.stubEnv(seatVariables.number, '2');
  vi.stubEnv(seatVariables.sockets, folder);
  const on = vi.spyOn(process, 'on').mockImplementation(((_name: string, heard: typeof hear) => {
    hear = heard;
    return process;
  }) as never);
  const once = vi.spyOn(process, 'once').mockImplementation(((_name: string, ends: typeof exit) => {
    exit = ends;
    return process;
  }) as never);
  seat = takeSeat(3, stop);
  on.mockRestore();
  once.mockRestore();
});
afterEach(() => {
  process.send = send as typeof process.send;
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const questions = () => asked.map(({ question }) => question);
/** Answers the last question. */
const answer = (said: unknown) => hear({ number: asked.at(-1)?.number ?? 0, answer: said });

test('A worker has its number, and a socket of its own in the folder of all', () => {
  expect([seat.number, seat.count, seat.socketOf(3)]).toEqual([2, 3, join(folder, '3.sock')]);
});

test('A worker that asks the others twice at once asks them once, and again later', async () => {
  const both = [seat.ask('readiness'), seat.ask('readiness')];
  expect(questions()).toEqual(['others readiness']);
  answer([{ down: false }, null]);
  for (const one of both) expect(await one).toEqual([{ down: false }, undefined]);
  const again = seat.ask('readiness');
  expect(questions()).toHaveLength(2);
  answer([1, 2]);
  expect(await again).toEqual([1, 2]);
});

test('All other workers count as silent when the process that started them does not answer', async () => {
  isGone = true;
  expect(await seat.ask('metrics')).toEqual([undefined, undefined]);
  expect(await seat.crashes()).toBeNaN();
});

test('A worker knows how many have crashed, waits until the port is free, and says that it serves', async () => {
  const crashes = seat.crashes();
  answer(4);
  expect(await crashes).toBe(4);
  const listening = vi.fn();
  const waited = seat.mayListen().then(listening);
  expect([questions().at(-1), listening.mock.calls.length]).toEqual(['listen', 0]);
  answer(null);
  await waited;
  seat.ready();
  expect(questions().at(-1)).toBe('ready');
});

test('A worker answers that it is alive, what the others ask, and stops when it is told to', async () => {
  seat.on('metrics', () => 'mesures');
  const told = async (question: string) => {
    hear({ number: 7, question });
    await vi.waitFor(() => expect(asked.at(-1)).toHaveProperty('answer'));
    return asked.splice(0).at(-1)?.answer;
  };
  expect([await told('alive'), await told('metrics'), stop.mock.calls.length]).toEqual([true, 'mesures', 0]);
  await told('stop');
  expect(stop).toHaveBeenCalledOnce();
});

test('A worker removes the folder of sockets as it exits, where the process that started it was killed', () => {
  const { connected } = process;
  const exitWhere = (isConnected: boolean) => {
    Object.defineProperty(process, 'connected', { value: isConnected, configurable: true, writable: true });
    exit();
    Object.defineProperty(process, 'connected', { value: connected, configurable: true, writable: true });
    return existsSync(folder);
  };
  expect([exitWhere(true), exitWhere(false)]).toEqual([true, false]);
});

test('A worker waits three seconds for the others and ten for the process that started it, and no longer than for an answer', async () => {
  const { setTimeout } = timers;
  const waits: { ms: number; signal: AbortSignal }[] = [];
  onTestFinished(() => {
    timers.setTimeout = setTimeout;
    syncBuiltinESMExports();
  });
  timers.setTimeout = ((ms: number, _value: undefined, { signal }: { signal: AbortSignal }) => {
    waits.push({ ms, signal });
    return new Promise(() => {});
  }) as typeof setTimeout;
  syncBuiltinESMExports();
  const questions = [() => seat.ask('metrics'), () => seat.crashes(), () => seat.mayListen()];
  for (const ask of questions) {
    const asking = ask();
    expect(waits.at(-1)?.signal.aborted).toBe(false);
    answer([]);
    await asking;
    expect(waits.at(-1)?.signal.aborted).toBe(true);
  }
  seat.ready();
  expect(waits.map(({ ms }) => ms)).toEqual([3_000, 10_000, 10_000, 10_000]);
});
