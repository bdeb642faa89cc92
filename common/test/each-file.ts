import { inject, vi } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Default timeout of `vi.waitFor` and `vi.waitUntil`, equal to the project's `expect.poll`. */
    waitTimeoutMs: number;
  }
}

/*
 * Runs before each test file. Raises the default timeout (1 s) of `vi.waitFor` and `vi.waitUntil`, which have no setting of
 * their own, unlike `expect.poll` (`vitest.config.ts`). Several files may share a process: a symbol marks the wrapped functions.
 */
const wrapped = Symbol.for('waits with our timeout');
const { waitFor, waitUntil } = vi;
const withTimeout = (options?: number | object) =>
  typeof options === 'number' ? options : { timeout: inject('waitTimeoutMs'), ...options };
if (!(wrapped in waitFor)) {
  vi.waitFor = Object.assign(((work, options) => waitFor(work, withTimeout(options))) as typeof waitFor, {
    [wrapped]: true,
  });
  vi.waitUntil = (work, options) => waitUntil(work, withTimeout(options));
}
