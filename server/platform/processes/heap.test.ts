import { syncBuiltinESMExports } from 'node:module';
import v8 from 'node:v8';
import { expect, it, onTestFinished, vi } from 'vitest';
import { keepHeapSmall } from './heap.ts';

/** Tests when a heap counts as large; `tools/processes/heap.test.ts` measures one. */

it('a heap of two hundred megabytes is collected before it has grown by half, and is left to V8 once it is small again', () => {
  let bytes = 199e6;
  const real = v8.getHeapStatistics();
  const heap = vi.spyOn(v8, 'getHeapStatistics').mockImplementation(() => ({ ...real, used_heap_size: bytes }));
  const flags = vi.spyOn(v8, 'setFlagsFromString').mockImplementation(() => {});
  syncBuiltinESMExports();
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    for (const one of [heap, flags]) one.mockRestore();
    syncBuiltinESMExports();
  });
  keepHeapSmall();
  for (const size of [199e6, 200e6, 400e6, 100e6]) {
    bytes = size;
    vi.advanceTimersByTime(2_000);
  }
  expect(flags.mock.calls.map(([flag]) => flag)).toEqual([
    '--heap-growing-percent=0',
    '--heap-growing-percent=50',
    '--heap-growing-percent=50',
    '--heap-growing-percent=0',
  ]);
});
