import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Bucket } from './bucket.ts';
import { createRefuse } from './refusals.ts';
import { rested } from './rested.ts';

test('A bucket is full at first, gives what it has, and fills at its pace, never beyond its size', () => {
  const bucket = new Bucket({ burst: 4, perSecond: 2 }, 10_000);
  expect([bucket.isFull(10_000), bucket.spend(4, 10_000), bucket.spend(1, 10_000)]).toEqual([true, true, false]);
  // Half a second fills one; what was refused was not spent.
  expect([bucket.spend(2, 10_500), bucket.spend(1, 10_500), bucket.spend(1, 10_999)]).toEqual([false, true, false]);
  expect([bucket.spend(1, 11_000), bucket.isFull(12_999), bucket.isFull(13_000)]).toEqual([true, false, true]);
  // However long it rests.
  expect([bucket.spend(4, 90_000), bucket.spend(1, 90_000)]).toEqual([true, false]);
  // A clock that goes back takes nothing away.
  expect([bucket.spend(1, 80_000), bucket.spend(1, 80_500)]).toEqual([false, true]);
});

test('A step of a long work is followed by a rest twice as long, up to a bound, and one that fails by none', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const pause = vi.spyOn(timers, 'setTimeout').mockImplementation((async () => undefined) as never);
  syncBuiltinESMExports();
  onTestFinished(() => {
    for (const one of [clock, pause]) one.mockRestore();
    syncBuiltinESMExports();
  });
  const lasting = (ms: number) => async () => {
    now += ms;
    return ms;
  };
  expect([await rested(lasting(30), 100), await rested(lasting(80), 100)]).toEqual([30, 80]);
  expect(pause.mock.calls.map(([ms]) => ms)).toEqual([60, 100]);
  await expect(rested(() => Promise.reject(new Error('cut')), 100)).rejects.toThrow('cut');
  expect(pause).toHaveBeenCalledTimes(2);
});

test('A refusal is counted each time, and logged as a warning by its kind', () => {
  const [inc, log] = [vi.fn(), vi.fn()];
  const refuse = createRefuse({ refusals: { inc } } as never, log);
  refuse('sockets');
  refuse('sockets');
  refuse('scan_line');
  expect(inc.mock.calls).toEqual(['sockets', 'sockets', 'scan_line'].map(kind => [{ kind }]));
  expect(log.mock.calls).toEqual(['sockets', 'sockets', 'scan_line'].map(kind => ['warn', `refused: ${kind}`]));
});
