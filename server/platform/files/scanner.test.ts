import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { keepLog } from '../../test/log.ts';
import { Clamd, malware } from '../../test/outside/clamd.ts';
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
