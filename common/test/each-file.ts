import { vi } from 'vitest';
import { pagePatienceMs, patienceMs } from './patience.ts';

/*
 * Runs before each test file, several of which may share a process: these wait a second unless they are told otherwise,
 * and no setting tells them. `expect.poll` has one (`vitest.config.ts`).
 */
const patient = Symbol.for('patient');
const { waitFor, waitUntil } = vi;
const inPage = () => typeof document !== 'undefined';
const withPatience = (options?: number | object) =>
  typeof options === 'number' ? options : { timeout: inPage() ? pagePatienceMs : patienceMs, ...options };
if (!(patient in waitFor)) {
  vi.waitFor = Object.assign(((work, options) => waitFor(work, withPatience(options))) as typeof waitFor, {
    [patient]: true,
  });
  vi.waitUntil = (work, options) => waitUntil(work, withPatience(options));
}
