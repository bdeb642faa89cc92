import { onTestFinished, vi } from 'vitest';
import { Bucket } from '../platform/pacing/bucket.ts';

/** Stops the refill of buckets until the test ends: on a slow machine it would allow more. */
export function stopRefills(): void {
  const { spend } = Bucket.prototype;
  const stopped = vi.spyOn(Bucket.prototype, 'spend').mockImplementation(function (this: Bucket, amount) {
    return spend.call(this, amount, 0);
  });
  onTestFinished(() => void stopped.mockRestore());
}
