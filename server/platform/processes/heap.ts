import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/** Heap size from which full collections become more frequent. */
const largeBytes = 200e6;
/**
 * Growth after which a heap is collected, in percent; 0 leaves it to V8, which waits until the heap is three times as
 * large.
 */
const growthPercent = { small: 0, large: 50 };
const lookEveryMs = 2_000;

/**
 * Collects a large heap before it has grown by half, so that the process takes little more memory than it uses. A small
 * heap is left to V8, since each collection delays posts.
 */
export function keepHeapSmall(): void {
  const look = () => {
    const size = getHeapStatistics().used_heap_size < largeBytes ? 'small' : 'large';
    setFlagsFromString(`--heap-growing-percent=${growthPercent[size]}`);
  };
  setInterval(look, lookEveryMs).unref();
}
