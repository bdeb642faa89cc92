import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import net, { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { keepLog } from '../../test/log.ts';
import { openFilesIn, tellsOpenFiles } from '../../test/open-files.ts';
import { Clamd, malware } from '../../test/outside/clamd.ts';
import { versionOfClamd } from './clamd.ts';
import { createScanner } from './scanner.ts';

/** Tests the log of scans; `features/messages/files/scans.test.ts` tests the answers to people. */

it('Files that a scanner could not look at, found something in or had too much of are logged by whose they are, never by name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'palabre-scanned-'));
  const clamd = await new Clamd().open();
  onTestFinished(async () => {
    await clamd.close();
    await rm(folder, { recursive: true, force: true });
  });
  const { logger, lines } = keepLog();
  const { hostname: host, port } = new URL(clamd.url);
  // By an object of its own: a line of the log is written once a minute.
  const scanner = createScanner({ clamd: { host, port: Number(port) } }, logger, { times: () => () => {} });
  const path = join(folder, 'brouillon');
  await writeFile(path, malware);
  const { size } = await stat(path);
  const who = { person: 'camille', address: '192.0.2.1' };
  const scan = () =>
    scanner.demandClean(who, { path, size, name: 'paie de Karim.ods' }, new AbortController().signal).then(
      () => 'clean',
      ({ code }) => code,
    );
  const about = { userId: 'camille', address: '192.0.2.1', size };
  expect(await scan()).toBe('file_infected');
  clamd.manner = { says: 'INSTREAM size limit exceeded. ERROR\0' };
  expect([await scan(), await scan()]).toEqual(Array(2).fill('file_too_large_to_scan'));
  clamd.manner = { says: "stream: Can't allocate memory ERROR\0" };
  expect([await scan(), await scan()]).toEqual(Array(2).fill('scan_unavailable'));
  expect(lines).toMatchObject([
    { level: 40, msg: 'file refused: malware', ...about, found: 'Eicar-Test-Signature' },
    { level: 40, msg: 'file refused: more than clamd scans', ...about },
    {
      ...{ level: 50, msg: 'clamd cannot scan: files are refused' },
      err: { message: "clamd says: stream: Can't allocate memory ERROR" },
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain('paie');
});

/** Opens a scanner of its own, and a file to scan. */
async function scanning(size: number) {
  const folder = await mkdtemp(join(tmpdir(), 'palabre-scanned-'));
  const clamd = await new Clamd().open();
  onTestFinished(async () => {
    await clamd.close();
    await rm(folder, { recursive: true, force: true });
  });
  const { hostname: host, port } = new URL(clamd.url);
  const { logger, lines } = keepLog();
  const scanner = createScanner({ clamd: { host, port: Number(port) } }, logger, { times: () => () => {} });
  const path = join(folder, 'brouillon');
  await writeFile(path, Buffer.alloc(size));
  const scan = (person: string, address = person, gone = new AbortController()) =>
    scanner.demandClean({ person, address }, { path, size, name: 'plan.txt' }, gone.signal);
  return { clamd, folder, scan, lines };
}

it.runIf(tellsOpenFiles)(
  'A file is closed once its scan is over, given up or cut short by its answer (skipped beyond Linux)',
  async () => {
    const { clamd, folder, scan } = await scanning(8_000_000);
    clamd.streamMaxLength = 100_000;
    await expect(scan('camille')).rejects.toMatchObject({ code: 'file_too_large_to_scan' });
    await expect.poll(() => openFilesIn(folder)).toEqual([]);
    clamd.streamMaxLength = 100_000_000;
    clamd.manner = 'hangs';
    const gone = new AbortController();
    const left = scan('camille', 'camille', gone);
    await vi.waitUntil(() => clamd.underWay === 1);
    gone.abort();
    await expect(left).rejects.toMatchObject({ code: 'invalid_input' });
    await expect.poll(() => openFilesIn(folder)).toEqual([]);
    clamd.manner = 'scans';
    await scan('camille');
    await expect.poll(() => openFilesIn(folder)).toEqual([]);
  },
);

it.each([
  ['of one address, beyond 64 that wait', 4 + 64, () => 'x'],
  ['of all addresses, beyond 256 that wait', 4 + 256, (n: number) => `${n % 8}`],
])('Scans %s, are refused for a moment, as what they are', async (_of, atMost, addressOf) => {
  const { clamd, scan, lines } = await scanning(10);
  const release = clamd.hold();
  onTestFinished(release);
  const ends = Array.from({ length: atMost }, (_, n) => scan(`person ${n}`, addressOf(n)));
  await vi.waitUntil(() => clamd.underWay === 4);
  await expect(scan('one more', addressOf(0))).rejects.toMatchObject({
    ...{ code: 'too_many_requests', retryAfter: 5, refusal: 'scan_line' },
  });
  release();
  await Promise.all(ends);
  // Nothing is wrong with the scanner.
  expect(lines).toEqual([]);
});

it('A scanner that does not take a connection is left after five seconds, and one that is slow to answer is not', async () => {
  const clamd = await new Clamd().open();
  onTestFinished(() => clamd.close());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const never = Object.assign(new Socket(), { connecting: true });
  const connecting = vi.spyOn(net, 'connect').mockReturnValue(never);
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.useRealTimers();
    connecting.mockRestore();
    syncBuiltinESMExports();
  });
  const { hostname: host, port } = new URL(clamd.url);
  const version = () => versionOfClamd({ host, port: Number(port) }, new AbortController().signal);
  const failed = vi.fn();
  const asked = version().catch(failed);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await asked;
  expect(failed.mock.calls).toEqual([[new Error('clamd does not take the connection')]]);
  expect(never.destroyed).toBe(true);
  connecting.mockRestore();
  syncBuiltinESMExports();
  expect(await version()).toBe(clamd.version);
  // No timer is left that would cut a later scan.
  expect(vi.getTimerCount()).toBe(0);
});
