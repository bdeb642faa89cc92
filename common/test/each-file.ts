import { vi } from 'vitest';
import { pageWaitTimeoutMs, waitTimeoutMs } from './timeouts.ts';

/*
 * Runs before each test file. Raises the default timeout (1 s) of `vi.waitFor` and `vi.waitUntil`, which have no setting of
 * their own, unlike `expect.poll` (`vitest.config.ts`). Several files may share a process: a symbol marks the wrapped functions.
 */
const wrapped = Symbol.for('waits with our timeout');
const { waitFor, waitUntil } = vi;
const inPage = () => typeof document !== 'undefined';
const withTimeout = (options?: number | object) =>
  typeof options === 'number' ? options : { timeout: inPage() ? pageWaitTimeoutMs : waitTimeoutMs, ...options };
if (!(wrapped in waitFor)) {
  vi.waitFor = Object.assign(((work, options) => waitFor(work, withTimeout(options))) as typeof waitFor, {
    [wrapped]: true,
  });
  vi.waitUntil = (work, options) => waitUntil(work, withTimeout(options));
}
