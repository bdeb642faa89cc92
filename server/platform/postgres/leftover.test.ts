import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startOf } from '../processes/running.ts';
import { stopLeftover } from './leftover.ts';

/** Makes the folder of a database with a program at work in it, as PostgreSQL is. */
function leftover() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'palabre-leftover-')));
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)', folder], { cwd: folder });
  onTestFinished(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, pid: child.pid as number, pidFile: join(folder, 'postmaster.pid') };
}

test('A leftover PostgreSQL that has created its pid file and not written it yet is waited for, and stopped', async () => {
  const { folder, pid, pidFile } = leftover();
  writeFileSync(pidFile, '');
  const stopped = stopLeftover(folder);
  writeFileSync(pidFile, `${pid}\n`);
  await stopped;
  expect([startOf(pid), existsSync(pidFile)]).toEqual([undefined, false]);
});

test('An empty pid file that a power cut left is removed', async () => {
  const { folder, pidFile } = leftover();
  writeFileSync(pidFile, '');
  utimesSync(pidFile, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
  void stopLeftover(folder).catch(() => {});
  await vi.waitFor(() => expect(existsSync(pidFile), 'the pid file is there').toBe(false), eventWaitTimeoutMs);
});

test('A leftover PostgreSQL that ends by itself at the moment it is asked to end fails no start', async () => {
  const { folder, pid, pidFile } = leftover();
  writeFileSync(pidFile, `${pid}\n`);
  const { kill } = process;
  const asked = vi.spyOn(process, 'kill').mockImplementation((one, signal) => {
    if (signal !== 'SIGINT') return kill.call(process, one, signal);
    kill.call(process, one, 'SIGKILL');
    throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH' });
  });
  onTestFinished(() => asked.mockRestore());
  await stopLeftover(folder);
  expect(existsSync(pidFile)).toBe(false);
});

test('A leftover PostgreSQL is asked to end, after five seconds told to at once, and after ten its folder is given up', async () => {
  const { folder, pid, pidFile } = leftover();
  writeFileSync(pidFile, `${pid}\n`);
  const sent: unknown[] = [];
  const { kill } = process;
  const asked = vi.spyOn(process, 'kill').mockImplementation((one, signal) => {
    if (signal === 0) return kill.call(process, one, signal);
    sent.push([one, signal]);
    return true;
  });
  const began = Date.now();
  let passed = 0;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => began + passed);
  onTestFinished(() => {
    for (const one of [asked, clock]) one.mockRestore();
  });
  const stopping = stopLeftover(folder);
  const failed = vi.fn();
  stopping.catch(failed);
  const looks = async () => {
    const before = clock.mock.calls.length;
    await vi.waitUntil(() => clock.mock.calls.length > before + 3);
  };
  passed = 5_000;
  await looks();
  expect(sent).toEqual([[pid, 'SIGINT']]);
  passed = 5_001;
  await looks();
  passed = 10_000;
  await looks();
  expect(sent).toEqual([
    [pid, 'SIGINT'],
    [pid, 'SIGQUIT'],
  ]);
  passed = 10_001;
  await vi.waitFor(() => expect(failed, 'failures').toHaveBeenCalled());
  expect(failed.mock.calls[0]?.[0]).toMatchObject({
    name: 'StartError',
    message: `Un PostgreSQL (processus ${pid}) tient encore ${folder} et ne s'arrête pas : arrêtez-le.`,
  });
  // A live PostgreSQL keeps its pid file.
  expect(existsSync(pidFile)).toBe(true);
});
