import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { keepLog } from '../../test/log.ts';
import { openFilesIn, tellsOpenFiles } from '../../test/open-files.ts';
import { createSparing } from '../pacing/sparing.ts';
import { alone } from '../processes/cluster.ts';
import { checksOf, descriptors, watchDescriptors } from './readiness.ts';

/** Tests what each check looks at, and how often; `health.test.ts` tests what `/readyz` makes of them. */

const { open, statfs } = files;
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => {
  vi.useRealTimers();
  Object.assign(files, { open, statfs });
  syncBuiltinESMExports();
});

const well = async () => {};
function checks(check: Partial<Record<'database' | 'storage' | 'mail', () => Promise<void>>> = {}) {
  return checksOf({
    env: { dataDir: '/srv/palabre' } as never,
    database: { pool: { query: check.database ?? well } } as never,
    cluster: { ...alone, connected: true, shared: {} as never },
    jobs: { alive: () => true },
    mails: { failing: () => false, check: check.mail ?? well },
    storage: { check: check.storage ?? well } as never,
  });
}

it('Another machine is asked seldom, and the database and this machine once a second, however often readiness is asked for', () => {
  expect(checks().map(({ name, everyMs, needed }) => [name, everyMs, needed])).toEqual([
    ['database', 1_000, true],
    ['redis', undefined, true],
    ['jobs', undefined, undefined],
    ['storage', 30_000, undefined],
    ['disk', 1_000, undefined],
    ['descriptors', 1_000, undefined],
    ['mail', undefined, undefined],
    ['mail', 60_000, undefined],
  ]);
});

it('A disk is nearly full below 512 MB of free space in the data folder', async () => {
  const disk = checks().find(({ name }) => name === 'disk');
  const asked: unknown[] = [];
  const withFree = (blocks: number) => {
    files.statfs = (async (folder: string) => {
      asked.push(folder);
      // Blocks kept for root are free, and not available.
      return { bavail: blocks, bfree: 1_000_000, bsize: 4_096 };
    }) as never;
    syncBuiltinESMExports();
    return disk?.run();
  };
  const least = (512 * 1_024 * 1_024) / 4_096;
  await expect(withFree(least)).resolves.toBeUndefined();
  await expect(withFree(least - 1)).rejects.toMatchObject({ code: 'storage_full' });
  expect(new Set(asked)).toEqual(new Set(['/srv/palabre']));
});

it.skipIf(!tellsOpenFiles)('A look for descriptors keeps none (skipped beyond Linux)', async () => {
  const before = await openFilesIn('/dev/null');
  for (let n = 0; n < 5; n += 1) await descriptors();
  expect(await openFilesIn('/dev/null')).toHaveLength(before.length);
});

it('A process that is out of descriptors says so every five seconds, until it is closed', async () => {
  const { logger, lines } = keepLog();
  const log = vi.fn(createSparing(logger));
  const end = watchDescriptors(log);
  onTestFinished(end);
  const look = async () => {
    await vi.advanceTimersByTimeAsync(5_000);
    // The look opens a file.
    await descriptors().catch(() => {});
    return log.mock.calls.length;
  };
  expect(await look()).toBe(0);
  files.open = (async () => {
    throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
  }) as never;
  syncBuiltinESMExports();
  await vi.advanceTimersByTimeAsync(4_999);
  expect(log).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await vi.waitFor(() => expect(log).toHaveBeenCalledTimes(1));
  const msg = 'out of descriptors: allow more of them (ulimit -n)';
  expect(lines).toMatchObject([{ level: 50, msg, err: { code: 'EMFILE' } }]);
  end();
  expect(vi.getTimerCount()).toBe(0);
});
